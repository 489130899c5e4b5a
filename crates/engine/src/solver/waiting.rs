//! Answers for what a field is worth where hardly anything can merge, so that
//! the players wait: then it is next to nothing, and who takes the last fruit
//! decides.
//!
//! Let E be the sum over the clusters of a field of an excess e(c): nothing up to
//! c = 2, 3 and 6 for three and four, c^2 - 12 for more. Then
//!
//! ```text
//!  L   value >= -E
//!  U   value <= u(k) + E     k the fruits of the largest group, u = 1, 4, 6, 10, 12, 12, ...
//! ```
//!
//! As the points of all moves together are odd if the fruits are, so is the value, and
//! both are rounded to that.
//!
//! By induction: what is left after a move is smaller. A move that takes k fruits
//! of a cluster of c takes at least e(c) - e(c - k) off E, even if the rest falls
//! into several clusters, and that is never less than e(k), because e grows faster
//! and faster.
//!
//! - U: a move that takes k fruits is worth k^2 less what L leaves the opponent, so
//!   k^2 - e(k) + E at most.
//! - L: it is enough to have a move of some j fruits so that for whatever group of i
//!   the opponent takes then, i^2 - j^2 has gone off E. That is so if no i is larger
//!   than j. So with single fruits only: take the top of a column; nothing falls.
//! - L, with a group of k > 2: take the largest. If that makes a larger one, of i, then
//!   e(k) and e(i) go off E, or e(k + i) if the two were of one cluster, and neither is
//!   less than i^2 - k^2.
//! - L, with a pair and no larger group: if no cluster has more than two fruits, take the
//!   pair. Else find a group of a larger cluster that is *free*: above it, there are
//!   fruits of smaller clusters only. To take it lets only these fall, and they make no
//!   more than pairs. If it is a pair, this is enough; and if it is a single fruit, then
//!   3 are off E, and the opponent gets 3 points more at most.
//! - There is a free one. Take the highest fruit of such a cluster in some column. If it
//!   is single, or its pair upright, it is free. If the pair is level, and not free, then
//!   in the column of its other fruit there is a higher one; go on with the highest there.
//!   That one's pair does not lead back: it would be above what was the highest. So
//!   this goes to one side only, and ends.

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
    match fruits {
        ..=2 => 0,
        3..=4 => 3 * (fruits - 2),
        _ => fruits * fruits - 12,
    }
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
        let excess = if self.is_calm { 0 } else { self.excess };
        ((self.fruits + excess) & 1) - excess
    }

    /// U, for all that could become a group.
    #[inline(always)]
    pub(super) fn upper(self) -> i32 {
        self.upper_by_largest(self.largest as u32)
    }

    /// U, or what holds in a calm field, by how large the largest group is.
    #[inline(always)]
    pub(super) fn upper_by_largest(self, size: u32) -> i32 {
        let size = size as i32;
        let most = if self.is_calm { size * size } else { size * size - excess(size) + self.excess };
        most - ((self.fruits + most) & 1)
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::Random;

    use super::super::frame::{Frame, Shape};
    use super::super::scene::Scene;
    use super::super::trials::{random_board, value};
    use super::*;

    #[test]
    fn the_value_is_within_the_bounds() {
        let mut random = Random::new(1);
        let (mut burdens, mut tight) = (0, 0);
        for _ in 0..10_000 {
            let columns = 1 + random.below(4);
            let fruits = 5 + random.below(8);
            let kinds = 2 + random.below(4);
            let board = random_board(&mut random, columns, kinds, fruits);
            let frame = Frame::<3>::new(Shape::of(&board));
            let mut scene = Scene::empty();
            scene.become_board(&board, &frame);
            let mut waiting = Waiting::default();
            let mut coins = scene.field.coins();
            while coins != 0 {
                waiting.add(coins.trailing_zeros() as i32);
                coins &= coins - 1;
            }
            scene.survey.count(|tally| waiting.add(tally.fruits));
            let value = value(&board, &mut HashMap::new());
            let groups = board.groups();
            let largest = groups.iter().map(|group| group.size()).max().unwrap();
            assert!(waiting.lower() <= value, "{board}");
            assert!(value <= waiting.upper().min(waiting.upper_by_largest(largest as u32)), "{board}");
            burdens += u32::from(value < 0);
            tight += u32::from(value == waiting.lower());
        }
        assert!(burdens > 10 && tight > 100, "{burdens} {tight}");
    }
}
