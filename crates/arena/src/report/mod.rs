#![doc = include_str!("FIELDS.md")]

mod agent;
mod data;
mod encounters;
mod files;
mod findings;
mod game_summary;
mod html;
mod json;
mod pgn;
mod spreadsheet;
mod terminal;
mod time_use;
mod words;

pub use agent::{AgentFindings, SideRecord};
pub use data::{AgentInfo, TournamentData};
pub use encounters::encounters;
pub use files::{ReportError, write_report};
pub use findings::{Findings, RatingMethod};
pub use game_summary::{GameSide, GameSummary};
pub use html::report_html;
pub use json::{REPORT_VERSION, results_json};
pub use pgn::games_pgn;
pub use spreadsheet::{crosstable_csv, standings_csv};
pub use terminal::standings_table;
pub use time_use::{Longest, TIME_PART_NAMES, TIME_PARTS, TimeUse};
pub use words::harmless;
