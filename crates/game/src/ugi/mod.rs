//! The Universal Game Interface (UGI): what an arena or a view writes to an engine, and what
//! the engine writes back, a line each. It is the UCI of chess with players `p1` and `p2`
//! and with questions about the position.
//!
//! Positions are written on one line as everywhere here, and moves as `B1`.

mod command;
mod go;
mod reply;

pub use command::{Command, CommandError, Question, StartOfLine};
pub use go::Go;
pub use reply::{Reply, ReplyError};
