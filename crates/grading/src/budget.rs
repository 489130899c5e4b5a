//! Grading within a time: cheap and certain items first, and no match that cannot be finished.
//!
//! A platform that waits no longer shows a zero, or nothing. So everything is told as soon as
//! it is known, and what the time was not enough for is not graded, which says so.

use std::time::{Duration, Instant};

use fruitrage_game::{Failure, Stop};

use crate::{GradeSheet, Grader, Item, ItemGrade, MatchGame, MatchItem, MatchScore, Outcome, Task};

/// Why an item has no grade before it has one. It is what a platform shows that ends the run.
const NOT_REACHED: &str = "not reached before the time of this run was up";

/// A sheet on which nothing is graded yet, with what is asked in the order of the rubric.
pub fn empty_sheet(submission: &str, items: &[Item]) -> GradeSheet {
    sheet_of(submission, items, Outcome::NotGraded, NOT_REACHED)
}

/// A sheet on which everything came to the same, for one reason.
pub fn sheet_of(submission: &str, items: &[Item], outcome: Outcome, reason: &str) -> GradeSheet {
    let items = items.iter().map(|item| ItemGrade::new(item, outcome, reason)).collect();
    GradeSheet { submission: submission.to_owned(), items }
}

/// Grades all items, in the budget if there is one, and tells the sheet after each. A match
/// plays only what counts. A failure is that everything is to stop.
pub fn grade_within(
    grader: &Grader<'_>,
    items: &[Item],
    budget: Option<Duration>,
    tell: &mut dyn FnMut(&GradeSheet) -> anyhow::Result<()>,
) -> Result<GradeSheet, Failure> {
    let end = budget.map(|budget| Instant::now() + budget);
    let mut sheet = empty_sheet(grader.name, items);
    tell(&sheet)?;
    for place in cheap_first(items) {
        let item = only_what_counts(&items[place]);
        sheet.items[place] = grade_until(grader, &item, end)?;
        tell(&sheet)?;
    }
    Ok(sheet)
}

/// The places of items, cases before matches.
fn cheap_first(items: &[Item]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..items.len()).collect();
    places.sort_by_key(|&place| matches!(items[place].task, Task::Match(_)));
    places
}

fn only_what_counts(item: &Item) -> Item {
    let mut item = item.clone();
    if let Task::Match(asked) = &mut item.task {
        (asked.fairness_pairs, asked.all_games) = (0, false);
    }
    item
}

fn grade_until(grader: &Grader<'_>, item: &Item, end: Option<Instant>) -> Result<ItemGrade, Failure> {
    let Some(end) = end else { return grader.grade(item, Vec::new(), &mut |_| Ok(())) };
    if Instant::now() >= end {
        return Ok(ItemGrade::new(item, Outcome::NotGraded, NOT_REACHED));
    }
    let stop = grader.stop.part();
    let timed = Grader { stop: &stop, ..grader.clone() };
    let started = Instant::now();
    let mut played: Vec<MatchGame> = Vec::new();
    let result = at_the_latest(end, &stop, || {
        timed.grade(item, Vec::new(), &mut |game| {
            played.push(game.clone());
            if let Task::Match(asked) = &item.task
                && is_hopeless(asked, &played, started.elapsed(), end.saturating_duration_since(Instant::now()))
            {
                stop.raise();
            }
            Ok(())
        })
    });
    match result {
        Err(Failure::Stopped) if !grader.stop.is_raised() => {
            Ok(ItemGrade::new(item, Outcome::NotGraded, unfinished(item, &played, started.elapsed())))
        }
        result => result,
    }
}

/// Does something, and raises the flag if it is not done in time.
fn at_the_latest<T>(end: Instant, stop: &Stop, work: impl FnOnce() -> T) -> T {
    let done = Stop::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.is_raised() {
                if Instant::now() >= end {
                    stop.raise();
                    return;
                }
                done.wait(end.saturating_duration_since(Instant::now()).min(Duration::from_millis(100)));
            }
        });
        let result = work();
        done.raise();
        result
    })
}

/// The fewest games that can still decide a match.
fn fewest_games(games: u64, score: MatchScore) -> u64 {
    let to_win = (games / 2 + 1).saturating_sub(score.won);
    // It is lost as soon as the games that are left are not enough.
    let to_lose = (games - games / 2).saturating_sub(score.lost + score.drawn);
    to_win.min(to_lose)
}

/// Whether a match cannot be decided in the time that is left, going by its games so far.
fn is_hopeless(asked: &MatchItem, played: &[MatchGame], taken: Duration, left: Duration) -> bool {
    let games = u32::try_from(played.len()).unwrap_or(u32::MAX);
    let fewest = u32::try_from(fewest_games(asked.games, score(played))).unwrap_or(u32::MAX);
    games > 0 && (taken / games).saturating_mul(fewest) > left
}

fn score(played: &[MatchGame]) -> MatchScore {
    let mut score = MatchScore::default();
    for game in played {
        score.add(game.outcome());
    }
    score
}

/// Why a match has no result, in a sentence.
fn unfinished(item: &Item, played: &[MatchGame], taken: Duration) -> String {
    let Task::Match(asked) = &item.task else { return NOT_REACHED.to_owned() };
    let score = score(played);
    let fewest = fewest_games(asked.games, score);
    let seconds = taken.as_secs_f64();
    match score.played() {
        0 => format!("not one game was finished in the {seconds:.0} s that were left for it in this run"),
        games => format!(
            "{games} of {} games were played (won {}, lost {}, drawn {}) in {seconds:.0} s; at least {fewest} more are \
             needed to decide, and the time of this run is not enough for them",
            asked.games, score.won, score.lost, score.drawn
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rubric;

    #[test]
    fn cases_come_before_matches_and_keep_their_order() {
        let mut rubric = Rubric::course(1);
        rubric.parts.reverse();
        let items = rubric.items();
        let order: Vec<&str> = cheap_first(&items).into_iter().map(|place| items[place].id.as_str()).collect();
        assert_eq!((order[0], order[24], order.len()), ("case-01", "case-25", 27));
        assert_eq!(order[25..], ["match-minimax", "match-random"]);
    }

    /// The fewest games by trying all courses of a match.
    fn by_trial(games: u64, score: MatchScore) -> u64 {
        if score.decided(games).is_some() {
            return 0;
        }
        let courses = [(1, 0, 0), (0, 1, 0), (0, 0, 1)].map(|(won, lost, drawn)| {
            let (won, lost, drawn) = (score.won + won, score.lost + lost, score.drawn + drawn);
            1 + by_trial(games, MatchScore { won, lost, drawn })
        });
        courses.into_iter().min().unwrap_or(0)
    }

    #[test]
    fn the_fewest_games_are_those_of_the_shortest_course() {
        for games in 1..=7 {
            for won in 0..=games {
                for lost in 0..=games - won {
                    for drawn in 0..=games - won - lost {
                        let score = MatchScore { won, lost, drawn };
                        assert_eq!(fewest_games(games, score), by_trial(games, score), "{games} {score:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_sheet_begins_with_nothing_graded() {
        let items = Rubric::course(1).items();
        let sheet = empty_sheet("ada", &items);
        assert_eq!((sheet.not_graded().count(), sheet.most()), (27, Rubric::course(1).points()));
        assert_eq!(sheet_of("ada", &items, Outcome::Missed, "it does not compile").not_graded().count(), 0);
    }
}
