//! What a session tells its views: what happened, and how it stands.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_engine::Level;
use fruitrage_game::{AgentLine, EndLine, MoveLine, harmless};
use fruitrage_rules::{Cell, Player, Position};
use serde::Serialize;

use super::{Hint, Seat};
use crate::{MoveEffect, Thought, named};

/// An event with its number. Numbers follow each other without a gap, so a view
/// knows whether it has missed something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// The number, from 1.
    pub sequence: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: SessionEvent,
}

/// Something that happened in a session.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SessionEvent {
    /// Somebody is to move, and the clock runs.
    Turn {
        /// Who.
        #[serde(serialize_with = "named::player")]
        player: Player,
        /// Whether it is a person.
        human: bool,
        /// Both clocks as the turn begins.
        clocks: Clocks,
    },
    /// A machine has thought a bit further.
    Thinking {
        /// Which one.
        #[serde(serialize_with = "named::player")]
        player: Player,
        /// What it thinks.
        thought: Thought,
    },
    /// A move was made.
    Moved(Arc<MovePlayed>),
    /// Moves were taken back.
    TookBack {
        /// How many.
        moves: usize,
        /// How it stands now.
        snapshot: Box<Snapshot>,
    },
    /// A hint was asked for and is being thought about.
    HintWanted,
    /// A hint.
    Hint(Hint),
    /// The game stands still, and so do the clocks.
    Paused {
        /// Both clocks.
        clocks: Clocks,
    },
    /// The game goes on.
    WentOn,
    /// The game is over; the line says how and why.
    Ended(EndLine),
    /// A person is called by another name from now on.
    Renamed {
        /// Who.
        #[serde(serialize_with = "named::player")]
        player: Player,
        /// The name.
        name: String,
    },
    /// Something is wrong, but the game goes on: the record cannot be written.
    Trouble {
        /// What is wrong.
        message: String,
    },
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    /// What the first and the second player have left; none without clocks.
    #[serde(serialize_with = "named::some_seconds")]
    pub left: Option<[Duration; 2]>,
    /// Whose clock runs.
    #[serde(serialize_with = "named::some_player")]
    pub running: Option<Player>,
    /// What a player is given for each move.
    #[serde(serialize_with = "named::seconds")]
    pub increment: Duration,
}

/// A move that was made, with all that a view shows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovePlayed {
    /// Its number, from 1.
    pub ply: u32,
    /// Who made it.
    #[serde(serialize_with = "named::player")]
    pub player: Player,
    /// The cell that was named.
    #[serde(rename = "move", serialize_with = "named::cell")]
    pub cell: Cell,
    /// What was taken, and what fell.
    pub effect: MoveEffect,
    /// The points of both players after it.
    pub points: [u32; 2],
    /// The time on the wall that it took.
    #[serde(rename = "seconds", serialize_with = "named::seconds")]
    pub wall: Duration,
    /// What was odd about it.
    pub warnings: Vec<String>,
    /// The board after it, row by row from the top.
    pub rows: Vec<String>,
    /// The position after it.
    #[serde(skip)]
    pub position: Position,
}

impl MovePlayed {
    /// The move of a record's line, made in a position that leads to another.
    ///
    /// # Panics
    /// If the move is not legal there; those of a record are.
    pub fn of(line: &MoveLine, before: &Position, after: &Position) -> Self {
        let effect = crate::effect(before.board(), line.cell).expect("a legal move");
        Self {
            ply: line.ply,
            player: before.turn(),
            cell: line.cell,
            effect,
            points: line.points,
            wall: line.wall,
            warnings: line.warnings.clone(),
            rows: rows(after),
            position: after.clone(),
        }
    }
}

/// Returns the rows of a position's board from the top.
pub(super) fn rows(position: &Position) -> Vec<String> {
    position.board().to_string().lines().map(str::to_owned).collect()
}

/// Somebody in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// The name.
    pub name: String,
    /// Whether it is a person.
    pub human: bool,
    /// The engine's level, if it is the engine.
    pub level: Option<u8>,
}

impl SeatView {
    /// Returns somebody of whom a record's line tells.
    pub fn of_line(line: &AgentLine) -> Self {
        let seat = Seat::of_line(line);
        Self {
            name: harmless(&line.name),
            human: seat.as_ref().is_some_and(Seat::is_human),
            level: seat.and_then(|seat| seat.level()).map(Level::number),
        }
    }
}

/// How a game stands: all that a view needs that has just been opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// The number of the last event that it includes.
    pub sequence: u64,
    /// The game's name.
    pub id: String,
    /// Cells a side.
    pub size: usize,
    /// How many kinds of fruit there are.
    pub kinds: u8,
    /// What the board was made from, if it was.
    pub seed: Option<u64>,
    /// Who moves first, and who second.
    pub seats: [SeatView; 2],
    /// The position.
    #[serde(skip)]
    pub position: Position,
    /// The board, row by row from the top.
    pub rows: Vec<String>,
    /// The position before the first move.
    #[serde(skip)]
    pub first_position: Position,
    /// The board before the first move, row by row from the top.
    pub first_rows: Vec<String>,
    /// Whose turn it is, or would be if the game were not over.
    #[serde(serialize_with = "named::player")]
    pub turn: Player,
    /// The points of both players.
    pub points: [u32; 2],
    /// Both clocks.
    pub clocks: Clocks,
    /// All moves so far.
    pub moves: Vec<Arc<MovePlayed>>,
    /// Whether the game stands still.
    pub paused: bool,
    /// What the machine whose turn it is thinks so far.
    pub thought: Option<Thought>,
    /// The hint that was last given for this position.
    pub hint: Option<Hint>,
    /// How it ended, and why.
    pub end: Option<EndLine>,
}
