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
//! `burdens.rs` has another E, by a list, which is less where clusters are large; then U is
//! k^2 + E.
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
//!   There is always a free one (see `burdens.rs`).

use super::bounds::Bounds;
use super::sizes::{SETS, Sizes, TOO_MUCH};
use super::survey::Tally;

/// Whether the fruits are odd in number, and what their clusters are beyond pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    fruits: i32,
    /// How large the clusters are, lonely runs included.
    sizes: Sizes,
    excess: i32,
    /// That of lonely runs of three and of more.
    excess_of_threes: i32,
    excess_of_runs: i32,
    /// The fruits of the largest cluster, and of the largest that is no lonely run.
    largest: i32,
    loosest: i32,
    /// How many clusters there are of four, lonely runs aside.
    fours: i32,
    /// What waiting may cost by the list of burdens.
    listed: i32,
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

/// The burdens of all sets of sizes in the list, as the build script has found them.
static BURDENS: &[u8; SETS] = include_bytes!(concat!(env!("OUT_DIR"), "/burdens.bin"));

/// More than any field is worth: for what is not in the list.
const UNKNOWN: i32 = i32::MAX / 2;

/// What waiting may cost by the list.
#[inline(always)]
fn listed(sizes: Sizes) -> i32 {
    match sizes.place().map(|place| BURDENS[place]) {
        None | Some(TOO_MUCH) => UNKNOWN,
        Some(burden) => i32::from(burden),
    }
}

impl Waiting {
    pub(super) const NOTHING: Self = Self {
        fruits: 0,
        sizes: Sizes::NONE,
        excess: 0,
        excess_of_threes: 0,
        excess_of_runs: 0,
        largest: 0,
        loosest: 0,
        fours: 0,
        listed: UNKNOWN,
        relief: 0,
        free_run: i32::MAX,
    };

    /// Takes in a cluster, or a coin.
    #[inline(always)]
    pub(super) fn add(&mut self, tally: Tally) {
        let fruits = tally.fruits;
        self.fruits += fruits;
        self.sizes = self.sizes.with(fruits);
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

    /// Whether the list of burdens knows these clusters.
    #[inline(always)]
    pub(super) fn is_listed(self) -> bool {
        self.listed < UNKNOWN
    }

    pub(super) fn fruits(self) -> i32 {
        self.fruits
    }

    /// To be called when all clusters have been taken in: takes in which of them do no
    /// harm (see `relief.rs`).
    #[inline(always)]
    pub(super) fn ease(&mut self) {
        match self.loosest {
            ..=3 => self.free_run = 3,
            4 => {
                self.free_run = 4;
                self.excess += self.excess_of_threes;
            }
            _ => self.excess += self.excess_of_threes + self.excess_of_runs,
        }
        if self.is_worth_a_look() {
            self.listed = listed(self.sizes);
        }
    }

    /// Whether the list may know better: of small clusters it does not.
    #[inline(always)]
    fn is_worth_a_look(self) -> bool {
        self.loosest >= 4
    }

    /// Whether there may be relief. It takes a while to find, so that it is asked for only
    /// where all else does not settle the matter.
    pub(super) fn may_have_relief(self) -> bool {
        self.loosest == 3 || self.fours == 1 && self.loosest == 4 && self.excess_of_threes == 0
    }

    pub(super) fn relieve(&mut self, relief: i32) {
        self.relief = relief;
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

    /// What waiting may cost, by the excess.
    #[inline(always)]
    fn burden(self) -> i32 {
        (self.excess - self.relief).max(0)
    }

    /// L and U.
    #[inline(always)]
    pub(super) fn bounds(self) -> Bounds {
        Bounds { lower: self.at_least(self.burden().min(self.listed)), upper: self.upper() }
    }

    /// L, given what waiting may cost.
    #[inline(always)]
    fn at_least(self, burden: i32) -> i32 {
        ((self.fruits + burden) & 1) - burden
    }

    /// U, for all that could become a group.
    #[inline(always)]
    fn upper(self) -> i32 {
        self.upper_by_excess(self.largest)
    }

    /// U, by how large the largest group is.
    #[inline(always)]
    pub(super) fn upper_by_largest(self, size: u32) -> i32 {
        let size = size as i32;
        let by_list = size * size + self.listed;
        self.upper_by_excess(size).min(by_list - ((self.fruits + by_list) & 1))
    }

    #[inline(always)]
    fn upper_by_excess(self, size: i32) -> i32 {
        // Of a lonely run without excess none is taken off.
        let may_be_free = size >= self.free_run && self.excess_of_threes + self.excess_of_runs > 0;
        let taken = if may_be_free { 0 } else { excess(size) };
        let most = size * size + (self.burden() - taken).max(0);
        most - ((self.fruits + most) & 1)
    }

    /// What a move is worth at most that takes some fruits of a cluster, or whether that is
    /// not above alpha.
    #[inline(always)]
    pub(super) fn upper_with(self, size: i32, cluster: Tally, alpha: i32) -> i32 {
        let left = self.without(size, cluster);
        let by_excess = size * size - left.at_least(left.burden());
        if by_excess <= alpha || !self.is_worth_a_look() {
            return by_excess;
        }
        let sizes = self.sizes.without(cluster.fruits).with(cluster.fruits - size);
        by_excess.min(size * size - left.at_least(listed(sizes)))
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

    use fruitrage_rules::{Board, Random};

    use super::super::frame::{Frame, Shape};
    use super::super::ply::Ply;
    use super::super::relief::relief;
    use super::super::trials::{random_board, value};
    use super::*;

    /// A random box of up to so many kinds, and what there is to know about its clusters but
    /// for relief, which is returned apart.
    fn random_waiting(random: &mut Random, most_kinds: u64) -> (Board, Waiting, i32) {
        let columns = 1 + random.below(4);
        let fruits = 5 + random.below(9);
        let kinds = 2 + random.below(most_kinds - 1);
        let board = random_board(random, columns, kinds, fruits);
        let frame = Frame::<3>::new(Shape::of(&board));
        let mut ply = Ply::new();
        ply.scene.become_board(&board, &frame);
        ply.count();
        let (waiting, scene) = (ply.waiting, &ply.scene);
        let relief = if waiting.may_have_relief() { relief(&scene.field, scene.survey.clusters(), &frame) } else { 0 };
        (board, waiting, relief)
    }

    fn largest_group(board: &Board) -> u32 {
        board.groups().iter().map(|group| group.size()).max().unwrap() as u32
    }

    #[test]
    fn the_value_is_within_the_bounds() {
        let mut random = Random::new(1);
        let (mut burdens, mut tight, mut relieved) = (0, 0, 0);
        for _ in 0..10_000 {
            let (board, mut waiting, relief) = random_waiting(&mut random, 6);
            let value = value(&board, &mut HashMap::new());
            // What is on the list must not hide what is wrong without it.
            for listed in [waiting.listed, UNKNOWN] {
                for relief in [0, relief] {
                    waiting.listed = listed;
                    waiting.relieve(relief);
                    let Bounds { lower, upper } = waiting.bounds();
                    assert!(lower <= value, "{board}");
                    assert!(value <= upper.min(waiting.upper_by_largest(largest_group(&board))), "{board}");
                }
            }
            relieved += u32::from(waiting.excess > 0 && waiting.relief > 0);
            burdens += u32::from(value < 0);
            tight += u32::from(value == waiting.bounds().lower);
        }
        assert!(burdens > 10 && tight > 100 && relieved > 1_000, "{burdens} {tight} {relieved}");
    }

    #[test]
    fn the_value_is_within_the_bounds_by_the_list() {
        let mut random = Random::new(2);
        let (mut better, mut tight) = (0, 0);
        for _ in 0..4_000 {
            let (board, waiting, _) = random_waiting(&mut random, 3);
            let burden = listed(waiting.sizes);
            let value = value(&board, &mut HashMap::new());
            assert!(-burden <= value, "{board}");
            let largest = largest_group(&board) as i32;
            assert!(value <= largest * largest + burden, "{board}");
            better += u32::from(burden < waiting.burden());
            tight += u32::from(value <= 1 - burden);
        }
        assert!(better > 800 && tight > 40, "{better} {tight}");
    }

    #[test]
    fn the_list_knows_small_sets() {
        let burden = |sizes: &[i32]| listed(sizes.iter().fold(Sizes::NONE, |set, &size| set.with(size)));
        assert_eq!(burden(&[]), 0);
        assert_eq!(burden(&[2, 1, 2]), 0, "of pairs any can be taken");
        assert_eq!(burden(&[3]), 0, "its own pair is all that there is");
        assert_eq!(burden(&[2, 3]), 3, "the free fruit of the three, for a pair");
        assert_eq!(burden(&[3, 2]), burden(&[2, 3]));
        assert_eq!(burden(&[7, 6, 5]), 36);
        assert_eq!(burden(&[17, 14]), UNKNOWN, "more than a byte");
        assert_eq!(burden(&[17, 15]), UNKNOWN, "too many fruits");
        assert_eq!(burden(&[18]), UNKNOWN, "too large");
        let pairs_and_more = [2; 20].iter().chain(&[18]).fold(Sizes::NONE, |set, &size| set.with(size));
        let back = [2; 18].iter().chain(&[18]).fold(pairs_and_more, |set, &size| set.without(size));
        assert_eq!(back, Sizes::NONE.with(2).with(2), "what was too much comes back");
    }
}
