//! Answers for what a field is worth where hardly anything can merge, so that
//! the players wait: then it is next to nothing, and who takes the last fruit
//! decides.
//!
//! Let a field have n fruits, p be 1 if n is odd and 0 if not, and E be the sum
//! over its clusters of an excess e(c), which is nothing up to c = 2 and from there
//! on c^2 - 4, or c^2 - 3 if c is odd. Then
//!
//! ```text
//!  L   value >= p - E
//!  U   value <= 4 - p + E
//!  S   value <= p + E          if all groups are single fruits
//! ```
//!
//! By induction: what is left after a move is smaller, and what a cluster loses E
//! loses too, at least e(c) - e(c - k) for k fruits of c, for parts of a cluster
//! have no more excess than the whole.
//!
//! - U: a move that takes k fruits is worth k^2 less what L leaves the opponent.
//!   For k = 1 that is p + E at most, for k = 2 it is 4 - p + E. From k = 3 on the
//!   excess that goes makes up for what k^2 is more: that is how e was chosen.
//! - S: the same, with k = 1 only.
//! - L: if there is a group of two or more, take it: it brings 4 at least, and U
//!   leaves the opponent no more than 4 - p + E, or with 3 fruits and more less than
//!   what they bring. Otherwise take the top of a column. Nothing falls, so all is
//!   still single, and S leaves the opponent 1 - p + E.

use super::survey::Survey;

/// The points of a pair, the most that can be had without excess.
const PAIR: i32 = 4;

/// Whether the fruits are odd in number, and what their clusters are beyond pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    fruits: i32,
    excess: i32,
}

/// e(c).
#[inline(always)]
fn excess(fruits: i32) -> i32 {
    if fruits <= 2 { 0 } else { fruits * fruits - 4 + (fruits & 1) }
}

impl Waiting {
    /// Takes in what there is in a field.
    pub(super) fn of(survey: &Survey, mut coins: u64) -> Self {
        let mut waiting = Self::default();
        while coins != 0 {
            let size = coins.trailing_zeros() as i32;
            coins &= coins - 1;
            waiting.add(size);
        }
        survey.clusters().iter().for_each(|cluster| waiting.add(i32::from(cluster.fruits)));
        waiting
    }

    #[inline(always)]
    fn add(&mut self, fruits: i32) {
        self.fruits += fruits;
        self.excess += excess(fruits);
    }

    /// After so many fruits of a cluster were taken, given how many it had.
    #[inline(always)]
    fn without(self, size: i32, cluster: i32) -> Self {
        Self { fruits: self.fruits - size, excess: self.excess - excess(cluster) + excess(cluster - size) }
    }

    /// L.
    #[inline(always)]
    pub(super) fn lower(self) -> i32 {
        (self.fruits & 1) - self.excess
    }

    /// U.
    #[inline(always)]
    pub(super) fn upper(self) -> i32 {
        PAIR - (self.fruits & 1) + self.excess
    }

    /// S.
    #[inline(always)]
    pub(super) fn upper_of_singles(self) -> i32 {
        (self.fruits & 1) + self.excess
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
