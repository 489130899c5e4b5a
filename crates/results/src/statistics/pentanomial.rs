//! The counts of pairs by what they gave, from which strength is told.
//!
//! Why pairs: the two games on a board depend on each other, since whoever begins
//! mostly wins. Games counted one by one would look more random than they are,
//! and every error bar would be too wide.

use super::{PairTally, Proportion};

/// Pairs by the half points won in them: both lost, a loss and a draw, one point
/// each, a win and a draw, both won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// What the pairs of each kind scored, as a part of what can be had.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The part of all points that was won, from 0 to 1, if there are pairs.
    pub fn score(&self) -> Option<f64> {
        let half_points: u64 = self.0.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
        (self.pairs() > 0).then(|| half_points as f64 / (4 * self.pairs()) as f64)
    }

    /// The sweeps: pairs of which both games were won.
    pub fn sweeps(&self) -> Proportion {
        Proportion { hits: self.0[4], trials: self.pairs() }
    }

    /// The variance of the score of a pair, as counted, if there are pairs.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let squares = self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 * (score - mean).powi(2));
        Some(squares.sum::<f64>() / self.pairs() as f64)
    }

    /// The same pairs as the opponent sees them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [ll, ld, even, wd, ww] = self.0;
        Self([ww, wd, even, ld, ll])
    }
}

impl From<&PairTally> for Pentanomial {
    fn from(tally: &PairTally) -> Self {
        Self(tally.by_half_points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_of_pairs_has_its_counts() {
        let tally = PairTally { by_half_points: [1, 2, 3, 4, 5], ..PairTally::default() };
        assert_eq!(Pentanomial::from(&tally), Pentanomial([1, 2, 3, 4, 5]));
    }

    #[test]
    fn score_and_variance_are_those_of_the_pairs() {
        let pairs = Pentanomial([1, 0, 2, 0, 1]);
        assert_eq!((pairs.pairs(), pairs.score(), pairs.variance()), (4, Some(0.5), Some(0.125)));
        assert_eq!(Pentanomial([0, 0, 0, 1, 3]).reversed().score(), Some(0.0625));
        assert_eq!(Pentanomial::default().score(), None);
        assert_eq!(Pentanomial::default().variance(), None);
    }

    #[test]
    fn a_sweep_is_a_pair_with_both_games_won() {
        assert_eq!(Pentanomial([1, 2, 3, 4, 5]).sweeps(), Proportion { hits: 5, trials: 15 });
        assert_eq!(Pentanomial([1, 2, 3, 4, 5]).reversed().sweeps(), Proportion { hits: 1, trials: 15 });
    }
}
