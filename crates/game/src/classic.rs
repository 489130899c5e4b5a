//! The opponents that every course has: random, greedy and a textbook alpha-beta. They play on the fast board, so that a comparison with
//! them is one of ideas, not of board code. Alpha-beta also plays on the slow
//! judge, one byte a cell, as public agents do: then its clock is like theirs.

use fruitrage_rules::{Board, Group, Judge, Random};

use crate::Style;

/// Any move.
///
/// # Panics
/// If the board is empty, as all players here.
pub fn random(board: &Board, random: &mut Random) -> Group {
    let groups = board.groups();
    groups[random.below(groups.len() as u64) as usize]
}

/// The largest group.
///
/// # Panics
/// If the board is empty.
pub fn greedy(board: &Board) -> Group {
    let largest = board.large_groups().iter().copied().max();
    largest.or_else(|| board.small_groups().max()).expect("a board with fruit")
}

/// A board that the textbook player can look ahead in. How it is kept decides how
/// long that takes, not what is found.
pub trait Foreseeable: Clone {
    /// All groups, the largest first.
    fn groups_by_size(&self) -> Vec<Group>;

    /// Makes `child` the board after a group is taken.
    fn take_into(&self, group: Group, child: &mut Self);
}

impl Foreseeable for Board {
    fn groups_by_size(&self) -> Vec<Group> {
        self.groups()
    }

    fn take_into(&self, group: Group, child: &mut Self) {
        self.play_into(group, child);
    }
}

impl Foreseeable for Judge {
    fn groups_by_size(&self) -> Vec<Group> {
        let mut groups = self.groups();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        groups
    }

    fn take_into(&self, group: Group, child: &mut Self) {
        *child = *self;
        child.try_take(group.cell()).expect("a group of this board");
    }
}

/// The move that a textbook alpha-beta finds to a fixed depth: groups tried in
/// order of size, the score difference at the end, no memory; or what its style makes of
/// that. None if it was told to stop before it was done.
///
/// # Panics
/// If the board is empty.
pub fn alpha_beta(
    board: &impl Foreseeable,
    depth: u32,
    style: Style,
    should_stop: &mut impl FnMut() -> bool,
) -> Option<Group> {
    let mut groups = board.groups_by_size();
    style.choose_from(&mut groups);
    let mut child = board.clone();
    let mut alpha = -INFINITE;
    let mut best = groups[0];
    for group in groups {
        let gain = style.gain(group);
        board.take_into(group, &mut child);
        let value = gain - difference(&child, depth - 1, [-INFINITE, gain - alpha], style, should_stop)?;
        if value > alpha {
            // Who takes the last of the best moves asks for as much again, not for more.
            alpha = value - i64::from(style.takes_last);
            best = group;
        }
    }
    Some(best)
}

/// More than any game can be worth, and far from overflow.
const INFINITE: i64 = 1 << 40;

/// The points that the player to move gets more than the opponent within the
/// depth, or a bound if it is not between alpha and beta.
fn difference(
    board: &impl Foreseeable,
    depth: u32,
    [mut alpha, beta]: [i64; 2],
    style: Style,
    should_stop: &mut impl FnMut() -> bool,
) -> Option<i64> {
    if depth == 0 {
        let largest = || board.groups_by_size().first().map_or(0, |&group| style.gain(group));
        return Some(if style.adds_best { largest() } else { 0 });
    }
    if should_stop() {
        return None;
    }
    let mut groups = board.groups_by_size();
    style.choose_from(&mut groups);
    if groups.is_empty() {
        return Some(0);
    }
    let mut child = board.clone();
    let mut best = -INFINITE;
    for group in groups {
        let gain = style.gain(group);
        board.take_into(group, &mut child);
        let value = gain - difference(&child, depth - 1, [gain - beta, gain - alpha], style, should_stop)?;
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    fn minimax(board: &Board, depth: u32) -> i64 {
        if depth == 0 || board.is_empty() {
            return 0;
        }
        let value = |group: Group| {
            let mut child = board.clone();
            child.try_play(group.cell()).unwrap();
            i64::from(group.points()) - minimax(&child, depth - 1)
        };
        board.groups().into_iter().map(value).max().unwrap()
    }

    #[test]
    fn greedy_takes_the_largest_group() {
        for (size, kinds) in [(1, 1), (2, 9), (3, 9), (8, 3), (26, 2)] {
            let board = Board::settled(&generate(size, kinds, 3));
            assert_eq!(greedy(&board).size(), board.groups()[0].size());
        }
    }

    #[test]
    fn alpha_beta_finds_what_minimax_finds() {
        for (size, kinds, seed) in (0..60).map(|seed| (4 + seed as usize % 2, 2 + seed as u8 % 3, seed)) {
            let board = Board::settled(&generate(size, kinds, seed));
            for depth in 1..=4 {
                let group = alpha_beta(&board, depth, Style::default(), &mut || false).unwrap();
                let mut child = board.clone();
                child.try_play(group.cell()).unwrap();
                let value = i64::from(group.points()) - minimax(&child, depth - 1);
                assert_eq!(value, minimax(&board, depth), "depth {depth} on\n{board}");
            }
        }
    }

    #[test]
    fn alpha_beta_finds_the_same_move_on_the_slow_board() {
        for (size, kinds, depth) in [(1, 1, 3), (4, 3, 4), (8, 4, 3), (10, 9, 2), (20, 3, 2), (26, 9, 1)] {
            for seed in 0..4 {
                let mut board = Board::settled(&generate(size, kinds, seed));
                // Boards as they come in a game, too: with uneven and empty columns.
                for _ in 0..=seed * size as u64 {
                    let slow = alpha_beta(&Judge::new(&board.to_grid()), depth, Style::default(), &mut || false);
                    let fast = alpha_beta(&board, depth, Style::default(), &mut || false).unwrap();
                    assert_eq!(slow, Some(fast), "depth {depth} on\n{board}");
                    board.try_play(fast.cell()).unwrap();
                    if board.is_empty() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn who_adds_the_best_group_that_is_left_looks_one_move_further() {
        let adds_best = Style { adds_best: true, ..Style::default() };
        for seed in 0..10 {
            let board = Board::settled(&generate(6, 3, seed));
            for depth in 1..=3 {
                let further = alpha_beta(&board, depth + 1, Style::default(), &mut || false);
                assert_eq!(alpha_beta(&board, depth, adds_best, &mut || false), further, "depth {depth} on\n{board}");
            }
        }
    }

    #[test]
    fn of_equal_moves_the_last_is_taken_by_who_does_so() {
        let takes_last = Style { takes_last: true, ..Style::default() };
        for seed in 0..10 {
            let board = Board::settled(&generate(5, 4, seed));
            let [first, last] = [Style::default(), takes_last].map(|style| alpha_beta(&board, 1, style, &mut || false));
            let groups = board.groups();
            assert_eq!(first, Some(groups[0]));
            assert_eq!(last, groups.iter().rev().find(|group| group.size() == groups[0].size()).copied());
        }
    }

    #[test]
    fn alpha_beta_gives_up_when_told_to() {
        let board = Board::settled(&generate(8, 4, 1));
        assert_eq!(alpha_beta(&board, 3, Style::default(), &mut || true), None);
        assert!(alpha_beta(&board, 1, Style::default(), &mut || true).is_some(), "one move ahead it does not ask");
    }
}
