//! Bounds of the value where hardly anything can merge, so that whoever has to move
//! may lose by it (zugzwang), but not much.
//!
//! Each cluster of c fruits has an *excess* e(c): nothing up to c = 2, 3 and 6 for
//! three and four, c^2 - 12 for more. Let E be their sum and k the size of the largest
//! group. Then
//!
//! ```text
//!  L   value >= -E
//!  U   value <= k^2 - e(k) + E
//! ```
//!
//! E is the *cost* of having to move; `relief.rs` says when it is less. As the points of
//! a whole game are odd if the fruits are, so is the value, and both bounds are rounded
//! to that. Proof: `docs/solver.md`, section Zugzwang.

use super::bounds::Bounds;
use super::clusters::Extent;

/// The fruits of a position and the excess of its clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zugzwang {
    fruits: i32,
    excess: i32,
    /// The excess of isolated runs of three, and of those of more.
    excess_of_threes: i32,
    excess_of_runs: i32,
    /// The fruits of the largest cluster, and of the largest *loose* one, which is one
    /// that is no isolated run.
    largest: i32,
    largest_loose: i32,
    /// How many loose clusters of four there are.
    fours: i32,
    /// How much of the excess costs nothing.
    relief: i32,
    /// The size from which on isolated runs have no excess.
    free_run: i32,
}

/// Returns e(c).
#[inline(always)]
fn excess(fruits: i32) -> i32 {
    match fruits {
        ..=2 => 0,
        3..=4 => 3 * (fruits - 2),
        _ => fruits * fruits - 12,
    }
}

impl Zugzwang {
    pub(super) const NOTHING: Self = Self {
        fruits: 0,
        excess: 0,
        excess_of_threes: 0,
        excess_of_runs: 0,
        largest: 0,
        largest_loose: 0,
        fours: 0,
        relief: 0,
        free_run: i32::MAX,
    };

    /// Adds a cluster, or a coin.
    #[inline(always)]
    pub(super) fn add(&mut self, extent: Extent) {
        let fruits = extent.fruits;
        self.fruits += fruits;
        self.largest = self.largest.max(fruits);
        if !extent.is_run() {
            self.excess += excess(fruits);
            self.largest_loose = self.largest_loose.max(fruits);
            self.fours += i32::from(fruits == 4);
        } else if fruits == 3 {
            self.excess_of_threes += excess(fruits);
        } else {
            self.excess_of_runs += excess(fruits);
        }
    }

    pub(super) fn fruits(self) -> i32 {
        self.fruits
    }

    /// Decides which isolated runs have an excess, once all clusters have been added.
    #[inline(always)]
    pub(super) fn finish(&mut self) {
        match self.largest_loose {
            ..=3 => self.free_run = 3,
            4 => {
                self.free_run = 4;
                self.excess += self.excess_of_threes;
            }
            _ => self.excess += self.excess_of_threes + self.excess_of_runs,
        }
    }

    /// Returns whether there may be relief. It is slow to find, so ask only where no other
    /// bound gives a cutoff.
    pub(super) fn may_have_relief(self) -> bool {
        self.largest_loose == 3 || self.fours == 1 && self.largest_loose == 4 && self.excess_of_threes == 0
    }

    pub(super) fn set_relief(&mut self, relief: i32) {
        self.relief = relief;
    }

    /// Returns what is left after `size` fruits of a cluster were taken.
    #[inline(always)]
    fn without(self, size: i32, cluster: Extent) -> Self {
        let fruits = self.fruits - size;
        if cluster.is_run() && cluster.fruits >= self.free_run {
            return Self { fruits, ..self };
        }
        Self { fruits, excess: self.excess - excess(cluster.fruits) + excess(cluster.fruits - size), ..self }
    }

    /// Returns the most that having to move can cost.
    #[inline(always)]
    fn cost(self) -> i32 {
        (self.excess - self.relief).max(0)
    }

    /// Returns L and U.
    #[inline(always)]
    pub(super) fn bounds(self) -> Bounds {
        Bounds { lower: self.lower(), upper: self.upper() }
    }

    /// Returns L.
    #[inline(always)]
    fn lower(self) -> i32 {
        let cost = self.cost();
        ((self.fruits + cost) & 1) - cost
    }

    /// Returns U for any group that there could be.
    #[inline(always)]
    fn upper(self) -> i32 {
        self.upper_by_largest(self.largest)
    }

    /// Returns U, given the size of the largest group.
    #[inline(always)]
    pub(super) fn upper_by_largest(self, size: i32) -> i32 {
        // An isolated run without excess takes none with it.
        let may_be_free = size >= self.free_run && self.excess_of_threes + self.excess_of_runs > 0;
        let taken = if may_be_free { 0 } else { excess(size) };
        let most = size * size + (self.cost() - taken).max(0);
        most - ((self.fruits + most) & 1)
    }

    /// Returns the most that a move of `size` fruits of a cluster is worth.
    #[inline(always)]
    pub(super) fn upper_with(self, size: i32, cluster: Extent) -> i32 {
        let left = self.without(size, cluster);
        size * size - left.lower()
    }

    /// Returns the least that such a move is worth.
    #[inline(always)]
    pub(super) fn lower_with(self, size: i32, cluster: Extent) -> i32 {
        size * size - self.without(size, cluster).upper()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::{Board, Random};
    use fruitrage_testing::cases;

    use super::super::brute_force::{random_board, value};
    use super::super::layout::{Layout, Shape};
    use super::super::ply::Ply;
    use super::super::relief::relief;
    use super::*;

    /// A random board of up to so many kinds, what is known by its clusters but for relief,
    /// and the relief.
    fn random_zugzwang(random: &mut Random, most_kinds: u64) -> (Board, Zugzwang, i32) {
        let columns = 1 + random.below(4);
        let fruits = 5 + random.below(9);
        let kinds = 2 + random.below(most_kinds - 1);
        let board = random_board(random, columns, kinds, fruits);
        let layout = Layout::<3>::new(Shape::of(&board));
        let mut ply = Ply::new();
        ply.node.become_board(&board, &layout);
        ply.count();
        let (zugzwang, node) = (ply.zugzwang, &ply.node);
        let relief = if zugzwang.may_have_relief() { relief(&node.reduced, node.clusters.all(), &layout) } else { 0 };
        (board, zugzwang, relief)
    }

    fn largest_group(board: &Board) -> i32 {
        board.groups().iter().map(|group| group.size()).max().unwrap() as i32
    }

    #[test]
    fn the_value_is_within_the_bounds() {
        let mut random = Random::new(1);
        let (mut costly, mut tight, mut relieved) = (0, 0, 0);
        let boards = cases(10_000);
        for _ in 0..boards {
            let (board, mut zugzwang, relief) = random_zugzwang(&mut random, 6);
            let value = value(&board, &mut HashMap::new());
            for relief in [0, relief] {
                zugzwang.set_relief(relief);
                let Bounds { lower, upper } = zugzwang.bounds();
                assert!(lower <= value, "{board}");
                assert!(value <= upper.min(zugzwang.upper_by_largest(largest_group(&board))), "{board}");
            }
            relieved += u32::from(zugzwang.excess > 0 && zugzwang.relief > 0);
            costly += u32::from(value < 0);
            tight += u32::from(value == zugzwang.bounds().lower);
        }
        assert!(
            costly > boards / 2_000 && tight > boards / 100 && relieved > boards / 10,
            "{costly} {tight} {relieved}"
        );
    }
}
