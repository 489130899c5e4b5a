//! The game's text forms: `input.txt`, `output.txt` and a position on one line.
//!
//! Every form has a strict reader, for referees and checkers, that accepts
//! exactly what the rules describe. `input.txt` also has a liberal one, for the
//! agent: a player that refuses to move loses, so it reads whatever leaves a
//! legal move and lists what was odd. `output.txt` has a tolerant one, for
//! referees: it forgives odd white space, and nothing else.

mod input;
mod liberal;
mod line;
mod output;
mod scanner;
mod seconds;
mod white_space;

use std::fmt;

use crate::Cell;

pub use input::Input;
pub use line::PositionLine;
pub use output::{Fault, Output};
pub use seconds::{format_seconds, parse_seconds};
pub use white_space::WhiteSpace;

/// A place in a text: its line and its column, both counted from 1. Columns count bytes, which for all
/// valid texts are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that cannot be accepted: where, what should stand there, what does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct TextError {
    /// Where the text goes wrong.
    pub place: LineColumn,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl TextError {
    /// The error about a fruit that floats, which stands at a place.
    fn floating(cell: Cell, place: LineColumn) -> Self {
        Self {
            place,
            expected: "every fruit to lie on another or on the floor".to_owned(),
            found: format!("an empty cell below {cell}"),
        }
    }
}

/// Something odd in a text that was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// Where it is; the first place if there are several.
    pub place: LineColumn,
    /// What it is and how it was read.
    pub what: String,
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}
