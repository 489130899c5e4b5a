//! Who takes part: as a person writes it down, as a program was handed in, and
//! as it is entered for games.

mod agent;
mod archive;
mod calibration;
mod content;
mod game_files;
mod hint;
mod kit;
mod portable;
mod preparation;
mod program;
pub(crate) mod range;
mod runtime;
mod spec;
mod spoken;
mod submission;
mod trial;

pub use agent::Agent;
pub use archive::Archive;
pub use calibration::USUAL_CALIBRATION;
pub use content::Excess;
pub use game_files::GameFiles;
pub(crate) use game_files::log_name;
pub use kit::words_of;
pub use portable::{is_portable, pack};
pub use preparation::{Preparation, Step};
pub use program::ProgramAgent;
pub use runtime::{Python, python_remark};
pub use spec::{AgentSpec, Roster, SpecError};
pub use submission::{
    BuildError, FindError, HandedIn, LanguageSupport, Submission, Tool, UnpackError, Unrunnable, build, find_all,
    find_named, find_one, languages,
};
pub use trial::{LeftFile, Trial, Tried, last_words};
