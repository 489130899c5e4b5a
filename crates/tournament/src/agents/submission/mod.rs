//! Programs as they are handed in: found in a folder, built once in the sandbox,
//! ready to play.

mod build;
mod find;
mod java;
mod language;
mod tools;
mod unpack;
mod unrunnable;

pub use build::{BuildError, build};
pub use find::{FindError, HandedIn, Submission, find_all, find_named, find_one};
pub(super) use language::{is_executable, make_executable};
pub use tools::{LanguageSupport, Tool, languages};
pub use unpack::UnpackError;
pub use unrunnable::Unrunnable;
