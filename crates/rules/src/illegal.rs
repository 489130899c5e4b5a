//! Answers for what makes a move illegal.

use crate::Cell;

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The box has no such cell.
    #[error("{cell} is outside the {size} x {size} box")]
    Outside {
        /// The cell that was named.
        cell: Cell,
        /// Cells a side.
        size: usize,
    },
    /// There is nothing to take.
    #[error("{0} is empty")]
    Empty(Cell),
}
