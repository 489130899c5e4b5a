//! What pages draw, as JSON: positions, games under way, records and reviews, lesson and
//! puzzles. The server and
//! the engine in the page tell the same.

mod game;
mod learning;
mod position;
mod record;
mod wanted;

use std::fmt;

use serde::Serialize;
use serde_json::Value;

pub use game::{shown, with_groups};
pub use learning::{answered, course, deck, lesson};
pub use position::{MovesWanted, groups, line, parse, preview, read, rows};
pub use record::{GameSummary, choose, drawn, read_record, reviewed};
pub use wanted::{SeatWanted, WantedGame, name_of};

/// What is wrong with what a page sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ViewError(String);

impl ViewError {
    fn new(message: impl fmt::Display) -> Self {
        Self(format!("{message}"))
    }
}

/// Returns something as JSON.
///
/// # Panics
/// Never: views have names for keys, and numbers that JSON has.
pub fn value(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("a view can be written as JSON")
}
