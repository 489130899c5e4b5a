//! The Fruit Rage: tournaments, on one machine or many.
//!
//! A tournament is its database: who takes part, which pairs are to be played,
//! who holds a lease on each, and what came of it.

pub mod agents;
mod boards;
mod conditions;
mod error;
mod example;
mod folder;
mod keeper;
mod lineup;
pub mod lost_move;
mod preparation;
mod report_files;
mod reporting;
mod results;
mod run;
mod scheduling;
mod settings;
mod site;
mod spool;
mod status;
pub mod storage;
mod store;
mod submissions;
mod verify;

pub use conditions::{Conditions, Details, FormatName, LimitSettings};
pub use error::TournamentError;
pub use example::EXAMPLE;
pub use folder::{Folder, RunLock};
pub use lineup::Lineup;
pub use preparation::{Forecast, Tournament};
pub use report_files::{ReportError, write_report};
pub use reporting::load_report_data;
pub use results::{EnteredAgent, FinishedGame, PairState, Results, ScheduledPair};
pub use run::{Notice, Outcome, Watcher};
pub use settings::{FILE_NAME, Settings, SettingsError};
pub use site::Site;
pub use status::{Status, Window, pause, resume, withdraw};
pub use store::{Progress, WorkerEntry, WorkerInfo};
pub use verify::{Verification, verify};

#[cfg(test)]
mod tests;
