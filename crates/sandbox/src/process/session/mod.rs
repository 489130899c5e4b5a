//! A program of many turns: one process for a game, which is spoken to by lines.
//!
//! It runs where and how any other program does, under a warden. It runs only while it is
//! asked something: between two questions it is frozen with all that it has started, so that
//! it cannot think then. When the session is dropped, nothing of it is alive.

#[cfg(target_os = "linux")]
mod brake;
mod lines;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

use std::time::Duration;

#[cfg(target_os = "linux")]
use linux::Running;
#[cfg(not(target_os = "linux"))]
use portable::Running;

use super::{Launch, LaunchError, RunEnd};
use crate::isolation::Sandbox;

/// What a program may use from a question to its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnLimits {
    /// CPU time of the whole process tree.
    pub cpu: Option<Duration>,
    /// Time on the wall.
    pub wall: Duration,
    /// Whether that includes the time in which it could have run but others did.
    pub wall_includes_waiting: bool,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// CPU time of the whole process tree since its last answer.
    pub cpu: Duration,
    /// From the question to the answer.
    pub wall: Duration,
    /// How it ended.
    pub end: ExchangeEnd,
    /// What it had said before it was asked, and after its last answer.
    pub before: Vec<u8>,
    /// What it said, the answer included: all of it, or the beginning and the end.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr, as `stdout`.
    pub stderr: Vec<u8>,
}

/// How a question ended. After anything but an answer nothing of the program is alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExchangeEnd {
    /// With this line, without its end.
    Answered(Vec<u8>),
    /// With the end of the program, or of its limits.
    Over(RunEnd),
    /// It wrote a line longer than this.
    EndlessLine(usize),
    /// It wrote more than this without an answer, in bytes.
    Flood(u64),
}

/// A program at work for one game.
#[derive(Debug)]
pub struct Session(Running);

impl Session {
    /// Whether programs can be kept from thinking while it is not their turn.
    pub const RESTS: bool = cfg!(target_os = "linux");

    /// Starts a program. The launch's limits of time are not used: each question has its own.
    pub fn start(sandbox: &Sandbox, launch: &Launch<'_>) -> Result<Self, LaunchError> {
        Running::start(sandbox, launch).map(Self)
    }

    /// Tells the program something, and lets it run until it says a line that is the answer.
    /// Lines that it had on its mind when it was frozen come first.
    /// `is_stopped` is asked several times a second; when it returns true, all is ended.
    ///
    /// After an error nothing of the program is alive, and no other question can be asked.
    pub fn ask(
        &mut self,
        text: &str,
        limits: &TurnLimits,
        is_answer: &mut dyn FnMut(&[u8]) -> bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Exchange, LaunchError> {
        self.0.ask(text, limits, is_answer, is_stopped)
    }
}
