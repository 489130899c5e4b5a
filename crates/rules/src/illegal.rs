//! The ways in which a move can be illegal.

use crate::Cell;

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board has no such cell.
    #[error("{cell} is outside the {size} x {size} board")]
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
