//! The answer to a move of somebody who learns.

use fruitrage_rules::Cell;

/// What a move of the lesson or of a puzzle turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it was right.
    pub right: bool,
    /// Whether this board is done: then the next one follows.
    pub done: bool,
    /// The move, and what follows it.
    pub moves: Vec<Cell>,
    /// What is to be said about it.
    pub words: String,
}
