//! An analysis in a thread of its own.

use std::thread::{self, JoinHandle};

use fruitrage_engine::Root;
use fruitrage_game::Stop;

use super::{AnalysisOptions, AnalysisUpdate, run};

/// An analysis under way. Dropping it stops it and waits for its thread, which
/// takes no longer than a few hundred boards.
#[derive(Debug)]
pub struct Analysis {
    stop: Stop,
    thread: Option<JoinHandle<AnalysisUpdate>>,
}

impl Analysis {
    /// Starts to think. Every update goes to `tell`, in the thread that thinks;
    /// the last one has a [`Finish`](super::Finish).
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
