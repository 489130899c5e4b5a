//! The predicted grade: what is certain, and how likely the rest is for both results of the
//! lot, with its error.

use fruitrage_results::{EstimatedChance, WonGames, estimate_majority};
use serde::Serialize;

use crate::Points;

/// What is to be expected of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchPrediction {
    /// Whom it is played against.
    pub opponent: String,
    /// What it is worth.
    pub points: Points,
    /// How many games it has.
    pub games: u64,
    /// The trial games that the program began.
    pub first: WonGames,
    /// The trial games that the opponent began.
    pub second: WonGames,
    /// The chance of the majority if the lot says that the program begins game 1.
    pub begins: EstimatedChance,
    /// The chance of the majority if the lot says that the opponent does.
    pub follows: EstimatedChance,
}

/// What grade is to be expected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// What the cases that were answered rightly are worth.
    pub certain: Points,
    /// What all cases are worth.
    pub cases: Points,
    /// The matches.
    pub matches: Vec<MatchPrediction>,
}

impl MatchPrediction {
    /// Predicts a match of so many games from trial games on both sides.
    pub fn new(opponent: &str, points: Points, games: u64, first: WonGames, second: WonGames) -> Self {
        let chance = |begins| estimate_majority(games, first, second, begins);
        let (begins, follows) = (chance(true), chance(false));
        Self { opponent: opponent.to_owned(), points, games, first, second, begins, follows }
    }

    /// The chance before the lot is drawn.
    pub fn before_the_lot(&self) -> f64 {
        f64::midpoint(self.begins.value, self.follows.value)
    }
}

impl Prediction {
    /// The points that are to be expected on average.
    pub fn expected(&self) -> f64 {
        let matches = self.matches.iter().map(|part| part.points.as_f64() * part.before_the_lot());
        self.certain.as_f64() + matches.sum::<f64>()
    }

    /// The points of all parts.
    pub fn most(&self) -> Points {
        self.cases + self.matches.iter().map(|part| part.points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_is_the_certain_part_and_the_chances_of_the_rest() {
        let even =
            MatchPrediction::new("minimax:depth=3", Points::whole(50), 11, WonGames::default(), WonGames::default());
        let prediction = Prediction { certain: Points::whole(24), cases: Points::whole(25), matches: vec![even] };
        assert!((prediction.expected() - 49.0).abs() < 1e-6, "{}", prediction.expected());
        assert_eq!(prediction.most(), Points::whole(75));
    }
}
