//! Answers for who can take part in matches: programs, the classic opponents,
//! and the engine. Only this program knows both the arena and the engine.

mod engine;
mod roster;
mod sandbox;

pub(crate) use roster::HouseRoster;
pub(crate) use sandbox::{NO_SANDBOX, SandboxOptions, choose_sandbox};
