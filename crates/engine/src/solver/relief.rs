//! Answers for how much less than the excess of its clusters (see `waiting.rs`)
//! waiting in a field can cost, because it is calm, or nearly (see `calm.rs`).
//!
//! Let no cluster have more than four fruits, lonely runs aside. Then a lonely run of
//! four and more has no excess: the largest of these is quiet if it is the largest
//! group. If there is no cluster of four, that holds for runs of three too. If besides
//! no cluster can be made a three from single fruits:
//!
//! - t clusters of three, no two of which may circle: a player who has no quiet move
//!   takes a free fruit, and after t - 2 of these all is calm. So the excess is that of
//!   t - 2. If some two may circle, it is that of t - 1. If no circle is possible at
//!   all, it is none.
//! - One cluster of four and nothing else: calm. Of two groups of it one is quiet, and a
//!   neutral pair that makes a three of it makes one of single fruits.
//! - One of four and t > 0 of three, no lonely run of three: the excess 6 + 3 t is less
//!   by a relief of 4 if no two threes may circle, also of the four without one of its
//!   fruits, by 3 if they may. With pairs only, the free fruit leaves t + 1 threes, or
//!   the four and t - 1 threes, and both have 3 less in excess. With a group of three
//!   that makes the four a group of parts that are no three: if there is a pair
//!   among these, take that. Then nothing larger than a three can be made, the
//!   opponent is 5 ahead, and t - 1 threes are left at most when that is for a three
//!   of these. Else the four is single fruits. In two columns these cannot become one
//!   group: where they fell apart from the others of their column, two meet, and one
//!   more beside them, and what else would meet has met before. In more columns
//!   they can, and to take the three costs 7, so that the relief is 2.
//!
//! With fewer fruits all of this still holds, and gives no higher bound.

use super::bits::Bits;
use super::calm::{can_be_made_of_singles, is_without_circles, may_circle};
use super::field::Field;
use super::frame::Frame;
use super::survey::Cluster;

/// The most clusters of three that are looked into.
const MOST_THREES: usize = 8;

/// Enough for any field.
pub(super) const ALL: i32 = 1 << 20;

/// The relief of a field in which no cluster has more than four fruits, lonely runs
/// aside, and no more than one has four.
pub(super) fn relief<const N: usize>(field: &Field<N>, clusters: &[Cluster<N>], frame: &Frame<N>) -> i32 {
    let mut threes = [Bits::NONE; MOST_THREES];
    let mut count = 0;
    let mut four = Bits::NONE;
    for cluster in clusters.iter().filter(|cluster| cluster.tally.fruits >= 3 && !cluster.tally.is_run()) {
        if cluster.tally.fruits == 4 {
            four = cluster.cells;
        } else if count == MOST_THREES || can_be_made_of_singles(cluster.cells, field, frame) {
            return 0;
        } else {
            threes[count] = cluster.cells;
            count += 1;
        }
    }
    let threes = &mut threes[..count];
    if four.is_empty() {
        return relief_of_threes(threes, frame);
    }
    if parts_of(four).any(|three| can_be_made_of_singles(three, field, frame)) {
        return 0;
    }
    let part_may_circle = |part| threes.iter().any(|&three| may_circle(part, three, frame));
    if threes.is_empty() {
        ALL
    } else if !frame.columns_of(four).others().others().is_empty() {
        2
    } else if two_may_circle(threes, frame) || parts_of(four).any(part_may_circle) {
        3
    } else {
        4
    }
}

/// The relief of clusters of three that cannot be made of single fruits.
fn relief_of_threes<const N: usize>(threes: &mut [Bits<N>], frame: &Frame<N>) -> i32 {
    if two_may_circle(threes, frame) {
        3
    } else if threes.len() <= 2 || is_without_circles(threes, frame) {
        ALL
    } else {
        6
    }
}

fn two_may_circle<const N: usize>(threes: &[Bits<N>], frame: &Frame<N>) -> bool {
    (1..threes.len()).any(|i| threes[..i].iter().any(|&other| may_circle(threes[i], other, frame)))
}

/// Some cells but for one of them.
fn parts_of<const N: usize>(cells: Bits<N>) -> impl Iterator<Item = Bits<N>> {
    cells.each().map(move |cell| cells ^ Bits::one(cell))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::{Board, Random};

    use super::super::frame::Shape;
    use super::super::scene::Scene;
    use super::super::trials::random_board;
    use super::*;

    /// Whether here and in all that can become of it there is a quiet move.
    fn is_always_quiet(board: &Board, known: &mut HashMap<String, bool>) -> bool {
        if board.is_empty() {
            return true;
        }
        let picture = board.to_string();
        if let Some(&known) = known.get(&picture) {
            return known;
        }
        let (mut has_quiet_move, mut child) = (false, Board::empty(1));
        let mut stays_so = true;
        for group in board.groups() {
            board.play_into(group, &mut child);
            has_quiet_move |= child.groups().iter().all(|other| other.size() <= group.size());
            stays_so &= is_always_quiet(&child, known);
        }
        known.insert(picture, has_quiet_move && stays_so);
        has_quiet_move && stays_so
    }

    #[test]
    fn in_calm_fields_there_is_always_a_quiet_move() {
        let mut random = Random::new(1);
        let (mut calm, mut restless) = (0, 0);
        for _ in 0..10_000 {
            let columns = 1 + random.below(4);
            let fruits = 7 + random.below(5);
            let kinds = fruits.div_ceil(3) + random.below(2);
            let board = random_board(&mut random, columns, kinds, fruits);
            let frame = Frame::<3>::new(Shape::of(&board));
            let mut scene = Scene::empty();
            scene.become_board(&board, &frame);
            let (mut fours, mut largest) = (0, 0);
            let mut has_run_of_three = scene.field.coins() >> 3 & 1 == 1;
            scene.survey.count(|tally| {
                has_run_of_three |= tally.is_run() && tally.fruits == 3;
                if !tally.is_run() {
                    largest = largest.max(tally.fruits);
                    fours += u32::from(tally.fruits == 4);
                }
            });
            if !(largest == 3 || largest == 4 && fours == 1 && !has_run_of_three) {
                continue;
            }
            let is_quiet = is_always_quiet(&board, &mut HashMap::new());
            if relief(&scene.field, scene.survey.clusters(), &frame) == ALL {
                calm += 1;
                assert!(is_quiet, "{board}");
            }
            restless += u32::from(!is_quiet);
        }
        assert!(calm > 1_000 && restless > 100, "{calm} {restless}");
    }
}
