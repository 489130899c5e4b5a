//! The strength of everybody in a pool, from who beat whom how often.
//!
//! The model of Bradley and Terry (1952): the odds of a win are as the strengths.
//! A draw is half a win for each. All results count alike, whenever they
//! happened, unlike in a running Elo rating.
//!
//! A weak prior keeps everything finite: each player is taken to have drawn
//! against an imaginary one of average strength, by default in one game. So who
//! has won everything has a rating, only a high one, and parts of a pool that
//! never met are compared by their averages.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use fruitrage_rules::Random;

use super::normal::Z95;
use super::{Estimate, GameResult, PairResult, Sample};

/// What some games between two players gave that depend on each other: a pair,
/// or a single game. The first player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Who played, by number.
    pub players: [usize; 2],
    /// Two for each game that the first won, one for each draw.
    pub half_points: u32,
    /// How many games it were.
    pub games: u32,
}

impl Comparison {
    /// A pair, which is not affected by who begins.
    pub fn of_pair(players: [usize; 2], pair: &PairResult) -> Self {
        Self { players, half_points: pair.half_points() as u32, games: 2 }
    }

    /// A single game.
    pub fn of_game(players: [usize; 2], game: &GameResult) -> Self {
        Self { players, half_points: game.score.half_points(), games: 1 }
    }
}

/// Which rating is fixed: only differences follow from results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// The mean of all who have played.
    Mean(f64),
    /// That of one player.
    Player {
        /// Who, by number.
        player: usize,
        /// And its rating.
        rating: f64,
    },
}

/// How a pool is rated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BradleyTerry {
    /// The drawn games with an imaginary average player, for each player.
    pub prior_games: f64,
    /// Which rating is fixed.
    pub anchor: Anchor,
}

impl Default for BradleyTerry {
    fn default() -> Self {
        Self { prior_games: 1.0, anchor: Anchor::Mean(0.0) }
    }
}

/// Elo for each unit of the natural logarithm of strength.
const ELO_UNIT: f64 = 400.0 / LN_10;

impl BradleyTerry {
    /// The ratings of players 0 to `players` - 1 in Elo; None for who has not
    /// played.
    ///
    /// # Panics
    /// If a comparison or the anchor names somebody else.
    pub fn rate(&self, players: usize, comparisons: &[Comparison]) -> Vec<Option<f64>> {
        let pool = Pool::new(players, comparisons, self.prior_games);
        let played = pool.played();
        let ratings = self.anchored(&pool.most_likely(&vec![0.0; players]), &played);
        ratings.into_iter().zip(played).map(|(rating, played)| played.then_some(rating)).collect()
    }

    /// The ratings with error bars: how much they vary if as many comparisons are
    /// drawn at random from those at hand, again and again (the bootstrap; Efron,
    /// 1979). A seed gives one result. No bars without at least two resamples.
    ///
    /// # Panics
    /// If a comparison or the anchor names somebody else.
    pub fn rate_with_bars(
        &self,
        players: usize,
        comparisons: &[Comparison],
        resamples: u32,
        seed: u64,
    ) -> Vec<Option<Estimate>> {
        let pool = Pool::new(players, comparisons, self.prior_games);
        let played = pool.played();
        let strengths = pool.most_likely(&vec![0.0; players]);
        let mut samples = vec![Sample::default(); players];
        let mut random = Random::new(seed);
        for _ in 0..if comparisons.is_empty() { 0 } else { resamples } {
            let redrawn = pool.resampled(comparisons, &mut random).most_likely(&strengths);
            for (sample, rating) in samples.iter_mut().zip(self.anchored(&redrawn, &played)) {
                sample.add(rating);
            }
        }
        let bars = samples.iter().map(|sample| sample.variance().map(|variance| Z95 * variance.sqrt()));
        let ratings = self.anchored(&strengths, &played).into_iter().zip(bars).zip(played);
        ratings.map(|((value, error_bar), played)| played.then_some(Estimate { value, error_bar })).collect()
    }

    /// Strengths as Elo, moved to where the anchor is.
    fn anchored(&self, strengths: &[f64], played: &[bool]) -> Vec<f64> {
        let elo = || strengths.iter().map(|strength| ELO_UNIT * strength);
        let shift = match self.anchor {
            Anchor::Player { player, rating } => rating - ELO_UNIT * strengths[player],
            Anchor::Mean(mean) => {
                let of_those = elo().zip(played).filter_map(|(elo, &played)| played.then_some(elo));
                let (count, sum) = of_those.fold((0.0, 0.0), |(count, sum), elo| (count + 1.0, sum + elo));
                if count > 0.0 { mean - sum / count } else { mean }
            }
        };
        elo().map(|elo| elo + shift).collect()
    }
}

/// All games between two players.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    players: [usize; 2],
    /// Games that the first has won, draws as halves.
    won: f64,
    games: f64,
}

/// The results of a pool, one edge for any two players who have met.
struct Pool {
    players: usize,
    prior_games: f64,
    edges: Vec<Edge>,
    /// The edge of each comparison, and whether its players are the other way round.
    edge_of: Vec<(usize, bool)>,
}

impl Pool {
    fn new(players: usize, comparisons: &[Comparison], prior_games: f64) -> Self {
        let sorted = |[one, two]: [usize; 2]| [one.min(two), one.max(two)];
        // In order of the players, so that the order of results changes not even
        // the last digit.
        let mut numbers: BTreeMap<_, usize> = comparisons.iter().map(|one| (sorted(one.players), 0)).collect();
        numbers.values_mut().enumerate().for_each(|(index, number)| *number = index);
        let edges = numbers.keys().map(|&players| Edge { players, ..Edge::default() }).collect();
        let edge_of = comparisons.iter().map(|one| {
            let [first, second] = one.players;
            assert!(first != second && first.max(second) < players, "no such players: {first} and {second}");
            (numbers[&sorted(one.players)], first > second)
        });
        let mut pool = Self { players, prior_games, edges, edge_of: edge_of.collect() };
        for (index, comparison) in comparisons.iter().enumerate() {
            pool.count(index, comparison);
        }
        pool
    }

    fn count(&mut self, index: usize, comparison: &Comparison) {
        let (edge, reversed) = self.edge_of[index];
        let (won, games) = (f64::from(comparison.half_points) / 2.0, f64::from(comparison.games));
        self.edges[edge].games += games;
        self.edges[edge].won += if reversed { games - won } else { won };
    }

    /// As many comparisons, each drawn from all of them.
    fn resampled(&self, comparisons: &[Comparison], random: &mut Random) -> Self {
        let edges = self.edges.iter().map(|edge| Edge { players: edge.players, ..Edge::default() });
        let mut pool = Self { edges: edges.collect(), edge_of: self.edge_of.clone(), ..*self };
        for _ in comparisons {
            let index = random.below(comparisons.len() as u64) as usize;
            pool.count(index, &comparisons[index]);
        }
        pool
    }

    fn played(&self) -> Vec<bool> {
        let mut played = vec![false; self.players];
        for edge in self.edges.iter().filter(|edge| edge.games > 0.0) {
            edge.players.iter().for_each(|&player| played[player] = true);
        }
        played
    }

    /// The most likely strengths, as logarithms, by Newton's method. The
    /// likelihood has one summit, and a step that leads down is shortened, so it
    /// is found from everywhere; the limit only makes sure of an end.
    fn most_likely(&self, start: &[f64]) -> Vec<f64> {
        const STEPS: usize = 50;
        /// In Elo this is less than a hundred-thousandth.
        const PRECISION: f64 = 1e-8;
        let mut strengths = start.to_vec();
        let mut likelihood = self.log_likelihood(&strengths);
        for _ in 0..STEPS {
            let mut step = self.newton_step(&strengths);
            let largest = |step: &[f64]| step.iter().fold(0.0_f64, |largest, change| largest.max(change.abs()));
            loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(strength, change)| strength + change).collect();
                let next_likelihood = self.log_likelihood(&next);
                if next_likelihood >= likelihood {
                    (strengths, likelihood) = (next, next_likelihood);
                    break;
                }
                if largest(&step) < PRECISION {
                    break;
                }
                for change in &mut step {
                    *change /= 2.0;
                }
            }
            if largest(&step) < PRECISION {
                break;
            }
        }
        strengths
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let edges = self.edges.iter().map(|edge| {
            let difference = strengths[edge.players[0]] - strengths[edge.players[1]];
            edge.won * log_chance(difference) + (edge.games - edge.won) * log_chance(-difference)
        });
        let half = self.prior_games / 2.0;
        let prior = strengths.iter().map(|&strength| half * (log_chance(strength) + log_chance(-strength)));
        edges.sum::<f64>() + prior.sum::<f64>()
    }

    /// The slope of the likelihood divided by its curvature. The curvature is a
    /// sparse matrix (everybody met few others), so the division is one by
    /// conjugate gradients.
    fn newton_step(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope = Vec::with_capacity(self.players);
        let mut diagonal = Vec::with_capacity(self.players);
        for &strength in strengths {
            let expected = chance(strength);
            slope.push(self.prior_games * (0.5 - expected));
            // Never quite zero, or a player without games and prior would not be
            // placed anywhere.
            diagonal.push(self.prior_games * expected * (1.0 - expected) + 1e-12);
        }
        let mut weights = Vec::with_capacity(self.edges.len());
        for &Edge { players: [one, two], won, games } in &self.edges {
            let expected = chance(strengths[one] - strengths[two]);
            let weight = games * expected * (1.0 - expected);
            slope[one] += won - games * expected;
            slope[two] -= won - games * expected;
            diagonal[one] += weight;
            diagonal[two] += weight;
            weights.push(weight);
        }
        let curvature = |vector: &[f64]| {
            let mut product: Vec<f64> = vector.iter().zip(&diagonal).map(|(value, weight)| value * weight).collect();
            for (edge, weight) in self.edges.iter().zip(&weights) {
                let [one, two] = edge.players;
                product[one] -= weight * vector[two];
                product[two] -= weight * vector[one];
            }
            product
        };
        divide(slope, &diagonal, curvature)
    }
}

/// Solves `matrix * x = right` by conjugate gradients, with the diagonal to
/// precondition it.
fn divide(right: Vec<f64>, diagonal: &[f64], matrix: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    /// The rest of a step that may be left to the next one.
    const REST: f64 = 1e-10;
    let dot = |one: &[f64], two: &[f64]| one.iter().zip(two).map(|(one, two)| one * two).sum::<f64>();
    let conditioned = |rest: &[f64]| rest.iter().zip(diagonal).map(|(rest, weight)| rest / weight).collect::<Vec<_>>();
    let mut solution = vec![0.0; right.len()];
    let mut rest = right;
    let mut direction = conditioned(&rest);
    let mut size = dot(&rest, &direction);
    let enough = REST * REST * size;
    // In exact arithmetic as many steps as there are unknowns would do.
    for _ in 0..2 * solution.len() {
        let product = matrix(&direction);
        let curvature = dot(&direction, &product);
        if size <= enough || curvature <= 0.0 {
            break;
        }
        let length = size / curvature;
        for (index, change) in direction.iter().enumerate() {
            solution[index] += length * change;
            rest[index] -= length * product[index];
        }
        let next = conditioned(&rest);
        let next_size = dot(&rest, &next);
        let kept = next_size / size;
        direction.iter_mut().zip(next).for_each(|(old, new)| *old = new + kept * *old);
        size = next_size;
    }
    solution
}

/// The chance of a win by this difference of strengths.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Its logarithm, also where it is next to nothing.
fn log_chance(difference: f64) -> f64 {
    if difference > 0.0 { -(-difference).exp().ln_1p() } else { difference - difference.exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{elo_of_score, score_of_elo};

    /// As good as no prior, to compare with those who have none.
    const BARE: BradleyTerry = BradleyTerry { prior_games: 1e-9, anchor: Anchor::Mean(0.0) };

    fn wins(table: &[(usize, usize, u32)]) -> Vec<Comparison> {
        let each = |&(one, two, count): &(usize, usize, u32)| {
            (0..count).map(move |_| Comparison { players: [one, two], half_points: 2, games: 1 })
        };
        table.iter().flat_map(each).collect()
    }

    fn assert_ratings(found: &[Option<f64>], expected: &[f64], within: f64) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.is_some_and(|found| (found - expected).abs() <= within), "{found:?} is not {expected}");
        }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let results = wins(&[(0, 1, 30), (1, 0, 10)]);
        let expected = elo_of_score(0.75).unwrap() / 2.0;
        assert_ratings(&BARE.rate(2, &results), &[expected, -expected], 1e-4);
        let anchored = BradleyTerry { anchor: Anchor::Player { player: 1, rating: 1500.0 }, ..BARE };
        assert_ratings(&anchored.rate(2, &results), &[1500.0 + 2.0 * expected, 1500.0], 1e-4);
    }

    /// The worked example of the encyclopedia's article on the model: four
    /// players of strengths 0.640, 1.043, 0.660 and 2.270.
    #[test]
    fn the_textbook_example_comes_out_as_printed() {
        let results = wins(&[(0, 1, 2), (0, 3, 1), (1, 0, 3), (1, 2, 5), (2, 1, 3), (2, 3, 1), (3, 0, 4), (3, 2, 3)]);
        let expected = [0.640_f64, 1.043, 0.660, 2.270].map(|strength| 400.0 * strength.log10());
        assert_ratings(&BARE.rate(4, &results), &expected, 0.2);
    }

    /// How often statistical journals cite each other (Agresti, 'Categorical Data
    /// Analysis'), as fitted by the R package `BradleyTerry2`: -2.94907, -0.47957
    /// and 0.26895 relative to the first journal.
    #[test]
    fn journals_are_rated_as_by_another_program() {
        let table =
            [(0, 1, 730, 33), (0, 2, 498, 320), (0, 3, 221, 284), (1, 2, 68, 813), (1, 3, 17, 276), (2, 3, 142, 325)];
        let results: Vec<_> =
            table.iter().flat_map(|&(one, two, won, lost)| wins(&[(one, two, won), (two, one, lost)])).collect();
        let anchored = BradleyTerry { anchor: Anchor::Player { player: 0, rating: 0.0 }, ..BARE };
        let expected = [0.0, -2.94907, -0.47957, 0.26895].map(|strength| strength * ELO_UNIT);
        assert_ratings(&anchored.rate(4, &results), &expected, 0.001);
    }

    #[test]
    fn the_logarithm_of_a_chance_is_known_where_the_chance_is_next_to_nothing() {
        for difference in [0.0_f64, 1.0, 20.0, 800.0] {
            let [more, less] = [log_chance(difference), log_chance(-difference)];
            assert!((more - less - difference).abs() < 1e-9, "{difference}: {more} and {less}");
            assert!((more.exp() + less.exp() - 1.0).abs() < 1e-9, "{difference}: {more} and {less}");
        }
    }

    #[test]
    fn a_draw_is_half_a_win_for_each() {
        let draws = [Comparison { players: [0, 1], half_points: 1, games: 1 }; 2];
        let halves = wins(&[(0, 1, 1), (1, 0, 1)]);
        assert_eq!(BARE.rate(2, &draws), BARE.rate(2, &halves));
    }

    fn round_robin(players: usize, pairs: u32, seed: u64) -> Vec<Comparison> {
        let mut random = Random::new(seed);
        let mut results = Vec::new();
        for one in 0..players {
            for two in 0..one {
                for _ in 0..pairs {
                    // Player 0 is the weakest, each next one is 40 Elo better.
                    let expected = score_of_elo(40.0 * (one as f64 - two as f64));
                    let won = (0..4).filter(|_| (random.next() as f64 / 2_f64.powi(64)) < expected).count();
                    results.push(Comparison { players: [one, two], half_points: won as u32, games: 2 });
                }
            }
        }
        results
    }

    #[test]
    fn the_order_of_results_does_not_matter() {
        let results = round_robin(9, 3, 1);
        let mut reversed = results.clone();
        reversed.reverse();
        for one in reversed.iter_mut().step_by(2) {
            let Comparison { players: [first, second], half_points, games } = *one;
            *one = Comparison { players: [second, first], half_points: 2 * games - half_points, games };
        }
        assert_eq!(BradleyTerry::default().rate(9, &results), BradleyTerry::default().rate(9, &reversed));
    }

    #[test]
    fn true_strengths_are_found_again() {
        let found = BradleyTerry::default().rate_with_bars(12, &round_robin(12, 40, 2), 100, 1);
        let inside = found.iter().enumerate().filter(|(player, estimate)| {
            let estimate = estimate.unwrap();
            (estimate.value - 40.0 * (*player as f64 - 5.5)).abs() <= estimate.error_bar.unwrap()
        });
        assert!(inside.count() >= 9, "{found:?}");
    }

    #[test]
    fn bars_are_as_wide_as_theory_says() {
        // 0.6 of 400 games: the score has a standard deviation of 0.0245, and at
        // 0.6 a difference of 0.01 is 7.24 Elo.
        let results = wins(&[(0, 1, 240), (1, 0, 160)]);
        let anchored = BradleyTerry { anchor: Anchor::Player { player: 1, rating: 0.0 }, ..BradleyTerry::default() };
        let rated = anchored.rate_with_bars(2, &results, 1_000, 3);
        let bar = rated[0].unwrap().error_bar.unwrap();
        assert!((bar - Z95 * 0.0245 * 724.0).abs() < 3.0, "{bar}");
        assert_eq!(rated[1].unwrap(), Estimate { value: 0.0, error_bar: Some(0.0) });
        assert_eq!(rated, anchored.rate_with_bars(2, &results, 1_000, 3), "a seed gives one result");
    }

    #[test]
    fn everybody_has_won_as_much_as_expected_the_imaginary_draws_included() {
        for prior_games in [0.5, 1.0, 4.0] {
            let rated = BradleyTerry { prior_games, ..BradleyTerry::default() }.rate(2, &wins(&[(0, 1, 3)]));
            let [Some(one), Some(two)] = rated[..] else { panic!("{rated:?}") };
            let surplus = 3.0 * (1.0 - score_of_elo(one - two)) + prior_games * (0.5 - score_of_elo(one));
            assert!(surplus.abs() < 1e-6 && (one + two).abs() < 1e-6, "{rated:?}: {surplus}");
        }
    }

    #[test]
    fn nothing_near_the_ratings_is_more_likely() {
        for prior_games in [0.25, 1.0, 6.0] {
            let pool = Pool::new(5, &round_robin(5, 2, 7), prior_games);
            let summit = pool.most_likely(&[0.0; 5]);
            let highest = pool.log_likelihood(&summit);
            for player in 0..5 {
                for step in [-0.5, -0.01, 0.01, 0.5] {
                    let mut near = summit.clone();
                    near[player] += step;
                    let lower = pool.log_likelihood(&near);
                    assert!(lower < highest, "{player} by {step}: {lower}, not below {highest}");
                }
            }
        }
    }

    /// Far from the summit there is hardly a slope and even less of a curvature, so that a whole
    /// step of Newton's leads far beyond it, and the next one further still.
    #[test]
    fn the_summit_is_found_from_everywhere() {
        let pool = Pool::new(5, &round_robin(5, 2, 7), 1.0);
        let summit = pool.most_likely(&[0.0; 5]);
        for start in [[9.0, -9.0, 9.0, -9.0, 9.0], [-15.0, 0.0, 15.0, 0.0, 0.0], [12.0; 5]] {
            let found = pool.most_likely(&start);
            let is_there = found.iter().zip(&summit).all(|(found, summit)| (found - summit).abs() < 1e-6);
            assert!(is_there, "from {start:?}: {found:?}, not {summit:?}");
        }
    }

    #[test]
    fn the_mean_of_those_who_have_played_can_be_set() {
        let anchored = BradleyTerry { anchor: Anchor::Mean(1_500.0), ..BradleyTerry::default() };
        let results = wins(&[(0, 1, 3), (1, 2, 2), (2, 0, 1)]);
        let rated = anchored.rate(4, &results);
        let sum: f64 = rated.iter().flatten().sum();
        assert!((sum - 4_500.0).abs() < 1e-6 && rated[3].is_none(), "{rated:?}");
        let with_bars = anchored.rate_with_bars(4, &results, 2, 1);
        assert_eq!(with_bars.iter().map(|one| one.map(|one| one.value)).collect::<Vec<_>>(), rated);
        assert!(with_bars[..3].iter().all(|one| one.unwrap().error_bar.is_some()));
        let too_few = anchored.rate_with_bars(4, &results, 1, 1);
        assert!(too_few[..3].iter().all(|one| one.unwrap().error_bar.is_none()));
    }

    #[test]
    fn a_pair_and_a_game_count_as_what_they_are() {
        let pair = PairResult::by_points([9, 1], [5, 5]);
        assert_eq!(Comparison::of_pair([4, 2], &pair), Comparison { players: [4, 2], half_points: 3, games: 2 });
        let game = GameResult::by_points([5, 5]);
        assert_eq!(Comparison::of_game([2, 4], &game), Comparison { players: [2, 4], half_points: 1, games: 1 });
    }

    #[test]
    fn who_wins_or_loses_everything_is_rated_too() {
        let rated = BradleyTerry::default().rate(3, &wins(&[(0, 1, 20), (1, 2, 20), (0, 2, 20)]));
        let [Some(best), Some(middle), Some(worst)] = rated[..] else { panic!("{rated:?}") };
        assert!(best > middle + 200.0 && middle > worst + 200.0 && best < 1_500.0, "{rated:?}");
    }

    #[test]
    fn parts_that_never_met_are_compared_by_their_averages() {
        let rated = BradleyTerry::default().rate(5, &wins(&[(0, 1, 8), (1, 0, 2), (2, 3, 2), (3, 2, 8)]));
        let [Some(a), Some(b), Some(c), Some(d), None] = rated[..] else { panic!("{rated:?}") };
        assert!((a + b).abs() < 1e-6 && (c + d).abs() < 1e-6 && (a - d).abs() < 1e-6, "{rated:?}");
    }

    #[test]
    fn nobody_is_rated_without_games() {
        assert_eq!(BradleyTerry::default().rate(2, &[]), [None, None]);
        assert_eq!(BradleyTerry::default().rate_with_bars(2, &[], 10, 1), [None, None]);
        assert_eq!(BradleyTerry::default().rate(0, &[]), []);
        let none = Comparison { players: [0, 1], half_points: 0, games: 0 };
        assert_eq!(BradleyTerry::default().rate(2, &[none]), [None, None]);
    }

    #[test]
    fn three_hundred_players_of_seven_rounds_are_rated_at_once() {
        let mut random = Random::new(5);
        let mut results = Vec::new();
        for round in 0..7 {
            for player in 0..150_usize {
                let other = 150 + (player * 7 + round * 31) % 150;
                let half_points = if random.below(8) == 0 { 2 } else { 4 * u32::from(player > 75) };
                results.push(Comparison { players: [player, other], half_points, games: 2 });
            }
        }
        let rated = BradleyTerry::default().rate_with_bars(300, &results, 100, 1);
        assert!(rated.iter().all(|estimate| estimate.is_some_and(|estimate| estimate.value.abs() < 3_000.0)));
        // The slope is nothing at the summit: everybody has won as much as expected.
        let pool = Pool::new(300, &results, 1.0);
        let strengths = pool.most_likely(&vec![0.0; 300]);
        let step = pool.newton_step(&strengths);
        assert!(step.iter().all(|change| change.abs() < 1e-7));
    }
}
