//! The Fruit Rage: what results mean.
//!
//! Statistics, ratings and schedules are pure functions of what was counted.
//! Reports are values first, then text, JSON, CSV or a page.

mod match_summary;
pub mod report;
mod schedule;
mod standing_row;
mod statistics;

pub use match_summary::{FaultExample, MatchSummary, SideSummary};
pub use schedule::{Field, Format, Next, Round, Schedule, Seeding, Unscheduled};
pub use standing_row::{RecordRow, StandingRow};
pub use statistics::{
    Anchor, BradleyTerry, Comparison, Crosstable, Decision, EloLimit, EloModel, Encounter, Estimate, EstimatedChance,
    GameResult, GameScore, Hypotheses, Meetings, PairResult, PairTally, Pentanomial, Proportion, Sample, ScoredGame,
    SequentialTest, Sprt, SprtError, Standing, TieBreaks, WonGames, chance_of_majority, crosstable, elo_of_score,
    encounters, estimate_majority, score_of_elo, standings,
};
