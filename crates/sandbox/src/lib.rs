//! The Fruit Rage: one move of a program that nobody trusts.
//!
//! - [`process`]: the program, its folder, its limits, and what it printed.
//! - [`Sandbox`]: how far it is kept apart, tried out and not believed.
//! - the warden: the process between us and the program, which measures, limits
//!   and ends it. It is this very program, started again for every move.

#[cfg(target_os = "linux")]
mod groups;
mod isolation;
pub mod process;
#[cfg(target_os = "linux")]
mod warden;

pub use isolation::{Held, Precision, Sandbox, SandboxChoice, SandboxError, Tier};
#[cfg(target_os = "linux")]
pub use warden::warden;
