//! What an engine thinks, as a view shows it.

use std::time::Duration;

use fruitrage_engine::{RatedMove, Report, Value};
use fruitrage_rules::Cell;
use serde::{Deserialize, Serialize};

use crate::named;

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    /// The best moves, the best first; never none.
    pub moves: Vec<MoveThought>,
    /// Whether it is certain that these are the best and what they are worth.
    pub exact: bool,
    /// How many moves were looked ahead.
    pub depth: u32,
    /// How many boards were looked at.
    pub nodes: u64,
    /// How long it took.
    #[serde(rename = "seconds", serialize_with = "named::seconds", deserialize_with = "named::read_seconds")]
    pub elapsed: Duration,
}

/// What a search thinks of one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveThought {
    /// A cell of the group to take.
    #[serde(rename = "move", serialize_with = "named::cell", deserialize_with = "named::read_cell")]
    pub cell: Cell,
    /// How many fruits it takes.
    pub size: u32,
    /// What these are worth.
    pub points: u32,
    /// How many points more the player to move will get than the opponent from
    /// here to the end of the game, this move included.
    #[serde(serialize_with = "named::value", deserialize_with = "named::read_value")]
    pub margin: Value,
    /// Whether the margin is certain.
    pub exact: bool,
    /// The moves that both sides are expected to make, this one first.
    #[serde(serialize_with = "named::cells", deserialize_with = "named::read_cells")]
    pub line: Vec<Cell>,
}

impl Thought {
    /// A report after some time.
    pub(crate) fn of(report: &Report, elapsed: Duration) -> Self {
        let moves = report.moves().map(MoveThought::from).collect();
        Self { moves, exact: report.exact, depth: report.depth, nodes: report.nodes, elapsed }
    }

    /// The best move.
    ///
    /// # Panics
    /// Never: there is always one.
    pub fn best(&self) -> &MoveThought {
        self.moves.first().expect("a thought has a move")
    }
}

impl From<&RatedMove> for MoveThought {
    fn from(rated: &RatedMove) -> Self {
        Self {
            cell: rated.cell,
            size: rated.points.isqrt(),
            points: rated.points,
            margin: rated.value,
            exact: rated.exact,
            line: rated.line.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_engine::{Engine, Limits, Root, Table};
    use fruitrage_rules::generate;

    #[test]
    fn a_thought_is_read_as_it_was_written() {
        let root = Root::of_grid(&generate(8, 4, 1)).unwrap();
        let limits = Limits { nodes: Some(5_000), best_moves: 3, ..Limits::default() };
        let report = Engine::default().search(&root, &limits, &Table::for_nodes(5_000), &mut ());
        let thought = Thought::of(&report, Duration::from_millis(125));
        let text = serde_json::to_string(&thought).unwrap();
        assert_eq!(serde_json::from_str::<Thought>(&text).unwrap(), thought);
    }
}
