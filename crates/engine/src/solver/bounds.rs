//! Answers for how much and how little a field can be worth, at a glance.
//!
//! A cluster of c fruits gives at most c^2 points, to whoever. So no player gets
//! more than the sum of these ahead. But the other player may do harm: taking s
//! fruits of a cluster turns c^2 that could have been against them into s^2 for
//! them and at most (c - s)^2 against: a swing of 2 c s. An upright run never
//! breaks, so as long as nobody has touched a cluster, a swing of twice its
//! fruits times its longest run can be had. Before a player's i-th answer, 2 i - 1
//! clusters have been touched at most. Swings in falling order:
//!
//! ```text
//!  value <=   sum of c^2 - swing_2 - swing_4 - ...
//!  value >= - sum of c^2 + swing_1 + swing_3 + ...
//! ```
//!
//! Coins are clusters that are one run. If there is nothing but coins, the two
//! bounds meet.

use super::survey::Tally;

/// What a field is worth to the player to move, at least and at most.
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
    /// The window of the opponent after a move that gains some points.
    pub(super) fn after(self, gain: i32) -> Self {
        Self { alpha: gain - self.beta, beta: gain - self.alpha }
    }

    /// The window that only asks whether a value is above alpha.
    pub(super) fn test(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }
}

impl Bounds {
    /// The value that settles the matter, if one does.
    #[inline(always)]
    pub(super) fn settle(self, window: Window) -> Option<i32> {
        if self.lower >= window.beta || self.lower == self.upper {
            return Some(self.lower);
        }
        (self.upper <= window.alpha).then_some(self.upper)
    }

    /// What is known if both are true.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

/// The squares and the swings of a field.
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

    /// Takes in a cluster, or a coin.
    #[inline(always)]
    pub(super) fn add(&mut self, Tally { fruits, run }: Tally) {
        self.squares += fruits * fruits;
        self.all.push(2 * fruits * run);
    }

    /// The lower bound if the first swing is this one, that of a whole group:
    /// for the first move it is known which groups there are. To be called
    /// after [`Swings::bounds`].
    pub(super) fn lower_bound_with(&self, first: i32) -> i32 {
        let others: i32 = self.all.iter().step_by(2).skip(1).sum();
        first + others - self.squares
    }

    /// What a move is worth at most that takes some fruits of a cluster: they
    /// cannot merge with the rest of it any more, and the opponent has the
    /// first choice among the swings of the other clusters. To be called after
    /// [`Swings::bounds`].
    pub(super) fn upper_bound_with(&self, size: i32, Tally { fruits, run }: Tally) -> i32 {
        let swing = 2 * fruits * run;
        let taken = self.all.iter().position(|&other| other == swing).unwrap_or(0);
        let before: i32 = self.all[..taken].iter().step_by(2).sum();
        let after: i32 = self.all[taken + 1..].iter().skip(taken % 2).step_by(2).sum();
        self.squares - 2 * size * (fruits - size) - before - after
    }

    /// What the field is worth.
    pub(super) fn bounds(&mut self) -> Bounds {
        self.all.sort_unstable_by(|a, b| b.cmp(a));
        let own: i32 = self.all.iter().step_by(2).sum();
        let sum: i32 = self.all.iter().sum();
        Bounds { lower: own - self.squares, upper: self.squares - (sum - own) }
    }
}
