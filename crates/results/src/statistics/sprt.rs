//! When a match has shown which of two claims about Elo is true: the
//! generalised sequential probability ratio test on pairs, as fishtest and
//! fastchess run it.
//!
//! The likelihood of a claim is that of the most likely distribution of pairs for
//! which it holds (Michel Van den Bergh, 'Comments on Normalized Elo', section 1
//! for logistic and 4.1 for normalised Elo). Counts of none are taken for a
//! thousandth of a pair, as there, since nothing is impossible.

use std::fmt;
use std::str::FromStr;

use super::elo::{NORMALIZED_UNIT, score_of_elo};
use super::pentanomial::SCORES;
use super::sequential::wald_bounds;
use super::{Decision, Pentanomial};

/// What a number of Elo means in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// By the score in standard deviations: the bounds mean as many games in
    /// every kind of match. The default, as in fastchess.
    #[default]
    Normalized,
    /// By the score: 400 are odds of ten to one.
    Logistic,
}

impl EloModel {
    const ALL: [Self; 2] = [Self::Normalized, Self::Logistic];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// The test: is the difference `elo0` or `elo1`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Why there is no such test.
#[derive(Clone, Debug, PartialEq)]
pub enum SprtError {
    /// A part that is not a name and a value.
    NotASetting(String),
    /// A name that means nothing here.
    UnknownName(String),
    /// A name that occurs twice.
    Repeated(&'static str),
    /// Neither bound can be left out.
    Missing(&'static str),
    /// The value of a name is not a number.
    NotANumber(&'static str, String),
    /// The model is none of those known.
    UnknownModel(String),
    /// elo0 must be below elo1.
    BoundsInDisorder(f64, f64),
    /// A rate of errors must be between 0 and 1.
    NotARate(&'static str, f64),
    /// Rates of errors must be less than 1 together.
    RatesTooLarge(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASetting(text) => write!(f, "expected NAME=VALUE, found '{text}'"),
            Self::UnknownName(name) => write!(f, "expected elo0, elo1, alpha, beta or model, found '{name}'"),
            Self::Repeated(name) => write!(f, "{name} is given twice"),
            Self::Missing(name) => write!(f, "{name} is missing: a test needs elo0 and elo1, as in elo0=0,elo1=5"),
            Self::NotANumber(name, text) => write!(f, "{name} must be a number, found '{text}'"),
            Self::UnknownModel(name) => write!(f, "model must be normalized or logistic, found '{name}'"),
            Self::BoundsInDisorder(elo0, elo1) => write!(f, "elo0 must be less than elo1, found {elo0} and {elo1}"),
            Self::NotARate(name, value) => write!(f, "{name} must be between 0 and 1, found {value}"),
            Self::RatesTooLarge(alpha, beta) => {
                write!(f, "alpha and beta must be less than 1 together, found {alpha} and {beta}")
            }
        }
    }
}

impl std::error::Error for SprtError {}

/// How often each claim may be taken for the other if nothing else is said.
const DEFAULT_RATE: f64 = 0.05;

impl Sprt {
    /// A test that accepts elo1 although elo0 is true with the probability alpha,
    /// and elo0 although elo1 is true with the probability beta.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::NotARate(name, value));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::RatesTooLarge(alpha, beta));
        }
        if elo0 >= elo1 {
            return Err(SprtError::BoundsInDisorder(elo0, elo1));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratio of elo1 to elo0. None without pairs, and in cases
    /// so extreme that the most likely distribution cannot be found.
    pub fn llr(&self, pairs: &Pentanomial) -> Option<f64> {
        if pairs.pairs() == 0 {
            return None;
        }
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let all: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / all);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => most_likely_with_score(&observed, score_of_elo(elo)),
            // In standard deviations of a pair, which are smaller by the root of 2.
            EloModel::Normalized => most_likely_with_t(&observed, 2_f64.sqrt() * elo / NORMALIZED_UNIT),
        });
        let (under0, under1) = (under0?, under1?);
        let ratios = under1.iter().zip(under0).map(|(one, zero)| (one / zero).ln());
        let llr: f64 = counts.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum();
        Some(llr).filter(|llr| llr.is_finite())
    }

    /// The values of the log-likelihood ratio at which elo0 and elo1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        wald_bounds(self.alpha, self.beta)
    }

    /// How the test stands.
    pub fn decide(&self, pairs: &Pentanomial) -> Decision {
        Decision::of(self.llr(pairs), self.bounds())
    }

    /// The difference that would make it accept h0.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference that would make it accept h1.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// What its Elo means.
    pub const fn model(&self) -> EloModel {
        self.model
    }
}

/// As it is given on the command line.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={}", model.name())
    }
}

/// `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`, in any order; all but
/// the two bounds may be left out.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        const NAMES: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
        let mut values = [None; 5];
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| SprtError::NotASetting(part.to_owned()))?;
            let index = NAMES.iter().position(|&known| known == name);
            let index = index.ok_or_else(|| SprtError::UnknownName(name.to_owned()))?;
            if values[index].replace(value).is_some() {
                return Err(SprtError::Repeated(NAMES[index]));
            }
        }
        let number = |index: usize| {
            let parsed = |text: &str| {
                let number = text.parse().ok().filter(|number: &f64| number.is_finite());
                number.ok_or_else(|| SprtError::NotANumber(NAMES[index], text.to_owned()))
            };
            values[index].map(parsed).transpose()
        };
        let bound = |index: usize| number(index)?.ok_or(SprtError::Missing(NAMES[index]));
        let rate = |index: usize| Ok(number(index)?.unwrap_or(DEFAULT_RATE));
        let model = values[4].map_or(Ok(EloModel::default()), |name| {
            let model = EloModel::ALL.into_iter().find(|model| model.name() == name);
            model.ok_or_else(|| SprtError::UnknownModel(name.to_owned()))
        })?;
        Self::new(bound(0)?, bound(1)?, rate(2)?, rate(3)?, model)
    }
}

type Distribution = [f64; 5];

/// The most likely distribution of what was observed among those with this score.
fn most_likely_with_score(observed: &Distribution, score: f64) -> Option<Distribution> {
    most_likely_with_mean_zero(observed, &SCORES.map(|value| value - score))
}

/// The most likely distribution of what was observed among those whose score is
/// above one half by t standard deviations.
///
/// Beginning where everything is equally likely, as fastchess does, finds it for
/// all small t. Else it is reached in steps from what was observed, whose own t
/// is known: small enough a step always succeeds, and then the next may be
/// larger.
fn most_likely_with_t(observed: &Distribution, t: f64) -> Option<Distribution> {
    const STEPS: usize = 200;
    let direct = approach(observed, &[0.2; 5], t);
    if direct.is_some() {
        return direct;
    }
    let (mut found, mut reached) = (*observed, t_of(observed));
    let mut step = t - reached;
    for _ in 0..STEPS {
        let last = step.abs() >= (t - reached).abs();
        let goal = if last { t } else { reached + step };
        match approach(observed, &found, goal) {
            Some(next) if last => return Some(next),
            Some(next) => (found, reached, step) = (next, goal, 2.0 * step),
            None => step = (goal - reached) / 2.0,
        }
    }
    None
}

/// How many standard deviations the score is above one half.
fn t_of(distribution: &Distribution) -> f64 {
    let (mean, variance) = mean_and_variance(distribution);
    (mean - 0.5) / variance.sqrt()
}

/// The most likely distribution of what was observed with this t, if it can be
/// found from here. That condition is not linear in the distribution. So it is
/// replaced by the one that touches it at the distribution found last, and so on
/// until nothing changes.
fn approach(observed: &Distribution, start: &Distribution, t: f64) -> Option<Distribution> {
    const STEPS: usize = 50;
    const PRECISION: f64 = 1e-9;
    let mut found = *start;
    for _ in 0..STEPS {
        let (mean, variance) = mean_and_variance(&found);
        let deviation = variance.sqrt();
        let slopes = SCORES.map(|value| {
            let distance = (value - mean) / deviation;
            value - 0.5 - 0.5 * t * deviation * (1.0 + distance * distance)
        });
        let next = most_likely_with_mean_zero(observed, &slopes)?;
        let change = next.iter().zip(found).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        found = next;
        if change < PRECISION {
            return Some(found);
        }
    }
    None
}

fn mean_and_variance(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = distribution.iter().zip(SCORES).map(|(probability, score)| probability * score).sum();
    let squares = distribution.iter().zip(SCORES).map(|(probability, score)| probability * (score - mean).powi(2));
    (mean, squares.sum())
}

/// The most likely distribution of what was observed among those for which the
/// values have the mean zero: each probability divided by 1 + x * value, with the
/// one x that makes it so. It is found by halving, since the sum falls all the
/// way from the smallest x that leaves all probabilities positive to the largest.
fn most_likely_with_mean_zero(observed: &Distribution, values: &[f64; 5]) -> Option<Distribution> {
    /// Enough to exhaust the digits of a double.
    const HALVINGS: usize = 64;
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if !(smallest < 0.0 && largest > 0.0 && smallest.is_finite() && largest.is_finite()) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let terms =
            observed.iter().zip(values).map(|(probability, value)| probability * value / (1.0 + middle * value));
        if terms.sum::<f64>() > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut found = *observed;
    for (probability, value) in found.iter_mut().zip(values) {
        *probability /= 1.0 + x * value;
    }
    found.iter().all(|probability| probability.is_finite() && *probability > 0.0).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Random;

    #[test]
    fn what_is_found_with_a_t_has_that_t() {
        let mut random = Random::new(3);
        let mut found = 0;
        for _ in 0..2_000 {
            // Mostly one result, and little of all others.
            let mut observed = [0; 5].map(|_| 10.0_f64.powi(-(random.below(4) as i32)));
            let sum: f64 = observed.iter().sum();
            for probability in &mut observed {
                *probability /= sum;
            }
            let t = (random.below(4_001) as f64 - 2_000.0) / 1_000.0;
            if let Some(likely) = most_likely_with_t(&observed, t) {
                assert!((t_of(&likely) - t).abs() < 1e-6, "{} instead of {t} from {observed:?}", t_of(&likely));
                found += 1;
            }
        }
        assert!(found > 1_500, "{found}");
    }

    fn normalized(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Normalized).unwrap()
    }

    fn logistic(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Logistic).unwrap()
    }

    fn assert_llr(test: Sprt, counts: [u64; 5], expected: f64, within: f64) {
        let llr = test.llr(&Pentanomial(counts));
        assert!(
            llr.is_some_and(|llr| (llr - expected).abs() <= within),
            "{test} of {counts:?}: {llr:?}, not {expected}"
        );
    }

    /// What fastchess computed before it searched for the most likely
    /// distribution (its pull request 426), and with it the published 2.946.
    fn closed_form(test: Sprt, pairs: Pentanomial) -> f64 {
        let deviation = pairs.variance().unwrap().sqrt();
        let t = (pairs.score().unwrap() - 0.5) / deviation;
        let distance = |elo: f64| 1.0 + (t - 2_f64.sqrt() * elo / NORMALIZED_UNIT).powi(2);
        pairs.pairs() as f64 / 2.0 * (distance(test.elo0) / distance(test.elo1)).ln()
    }

    #[test]
    fn the_published_match_is_accepted_as_published() {
        let pairs = Pentanomial([379, 10_170, 21_828, 10_640, 343]);
        let test = normalized(0.0, 2.0);
        assert!((closed_form(test, pairs) - 2.946).abs() < 0.000_5, "{}", closed_form(test, pairs));
        // The exact ratio is 0.0005 less than the closed form.
        assert_llr(test, pairs.0, 2.945_495, 0.000_001);
        assert_eq!(test.decide(&pairs), Decision::Accept);
    }

    /// fastchess's own tests (`app/tests/sprt_test.cpp`), rounded there.
    #[test]
    fn fastchess_finds_the_same() {
        assert_llr(normalized(0.0, 2.0), [365, 16_618, 36_229, 16_974, 390], 2.25, 0.005);
        assert_llr(normalized(-1.75, 0.25), [127, 4_883, 10_712, 5_150, 104], 3.01, 0.005);
        assert_llr(logistic(0.5, 2.5), [223, 9_863, 21_279, 10_037, 246], -3.07, 0.005);
        assert_llr(logistic(0.0, 2.0), [871, 26_175, 55_983, 26_678, 821], -4.98, 0.005);
    }

    /// Matches that fishtest decided, as told in Stockfish's pull requests 3972,
    /// 5452, 4194, 4493, 6036 and 6285, to two decimals.
    #[test]
    fn fishtest_finds_the_same() {
        assert_llr(normalized(-2.25, 0.25), [327, 8_113, 21_317, 8_168, 347], 2.96, 0.005_5);
        assert_llr(normalized(0.0, 2.0), [758, 38_802, 84_253, 39_511, 772], 2.93, 0.005_5);
        assert_llr(normalized(0.5, 2.5), [19, 6_089, 15_803, 6_441, 22], 2.95, 0.005_5);
        assert_llr(normalized(0.0, 2.0), [371, 10_263, 24_989, 10_642, 379], 2.95, 0.005_5);
        assert_llr(normalized(0.5, 2.5), [47, 8_181, 25_234, 8_575, 47], 2.94, 0.005_5);
        assert_llr(normalized(0.0, 2.0), [2_002, 72_968, 180_891, 74_129, 2_034], 3.22, 0.005_5);
        assert_llr(normalized(0.5, 2.5), [1, 1_098, 3_954, 1_346, 1], 2.94, 0.005_5);
        assert_llr(normalized(-1.75, 0.25), [289, 26_459, 62_934, 26_379, 331], 2.94, 0.005_5);
    }

    /// fastchess's issues 877 and 879, where it hung or printed nan, with what its
    /// pull request 882 prints; and its output in a match of 78 games.
    #[test]
    fn one_sided_matches_neither_hang_nor_end_in_nan() {
        assert_llr(normalized(-1_000.0, -500.0), [77, 1, 0, 0, 0], -2.95, 0.005);
        assert_llr(normalized(-1_000.0, -500.0), [72, 10, 0, 0, 0], -2.97, 0.005);
        assert_llr(normalized(0.0, 20.0), [0, 0, 2, 0, 37], 2.96, 0.005);
        for pairs in [1, 20, 104, 1_000_000] {
            let (lost, won) = (Pentanomial([pairs, 0, 0, 0, 0]), Pentanomial([0, 0, 0, 0, pairs]));
            for test in [normalized(0.0, 5.0), logistic(0.0, 5.0), logistic(-300.0, 300.0)] {
                let (after_losses, after_wins) = (test.llr(&lost).unwrap(), test.llr(&won).unwrap());
                assert!(after_losses < 0.0 && after_wins > 0.0, "{test}: {after_losses} {after_wins}");
            }
            assert!(normalized(-1_500.0, -500.0).llr(&lost).unwrap() < 0.0);
        }
    }

    #[test]
    fn a_ratio_is_found_for_every_mixture_of_counts() {
        for code in 0..4_u64.pow(5) {
            let counts = [0, 1, 2, 3, 4].map(|digit| [0, 1, 7, 400][(code >> (2 * digit) & 3) as usize]);
            let usual = [normalized(0.0, 5.0), normalized(-10.0, 0.0), logistic(0.0, 5.0)];
            let wide = [normalized(-300.0, 300.0), normalized(-1_500.0, -500.0), logistic(-200.0, 200.0)];
            for test in usual.into_iter().chain(wide) {
                let llr = test.llr(&Pentanomial(counts));
                assert_eq!(llr.is_some(), code > 0, "{test} of {counts:?}");
                let reversed = Sprt { elo0: -test.elo1, elo1: -test.elo0, ..test };
                let other_way = reversed.llr(&Pentanomial(counts).reversed());
                let sum = llr.zip(other_way).map_or(0.0, |(one, other)| one + other);
                assert!(sum.abs() < 1e-6, "{test} of {counts:?}: {llr:?}, but {other_way:?} seen by the opponent");
            }
        }
    }

    #[test]
    fn it_errs_as_seldom_as_it_promises() {
        // Pairs as in this game: mostly one win each, few draws.
        let chances = |t: f64| {
            let symmetric = [0.08, 0.02, 0.8, 0.02, 0.08];
            most_likely_with_t(&symmetric, 2_f64.sqrt() * t / NORMALIZED_UNIT).unwrap()
        };
        let test = normalized(0.0, 60.0);
        let mut random = Random::new(1);
        let mut wrong = |elo: f64, wrong: Decision| {
            let chances = chances(elo);
            let run = |_: &u32| {
                let mut pairs = Pentanomial::default();
                loop {
                    let mut left = random.next() as f64 / 2_f64.powi(64);
                    let kind = chances.iter().position(|chance| {
                        left -= chance;
                        left < 0.0
                    });
                    pairs.0[kind.unwrap_or(4)] += 1;
                    match test.decide(&pairs) {
                        Decision::Undecided => {}
                        decision => return decision == wrong,
                    }
                }
            };
            (0..400).filter(run).count()
        };
        // 5 % of 400 is 20; three standard deviations more is 33.
        let (false_gains, missed_gains) = (wrong(0.0, Decision::Accept), wrong(60.0, Decision::Reject));
        assert!(false_gains <= 33 && missed_gains <= 33, "{false_gains} {missed_gains}");
        assert!(false_gains >= 5 && missed_gains >= 5, "suspiciously few: {false_gains} {missed_gains}");
    }

    #[test]
    fn each_bound_belongs_to_its_own_error() {
        let test = Sprt::new(0.0, 2.0, 0.01, 0.2, EloModel::Logistic).unwrap();
        let (lower, upper) = test.bounds();
        assert!((lower - (0.2_f64 / 0.99).ln()).abs() < 1e-12, "{lower}");
        assert!((upper - (0.8_f64 / 0.01).ln()).abs() < 1e-12, "{upper}");
        assert_eq!((test.elo0(), test.elo1(), test.model()), (0.0, 2.0, EloModel::Logistic));
        let test = normalized(1.5, 2.5);
        assert_eq!((test.elo0(), test.elo1(), test.model()), (1.5, 2.5, EloModel::Normalized));
    }

    #[test]
    fn a_match_is_decided_by_the_bound_that_its_ratio_has_reached() {
        let lost = Pentanomial([871, 26_175, 55_983, 26_678, 821]);
        let decided = |test: Sprt| test.decide(&lost);
        assert_eq!(decided(logistic(0.0, 2.0)), Decision::Reject, "-4.98");
        // Bounds of -5.29 and 0.69: the same ratio decides nothing.
        assert_eq!(decided(Sprt { alpha: 0.5, beta: 0.0025, ..logistic(0.0, 2.0) }), Decision::Undecided);
        assert_eq!(logistic(0.0, 2.0).decide(&Pentanomial::default()), Decision::Undecided);
    }

    #[test]
    fn a_rate_of_errors_is_between_nothing_and_all() {
        for (alpha, beta, wrong) in
            [(0.0, 0.1, "alpha"), (1.0, 0.1, "alpha"), (f64::NAN, 0.1, "alpha"), (0.1, 0.0, "beta"), (0.1, 1.0, "beta")]
        {
            let error = Sprt::new(0.0, 2.0, alpha, beta, EloModel::Normalized).unwrap_err();
            assert!(matches!(error, SprtError::NotARate(name, _) if name == wrong), "{error}");
        }
        assert!(Sprt::new(0.0, 2.0, 0.9, 0.05, EloModel::Normalized).is_ok());
        assert!(Sprt::new(0.0, 2.0, 0.9, 0.2, EloModel::Normalized).is_err());
    }

    #[test]
    fn it_is_read_as_it_is_written() {
        let test: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.05".parse().unwrap();
        assert_eq!(test, normalized(0.0, 5.0));
        assert_eq!("elo1=2.5,model=logistic,elo0=0.5".parse(), Ok(logistic(0.5, 2.5)));
        assert_eq!("elo0=0 elo1=5".parse(), Ok(test));
        assert_eq!(test.to_string().parse(), Ok(test));
    }

    #[test]
    fn what_is_wrong_with_a_test_is_said() {
        let message = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(message("elo0=0,elo1"), "expected NAME=VALUE, found 'elo1'");
        assert_eq!(message("elo0=0,elo2=5"), "expected elo0, elo1, alpha, beta or model, found 'elo2'");
        assert_eq!(message("elo0=0,elo0=1"), "elo0 is given twice");
        assert_eq!(message("elo0=0"), "elo1 is missing: a test needs elo0 and elo1, as in elo0=0,elo1=5");
        assert_eq!(message(""), "elo0 is missing: a test needs elo0 and elo1, as in elo0=0,elo1=5");
        assert_eq!(message("elo0=nan,elo1=5"), "elo0 must be a number, found 'nan'");
        assert_eq!(message("elo0=5,elo1=5"), "elo0 must be less than elo1, found 5 and 5");
        assert_eq!(message("elo0=0,elo1=5,alpha=0"), "alpha must be between 0 and 1, found 0");
        assert_eq!(message("elo0=0,elo1=5,beta=five"), "beta must be a number, found 'five'");
        assert_eq!(
            message("elo0=0,elo1=5,alpha=0.5,beta=0.5"),
            "alpha and beta must be less than 1 together, found 0.5 and 0.5"
        );
        assert_eq!(message("elo0=0,elo1=5,model=bayesian"), "model must be normalized or logistic, found 'bayesian'");
    }
}
