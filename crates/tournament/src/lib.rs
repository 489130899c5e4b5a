//! The Fruit Rage: tournaments, on one machine or many.
//!
//! A tournament is its database: who takes part, which pairs are to be played,
//! who holds a lease on each, and what came of it. So is a grading, which has items in the
//! place of pairs: its [`Desk`] knows nothing of what they mean.

pub mod agents;
mod boards;
mod conditions;
mod desk;
mod error;
mod example;
mod folder;
mod keeper;
mod lineup;
pub mod lost_move;
mod preparation;
mod ready_agents;
mod report_files;
mod reporting;
mod results;
mod run;
mod scheduling;
mod settings;
mod settings_text;
mod site;
mod spool;
mod status;
pub mod storage;
mod store;
mod submissions;
mod verify;

pub use conditions::{Conditions, Details, FormatName, LimitSettings};
pub use desk::{Desk, DeskOutcome, ItemNotice, ItemResult, ItemWork, ItemWorker, Submitted};
pub use error::TournamentError;
pub use example::EXAMPLE;
pub use folder::{Folder, RunLock};
pub use lineup::Lineup;
pub use preparation::{Forecast, Tournament};
pub use ready_agents::{Ready, ReadyAgents, Unready};
pub use report_files::{ReportError, write_report};
pub use reporting::load_report_data;
pub use results::{EnteredAgent, FinishedGame, PairState, Results, ScheduledPair};
pub use run::crew::Contact;
pub use run::{Notice, Outcome, Watcher};
pub use settings::{FILE_NAME, Settings};
pub use settings_text::{SettingsError, SettingsText};
pub use site::Site;
pub use status::{Status, Window, pause, resume, withdraw};
pub use store::{EnteredItem, ItemChange, ItemState, Progress, WantedItem, WorkerEntry, WorkerInfo};
pub use submissions::find as find_submissions;
pub use verify::{Verification, verify};

#[cfg(test)]
mod tests;
