//! Answers for an engine as others use it: made once, asked many times.

use std::time::Duration;

use fruitrage_rules::Board;

use crate::evaluation::Evaluation;
use crate::{Limits, Observer, Report, Root, Table, TimePlan, Tunables, Value, search};

/// An engine with its numbers in place.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) tunables: Tunables,
    pub(crate) evaluation: Evaluation,
    logarithms: [f64; LOGARITHMS],
}

/// Logarithms kept at hand; larger numbers are all alike.
const LOGARITHMS: usize = 128;

/// The natural logarithm of a whole number, the same on every machine: the
/// standard library's may differ in the last digit, and with it the search.
fn logarithm(number: usize) -> f64 {
    let doublings = number.max(1).ilog2();
    let rest = number.max(1) as f64 / f64::from(1_u32 << doublings);
    // ln x = 2 artanh((x - 1) / (x + 1)), with x from 1 to 2.
    let y = (rest - 1.0) / (rest + 1.0);
    let series = (0..16).rev().fold(0.0, |sum, k| sum * y * y + 1.0 / f64::from(2 * k + 1));
    f64::from(doublings) * std::f64::consts::LN_2 + 2.0 * y * series
}

impl Engine {
    /// An engine that plays by these numbers.
    pub fn new(tunables: Tunables) -> Self {
        Self { evaluation: Evaluation::new(&tunables), tunables, logarithms: std::array::from_fn(logarithm) }
    }

    /// What a board is worth at a glance to the player to move.
    pub fn evaluate(&self, board: &Board) -> Value {
        self.evaluation.of(board)
    }

    /// How long to think about a move with this much time left for the rest of
    /// the game, of which some is used already, in a box with so many groups.
    pub fn plan(&self, remaining: Duration, used: Duration, groups: u32) -> TimePlan {
        TimePlan::new(&self.tunables, remaining, used, groups)
    }

    /// How much less deeply a move is looked at first, by its place in the order.
    pub(crate) fn reduction(&self, depth: u32, place: usize) -> u32 {
        let Tunables { full_depth_moves, reduction, .. } = self.tunables;
        if depth < 3 || (place as f64) < full_depth_moves {
            return 0;
        }
        let logarithm = |number: usize| self.logarithms[number.min(LOGARITHMS - 1)];
        let reduced = reduction * logarithm(depth as usize) * logarithm(place);
        (reduced as u32).min(depth - 2)
    }

    /// Finds the best move within the limits.
    ///
    /// With one search at a time on a fresh table, equal limits give equal
    /// reports as long as the observer does not interfere. The first iteration
    /// is always finished, so that there is always a move.
    pub fn search(&self, root: &Root, limits: &Limits, table: &Table, observer: &mut impl Observer) -> Report {
        search::search(self, root, limits, table, observer)
    }
}

impl Default for Engine {
    /// The engine at its best.
    fn default() -> Self {
        Self::new(Tunables::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in 1..LOGARITHMS {
            assert!((logarithm(number) - (number as f64).ln()).abs() < 1e-12, "{number}");
        }
    }
}
