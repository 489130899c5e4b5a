//! The evaluation: what a board is worth to the player to move, without looking
//! ahead.
//!
//! If nothing merged and nothing broke, the players would take the groups in
//! order of size by turns. Much merges and breaks, so the further down a group
//! is in that order, the less it counts. With the groups in order of size:
//!
//! ```text
//! value = f x (size_1^2 - n x size_2^2 + n^2 x size_3^2 - ...)
//!
//! f       first_group_share, n next_group_share (tunables.rs)
//! ```
//!
//! A search evaluates nearly every board, so the groups are not sorted but
//! counted (tally.rs): those of one size stand at ranks in a row, and their
//! factors add up to a difference of two partial sums.

use fruitrage_rules::Board;

use crate::tally::Tally;
use crate::{Tunables, Value};

/// How many of the groups in order of size count.
pub(crate) const RANKED_GROUPS: usize = 12;

/// Fractions of a step, in bits, that the sums are kept in.
const FRACTION_BITS: u32 = 10;

/// Thirteen times what the usual tunables give. With it every board of 26 x 26 is worth
/// less than [`Value::MAX`], whatever the tunables are.
const LARGEST_SUM: f64 = (1 << 19) as f64;

/// Evaluates boards.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    /// The sum of the factors of the first 0, 1, 2 ... groups, in steps of a value
    /// with more fractional bits. Never below zero with the usual tunables.
    sums: [i64; RANKED_GROUPS + 1],
}

impl Evaluation {
    pub(crate) fn new(tunables: &Tunables) -> Self {
        let steps = f64::from(Value::from_points(1).steps() << FRACTION_BITS);
        let mut sums = [0; RANKED_GROUPS + 1];
        let mut factor = tunables.first_group_share * steps;
        for rank in 0..RANKED_GROUPS {
            sums[rank + 1] = (sums[rank] as f64 + factor.trunc()).clamp(-LARGEST_SUM, LARGEST_SUM) as i64;
            factor *= -tunables.next_group_share;
        }
        Self { sums }
    }

    /// Returns an estimate of how many points more the player to move will get than
    /// the opponent. Never below zero.
    pub(crate) fn of(&self, board: &Board) -> Value {
        let mut ranked = 0;
        let mut value = 0;
        Tally::of(board).for_each_size(|size, groups| {
            let next = (ranked + groups).min(RANKED_GROUPS);
            value += i64::from(size * size) * (self.sums[next] - self.sums[ranked]);
            ranked = next;
        });
        Value::from_steps((value >> FRACTION_BITS) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{Random, generate};

    fn evaluation() -> Evaluation {
        Evaluation::new(&Tunables::default())
    }

    fn sizes(board: &Board) -> impl Iterator<Item = u32> {
        board.groups().into_iter().map(|group| group.size() as u32)
    }

    /// The formula at the top of this file, word for word.
    fn formula(board: &Board) -> f64 {
        let Tunables { first_group_share, next_group_share, .. } = Tunables::default();
        let term = |(rank, size): (usize, u32)| f64::from(size * size) * (-next_group_share).powi(rank as i32);
        first_group_share * sizes(board).take(RANKED_GROUPS).enumerate().map(term).sum::<f64>()
    }

    #[test]
    fn counted_groups_are_worth_what_sorted_ones_are() {
        let mut random = Random::new(5);
        for seed in 0..400 {
            let (size, kinds) = (1 + random.below(26) as usize, 1 + random.below(10) as u8);
            let mut board = Board::settled(&generate(size, kinds, seed));
            while !board.is_empty() {
                let (value, expected) = (evaluation().of(&board).points(), formula(&board));
                // Each factor is cut off at 1 / 65,536 of a point, the value at 1 / 64.
                let squares: u32 = sizes(&board).take(RANKED_GROUPS).map(|size| size * size).sum();
                let error = 1.0 / 64.0 + f64::from(squares) / 65_536.0;
                assert!((value - expected).abs() <= error, "{value}, not {expected}:\n{board}");
                let groups = board.groups();
                board.try_play(groups[random.below(groups.len() as u64) as usize].cell()).unwrap();
            }
        }
    }

    #[test]
    fn no_board_is_worth_less_than_nothing_to_the_player_to_move() {
        assert!(evaluation().sums.iter().all(|&sum| sum >= 0));
        assert_eq!(evaluation().of(&Board::empty(5)), Value::EVEN);
    }

    #[test]
    fn one_large_group_is_worth_its_share() {
        let board = Board::settled(&generate(5, 1, 1));
        assert!((evaluation().of(&board).points() - 0.6 * 625.0).abs() < 0.1);
    }
}
