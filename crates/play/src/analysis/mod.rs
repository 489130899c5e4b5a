//! Answers for which moves are best in a box: a search that goes deeper and deeper
//! in a thread of its own, and tells what it finds as it finds it.

pub(crate) mod exact;
mod search;
pub(crate) mod watch;

use std::thread::{self, JoinHandle};
use std::time::Duration;

use fruitrage_arena::game::Stop;
use fruitrage_engine::Root;
use serde::Serialize;

use crate::Thought;
pub use search::run;
pub(crate) use watch::{Helper, Watch};

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

/// An analysis under way. Dropping it stops it and waits for its thread, which
/// takes no longer than a few hundred boards.
#[derive(Debug)]
pub struct Analysis {
    stop: Stop,
    thread: Option<JoinHandle<AnalysisUpdate>>,
}

impl Analysis {
    /// Starts to think. Every update goes to `tell`, in the thread that thinks;
    /// the last one has a [`Finish`].
    ///
    /// # Panics
    /// If the system gives no thread.
    pub fn start(root: Root, options: AnalysisOptions, mut tell: impl FnMut(&AnalysisUpdate) + Send + 'static) -> Self {
        let stop = Stop::default();
        let asked = stop.clone();
        let think = move || run(&root, &options, &asked, &mut tell);
        let thread = thread::Builder::new().name("analysis".to_owned()).spawn(think);
        Self { stop, thread: Some(thread.expect("a thread to think in")) }
    }

    /// Asks it to stop; it tells its last update soon.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// Whether it is over.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits until it is over, which without limits may be never.
    ///
    /// # Panics
    /// If the thread that thinks has.
    pub fn wait(mut self) -> AnalysisUpdate {
        let thread = self.thread.take().expect("it is taken here only");
        thread.join().expect("an analysis that does not panic")
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.raise();
        if let Some(thread) = self.thread.take() {
            // A panic was told about already, by the thread itself.
            let _ = thread.join();
        }
    }
}
