//! The rubric: what is asked of a submission, and what it is worth.

use std::time::Duration;

use fruitrage_game::{BoardClass, ClockRules, seconds};
use serde::{Deserialize, Serialize};

use crate::{Case, MatchItem, Points, course_cases};

/// How the boards of a match are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// As the course plays: who begins game 1 is drawn by lot and then they begin in turn,
    /// on a new board each game.
    #[default]
    Official,
    /// Each board twice with the sides swapped, so that nobody has the lot to thank.
    Paired,
}

/// What is asked, and under which conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rubric {
    /// What everything random comes from: cases, boards and lots.
    pub seed: u64,
    /// How the boards of matches are dealt.
    pub mode: Mode,
    /// The boards of matches, in turn.
    pub boards: Vec<BoardClass>,
    /// Each player's time for a game.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// How time is counted.
    pub clock: ClockRules,
    /// Whether all games of a match are played, even if it is decided.
    pub all_games: bool,
    /// What is asked.
    pub parts: Vec<Part>,
}

/// A part of a rubric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Part {
    /// Cases, each of which is worth the same.
    Cases {
        /// What a case is worth.
        points: Points,
        /// The cases.
        cases: Vec<Case>,
    },
    /// A match, which is worth something if most of its games are won.
    Match {
        /// What it is worth.
        points: Points,
        /// Whom it is played against, in the grammar of players: `random`, `minimax:depth=3`.
        opponent: String,
        /// How many games.
        games: u64,
        /// On how many boards the other side is played too, for what pairs of the same
        /// boards say. These games do not count.
        fairness_pairs: u64,
    },
}

/// One thing that is asked and has points of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name in files and tables: `case-07`, `match-random`.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// What it is worth.
    pub points: Points,
    /// What is to be done.
    pub task: Task,
}

/// What an item asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A right move.
    Case {
        /// The board.
        case: Box<Case>,
        /// How time is counted.
        clock: ClockRules,
    },
    /// Most games of a match.
    Match(MatchItem),
}

impl Rubric {
    /// The rubric of the course: 25 cases of 1 point each; 25 points for the majority of 11
    /// games against random, 50 for the majority of 11 against minimax of depth 3; 300 s of
    /// CPU time for each player of a game.
    pub fn course(seed: u64) -> Self {
        let games = 11;
        Self {
            seed,
            mode: Mode::Official,
            boards: BoardClass::new(10, 4).into_iter().collect(),
            time: Duration::from_mins(5),
            clock: ClockRules::default(),
            all_games: false,
            parts: vec![
                Part::Cases { points: Points::whole(1), cases: course_cases(seed, 25) },
                Part::Match { points: Points::whole(25), opponent: "random".to_owned(), games, fairness_pairs: 0 },
                Part::Match {
                    points: Points::whole(50),
                    opponent: "minimax:depth=3".to_owned(),
                    games,
                    fairness_pairs: 0,
                },
            ],
        }
    }

    /// All that is asked, in order.
    pub fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            match part {
                Part::Cases { points, cases } => items.extend(cases.iter().map(|case| Item {
                    id: String::new(),
                    name: case.name.clone(),
                    points: *points,
                    task: Task::Case { case: Box::new(case.clone()), clock: self.clock },
                })),
                Part::Match { points, opponent, games, fairness_pairs } => items.push(Item {
                    id: format!("match-{}", opponent.split(':').next().unwrap_or_default()),
                    name: format!("{games} games against {opponent}"),
                    points: *points,
                    task: Task::Match(MatchItem {
                        opponent: opponent.clone(),
                        games: *games,
                        mode: self.mode,
                        boards: self.boards.clone(),
                        time: self.time,
                        clock: self.clock,
                        // Each match has boards of its own.
                        seed: self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 10_007),
                        fairness_pairs: *fairness_pairs,
                        all_games: self.all_games,
                    }),
                }),
            }
        }
        number_the_cases(&mut items);
        tell_matches_apart(&mut items);
        items
    }

    /// What it is worth in all.
    pub fn points(&self) -> Points {
        self.items().iter().map(|item| item.points).sum()
    }
}

fn number_the_cases(items: &mut [Item]) {
    let cases = items.iter_mut().filter(|item| matches!(item.task, Task::Case { .. }));
    for (number, item) in cases.enumerate() {
        item.id = format!("case-{:02}", number + 1);
    }
}

/// Two matches against players of the same name get numbers.
fn tell_matches_apart(items: &mut [Item]) {
    for number in (0..items.len()).rev() {
        let same = |item: &&Item| item.id == items[number].id;
        let earlier = items[..number].iter().filter(same).count();
        if earlier > 0 {
            items[number].id = format!("{}-{}", items[number].id, earlier + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_gives_a_hundred_points_in_27_items() {
        let rubric = Rubric::course(1);
        assert_eq!((rubric.points(), rubric.items().len()), (Points::whole(100), 27));
        let ids: Vec<String> = rubric.items().into_iter().map(|item| item.id).collect();
        assert_eq!((ids[0].as_str(), ids[24].as_str()), ("case-01", "case-25"));
        assert_eq!(ids[25..], ["match-random", "match-minimax"]);
    }

    #[test]
    fn no_two_items_have_the_same_name() {
        let mut rubric = Rubric::course(1);
        for _ in 0..2 {
            rubric.parts.push(rubric.parts[2].clone());
        }
        let items = rubric.items();
        let ids: Vec<&str> = items[26..].iter().map(|item| item.id.as_str()).collect();
        assert_eq!(ids, ["match-minimax", "match-minimax-2", "match-minimax-3"]);
    }
}
