//! Programs as they are handed in: found in a folder, built once in the sandbox,
//! ready to play.

mod build;
mod find;
mod language;

pub use build::{BuildError, Workshop};
pub use find::{FindError, Submission, find_all, find_named, find_one};
pub(super) use language::{is_executable, make_executable};
