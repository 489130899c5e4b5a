//! The Fruit Rage: the classic opponents, who plays whom, and what results mean.
//!
//! The statistics are pure functions of what was counted. Strength shows in
//! pairs: the same box twice with the sides swapped, because between equals the
//! first to move wins nearly every game.

pub mod agents;
mod boards;
mod classic;
pub mod game;
mod in_order;
pub mod matches;
pub mod process;
pub mod report;
pub mod sandbox;
mod schedule;
mod statistics;
pub mod storage;
pub mod tournament;
#[cfg(target_os = "linux")]
mod warden;

pub use boards::{BoardClass, BoardClassError, BoardSource, StartingBox, SuiteError};
pub use classic::{Foreseeable, alpha_beta, greedy, random};
pub use in_order::run_in_order;
pub use schedule::{Field, Format, Next, Round, Schedule, Seeding, Unscheduled};
pub use statistics::{
    Anchor, BradleyTerry, Cell, Comparison, Crosstable, Decision, EloLimit, EloModel, Encounter, Estimate, GameResult,
    GameScore, Hypotheses, PairResult, PairTally, Pentanomial, Sample, SequentialTest, Sprt, SprtError, Standing,
    TieBreaks, crosstable, elo_of_score, score_of_elo, standings,
};
#[cfg(target_os = "linux")]
pub use warden::warden;
