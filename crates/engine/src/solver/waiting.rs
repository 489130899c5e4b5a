//! Answers for what a field is worth where hardly anything can merge, so that
//! the players wait: then it is next to nothing, and who takes the last fruit
//! decides.
//!
//! Let a field have n fruits, p be 1 if n is odd and 0 if not, and E be the sum
//! over its clusters of an excess e(c): nothing up to c = 2, and from there on
//! c^2 - 4 if c is even, c^2 - 5 if it is odd. Then
//!
//! ```text
//!  L   value >= p - E
//!  S   value <= p + E          if all groups are single fruits
//!  P   value <= 4 - p + E      if no group is larger than a pair
//!  U   value <= 4 + p + E
//! ```
//!
//! By induction: what is left after a move is smaller. A move that takes k fruits
//! of a cluster of c takes at least e(c) - e(c - k) off E, even if the rest falls
//! into several clusters, and that is never less than e(k), because e grows faster
//! and faster.
//!
//! - S, P, U: a move that takes k fruits is worth k^2 less what L leaves the
//!   opponent. For k = 1 that is p + E at most, and for k = 2 it is 4 - p + E. For
//!   larger ones e(k) goes off E, and k^2 - e(k) is 4 if k is even; if k is odd it is
//!   5, of which the opponent has 1 - p.
//! - L, all groups single: take the top of a column. Nothing falls, so all is still
//!   single, and S leaves the opponent 1 - p + E.
//! - L, with a group of k > 2: take it. U leaves the opponent 4 + E at most if k is
//!   even, plus p; 5 - p + E if it is odd.
//! - L, with a pair and no larger group: take it. If that makes no group larger than
//!   a pair, P leaves the opponent 4 - p + E. If it does, U leaves 4 + p + E. That is
//!   too much only if p = 1 and E has lost nothing, as the pair was a cluster of its
//!   own. But then there is a cluster of three or more that the larger group is made
//!   of, and a fruit or a pair of it is taken instead. A fruit of it takes 4 or more
//!   off E, and U leaves 4 + E - 4, for n is even then. A pair of it brings 4, takes 4
//!   or more off E, and U leaves 5 + E - 4.

/// The points of a pair, the most that can be had without excess.
const PAIR: i32 = 4;

/// Whether the fruits are odd in number, and what their clusters are beyond pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    fruits: i32,
    excess: i32,
    /// The fruits of the largest cluster.
    largest: i32,
    /// Whether the field is calm, so that the excess does no harm.
    is_calm: bool,
}

/// e(c).
#[inline(always)]
fn excess(fruits: i32) -> i32 {
    if fruits <= 2 { 0 } else { fruits * fruits - 4 - (fruits & 1) }
}

impl Waiting {
    /// Takes in a cluster of so many fruits, or a coin.
    #[inline(always)]
    pub(super) fn add(&mut self, fruits: i32) {
        self.fruits += fruits;
        self.excess += excess(fruits);
        self.largest = self.largest.max(fruits);
    }

    /// Whether there are clusters of three and none larger.
    pub(super) fn has_threes_at_most(self) -> bool {
        self.largest == 3
    }

    /// Takes in that the field is calm (see `calm.rs`), and so all that can become
    /// of it.
    pub(super) fn set_calm(&mut self) {
        self.is_calm = true;
    }

    /// After so many fruits of a cluster were taken, given how many it had.
    #[inline(always)]
    fn without(self, size: i32, cluster: i32) -> Self {
        Self { fruits: self.fruits - size, excess: self.excess - excess(cluster) + excess(cluster - size), ..self }
    }

    /// L; without excess in a calm field.
    #[inline(always)]
    pub(super) fn lower(self) -> i32 {
        (self.fruits & 1) - if self.is_calm { 0 } else { self.excess }
    }

    /// U.
    #[inline(always)]
    pub(super) fn upper(self) -> i32 {
        PAIR + (self.fruits & 1) + self.excess
    }

    /// S, P or U, or what holds in a calm field, by how large the largest group is.
    #[inline(always)]
    pub(super) fn upper_by_largest(self, size: u32) -> i32 {
        if self.is_calm {
            let size = size as i32;
            return size * size - ((self.fruits - size) & 1);
        }
        match size {
            1 => (self.fruits & 1) + self.excess,
            2 => PAIR - (self.fruits & 1) + self.excess,
            _ => self.upper(),
        }
    }

    /// What a move is worth at most that takes some fruits of a cluster.
    #[inline(always)]
    pub(super) fn upper_with(self, size: i32, cluster: i32) -> i32 {
        size * size - self.without(size, cluster).lower()
    }

    /// What such a move is worth at least.
    #[inline(always)]
    pub(super) fn lower_with(self, size: i32, cluster: i32) -> i32 {
        size * size - self.without(size, cluster).upper()
    }
}
