//! Answers for what a position is worth at a glance.
//!
//! If nothing merged and nothing broke, the players would take the groups in
//! order of size by turns. Much merges and breaks, so the further down a group
//! is in that order, the less is certain about it:
//!
//! ```text
//! value = sum over ranks r of  (-1)^r  0.6  0.3^(r/2)  size_r^2
//! ```

use fruitrage_rules::Board;

use crate::Value;
use crate::tunables::{FIRST_GROUP_SHARE, NEXT_GROUP_SHARE, RANKED_GROUPS};

/// Fractions of a step, in bits, that the weights are kept in.
const FRACTION_BITS: u32 = 10;

/// The weight of each rank, in steps of a value with more fractional bits.
const WEIGHTS: [i64; RANKED_GROUPS] = {
    let mut weights = [0; RANKED_GROUPS];
    let mut weight = FIRST_GROUP_SHARE * (Value::from_points(1).steps() << FRACTION_BITS) as f64;
    let mut rank = 0;
    while rank < RANKED_GROUPS {
        weights[rank] = weight as i64;
        weight *= -NEXT_GROUP_SHARE;
        rank += 1;
    }
    weights
};

/// An estimate of how many points more the player to move will get.
pub fn evaluate(board: &Board) -> Value {
    let largest = largest_groups(board);
    let sum: i64 = largest.iter().zip(WEIGHTS).map(|(&size, weight)| i64::from(size * size) * weight).sum();
    Value::from_steps((sum >> FRACTION_BITS) as i32)
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
        assert_eq!(evaluate(&Board::empty(5)), Value::EVEN);
        let full = evaluate(&Board::settled(&generate(5, 1, 1))).points();
        assert!((full - 0.6 * 625.0).abs() < 1.0, "{full}");
    }
}
