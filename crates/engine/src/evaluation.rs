//! Answers for what a position is worth at a glance.
//!
//! If nothing merged and nothing broke, the players would take the groups in
//! order of size by turns. Much merges and breaks, so the further down a group
//! is in that order, the less is certain about it. How many points each group
//! has more than the next one counts, with a weight that was learned by stage
//! (weights.rs):
//!
//! ```text
//! value = sum over ranks r of  weight_r x (size_r^2 - size_(r+1)^2)
//! ```

use fruitrage_rules::Board;

use crate::{Stage, Tunables, Value, Weights};

/// How many of the groups in order of size are looked at.
pub(crate) const RANKED_GROUPS: usize = 12;

/// Fractions of a step, in bits, that the weights are kept in.
const FRACTION_BITS: u32 = 10;

/// Judges boards at a glance, all those of about one stage.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What the points of each rank are multiplied with, in steps of a value
    /// with more fractional bits.
    factors: [i64; RANKED_GROUPS],
}

impl Evaluation {
    pub(crate) fn new(tunables: &Tunables, weights: &Weights, stage: Stage) -> Self {
        let steps = f64::from(Value::from_points(1).steps() << FRACTION_BITS);
        let learned = weights.at(stage);
        let guessed = guess(tunables);
        let mut before = 0.0;
        let factors = std::array::from_fn(|rank| {
            let weight = tunables.learned * learned[rank] + (1.0 - tunables.learned) * guessed[rank];
            let factor = weight - before;
            before = weight;
            (factor * steps) as i64
        });
        Self { factors }
    }

    /// An estimate of how many points more the player to move will get. Never
    /// below nothing, as no weight is.
    pub fn of(&self, board: &Board) -> Value {
        let largest = largest_groups(board);
        let sum: i64 = largest.iter().zip(self.factors).map(|(&size, factor)| i64::from(size * size) * factor).sum();
        Value::from_steps((sum >> FRACTION_BITS) as i32)
    }
}

/// The weights before anything was learned: each group in order counts with the
/// other sign and less than the one before.
fn guess(tunables: &Tunables) -> [f64; RANKED_GROUPS] {
    let (mut sum, mut share) = (0.0, tunables.first_group_share);
    std::array::from_fn(|_| {
        sum += share;
        share *= -tunables.next_group_share;
        sum
    })
}

/// The sizes of the largest groups in order, then zeros.
pub(crate) fn largest_groups(board: &Board) -> [u32; RANKED_GROUPS] {
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
        let board = Board::settled(&generate(5, 1, 1));
        let of = |tunables: &Tunables, board: &Board| {
            Evaluation::new(tunables, &Weights::LEARNED, Stage::of(board)).of(board).points()
        };
        let learned = Tunables::default();
        let guessed = Tunables { learned: 0.0, ..Tunables::default() };
        assert!((of(&guessed, &board) - 0.6 * 625.0).abs() < 1.0);
        for tunables in [learned, guessed] {
            assert!(of(&tunables, &Board::empty(5)).abs() < 1e-9);
            assert!((100.0..=625.0).contains(&of(&tunables, &board)));
        }
    }
}
