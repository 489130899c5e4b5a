//! When a match has gone on long enough: Wald's sequential
//! probability ratio test on the mean of what each pair gave.
//!
//! With the variance estimated from the pairs themselves this is the
//! generalised test in its normal approximation, as the chess engine testers
//! use it (Michel Van den Bergh, 'A practical introduction to the GSPRT').

use super::Sample;

/// What a match is to decide between: is the mean `h0` or `h1`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// The mean if the change is worth nothing.
    pub h0: f64,
    /// The mean if it is worth keeping.
    pub h1: f64,
}

/// The test: two hypotheses, and how often each may be taken for the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTest {
    /// What is to be decided.
    pub hypotheses: Hypotheses,
    /// How often h1 may be accepted although h0 is true.
    pub alpha: f64,
    /// How often h0 may be accepted although h1 is true.
    pub beta: f64,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// h0 is accepted.
    Reject,
    /// h1 is accepted.
    Accept,
    /// More pairs are needed.
    Undecided,
}

impl Decision {
    /// Returns how a test with these bounds stands; undecided as long as there is no
    /// log-likelihood ratio.
    pub(super) fn of(llr: Option<f64>, (lower, upper): (f64, f64)) -> Self {
        match llr {
            Some(llr) if llr >= upper => Self::Accept,
            Some(llr) if llr <= lower => Self::Reject,
            _ => Self::Undecided,
        }
    }

    /// Returns the name as JSON has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reject => "reject",
            Self::Accept => "accept",
            Self::Undecided => "undecided",
        }
    }
}

/// Fewer pairs than this say nothing reliable about the variance.
const FEWEST: u64 = 8;

impl SequentialTest {
    /// The log-likelihood ratio of h1 to h0, if it can be told yet.
    pub fn llr(&self, sample: &Sample) -> Option<f64> {
        let Hypotheses { h0, h1 } = self.hypotheses;
        let variance = sample.variance().filter(|&variance| variance > 0.0 && sample.count() >= FEWEST)?;
        Some(sample.count() as f64 * (h1 - h0) * (2.0 * sample.mean()? - h0 - h1) / (2.0 * variance))
    }

    /// The values of the log-likelihood ratio at which h0 and h1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        wald_bounds(self.alpha, self.beta)
    }

    /// How the test stands.
    pub fn decide(&self, sample: &Sample) -> Decision {
        Decision::of(self.llr(sample), self.bounds())
    }
}

/// Returns the values of the log-likelihood ratio at which the first and the second
/// hypothesis are accepted (Wald).
pub(super) fn wald_bounds(alpha: f64, beta: f64) -> (f64, f64) {
    ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: SequentialTest =
        SequentialTest { hypotheses: Hypotheses { h0: 0.5, h1: 0.51 }, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-6 && (lower + upper).abs() < 1e-12, "{lower} {upper}");
    }

    #[test]
    fn each_bound_belongs_to_its_own_error() {
        let (lower, upper) = SequentialTest { alpha: 0.01, beta: 0.2, ..TEST }.bounds();
        assert!((lower - (0.2_f64 / 0.99).ln()).abs() < 1e-12, "{lower}");
        assert!((upper - (0.8_f64 / 0.01).ln()).abs() < 1e-12, "{upper}");
    }

    #[test]
    fn the_ratio_is_that_of_two_normal_distributions_from_eight_pairs_on() {
        let values = [0.4, 0.6, 0.5, 0.7, 0.55, 0.45, 0.62, 0.58, 0.49];
        for count in 0..=values.len() {
            let sample: Sample = values[..count].iter().copied().collect();
            let density = |mean: f64, variance: f64| {
                values[..count].iter().map(|value| -(value - mean).powi(2) / (2.0 * variance)).sum::<f64>()
            };
            let expected = sample.variance().filter(|_| count >= 8);
            let expected = expected.map(|variance| density(0.51, variance) - density(0.5, variance));
            let found = TEST.llr(&sample);
            assert_eq!(found.is_some(), expected.is_some(), "{count} pairs");
            assert!(found.zip(expected).is_none_or(|(found, expected)| (found - expected).abs() < 1e-9), "{found:?}");
        }
    }

    #[test]
    fn decisions_have_the_names_that_programs_read() {
        let names = [Decision::Reject, Decision::Accept, Decision::Undecided].map(Decision::name);
        assert_eq!(names, ["reject", "accept", "undecided"]);
    }

    #[test]
    fn nothing_is_decided_without_spread_or_with_too_few_pairs() {
        let mut sample = Sample::default();
        for _ in 0..1_000 {
            sample.add(0.5);
        }
        assert_eq!(TEST.decide(&sample), Decision::Undecided);
        let mut sample = Sample::default();
        sample.add(0.1);
        sample.add(0.9);
        assert_eq!(TEST.llr(&sample), None);
    }

    /// A small generator, so that the test depends on nothing.
    fn uniform(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[test]
    fn it_errs_as_seldom_as_it_promises() {
        let mut state = 1;
        let mut wrong = |mean: f64, wrong: Decision| {
            (0..400)
                .filter(|_| {
                    let mut sample = Sample::default();
                    loop {
                        // Uniform with a standard deviation of about 0.058.
                        sample.add(mean + 0.2 * (uniform(&mut state) - 0.5));
                        let decision = TEST.decide(&sample);
                        if decision != Decision::Undecided {
                            break decision == wrong;
                        }
                    }
                })
                .count()
        };
        // 5 % of 400 is 20; three standard deviations more is 33.
        let (false_gains, missed_gains) = (wrong(0.5, Decision::Accept), wrong(0.51, Decision::Reject));
        assert!(false_gains <= 33 && missed_gains <= 33, "{false_gains} {missed_gains}");
        assert!(false_gains + missed_gains > 4, "suspiciously few: {false_gains} {missed_gains}");
    }
}
