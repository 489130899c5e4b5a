//! Who takes part: as a person writes it down, as a program was handed in, and
//! as it is entered for games.

mod content;
mod program;
mod spec;
mod submission;

pub use program::ProgramEntrant;
pub use spec::{AgentSpec, BUILTIN_NAMES, Roster, SpecError};
pub use submission::{BuildError, FindError, Submission, Workshop, find_all, find_one};
