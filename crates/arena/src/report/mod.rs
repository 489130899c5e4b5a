//! What a tournament has shown: pure functions of its data, which is small enough
//! for tens of thousands of games.

mod agent;
mod data;
mod encounters;
mod findings;
mod game_summary;
mod time_use;

pub use agent::{AgentFindings, SideRecord};
pub use data::{AgentInfo, TournamentData};
pub use encounters::encounters;
pub use findings::{Findings, RatingMethod};
pub use game_summary::{GameSide, GameSummary};
pub use time_use::{TIME_PART_NAMES, TIME_PARTS, TimeUse};
