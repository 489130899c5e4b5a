//! Reports: what a search has found.

use fruitrage_rules::{Cell, Group};

use crate::Value;

/// The best moves found, what they are worth, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The best move.
    pub best: RatedMove,
    /// The next best ones in order, if more than one was asked for.
    pub others: Vec<RatedMove>,
    /// Whether all this is certain: every line after every move was followed to
    /// the end, or as far as it takes to know that the move is not among these.
    pub exact: bool,
    /// Whether the best move has been the same for so many iterations that one
    /// more will hardly find another.
    pub settled: bool,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// How many nodes were searched.
    pub nodes: u64,
}

/// A move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// A cell of the group to take.
    pub cell: Cell,
    /// The points that the move itself is worth.
    pub points: u32,
    /// How many points more the player to move will get than the opponent, from
    /// here to the end.
    pub value: Value,
    /// Whether this value is certain: every line after the move was followed to
    /// the end. Another move may still be found to be better.
    pub exact: bool,
    /// The principal variation: the moves that both sides are expected to make, this
    /// one first.
    pub line: Vec<Cell>,
}

impl Report {
    /// Returns the moves in order, the best first.
    pub fn moves(&self) -> impl Iterator<Item = &RatedMove> {
        std::iter::once(&self.best).chain(&self.others)
    }

    /// Creates a report from moves in order, at least one.
    pub(crate) fn of(mut moves: impl Iterator<Item = RatedMove>, exact: bool, depth: u32, nodes: u64) -> Self {
        let best = moves.next().expect("a root has a move");
        Self { best, others: moves.collect(), exact, settled: false, depth, nodes }
    }
}

impl RatedMove {
    /// Creates a move whose line is itself.
    pub(crate) fn alone(group: Group, value: Value, exact: bool) -> Self {
        Self { cell: group.cell(), points: group.points(), value, exact, line: vec![group.cell()] }
    }
}
