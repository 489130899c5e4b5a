//! Who takes part: as a person writes it down, as a program was handed in, and
//! as it is entered for games.

mod archive;
mod content;
mod kit;
mod portable;
mod program;
mod spec;
mod submission;

pub use archive::Archive;
pub use portable::{is_portable, pack};
pub use program::ProgramEntrant;
pub use spec::{AgentSpec, Roster, SpecError};
pub use submission::{BuildError, FindError, Submission, Workshop, find_all, find_named, find_one};
