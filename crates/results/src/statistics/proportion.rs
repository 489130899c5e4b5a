//! A part of some trials, and how well it is known.

use super::normal::Z95;

/// How many of some independent trials came out one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proportion {
    /// Those that did.
    pub hits: u64,
    /// All trials.
    pub trials: u64,
}

impl Proportion {
    /// The part of all trials, from 0 to 1, if there were any.
    pub fn part(&self) -> Option<f64> {
        (self.trials > 0).then(|| self.hits as f64 / self.trials as f64)
    }

    /// The 95 % interval by Wilson (1927): unlike the mean with its standard error, it
    /// stays within 0 and 1 and has a width even if all trials came out alike.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let part = self.part()?;
        let trials = self.trials as f64;
        let weight = Z95 * Z95 / trials;
        let middle = (part + weight / 2.0) / (1.0 + weight);
        let half = Z95 * (part * (1.0 - part) / trials + weight / (4.0 * trials)).sqrt() / (1.0 + weight);
        Some([(middle - half).max(0.0), (middle + half).min(1.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: Option<[f64; 2]>, expected: [f64; 2]) {
        let close = found.is_some_and(|found| (0..2).all(|side| (found[side] - expected[side]).abs() < 5e-5));
        assert!(close, "{found:?} is not {expected:?}");
    }

    #[test]
    fn the_interval_is_that_of_the_tables() {
        // Newcombe (1998), 'Two-sided confidence intervals for the single proportion', table I, method 3.
        for (hits, trials, expected) in [
            (81, 263, [0.2553, 0.3662]),
            (15, 148, [0.0624, 0.1605]),
            (0, 20, [0.0, 0.1611]),
            (1, 29, [0.0061, 0.1718]),
        ] {
            assert_close(Proportion { hits, trials }.interval(), expected);
            let misses = Proportion { hits: trials - hits, trials };
            assert_close(misses.interval(), [1.0 - expected[1], 1.0 - expected[0]]);
        }
    }

    #[test]
    fn without_trials_nothing_is_known() {
        assert_eq!((Proportion::default().part(), Proportion::default().interval()), (None, None));
    }
}
