//! Two agents, many games: what is played, and what came of it.

mod plan;
mod summary;

pub use plan::{MatchPlan, PlayedGame, PlayedUnit, Series};
pub use summary::{FaultExample, MatchSummary, SideSummary};
