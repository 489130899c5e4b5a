//! What a move loses against the best one, exactly.

use fruitrage_engine::{Observer, Root, solve};
use fruitrage_rules::{Board, Group};

/// Returns how many points fewer a move brings than the best one, or nothing if that takes
/// more than so many nodes or the observer stops it.
pub(crate) fn exact(board: &Board, group: Group, nodes: u64, observer: &mut dyn Observer) -> Option<i64> {
    let best = value(board, nodes, observer)?;
    let mut after = board.clone();
    board.play_into(group, &mut after);
    Some(best - (i64::from(group.points()) - value(&after, nodes, observer)?))
}

/// Returns what a board is worth to the player to move.
fn value(board: &Board, nodes: u64, observer: &mut dyn Observer) -> Option<i64> {
    match Root::of_board(board) {
        // Exact values are whole points.
        Ok(root) => solve(&root, nodes, observer).map(|report| report.best.value.points() as i64),
        Err(_) => Some(0),
    }
}
