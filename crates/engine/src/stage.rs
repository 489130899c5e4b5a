//! Answers for the stage that a game is in, as far as it bears on what a position
//! is worth: how many groups there are, and how many kinds of fruit.

use fruitrage_rules::Board;

use crate::evaluation::{RANKED_GROUPS, largest_groups};
use crate::logarithm::logarithm;

/// A stage in the middle of all, from which the others are measured.
const MIDDLE: Stage = Stage { groups: 64, kinds: 4 };

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    groups: usize,
    kinds: usize,
}

impl Stage {
    /// How many of the largest groups count.
    pub const GROUPS: usize = RANKED_GROUPS;
    /// How many terms the weight of each of them has.
    pub const TERMS: usize = 3;

    /// The stage that a board is in.
    pub fn of(board: &Board) -> Self {
        Self { groups: board.group_count(), kinds: board.kinds() }
    }

    /// What the terms of a weight are multiplied with: one, and how much later
    /// and how much more varied than in the middle the game is.
    pub(crate) fn terms(self) -> [f64; Self::TERMS] {
        let above = |number: usize, middle: usize| logarithm(number) - logarithm(middle);
        [1.0, above(self.groups, MIDDLE.groups), above(self.kinds, MIDDLE.kinds)]
    }

    /// What a learned weight is multiplied with, for each term and each of the
    /// largest groups: by how many points it surpasses the next one.
    pub fn features(self, board: &Board) -> Vec<f64> {
        let points = largest_groups(board).map(|size| f64::from(size * size));
        let next = |rank: usize| points.get(rank + 1).copied().unwrap_or_default();
        let surplus = |rank: usize| points[rank] - next(rank);
        self.terms().iter().flat_map(|term| (0..Self::GROUPS).map(move |rank| term * surplus(rank))).collect()
    }
}
