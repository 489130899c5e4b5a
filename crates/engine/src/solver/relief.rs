//! Answers for how much less than the excess of its clusters (see `waiting.rs`)
//! waiting in a field can cost, because it is calm, or nearly (see `calm.rs`).
//!
//! *Loose* clusters are those that are no lonely runs. Let none of them have more than
//! four fruits. A lonely run of four and more has no excess then: if it is the largest
//! group, it is quiet. If no loose cluster has more than three, a run of three has none
//! either.
//!
//! Let besides no three fruits of a loose cluster be such that a pair taken can make them
//! a group from single ones. That, and that two threes may not circle, is never lost,
//! whatever fruits go. The induction is that of `waiting.rs`; b is the burden, by which
//! the value may be below nothing.
//!
//! - t threes: who has no quiet move takes a free fruit for 3 points, and there is a
//!   three less. One is calm, and two are if they may not circle. So b = 3 (t - 1), or
//!   3 (t - 2) if no two may circle, or nothing if all of them lie in no circle.
//! - One four alone: calm. If there is a pair of it, that is quiet, for two are left. If
//!   not, a pair that makes three of it a group makes it of single ones.
//! - One four and t > 0 threes, and no run of three: b = 3 t + 2 if no two threes may
//!   circle, those within the four included; else b = 3 t + 3; or b = 3 t + 4 if the four
//!   is in three columns and more. Compared with the excess, 6 + 3 t, that is a relief of
//!   4, 3 and 2.
//!     - Pairs only, none of them quiet: the free fruit costs 3, and leaves t + 1 threes,
//!       or the four and t - 1 threes. Either has 3 less to bear, at least.
//!     - A group of three which, if taken, makes the four a group: if three of the four
//!       are together, these are quiet. If two are, take them. The opponent finds no more
//!       than a three, for 5 points, and leaves t - 1. If none are, take the three: that
//!       costs 7, and leaves t - 1.
//!     - The last cannot be in two columns. All that touches then has not touched before.
//!       Let one column only fall, or all of what is above the three by as much: of the
//!       fruits that touch, one is the lowest that fell, one is below it, and one is beside
//!       it; whatever touches one of the other two did so before. Let one column
//!       fall by two and the other by one. If the lowest that fell come to lie side by
//!       side, what is below them did so before, so that one of those at most is of
//!       the four. If not, the one that fell by two comes to lie beside what is below
//!       the other, and the two that fell were beside each other before.
//!
//! What is left when fruits of these are taken has a burden that is no more than its
//! excess less the same relief.

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

    use fruitrage_rules::{Board, Cell, Fruit, Grid, Group, Random};

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

    /// The sizes of the groups of a kind.
    fn sizes(board: &Board, kind: Fruit) -> Vec<usize> {
        let groups = board.groups().into_iter().filter(|group| board.get(group.cell()) == Some(kind));
        groups.map(Group::size).collect()
    }

    #[test]
    fn in_two_columns_taking_a_three_makes_no_four_of_single_fruits() {
        let mut random = Random::new(1);
        let (mut tried, mut child) = (0, Board::empty(1));
        for _ in 0..200_000 {
            // Four of one kind in two columns, and others there and beside.
            let mut columns: [Vec<u8>; 4] = Default::default();
            (0..4).for_each(|_| columns[1 + random.below(2) as usize].push(0));
            for _ in 0..4 + random.below(8) {
                let column = &mut columns[random.below(4) as usize];
                let at = random.below(column.len() as u64 + 1) as usize;
                column.insert(at, 1 + random.below(2) as u8);
            }
            let mut grid = Grid::empty(15);
            for (i, column) in columns.iter().enumerate() {
                for (j, &kind) in column.iter().enumerate() {
                    grid.set(Cell::new(i, 14 - j), Some(Fruit::new(kind)));
                }
            }
            let board = Board::try_from(&grid).unwrap();
            if sizes(&board, Fruit::new(0)).len() < 4 {
                continue;
            }
            for group in board.groups().into_iter().filter(|group| group.size() == 3) {
                board.play_into(group, &mut child);
                assert!(sizes(&child, Fruit::new(0)).len() > 1, "{board}");
                tried += 1;
            }
        }
        assert!(tried > 1_000, "{tried}");
    }
}
