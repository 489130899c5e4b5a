#![doc = include_str!("FIELDS.md")]

mod agent;
mod data;
mod encounters;
mod files;
mod findings;
mod game_names;
mod game_summary;
mod host_words;
mod hosts;
mod html;
mod json;
mod left_out;
mod pgn;
mod spreadsheet;
mod terminal;
mod time_use;
mod words;

/// What other pages of reports are made with.
pub mod page {
    pub use super::html::text::{address, lines, text};
    pub use super::html::{SORT_SCRIPT, STYLE};
}

pub use agent::{AgentFindings, AgentWarning, SideRecord};
pub use data::{AgentInfo, HostInfo, TournamentData};
pub use encounters::encounters;
pub use files::{REPORT_FILES, ReportForm};
pub use findings::{Findings, RatingMethod};
pub use game_summary::{GameSide, GameSummary, GameWarning};
pub use host_words::remarks;
pub use hosts::{HostFindings, HostFlag, SPEED_TOLERANCE, TIME_LOSS_LEVEL};
pub use html::report_html;
pub use json::{REPORT_VERSION, results_json};
pub use left_out::{LeftOut, NoSuchHost};
pub use pgn::games_pgn;
pub use spreadsheet::{crosstable_csv, standings_csv};
pub use terminal::{aligned_table, not_taking_part, standings_table};
pub use time_use::{Longest, TIME_PART_NAMES, TIME_PARTS, TimeUse};
pub use words::{UNKNOWN, plain, proportion, signed, telling_line};
