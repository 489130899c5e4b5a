//! Who can take part in matches: programs, submissions, and the players inside this
//! program.

mod names;
mod preparation;
mod roster;
mod sandbox;

pub(crate) use names::must_be_somebody;
pub(crate) use preparation::PreparationView;
pub(crate) use roster::HouseRoster;
pub(crate) use sandbox::{NO_SANDBOX, SandboxOptions, choose_sandbox};
