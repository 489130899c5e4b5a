//! Tournaments: a folder, its database, and how what is in it is played.

mod boards;
mod conditions;
mod error;
mod example;
mod folder;
mod keeper;
mod lineup;
mod preparation;
mod reporting;
mod results;
mod run;
mod scheduling;
mod settings;
mod site;
mod spool;
mod status;
mod store;
mod submissions;
mod verify;

pub use conditions::{Conditions, Details, FormatName, LimitSettings};
pub use error::TournamentError;
pub use example::EXAMPLE;
pub use folder::{Folder, RunLock};
pub use lineup::Lineup;
pub use preparation::{Forecast, Tournament};
pub use reporting::load_report_data;
pub use results::{EnteredAgent, FaultEntry, FinishedGame, PairState, Results, ScheduledPair};
pub use run::{Notice, Outcome, Watcher};
pub use settings::{FILE_NAME, Settings, SettingsError};
pub use site::Site;
pub use status::{Status, Window, pause, resume, withdraw};
pub use store::{Progress, WorkerEntry, WorkerInfo};
pub use verify::{Verification, verify};

#[cfg(test)]
mod tests;
