//! The predicted grade: what is certain, and how likely the rest is for both results of the
//! lot, with its error.

use fruitrage_results::chance_of_majority;
use serde::Serialize;

use crate::Points;

/// How finely the unknown chance to win a game is divided for the sums.
const DIVISIONS: usize = 64;
/// What lies further from the middle, in errors, does not matter.
const MANY_ERRORS: f64 = 5.0;
/// The part of what is possible that lies outside the error on either side.
const TAIL: f64 = 0.05;

/// Games from one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// How many were won.
    pub won: u64,
    /// How many were played.
    pub played: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, is_won: bool) {
        self.won += u64::from(is_won);
        self.played += 1;
    }
}

/// A chance, and its error: nine times of ten it lies between the two.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// What to count on.
    pub likely: f64,
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

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
    pub first: Tally,
    /// The trial games that the opponent began.
    pub second: Tally,
    /// The chance of the majority if the lot says that the program begins game 1.
    pub begins: Chance,
    /// The chance of the majority if the lot says that the opponent does.
    pub follows: Chance,
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
    pub fn new(opponent: &str, points: Points, games: u64, first: Tally, second: Tally) -> Self {
        let chance = |begins| chance(games, first, second, begins);
        let (begins, follows) = (chance(true), chance(false));
        Self { opponent: opponent.to_owned(), points, games, first, second, begins, follows }
    }

    /// The chance before the lot is drawn.
    pub fn before_the_lot(&self) -> f64 {
        f64::midpoint(self.begins.likely, self.follows.likely)
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

/// The chance of the majority, if nothing is known of the chances to win a game from either
/// side but these games.
///
/// Each of the two chances is taken to be distributed as Jeffreys's prior and the games say
/// (a beta distribution), and the chance of the majority is summed over both.
pub fn chance(games: u64, first: Tally, second: Tally, begins: bool) -> Chance {
    let [first, second] = [first, second].map(distribution);
    let mut chances: Vec<(f64, f64)> = Vec::with_capacity(DIVISIONS * DIVISIONS);
    for &(one, weight) in &first {
        for &(two, other) in &second {
            chances.push((chance_of_majority(games, one, two, begins), weight * other));
        }
    }
    chances.sort_unstable_by(|one, two| one.0.total_cmp(&two.0));
    let likely = chances.iter().map(|(chance, weight)| chance * weight).sum();
    Chance { likely, low: quantile(&chances, TAIL), high: quantile(&chances, 1.0 - TAIL) }
}

/// Chances to win a game, each with its weight; the weights add up to one.
///
/// With p = sin²(t) the density of the beta distribution becomes sin^(2 won) cos^(2 lost),
/// which has no poles.
fn distribution(tally: Tally) -> Vec<(f64, f64)> {
    let (won, lost) = (tally.won as f64, tally.played.saturating_sub(tally.won) as f64);
    // In t the error is nearly the same everywhere: 1 / (2 sqrt(n)).
    let played = tally.played as f64 + 1.0;
    let middle = ((tally.won as f64 + 0.5) / played).sqrt().asin();
    let reach = MANY_ERRORS / (2.0 * played.sqrt());
    let (least, most) = ((middle - reach).max(0.0), (middle + reach).min(std::f64::consts::FRAC_PI_2));
    let part = |number: usize| least + (number as f64 + 0.5) / DIVISIONS as f64 * (most - least);
    let logarithm = |chance: f64, times: f64| if times > 0.0 { times * chance.ln() } else { 0.0 };
    let weighed = |angle: f64| {
        let chance = angle.sin().powi(2);
        (chance, logarithm(chance, won) + logarithm(1.0 - chance, lost))
    };
    let mut points: Vec<(f64, f64)> = (0..DIVISIONS).map(|number| weighed(part(number))).collect();
    // Relative to the largest, or many games would make all of them zero.
    let largest = points.iter().map(|&(_, weight)| weight).fold(f64::NEG_INFINITY, f64::max);
    for (_, weight) in &mut points {
        *weight = (*weight - largest).exp();
    }
    let sum: f64 = points.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut points {
        *weight /= sum;
    }
    points
}

/// The value below which so much of the weight lies, of values in order.
fn quantile(values: &[(f64, f64)], part: f64) -> f64 {
    let mut below = 0.0;
    for &(value, weight) in values {
        below += weight;
        if below >= part {
            return value;
        }
    }
    values.last().map_or(0.0, |&(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u64, played: u64) -> Tally {
        Tally { won, played }
    }

    #[test]
    fn many_games_say_what_exact_chances_say() {
        for (first, second) in [(0.95, 0.04), (0.84, 0.16), (0.99, 0.3), (0.37, 0.02)] {
            let many = |chance: f64| tally((chance * 2000.0).round() as u64, 2000);
            for begins in [true, false] {
                let exact = chance_of_majority(11, first, second, begins);
                let found = chance(11, many(first), many(second), begins);
                assert!((found.likely - exact).abs() < 0.03, "{found:?} {exact}");
                assert!(found.low <= exact + 0.01 && exact - 0.01 <= found.high, "{found:?} {exact}");
            }
        }
    }

    #[test]
    fn without_a_game_everything_is_possible() {
        let unknown = chance(11, tally(0, 0), tally(0, 0), true);
        assert!((unknown.likely - 0.5).abs() < 1e-9, "{unknown:?}");
        assert!(unknown.low < 0.02 && unknown.high > 0.98, "{unknown:?}");
    }

    #[test]
    fn more_games_make_the_error_smaller() {
        let width = |games: u64| {
            let found = chance(11, tally(games * 9 / 10, games), tally(games / 10, games), true);
            found.high - found.low
        };
        assert!(width(10) > width(40) && width(40) > width(400));
    }

    #[test]
    fn what_is_expected_is_the_certain_part_and_the_chances_of_the_rest() {
        let even = MatchPrediction::new("minimax:depth=3", Points::whole(50), 11, tally(0, 0), tally(0, 0));
        let prediction = Prediction { certain: Points::whole(24), cases: Points::whole(25), matches: vec![even] };
        assert!((prediction.expected() - 49.0).abs() < 1e-6, "{}", prediction.expected());
        assert_eq!(prediction.most(), Points::whole(75));
    }
}
