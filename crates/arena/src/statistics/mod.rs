//! Answers for what results mean: pure functions of what was counted.

mod game;
mod pairs;
mod sample;
mod sequential;

pub use game::{GameResult, GameScore};
pub use pairs::{PairResult, PairTally};
pub use sample::Sample;
pub use sequential::{Decision, Hypotheses, SequentialTest};
