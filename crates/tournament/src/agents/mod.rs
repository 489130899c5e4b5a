//! Who takes part: as a person writes it down, as a program was handed in, and
//! as it is entered for games.

mod agent;
mod archive;
mod content;
mod game_files;
mod kit;
mod portable;
mod program;
mod spec;
mod submission;

pub use agent::Agent;
pub use archive::Archive;
pub use game_files::GameFiles;
pub(crate) use game_files::log_name;
pub use portable::{is_portable, pack};
pub use program::ProgramAgent;
pub use spec::{AgentSpec, Roster, SpecError};
pub use submission::{BuildError, FindError, Submission, Workshop, find_all, find_named, find_one};
