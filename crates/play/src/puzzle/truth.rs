//! What every move of a board is worth, exactly.

use fruitrage_engine::{Root, Value, solve};
use fruitrage_rules::{Board, Cell, Group};

/// The moves of a board with their exact values, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Each with how many points more than the opponent its player gets.
    moves: Vec<(Group, i32)>,
}

impl Truth {
    /// Returns the truth about a board, if `nodes` nodes a move are enough to find out.
    pub fn of(board: &Board, nodes: u64) -> Option<Self> {
        let mut child = Board::empty(1);
        let mut moves: Vec<(Group, i32)> = Vec::new();
        for group in board.groups() {
            board.play_into(group, &mut child);
            let found = group.points() as i32 - value(&child, nodes)?;
            // Of equally good moves, the larger group is first.
            let place = moves.partition_point(|&(_, value)| value >= found);
            moves.insert(place, (group, found));
        }
        Some(Self { moves })
    }

    /// Returns the same, but nothing if a largest group is among the best: most often that
    /// is known after one solution instead of one for each move.
    pub(super) fn of_puzzle(board: &Board, nodes: u64) -> Option<Self> {
        let report = solve(&Root::of_board(board).ok()?, nodes, &mut ())?;
        let largest = board.groups().first()?.points();
        if report.best.points == largest { None } else { Self::of(board, nodes) }
    }

    /// Returns the moves with their values, the best first.
    pub fn moves(&self) -> &[(Group, i32)] {
        &self.moves
    }

    /// Returns what the board is worth; nothing if it is empty.
    pub fn value(&self) -> i32 {
        self.moves.first().map_or(0, |&(_, value)| value)
    }

    /// Returns what a move loses against the best one.
    pub fn lost(&self, group: Group) -> Option<i32> {
        self.moves.iter().find(|&&(other, _)| other == group).map(|&(_, value)| self.value() - value)
    }

    /// Returns whether every largest group is a best move.
    pub(super) fn largest_is_best(&self) -> bool {
        let largest = self.moves.iter().map(|(group, _)| group.size()).max();
        self.moves.iter().filter(|(group, _)| Some(group.size()) == largest).all(|&(_, value)| value == self.value())
    }
}

/// Returns how many points more than the opponent the player to move gets, if both play
/// perfectly and `nodes` nodes are enough to find out.
pub fn value(board: &Board, nodes: u64) -> Option<i32> {
    let Ok(root) = Root::of_board(board) else { return Some(0) };
    Some(in_points(solve(&root, nodes, &mut ())?.best.value))
}

/// Returns the moves of perfect play from here on, if `nodes` nodes are enough.
pub(super) fn line(board: &Board, nodes: u64) -> Option<Vec<Cell>> {
    let Ok(root) = Root::of_board(board) else { return Some(Vec::new()) };
    Some(solve(&root, nodes, &mut ())?.best.line)
}

fn in_points(value: Value) -> i32 {
    value.steps() / Value::from_points(1).steps()
}
