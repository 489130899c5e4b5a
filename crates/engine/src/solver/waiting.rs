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
//! (`relief.rs` says when less than E is enough in L, E - r or nothing; then U is
//! k^2 and what of that is beyond e(k).)
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

use super::survey::Tally;

/// Whether the fruits are odd in number, and what their clusters are beyond pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    fruits: i32,
    excess: i32,
    /// That of lonely runs of three and of more.
    excess_of_threes: i32,
    excess_of_runs: i32,
    /// The fruits of the largest cluster, and of the largest that is no lonely run.
    largest: i32,
    loosest: i32,
    /// How many clusters there are of four, lonely runs aside.
    fours: i32,
    /// How much of the excess does no harm.
    relief: i32,
    /// Of how many fruits a lonely run must be to have no excess.
    free_run: i32,
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
    pub(super) const NOTHING: Self = Self {
        fruits: 0,
        excess: 0,
        excess_of_threes: 0,
        excess_of_runs: 0,
        largest: 0,
        loosest: 0,
        fours: 0,
        relief: 0,
        free_run: i32::MAX,
    };

    /// Takes in a cluster, or a coin.
    #[inline(always)]
    pub(super) fn add(&mut self, tally: Tally) {
        let fruits = tally.fruits;
        self.fruits += fruits;
        self.largest = self.largest.max(fruits);
        if !tally.is_run() {
            self.excess += excess(fruits);
            self.loosest = self.loosest.max(fruits);
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

    /// To be called when all clusters have been taken in: takes in which of them do no
    /// harm (see `relief.rs`), and asks for more relief if there may be some.
    #[inline(always)]
    pub(super) fn ease(&mut self, relief: impl FnOnce() -> i32) {
        match self.loosest {
            ..=3 => self.free_run = 3,
            4 => {
                self.free_run = 4;
                self.excess += self.excess_of_threes;
            }
            _ => self.excess += self.excess_of_threes + self.excess_of_runs,
        }
        let may_have_relief = self.loosest == 3 || self.fours == 1 && self.loosest == 4 && self.excess_of_threes == 0;
        if may_have_relief {
            self.relief = relief();
        }
    }

    /// After so many fruits of a cluster were taken, given what it was.
    #[inline(always)]
    fn without(self, size: i32, cluster: Tally) -> Self {
        let fruits = self.fruits - size;
        if cluster.is_run() && cluster.fruits >= self.free_run {
            return Self { fruits, ..self };
        }
        Self { fruits, excess: self.excess - excess(cluster.fruits) + excess(cluster.fruits - size), ..self }
    }

    /// What waiting may cost.
    #[inline(always)]
    fn burden(self) -> i32 {
        (self.excess - self.relief).max(0)
    }

    /// L.
    #[inline(always)]
    pub(super) fn lower(self) -> i32 {
        let burden = self.burden();
        ((self.fruits + burden) & 1) - burden
    }

    /// U, for all that could become a group.
    #[inline(always)]
    pub(super) fn upper(self) -> i32 {
        self.upper_by_largest(self.largest as u32)
    }

    /// U, by how large the largest group is.
    #[inline(always)]
    pub(super) fn upper_by_largest(self, size: u32) -> i32 {
        let size = size as i32;
        // Of a lonely run without excess none is taken off.
        let may_be_free = size >= self.free_run && self.excess_of_threes + self.excess_of_runs > 0;
        let taken = if may_be_free { 0 } else { excess(size) };
        let most = size * size + (self.burden() - taken).max(0);
        most - ((self.fruits + most) & 1)
    }

    /// What a move is worth at most that takes some fruits of a cluster.
    #[inline(always)]
    pub(super) fn upper_with(self, size: i32, cluster: Tally) -> i32 {
        size * size - self.without(size, cluster).lower()
    }

    /// What such a move is worth at least.
    #[inline(always)]
    pub(super) fn lower_with(self, size: i32, cluster: Tally) -> i32 {
        size * size - self.without(size, cluster).upper()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::Random;

    use super::super::frame::{Frame, Shape};
    use super::super::relief::relief;
    use super::super::scene::Scene;
    use super::super::trials::{random_board, value};
    use super::*;

    #[test]
    fn the_value_is_within_the_bounds() {
        let mut random = Random::new(1);
        let (mut burdens, mut tight, mut relieved) = (0, 0, 0);
        for _ in 0..10_000 {
            let columns = 1 + random.below(4);
            let fruits = 5 + random.below(9);
            let kinds = 2 + random.below(5);
            let board = random_board(&mut random, columns, kinds, fruits);
            let frame = Frame::<3>::new(Shape::of(&board));
            let mut scene = Scene::empty();
            scene.become_board(&board, &frame);
            let mut waiting = Waiting::NOTHING;
            let mut coins = scene.field.coins();
            while coins != 0 {
                waiting.add(Tally::of_run(coins.trailing_zeros() as i32));
                coins &= coins - 1;
            }
            scene.survey.count(|tally| waiting.add(tally));
            waiting.ease(|| relief(&scene.field, scene.survey.clusters(), &frame));
            relieved += u32::from(waiting.excess > 0 && waiting.relief > 0);
            let value = value(&board, &mut HashMap::new());
            let groups = board.groups();
            let largest = groups.iter().map(|group| group.size()).max().unwrap();
            assert!(waiting.lower() <= value, "{board}");
            assert!(value <= waiting.upper().min(waiting.upper_by_largest(largest as u32)), "{board}");
            burdens += u32::from(value < 0);
            tight += u32::from(value == waiting.lower());
        }
        assert!(burdens > 10 && tight > 100 && relieved > 1_000, "{burdens} {tight} {relieved}");
    }
}
