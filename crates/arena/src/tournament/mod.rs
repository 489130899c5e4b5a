//! Tournaments: a folder, its database, and how what is in it is played.

mod boards;
mod error;
mod example;
mod folder;
mod preparation;
mod reporting;
mod results;
mod run;
mod scheduling;
mod settings;
mod status;
mod store;
mod submissions;
mod verify;

pub use error::TournamentError;
pub use example::EXAMPLE;
pub use folder::{Folder, RunLock};
pub use preparation::{Forecast, Lineup, Tournament};
pub use reporting::load_report_data;
pub use results::{EnteredAgent, FaultEntry, FinishedGame, PairState, Results, ScheduledPair};
pub use run::{Notice, Outcome, Watcher};
pub use settings::{Conditions, FILE_NAME, FormatName, LimitSettings, Settings, SettingsError};
pub use status::{Status, each_record, live_records, load_record, load_results, load_status};
pub use store::Progress;
pub use verify::{Verification, verify};

#[cfg(test)]
mod tests;
