//! Relief: how much less having to move can cost than the excess of the clusters
//! (`zugzwang.rs`), because the position is calm, or nearly (`calm.rs`).
//!
//! Let t be the number of clusters of three. The cost is at most
//!
//! ```text
//!  threes only             3 (t - 1);  3 (t - 2) if no two may form a cycle;  0 if there is no cycle at all
//!  one four, no three      0
//!  one four and t threes   3 t + 4;  3 t + 3 if the four is in two columns;
//!                          3 t + 2 if besides no two threes may form a cycle
//! ```
//!
//! Proof: `docs/solver.md`, section Relief.

use super::bits::Bits;
use super::calm::{can_be_made_of_singles, is_acyclic, may_form_cycle};
use super::clusters::Cluster;
use super::layout::Layout;
use super::reduced::Reduced;

/// The most clusters of three that are examined.
const MOST_THREES: usize = 8;

/// More than any excess: the cost is zero.
pub(super) const ALL: i32 = 1 << 20;

/// Returns the relief of a position in which no cluster has more than four fruits, and
/// no more than one has four; isolated runs do not count.
pub(super) fn relief<const N: usize>(reduced: &Reduced<N>, clusters: &[Cluster<N>], layout: &Layout<N>) -> i32 {
    let mut threes = [Bits::NONE; MOST_THREES];
    let mut count = 0;
    let mut four = Bits::NONE;
    for cluster in clusters.iter().filter(|cluster| cluster.extent.fruits >= 3 && !cluster.extent.is_run()) {
        if cluster.extent.fruits == 4 {
            four = cluster.cells;
        } else if count == MOST_THREES || can_be_made_of_singles(cluster.cells, reduced, layout) {
            return 0;
        } else {
            threes[count] = cluster.cells;
            count += 1;
        }
    }
    let threes = &mut threes[..count];
    if four.is_empty() {
        return relief_of_threes(threes, layout);
    }
    if parts_of(four).any(|three| can_be_made_of_singles(three, reduced, layout)) {
        return 0;
    }
    let part_may_form_cycle = |part| threes.iter().any(|&three| may_form_cycle(part, three, layout));
    if threes.is_empty() {
        ALL
    } else if !layout.columns_of(four).others().others().is_empty() {
        2
    } else if two_may_form_cycle(threes, layout) || parts_of(four).any(part_may_form_cycle) {
        3
    } else {
        4
    }
}

/// Returns the relief of clusters of three, none of which can be made of single fruits.
fn relief_of_threes<const N: usize>(threes: &mut [Bits<N>], layout: &Layout<N>) -> i32 {
    if two_may_form_cycle(threes, layout) {
        3
    } else if threes.len() <= 2 || is_acyclic(threes, layout) {
        ALL
    } else {
        6
    }
}

fn two_may_form_cycle<const N: usize>(threes: &[Bits<N>], layout: &Layout<N>) -> bool {
    (1..threes.len()).any(|i| threes[..i].iter().any(|&other| may_form_cycle(threes[i], other, layout)))
}

/// Returns the sets that leave out one of some cells.
fn parts_of<const N: usize>(cells: Bits<N>) -> impl Iterator<Item = Bits<N>> {
    cells.each().map(move |cell| cells ^ Bits::one(cell))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use fruitrage_rules::{Board, Cell, Fruit, Grid, Group, Random};
    use fruitrage_testing::cases;

    use super::super::brute_force::random_board;
    use super::super::layout::Shape;
    use super::super::node::Node;
    use super::*;

    /// Whether here and in all that can become of it there is a safe move.
    fn is_calm(board: &Board, known: &mut HashMap<u64, bool>) -> bool {
        if board.is_empty() {
            return true;
        }
        if let Some(&known) = known.get(&board.hash()) {
            return known;
        }
        let (mut has_safe_move, mut child) = (false, Board::empty(1));
        let mut stays_so = true;
        for group in board.groups() {
            board.play_into(group, &mut child);
            has_safe_move |= child.groups().iter().all(|other| other.size() <= group.size());
            stays_so &= is_calm(&child, known);
        }
        known.insert(board.hash(), has_safe_move && stays_so);
        has_safe_move && stays_so
    }

    #[test]
    fn in_calm_positions_there_is_always_a_safe_move() {
        let mut random = Random::new(1);
        let (mut calm, mut restless) = (0, 0);
        let boards = cases(10_000);
        for _ in 0..boards {
            let columns = 1 + random.below(4);
            let fruits = 7 + random.below(5);
            let kinds = fruits.div_ceil(3) + random.below(2);
            let board = random_board(&mut random, columns, kinds, fruits);
            let layout = Layout::<3>::new(Shape::of(&board));
            let mut node = Node::empty();
            node.become_board(&board, &layout);
            let (mut fours, mut largest) = (0, 0);
            let mut has_run_of_three = node.reduced.coins() >> 3 & 1 == 1;
            node.clusters.count(|extent| {
                has_run_of_three |= extent.is_run() && extent.fruits == 3;
                if !extent.is_run() {
                    largest = largest.max(extent.fruits);
                    fours += u32::from(extent.fruits == 4);
                }
            });
            if !(largest == 3 || largest == 4 && fours == 1 && !has_run_of_three) {
                continue;
            }
            let is_calm_by_force = is_calm(&board, &mut HashMap::new());
            if relief(&node.reduced, node.clusters.all(), &layout) == ALL {
                calm += 1;
                assert!(is_calm_by_force, "{board}");
            }
            restless += u32::from(!is_calm_by_force);
        }
        assert!(calm > boards / 10 && restless > boards / 100, "{calm} {restless}");
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
        let boards = cases(200_000);
        for _ in 0..boards {
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
        assert!(tried > boards / 200, "{tried}");
    }
}
