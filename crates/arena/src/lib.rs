//! The Fruit Rage: what the results of matches mean.
//!
//! Everything here is a pure function of what was counted. Strength shows in
//! pairs: the same box twice with the sides swapped, because between equals the
//! first to move wins nearly every game.

mod pairs;
mod sample;
mod sequential;

pub use pairs::{PairResult, PairTally};
pub use sample::Sample;
pub use sequential::{Decision, Hypotheses, SequentialTest};
