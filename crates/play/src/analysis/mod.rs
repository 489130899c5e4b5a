//! Which moves are best on a board: a search that goes deeper and deeper, and tells what
//! it finds as it finds it.

pub(crate) mod exact;
mod search;
mod sliced;
#[cfg(feature = "threads")]
mod thread;

use std::time::Duration;

use serde::Serialize;

use crate::Thought;
pub use search::{SharedClock, run, run_on};
pub use sliced::SlicedAnalysis;
#[cfg(feature = "threads")]
pub use thread::Analysis;

/// What to find out, and how long it may take. Without any limit an analysis goes
/// on until it is certain or nobody wants it any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// How many of the best moves to tell of; one at least.
    pub top: usize,
    /// The longest that it may take.
    pub time: Option<Duration>,
    /// The most moves to look ahead.
    pub depth: Option<u32>,
    /// About the most boards to look at. With one thread, and no time, two
    /// analyses with equal limits find the same.
    pub nodes: Option<u64>,
    /// How many threads share the work; no more than there are cores.
    pub threads: usize,
    /// Whether to go for certainty: after a short look, the exact solver runs
    /// until it is done, whatever the limits of depth and nodes.
    pub solve: bool,
}

impl Default for AnalysisOptions {
    /// The best three moves with one thread, without limits.
    fn default() -> Self {
        Self { top: 3, time: None, depth: None, nodes: None, threads: 1, solve: false }
    }
}

/// Why an analysis is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// All is certain: there is nothing more to find.
    Exact,
    /// A limit was reached.
    Limit,
    /// Nobody wants it any more.
    Stopped,
}

/// What an analysis tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisUpdate {
    /// What was found so far.
    #[serde(flatten)]
    pub thought: Thought,
    /// Why there is nothing more to come; none while it goes on.
    pub finish: Option<Finish>,
}
