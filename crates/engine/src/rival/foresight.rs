//! Foresight: the move of a player who searches to a fixed depth, counts points, and
//! takes the first of the best moves, larger groups first (textbook minimax).
//!
//! This takes a tenth to a hundredth of the time of such a player. The last move
//! gains the largest group, so no board is made for it; and before that, no group
//! gains more than its points.

use fruitrage_rules::{Board, Group};

use super::meter::{Meter, Stopped};
use crate::value::Window;
use crate::{Observer, Value};

/// Returns the move of a player who searches to a depth.
///
/// # Panics
/// If the board is empty.
pub(super) fn foresee<O: Observer + ?Sized>(
    board: &Board,
    depth: u32,
    meter: &mut Meter<'_, O>,
) -> Result<Group, Stopped> {
    if depth <= 1 {
        return Ok(largest(board).expect("a board with fruit"));
    }
    let groups = board.groups();
    let mut child = Board::empty(1);
    let mut best = groups[0];
    let mut window = Window::FULL;
    for &group in &groups {
        let gain = Value::from_points(group.points());
        if is_too_small(gain, depth, window) {
            break;
        }
        meter.count()?;
        board.play_into(group, &mut child);
        let value = gain - difference(&child, depth - 1, window.after(gain), meter)?;
        if value > window.alpha {
            window.alpha = value;
            best = group;
        }
    }
    Ok(best)
}

/// Returns whether neither this group nor a smaller one can be worth more than alpha,
/// as the opponent has the last word.
fn is_too_small(gain: Value, depth: u32, window: Window) -> bool {
    depth == 2 && gain <= window.alpha
}

fn largest(board: &Board) -> Option<Group> {
    board.large_groups().iter().copied().max().or_else(|| board.small_groups().max())
}

/// Returns the points that the player to move gets more within `depth` plies, at least
/// one; a bound outside the window.
fn difference<O: Observer + ?Sized>(
    board: &Board,
    depth: u32,
    mut window: Window,
    meter: &mut Meter<'_, O>,
) -> Result<Value, Stopped> {
    let Some(first) = largest(board) else { return Ok(Value::EVEN) };
    if depth == 1 {
        return Ok(Value::from_points(first.points()));
    }
    let mut child = Board::empty(1);
    let mut best = -Value::MAX;
    // Most often the largest group is enough, and no others need be listed.
    let others = std::iter::once_with(|| board.groups()).flatten().filter(|&group| group != first);
    for group in std::iter::once(first).chain(others) {
        let gain = Value::from_points(group.points());
        if is_too_small(gain, depth, window) {
            return Ok(best.max(gain));
        }
        meter.count()?;
        board.play_into(group, &mut child);
        best = best.max(gain - difference(&child, depth - 1, window.after(gain), meter)?);
        window.alpha = window.alpha.max(best);
        if window.alpha >= window.beta {
            break;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    /// The same without any short cut.
    fn minimax(board: &Board, depth: u32) -> (i64, Option<Group>) {
        let mut best = (0, None);
        if depth == 0 {
            return best;
        }
        for group in board.groups() {
            let mut child = board.clone();
            child.try_play(group.cell()).unwrap();
            let value = i64::from(group.points()) - minimax(&child, depth - 1).0;
            if best.1.is_none() || value > best.0 {
                best = (value, Some(group));
            }
        }
        best
    }

    #[test]
    fn what_is_foreseen_is_what_minimax_plays() {
        for (size, kinds, deepest) in [(1, 1, 3), (3, 2, 6), (4, 3, 5), (5, 2, 5), (6, 3, 4), (8, 4, 3), (12, 9, 2)] {
            for seed in 0..6 {
                let mut board = Board::settled(&generate(size, kinds, seed));
                while !board.is_empty() {
                    for depth in 1..=deepest {
                        let foreseen = foresee(&board, depth, &mut Meter::new(&mut (), u64::MAX)).unwrap();
                        assert_eq!(Some(foreseen), minimax(&board, depth).1, "depth {depth} on\n{board}");
                    }
                    let group = board.groups()[seed as usize % board.group_count()];
                    board.try_play(group.cell()).unwrap();
                    if size > 6 && !board.fruits().is_multiple_of(3) {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn no_more_boards_are_made_than_allowed() {
        let board = Board::settled(&generate(10, 4, 1));
        let mut observer = ();
        let mut meter = Meter::new(&mut observer, 20);
        assert_eq!(foresee(&board, 3, &mut meter), Err(Stopped));
        assert_eq!(meter.nodes(), 20);
    }
}
