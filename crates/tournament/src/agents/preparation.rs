//! Making an agent ready: what for, where, and whom to tell.

use std::path::Path;
use std::time::Duration;

use fruitrage_game::Stop;
use fruitrage_sandbox::Sandbox;

/// What is needed to make agents ready.
#[derive(Clone)]
pub struct Preparation<'a> {
    /// Where their programs run.
    pub sandbox: Sandbox,
    /// For folders that are gone when the agent is.
    pub work: &'a Path,
    /// For what is kept for the next time: what was built, and what calibrations have left.
    pub kept: &'a Path,
    /// Breaks it off.
    pub stop: &'a Stop,
    /// Hears of each step that may take a while, before it is taken.
    pub tell: &'a (dyn Fn(Step) + Sync),
}

impl std::fmt::Debug for Preparation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Preparation").field("work", &self.work).field("kept", &self.kept).finish_non_exhaustive()
    }
}

/// A step that may take a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is compiled, or looked through for errors.
    Building,
    /// Its calibration is run.
    Calibrating {
        /// The CPU time that it may take.
        most: Duration,
    },
}
