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
//!
//! A search asks for this at every board, so the groups are not sorted but
//! counted (tally.rs): those of a size stand at ranks in a row, and their factors
//! add up to a difference of two weights.

use fruitrage_rules::Board;

use crate::tally::Tally;
use crate::{Stage, Tunables, Value, Weights};

/// How many of the groups in order of size are looked at.
pub(crate) const RANKED_GROUPS: usize = 12;

/// Fractions of a step, in bits, that the weights are kept in.
const FRACTION_BITS: u32 = 10;

/// Judges boards at a glance, all those of about one stage.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The weight of each rank from one on, in steps of a value with more
    /// fractional bits; nothing at zero.
    weights: [i64; RANKED_GROUPS + 1],
}

impl Evaluation {
    pub(crate) fn new(tunables: &Tunables, weights: &Weights, stage: Stage) -> Self {
        let steps = f64::from(Value::from_points(1).steps() << FRACTION_BITS);
        let learned = weights.at(stage);
        let guessed = guess(tunables);
        let (mut before, mut sum) = (0.0, 0);
        let mut all = [0; RANKED_GROUPS + 1];
        for rank in 0..RANKED_GROUPS {
            let weight = tunables.learned * learned[rank] + (1.0 - tunables.learned) * guessed[rank];
            sum += ((weight - before) * steps) as i64;
            before = weight;
            all[rank + 1] = sum;
        }
        Self { weights: all }
    }

    /// An estimate of how many points more the player to move will get. Never
    /// below nothing, as no weight is.
    pub fn of(&self, board: &Board) -> Value {
        let mut ranked = 0;
        let mut sum = 0;
        Tally::of(board).for_each_size(|size, groups| {
            let next = (ranked + groups).min(RANKED_GROUPS);
            sum += i64::from(size * size) * (self.weights[next] - self.weights[ranked]);
            ranked = next;
        });
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
    use fruitrage_rules::{Random, generate};

    /// The formula at the top of this file, word for word.
    fn slowly(evaluation: &Evaluation, board: &Board) -> Value {
        let points = largest_groups(board).map(|size| i64::from(size * size));
        let next = |rank: usize| points.get(rank + 1).copied().unwrap_or(0);
        let term = |rank: usize| evaluation.weights[rank + 1] * (points[rank] - next(rank));
        Value::from_steps(((0..RANKED_GROUPS).map(term).sum::<i64>() >> FRACTION_BITS) as i32)
    }

    #[test]
    fn counted_groups_are_worth_what_sorted_ones_are() {
        let mut random = Random::new(5);
        for seed in 0..400 {
            let (size, kinds) = (1 + random.below(26) as usize, 1 + random.below(10) as u8);
            let mut board = Board::settled(&generate(size, kinds, seed));
            let evaluation = Evaluation::new(&Tunables::default(), &Weights::LEARNED, Stage::of(&board));
            while !board.is_empty() {
                assert_eq!(evaluation.of(&board), slowly(&evaluation, &board), "{board}");
                let groups = board.groups();
                board.try_play(groups[random.below(groups.len() as u64) as usize].cell()).unwrap();
            }
        }
    }

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
