//! The majority of a match in which two players begin in turn: how likely it is.

use serde::{Deserialize, Serialize};

/// Returns the chance to win more than half of so many games, if `begins` says whether one
/// begins the first of them, and `first` and `second` are the chances to win a game that
/// one begins and one that the opponent begins.
///
/// The exact sum over both binomial distributions.
pub fn chance_of_majority(games: u64, first: f64, second: f64, begins: bool) -> f64 {
    // chances[n]: that n of the games so far are won.
    let mut chances = vec![1.0];
    for game in 0..games {
        let win = if (game % 2 == 0) == begins { first } else { second };
        let mut next = vec![0.0; chances.len() + 1];
        for (won, chance) in chances.into_iter().enumerate() {
            next[won] += chance * (1.0 - win);
            next[won + 1] += chance * win;
        }
        chances = next;
    }
    chances.iter().skip(games as usize / 2 + 1).sum()
}

/// Games that were played, and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WonGames {
    /// How many were won.
    pub won: u64,
    /// How many were played; at least as many.
    pub played: u64,
}

impl WonGames {
    /// One game more.
    pub const fn add(&mut self, won: bool) {
        self.won += won as u64;
        self.played += 1;
    }
}

/// A chance that was estimated from some games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EstimatedChance {
    /// What is to be expected.
    pub value: f64,
    /// With 95 %, it is at least this ...
    pub low: f64,
    /// ... and at most this.
    pub high: f64,
}

/// Returns the chance to win more than half of so many games, estimated from games that one
/// began and games that the opponent began.
///
/// Nobody knows the true rates: each has the distribution that Jeffreys' prior leads to. In
/// the angle whose squared sine is the rate, the prior is flat, so that equal steps do.
pub fn estimate_majority(games: u64, first: WonGames, second: WonGames, begins: bool) -> EstimatedChance {
    let (first, second) = (likely_rates(first), likely_rates(second));
    let mut chances: Vec<(f64, f64)> = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| (chance_of_majority(games, a.0, b.0, begins), a.1 * b.1)))
        .collect();
    chances.sort_by(|a, b| a.0.total_cmp(&b.0));
    let value = chances.iter().map(|(chance, weight)| chance * weight).sum();
    let quantile = |share: f64| {
        let mut below = 0.0;
        let found = chances.iter().find(|(_, weight)| {
            below += weight;
            below >= share
        });
        found.or(chances.last()).map_or(0.0, |(chance, _)| *chance)
    };
    EstimatedChance { value, low: quantile(0.025), high: quantile(0.975) }
}

/// Rates of winning, each with how likely it is after so many games; the weights add up to 1.
fn likely_rates(games: WonGames) -> Vec<(f64, f64)> {
    const STEPS: u32 = 80;
    /// What lies further from the middle, in standard errors, does not matter.
    const FAR: f64 = 5.0;
    let (won, lost) = (games.won as f64, games.played.saturating_sub(games.won) as f64);
    // In the angle the error is nearly the same everywhere.
    let middle = ((won + 0.5) / (won + lost + 1.0)).sqrt().asin();
    let reach = FAR / (2.0 * (won + lost + 1.0).sqrt());
    let (least, most) = ((middle - reach).max(0.0), (middle + reach).min(std::f64::consts::FRAC_PI_2));
    let logarithm = |rate: f64, times: f64| if times > 0.0 { times * rate.ln() } else { 0.0 };
    let rate = |step: u32| {
        let angle = least + (f64::from(step) + 0.5) / f64::from(STEPS) * (most - least);
        let rate = angle.sin().powi(2);
        (rate, logarithm(rate, won) + logarithm(1.0 - rate, lost))
    };
    let mut rates: Vec<(f64, f64)> = (0..STEPS).map(rate).collect();
    // Relative to the likeliest: many games would make all weights zero.
    let likeliest = rates.iter().map(|rate| rate.1).fold(f64::NEG_INFINITY, f64::max);
    for (_, weight) in &mut rates {
        *weight = (*weight - likeliest).exp();
    }
    let all: f64 = rates.iter().map(|(_, weight)| weight).sum();
    rates.into_iter().map(|(rate, weight)| (rate, weight / all)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn won_games_are_counted_among_all() {
        let mut games = WonGames::default();
        for won in [true, false, true] {
            games.add(won);
        }
        assert_eq!(games, WonGames { won: 2, played: 3 });
    }

    /// After w wins and l losses Jeffreys' prior is the beta distribution of w + 1/2 and l + 1/2.
    #[test]
    fn rates_have_the_mean_and_the_variance_of_their_distribution() {
        for (won, played) in [(0, 0), (1, 1), (0, 10), (3, 10), (600, 1_000), (9_000, 10_000)] {
            let rates = likely_rates(WonGames { won, played });
            let mean: f64 = rates.iter().map(|(rate, weight)| rate * weight).sum();
            let variance: f64 = rates.iter().map(|(rate, weight)| (rate - mean).powi(2) * weight).sum();
            let (a, b) = (won as f64 + 0.5, (played - won) as f64 + 0.5);
            let expected = (a / (a + b), a * b / ((a + b).powi(2) * (a + b + 1.0)));
            assert!((mean / expected.0 - 1.0).abs() < 0.01, "{won} of {played}: {mean}, not {}", expected.0);
            assert!((variance / expected.1 - 1.0).abs() < 0.01, "{won} of {played}: {variance}, not {}", expected.1);
        }
    }

    /// Counts every course of a match, one by one.
    fn by_enumeration(games: u64, first: f64, second: f64, begins: bool) -> f64 {
        let chance = |course: u64| {
            (0..games).fold(1.0, |chance, game| {
                let win = if (game % 2 == 0) == begins { first } else { second };
                chance * if course >> game & 1 == 1 { win } else { 1.0 - win }
            })
        };
        (0..1 << games).filter(|course: &u64| u64::from(course.count_ones()) > games / 2).map(chance).sum()
    }

    #[test]
    fn the_sum_is_that_of_all_courses_of_a_match() {
        for games in 1..=11 {
            for (first, second) in [(0.95, 0.04), (0.84, 0.16), (0.5, 0.5), (1.0, 0.0), (0.3, 0.9)] {
                for begins in [false, true] {
                    let fast = chance_of_majority(games, first, second, begins);
                    let slow = by_enumeration(games, first, second, begins);
                    assert!((fast - slow).abs() < 1e-12, "{games} {first} {second} {begins}: {fast} {slow}");
                }
            }
        }
    }

    #[test]
    fn half_of_a_good_grade_is_a_toss_of_a_coin() {
        let rounded = |first, second, begins| (chance_of_majority(11, first, second, begins) * 100.0).round() as u32;
        assert_eq!([rounded(0.95, 0.04, true), rounded(0.95, 0.04, false)], [78, 17]);
    }

    #[test]
    fn many_games_lead_to_the_chance_of_their_rates() {
        for (first, second) in [(950, 40), (840, 160), (500, 500)] {
            let [a, b] = [first, second].map(|won| WonGames { won, played: 1000 });
            for begins in [false, true] {
                let exact = chance_of_majority(11, a.won as f64 / 1000.0, b.won as f64 / 1000.0, begins);
                let found = estimate_majority(11, a, b, begins);
                assert!((found.value - exact).abs() < 0.02, "{found:?} {exact}");
                assert!(found.low < exact && exact < found.high && found.high - found.low < 0.2, "{found:?} {exact}");
            }
        }
    }

    #[test]
    fn any_number_of_games_has_an_estimate() {
        for (won, played) in [(0, 100_000), (50_000, 100_000), (99_999, 100_000)] {
            let games = WonGames { won, played };
            let exact = won as f64 / played as f64;
            let exact = chance_of_majority(11, exact, exact, true);
            let found = estimate_majority(11, games, games, true);
            assert!((found.value - exact).abs() < 0.01, "{found:?} {exact}");
        }
    }

    #[test]
    fn few_games_leave_much_open() {
        let [none, some] = [(0, 0), (5, 6)].map(|(won, played)| WonGames { won, played });
        let found = estimate_majority(11, none, none, true);
        assert!((found.value - 0.5).abs() < 1e-9 && found.low < 0.01 && found.high > 0.99, "{found:?}");
        let found = estimate_majority(11, some, WonGames { won: 0, played: 5 }, true);
        assert!(found.low < 0.1 && found.high > 0.6 && found.low <= found.value && found.value <= found.high);
        // Who begins more games wins more, if beginning is worth something.
        let other = estimate_majority(11, some, WonGames { won: 0, played: 5 }, false);
        assert!(other.value < found.value, "{other:?} {found:?}");
    }
}
