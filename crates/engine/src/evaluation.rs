//! Answers for what a position is worth at a glance.
//!
//! If nothing merged and nothing broke, the players would take the groups in
//! order of size by turns. Much merges and breaks, so the further down a group
//! is in that order, the less is certain about it:
//!
//! ```text
//! value = sum over ranks r of  (-1)^r  first_group_share  next_group_share^r  size_r^2
//! ```

use fruitrage_rules::Board;

use crate::{Tunables, Value};

/// How many of the groups in order of size are looked at; those after would
/// count less than a thousandth of their points.
const RANKED_GROUPS: usize = 12;

/// Fractions of a step, in bits, that the weights are kept in.
const FRACTION_BITS: u32 = 10;

/// Judges boards at a glance.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// The weight of each rank, in steps of a value with more fractional bits.
    weights: [i64; RANKED_GROUPS],
}

impl Evaluation {
    pub(crate) fn new(tunables: &Tunables) -> Self {
        let steps = f64::from(Value::from_points(1).steps() << FRACTION_BITS);
        let mut weight = tunables.first_group_share * steps;
        let weights = std::array::from_fn(|_| {
            let this = weight as i64;
            weight *= -tunables.next_group_share;
            this
        });
        Self { weights }
    }

    /// An estimate of how many points more the player to move will get. Never
    /// below nothing, as each group in order counts less than the one before.
    pub(crate) fn of(&self, board: &Board) -> Value {
        let largest = largest_groups(board);
        let sum: i64 = largest.iter().zip(self.weights).map(|(&size, weight)| i64::from(size * size) * weight).sum();
        Value::from_steps((sum >> FRACTION_BITS) as i32)
    }
}

/// The sizes of the largest groups in order, then zeros.
fn largest_groups(board: &Board) -> [u32; RANKED_GROUPS] {
    let mut largest = [0; RANKED_GROUPS];
    for group in board.large_groups() {
        let mut size = group.size() as u32;
        if size <= largest[RANKED_GROUPS - 1] {
            continue;
        }
        // An insertion sort that lets the smallest fall out at the end.
        for place in &mut largest {
            (*place, size) = (size.max(*place), size.min(*place));
        }
    }
    let large = board.large_groups().len();
    let pairs = large + board.pair_count();
    let all = pairs + board.single_count();
    largest.iter_mut().take(pairs).skip(large).for_each(|place| *place = 2);
    largest.iter_mut().take(all).skip(pairs).for_each(|place| *place = 1);
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    #[test]
    fn the_largest_groups_are_in_order_whatever_their_number() {
        for (size, kinds, seed) in [(1, 1, 1), (2, 9, 1), (4, 3, 2), (10, 4, 3), (10, 10, 4), (26, 2, 5)] {
            let board = Board::settled(&generate(size, kinds, seed));
            let mut expected = [0; RANKED_GROUPS];
            let sizes = board.groups().into_iter().map(|group| group.size() as u32);
            expected.iter_mut().zip(sizes).for_each(|(place, size)| *place = size);
            assert_eq!(largest_groups(&board), expected, "{board}");
        }
    }

    #[test]
    fn an_empty_box_is_worth_nothing_and_a_large_group_much() {
        let evaluation = Evaluation::new(&Tunables::default());
        assert_eq!(evaluation.of(&Board::empty(5)), Value::EVEN);
        let full = evaluation.of(&Board::settled(&generate(5, 1, 1))).points();
        assert!((full - 0.6 * 625.0).abs() < 1.0, "{full}");
    }
}
