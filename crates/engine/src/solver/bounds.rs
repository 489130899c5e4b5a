//! Bounds of the value of a position by the sizes of its clusters.
//!
//! A cluster of c fruits with a longest upright run of r has a *swing* of 2 c r: that
//! much the player who takes the run gains compared with leaving the whole cluster to
//! the opponent. With the swings in falling order,
//!
//! ```text
//!  value <=   sum of c^2 - swing_2 - swing_4 - ...
//!  value >= - sum of c^2 + swing_1 + swing_3 + ...
//! ```
//!
//! Proof: `docs/solver.md`, section Swings.

use super::clusters::Extent;

/// The least and the most that a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

/// The values that still matter: more than `alpha` and less than `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Returns the window of the opponent after a move that gains some points.
    pub(super) fn after(self, gain: i32) -> Self {
        Self { alpha: gain - self.beta, beta: gain - self.alpha }
    }

    /// Returns the null window, which only asks whether a value is above alpha.
    pub(super) fn null(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }
}

impl Bounds {
    /// Returns the value to go on with, if no search is needed: a bound outside the
    /// window, or the exact value.
    #[inline(always)]
    pub(super) fn settle(self, window: Window) -> Option<i32> {
        if self.lower >= window.beta || self.lower == self.upper {
            return Some(self.lower);
        }
        (self.upper <= window.alpha).then_some(self.upper)
    }

    /// Returns the tighter of both bounds on either side.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// The sum of the squares and the swings of all clusters.
#[derive(Clone, Debug)]
pub(super) struct Swings {
    squares: i32,
    all: Vec<i32>,
}

impl Swings {
    pub(super) const fn new() -> Self {
        Self { squares: 0, all: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.squares = 0;
        self.all.clear();
    }

    /// Adds a cluster, or a coin.
    #[inline(always)]
    pub(super) fn add(&mut self, Extent { fruits, run }: Extent) {
        self.squares += fruits * fruits;
        self.all.push(2 * fruits * run);
    }

    /// Returns the lower bound with `first` for the largest swing: of the groups that
    /// are there now, the best may be larger than any upright run. Call it after
    /// [`Swings::bounds`], which sorts.
    pub(super) fn lower_bound_with(&self, first: i32) -> i32 {
        let others: i32 = self.all.iter().step_by(2).skip(1).sum();
        first + others - self.squares
    }

    /// Returns the most that a move of `size` fruits of a cluster is worth: they cannot
    /// merge with the rest of it any more, and the opponent has the first choice among
    /// the swings of the other clusters. Call it after [`Swings::bounds`], which sorts.
    pub(super) fn upper_bound_with(&self, size: i32, Extent { fruits, run }: Extent) -> i32 {
        let swing = 2 * fruits * run;
        let taken = self.all.iter().position(|&other| other == swing).unwrap_or(0);
        let before: i32 = self.all[..taken].iter().step_by(2).sum();
        let after: i32 = self.all[taken + 1..].iter().skip(taken % 2).step_by(2).sum();
        self.squares - 2 * size * (fruits - size) - before - after
    }

    /// Sorts the swings and returns the bounds.
    pub(super) fn bounds(&mut self) -> Bounds {
        self.all.sort_unstable_by(|a, b| b.cmp(a));
        let own: i32 = self.all.iter().step_by(2).sum();
        let sum: i32 = self.all.iter().sum();
        Bounds { lower: own - self.squares, upper: self.squares - (sum - own) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swings(extents: &[(i32, i32)]) -> Swings {
        let mut swings = Swings::new();
        for &(fruits, run) in extents {
            swings.add(Extent { fruits, run });
        }
        swings
    }

    #[test]
    fn the_opponents_window_is_turned_round_and_moved_by_the_gain() {
        let Window { alpha, beta } = Window { alpha: 3, beta: 10 }.after(4);
        assert_eq!((alpha, beta), (-6, 1));
        let Window { alpha, beta } = Window { alpha: 3, beta: 10 }.null();
        assert_eq!((alpha, beta), (3, 4));
    }

    #[test]
    fn bounds_settle_what_is_outside_the_window_or_exact() {
        let window = Window { alpha: 3, beta: 10 };
        let settled = |lower, upper| Bounds { lower, upper }.settle(window);
        assert_eq!(settled(10, 20), Some(10));
        assert_eq!(settled(9, 20), None);
        assert_eq!(settled(-5, 3), Some(3));
        assert_eq!(settled(-5, 4), None);
        assert_eq!(settled(7, 7), Some(7));
        let tighter = Bounds { lower: -5, upper: 4 }.and(Bounds { lower: -7, upper: 2 });
        assert_eq!(tighter, Bounds { lower: -5, upper: 2 });
    }

    /// The example of `docs/solver.md`.
    #[test]
    fn swings_bound_the_value() {
        let mut swings = swings(&[(3, 2), (4, 2)]);
        assert_eq!(swings.bounds(), Bounds { lower: -9, upper: 13 });
        assert_eq!(swings.lower_bound_with(24), -1, "a group of three of the cluster of four");
        assert_eq!(swings.upper_bound_with(2, Extent { fruits: 4, run: 2 }), 4 + 4 + 9 - 12);
        assert_eq!(swings.upper_bound_with(2, Extent { fruits: 3, run: 2 }), 4 + 1 + 16 - 16);
        swings.clear();
        assert_eq!(swings.bounds(), Bounds { lower: 0, upper: 0 });
    }

    #[test]
    fn the_opponent_chooses_first_among_what_a_move_leaves() {
        let mut swings = swings(&[(5, 1), (4, 1), (3, 1), (2, 1)]);
        assert_eq!(swings.bounds(), Bounds { lower: -54 + 10 + 6, upper: 54 - 8 - 4 });
        assert_eq!(swings.lower_bound_with(20), -54 + 20 + 6);
        let most = |fruits| swings.upper_bound_with(1, Extent { fruits, run: 1 });
        assert_eq!(most(5), 54 - 8 - (8 + 4));
        assert_eq!(most(4), 54 - 6 - (10 + 4));
        assert_eq!(most(3), 54 - 4 - (10 + 4));
        assert_eq!(most(2), 54 - 2 - (10 + 6));
    }

    #[test]
    fn of_nothing_but_isolated_runs_the_value_is_known() {
        assert_eq!(swings(&[(1, 1), (3, 3), (2, 2)]).bounds(), Bounds { lower: 6, upper: 6 });
    }
}
