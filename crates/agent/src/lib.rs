//! The Fruit Rage: the agent that a referee runs once for every move.
//!
//! It reads `input.txt`, thinks, and writes `output.txt`. The small program
//! `fruitrage-agent` and `fruitrage` without a command are this one function,
//! [`run`].

mod clock;
pub mod files;
mod notes;
mod options;
mod play;
mod thinking;

pub use options::Options;
pub use play::run;
