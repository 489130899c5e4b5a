//! Ratings on the scale of the levels: of a person by games against them, of a puzzle by
//! how often they solve it; and the level that suits a person.

use fruitrage_engine::Level;
use fruitrage_game::{Ending, GameRecord};

use crate::session::Seat;

/// A result against somebody whose rating is known: 1 for a win, 0 for a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The rating of the opponent.
    pub rating: i32,
    /// What was scored, from 0 to 1.
    pub score: f64,
}

/// Elo for a factor of ten in the odds.
const ELO_UNIT: f64 = 400.0;

/// The level that is suggested to somebody without any results.
const FIRST_LEVEL: &str = "Dill";

/// How many of the last games count.
const GAMES: usize = 20;

/// Returns the rating with which these results were to be expected, with one more draw
/// against somebody of the `usual` rating, so that nobody is off the scale.
pub fn performance(results: &[Scored], usual: i32) -> i32 {
    let results = || results.iter().copied().chain([Scored { rating: usual, score: 0.5 }]);
    let scored: f64 = results().map(|result| result.score).sum();
    let expected = |own: f64| -> f64 { results().map(|result| expected_score(own - f64::from(result.rating))).sum() };
    // The expected score grows with the rating.
    let (mut low, mut high) = (-4000.0, 6000.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < scored { low = middle } else { high = middle }
    }
    low.round() as i32
}

/// Returns the score that is to be expected of who is so much stronger.
fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / ELO_UNIT))
}

/// Returns the level and the person's score if a record is of a game, played to its end,
/// between a person and a level.
///
/// Only levels by name count: in records of versions with five levels they have numbers,
/// and meant something else.
pub fn result_against_level(record: &GameRecord) -> Option<(Level, f64)> {
    let end = record.end.as_ref().filter(|end| !matches!(end.ending, Ending::Void { .. }))?;
    let seats = record.game.agents.each_ref().map(Seat::of_line);
    let (person, level) = match &seats {
        [Some(Seat::Human { .. }), Some(Seat::Engine { level, .. })] => (1, *level),
        [Some(Seat::Engine { level, .. }), Some(Seat::Human { .. })] => (2, *level),
        _ => return None,
    };
    let by_name = record.game.agents.iter().any(|agent| agent.command == format!("engine:level={level}"));
    let score = end.winner.map_or(0.5, |winner| if winner == person { 1.0 } else { 0.0 });
    by_name.then_some((level, score))
}

/// Returns the level that suits a person with these results, the latest last: the one
/// that is nearest to the person's own rating.
pub fn suggested_level(results: &[(Level, f64)]) -> Level {
    let usual: Level = FIRST_LEVEL.parse().unwrap_or_default();
    let latest = &results[results.len().saturating_sub(GAMES)..];
    let scored: Vec<Scored> = latest.iter().map(|&(level, score)| Scored { rating: level.rating(), score }).collect();
    let own = performance(&scored, usual.rating());
    Level::all().min_by_key(|level| level.rating().abs_diff(own)).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Level {
        Level::of_number(number).unwrap()
    }

    #[test]
    fn who_wins_as_often_as_not_is_as_strong_as_the_opponent() {
        let results = [(1.0, 40), (0.0, 40)].map(|(score, games)| vec![Scored { rating: 700, score }; games]).concat();
        assert_eq!(performance(&results, 700), 700);
        // Three of four: 191 Elo above, hardly less by the draw that is added.
        let results = [(1.0, 60), (0.0, 20)].map(|(score, games)| vec![Scored { rating: 700, score }; games]).concat();
        assert!((885..=891).contains(&performance(&results, 700)), "{}", performance(&results, 700));
    }

    #[test]
    fn who_wins_all_gets_stronger_levels_and_who_loses_all_weaker_ones() {
        assert_eq!(suggested_level(&[]).name(), FIRST_LEVEL);
        let won: Vec<_> = (1..=9).map(|number| (level(number), 1.0)).collect();
        assert_eq!(suggested_level(&won), Level::HIGHEST);
        let lost = vec![(level(2), 0.0); 10];
        assert_eq!(suggested_level(&lost), Level::LOWEST);
        assert!(suggested_level(&[(level(3), 1.0)]) > level(3));
    }

    #[test]
    fn old_games_are_forgotten() {
        let mut results = vec![(level(9), 0.0); 50];
        results.extend(vec![(level(6), 1.0); GAMES]);
        assert!(suggested_level(&results) >= level(7));
    }
}
