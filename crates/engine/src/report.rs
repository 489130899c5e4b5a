//! Answers for what a search has found.

use fruitrage_rules::Cell;

use crate::Value;

/// The best move found, what it is worth, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// A cell of the group to take.
    pub cell: Cell,
    /// The points that the move itself is worth.
    pub points: u32,
    /// How many points more the player to move will get than the opponent, from
    /// here to the end.
    pub value: Value,
    /// Whether the value is certain: every line was followed to the end.
    pub exact: bool,
    /// How many moves were looked ahead.
    pub depth: u32,
    /// How many boards were looked at.
    pub nodes: u64,
    /// The moves that both sides are expected to make, the best one first.
    pub line: Vec<Cell>,
}
