//! The difference in strength between two players, in Elo.
//!
//! Two scales. Logistic Elo is the one that everybody knows: 400 points are odds
//! of ten to one. Normalised Elo measures the score in standard deviations of a
//! game, so that a number of it takes the same number of games to show, however
//! many games are drawn (Michel Van den Bergh, 'Normalized Elo').

use std::f64::consts::LN_10;

use super::Pentanomial;
use super::normal::{Z95, probability_below};

/// Normalised Elo for each standard deviation of a game.
pub(crate) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

/// The difference in Elo at which a player is expected to score this part of the
/// points. None if nothing or everything was scored: no difference is enough.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The part of the points that a player is expected to score with this
/// difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A number and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half the width of its 95 % interval, if there is enough to tell.
    pub error_bar: Option<f64>,
}

/// What can be said of a difference if one player has won everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EloLimit {
    /// It is more than this, with 95 % confidence.
    AtLeast(f64),
    /// It is less than this, with 95 % confidence.
    AtMost(f64),
}

/// What pairs say about the difference in strength of two players.
impl Pentanomial {
    /// The difference in Elo. None without pairs, and if one player has won
    /// everything; `elo_limit` says what can be said then.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let value = elo_of_score(score)?;
        let error_bar = self.score_error().and_then(|error| {
            // Where one end of the interval is beyond every score, the other one
            // tells the width.
            match (elo_of_score(score - error), elo_of_score(score + error)) {
                (Some(low), Some(high)) => Some((high - low) / 2.0),
                (Some(low), None) => Some(value - low),
                (None, Some(high)) => Some(high - value),
                (None, None) => None,
            }
        });
        Some(Estimate { value, error_bar })
    }

    /// The difference in normalised Elo. None if all pairs gave the same, since
    /// the unit of this scale is how much they vary.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (score, variance) = (self.score()?, self.variance().filter(|&variance| variance > 0.0)?);
        // The variance is that of a pair's mean; a single game has twice as much.
        let unit = NORMALIZED_UNIT / (2.0 * variance).sqrt();
        Some(Estimate { value: (score - 0.5) * unit, error_bar: self.score_error().map(|error| error * unit) })
    }

    /// How far the difference must be from nothing if one player has won
    /// everything; None in all other cases.
    ///
    /// If fewer than p of all pairs were won, that many in a row would happen in
    /// fewer than 5 % of all matches, where p to their number is 5 %.
    pub fn elo_limit(&self) -> Option<EloLimit> {
        let pairs = self.pairs();
        let limit = || elo_of_score(0.05_f64.powf(1.0 / pairs as f64));
        match self.0 {
            [0, 0, 0, 0, _] => limit().map(EloLimit::AtLeast),
            [_, 0, 0, 0, 0] => limit().map(|elo| EloLimit::AtMost(-elo)),
            _ => None,
        }
    }

    /// The probability that this player is the stronger one, from 0 to 1, by the
    /// normal approximation.
    ///
    /// If all pairs gave the same there is no variance to tell it by. Pairs are
    /// coins then: n heads in a row, with nothing known of the coin before, leave
    /// 1 in 2^(n+1) that heads are the rarer side.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (score, variance) = (self.score()?, self.variance()?);
        let pairs = self.pairs() as f64;
        Some(if variance > 0.0 {
            probability_below((score - 0.5) / (variance / pairs).sqrt())
        } else if score > 0.5 {
            1.0 - 0.5_f64.powf(pairs + 1.0)
        } else if score < 0.5 {
            0.5_f64.powf(pairs + 1.0)
        } else {
            0.5
        })
    }

    /// Half the width of the 95 % interval of the score, if the pairs vary at
    /// all: that they did not yet is no sign that they never will.
    fn score_error(&self) -> Option<f64> {
        let variance = self.variance().filter(|&variance| variance > 0.0)?;
        Some(Z95 * (variance / self.pairs() as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_about(found: Option<f64>, expected: f64, within: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() <= within), "{found:?} is not {expected}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert_about(elo_of_score(0.5), 0.0, 1e-12);
        assert_about(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
        for elo in [-700.0, -35.0, 0.0, 3.0, 512.0] {
            assert_about(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!([0.0, 1.0, f64::NAN].map(elo_of_score), [None; 3]);
    }

    /// The cases of fastchess's own tests (`app/tests/elo_test.cpp`), where they
    /// are held to 1 % of the value; likelihoods in percent.
    #[test]
    fn fastchess_finds_the_same() {
        let cases = [
            ([34, 54, 63, 64, 75], [57.94, 28.28, 55.58, 27.65], 100.00),
            ([332, 433, 498, 333, 334], [-9.17, 10.96, -8.64, 10.33], 5.05),
            ([7895, 8757, 5685, 568, 9999], [-19.01, 2.65, -21.04, 2.95], 0.0),
        ];
        for (counts, [nelo, nelo_error, elo, elo_error], superiority) in cases {
            let pairs = Pentanomial(counts);
            let (normalized, logistic) = (pairs.normalized_elo().unwrap(), pairs.elo().unwrap());
            assert_about(Some(normalized.value), nelo, 0.01);
            assert_about(normalized.error_bar, nelo_error, 0.01);
            assert_about(Some(logistic.value), elo, 0.01);
            assert_about(logistic.error_bar, elo_error, 0.01);
            assert_about(pairs.likelihood_of_superiority(), superiority / 100.0, 0.000_05);
        }
    }

    #[test]
    fn what_fastchess_calls_nan_has_an_error_bar() {
        // Printed by fastchess: Elo: 631.91 +/- nan, nElo: 1056.68 +/- 77.10.
        let pairs = Pentanomial([0, 0, 2, 0, 37]);
        assert_about(pairs.elo().map(|elo| elo.value), 631.91, 0.01);
        assert_about(pairs.normalized_elo().map(|elo| elo.value), 1056.68, 0.01);
        assert_about(pairs.normalized_elo().and_then(|elo| elo.error_bar), 77.10, 0.01);
        let error = pairs.elo().unwrap().error_bar.unwrap();
        assert!((100.0..400.0).contains(&error), "{error}");
    }

    #[test]
    fn who_wins_everything_is_better_by_an_unknown_amount() {
        let all = |pairs| Pentanomial([0, 0, 0, 0, pairs]);
        assert_eq!((all(9).elo(), all(9).normalized_elo()), (None, None));
        let limits = [1, 2, 10, 1_000].map(|pairs| all(pairs).elo_limit());
        let Some(EloLimit::AtLeast(ten)) = limits[2] else { panic!("{limits:?}") };
        assert!((ten - 182.7).abs() < 0.1, "{ten}: the tenth root of 0.05 is 0.741");
        assert_eq!(all(10).reversed().elo_limit(), Some(EloLimit::AtMost(-ten)));
        assert_about(all(10).likelihood_of_superiority(), 1.0 - 1.0 / 2048.0, 1e-12);
        assert_about(all(10).reversed().likelihood_of_superiority(), 1.0 / 2048.0, 1e-12);
    }

    #[test]
    fn nothing_that_is_printed_is_ever_nan_or_infinite() {
        for code in 0..3_u64.pow(5) {
            for factor in [1, 1_000_000_000] {
                let pairs = Pentanomial([0, 1, 2, 3, 4].map(|digit| code / 3_u64.pow(digit) % 3 * factor));
                let numbers = [pairs.elo(), pairs.normalized_elo()].into_iter().flatten();
                let numbers = numbers.flat_map(|estimate| [Some(estimate.value), estimate.error_bar]);
                for number in numbers.chain([pairs.likelihood_of_superiority()]).flatten() {
                    assert!(number.is_finite(), "{pairs:?}: {number}");
                }
                if let Some(EloLimit::AtLeast(elo) | EloLimit::AtMost(elo)) = pairs.elo_limit() {
                    assert!(elo.is_finite(), "{pairs:?}");
                }
            }
        }
    }

    #[test]
    fn what_one_player_is_better_the_other_is_worse_with_the_same_certainty() {
        for code in 0..3_u64.pow(5) {
            let pairs = Pentanomial([0, 1, 2, 3, 4].map(|digit| code / 3_u64.pow(digit) % 3 * 5));
            let bars = |estimate: Option<Estimate>| estimate.and_then(|estimate| estimate.error_bar);
            for (own, other) in
                [(pairs.elo(), pairs.reversed().elo()), (pairs.normalized_elo(), pairs.reversed().normalized_elo())]
            {
                let sum = own.zip(other).map_or(0.0, |(own, other)| own.value + other.value);
                let difference = bars(own).zip(bars(other)).map_or(0.0, |(own, other)| own - other);
                assert!(sum.abs() < 1e-9 && difference.abs() < 1e-9, "{pairs:?}");
                assert_eq!((own.is_some(), bars(own).is_some()), (other.is_some(), bars(other).is_some()), "{pairs:?}");
            }
            let superior = [pairs, pairs.reversed()].map(|pairs| pairs.likelihood_of_superiority());
            assert!(superior[0].zip(superior[1]).is_none_or(|(own, other)| (own + other - 1.0).abs() < 1e-12));
        }
    }

    #[test]
    fn an_error_bar_beyond_every_score_is_told_by_its_other_end() {
        let pairs = Pentanomial([0, 0, 2, 0, 37]);
        let (score, value) = (pairs.score().unwrap(), pairs.elo().unwrap().value);
        let error = Z95 * (pairs.variance().unwrap() / 39.0).sqrt();
        assert!(score + error > 1.0);
        let bar = value - elo_of_score(score - error).unwrap();
        assert_about(pairs.elo().unwrap().error_bar, bar, 1e-9);
        assert_about(pairs.reversed().elo().unwrap().error_bar, bar, 1e-9);
    }

    #[test]
    fn pairs_that_are_all_alike_say_nothing_about_their_variance() {
        let elo = Pentanomial([0, 0, 12, 0, 0]).elo().unwrap();
        assert_eq!((elo.value, elo.error_bar), (0.0, None));
        assert_eq!(Pentanomial([0, 0, 12, 0, 0]).likelihood_of_superiority(), Some(0.5));
    }
}
