//! Who can take part in matches: programs, submissions, and the players inside this
//! program.

mod roster;
mod sandbox;

pub(crate) use roster::HouseRoster;
pub(crate) use sandbox::{NO_SANDBOX, SandboxOptions, choose_sandbox};
