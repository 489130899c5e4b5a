//! Answers for what leaves a search while it runs: nothing but this.

use crate::Report;

/// Watches a search and tells it when to stop.
pub trait Observer {
    /// Nodes between two questions whether to stop. Asking for the time costs
    /// about a microsecond, and this many nodes take a tenth of a millisecond.
    const NODES_BETWEEN_QUESTIONS: u64 = 512;

    /// Called when an iteration is finished. Returns whether another one is
    /// wanted.
    fn iteration(&mut self, report: &Report) -> bool;

    /// Asked every few hundred nodes, from the second iteration on: whether to
    /// stop at once and keep what the finished iterations found.
    fn should_stop(&mut self) -> bool;
}

/// Watches nothing and never stops.
impl Observer for () {
    fn iteration(&mut self, _: &Report) -> bool {
        true
    }

    fn should_stop(&mut self) -> bool {
        false
    }
}

impl<O: Observer> Observer for &mut O {
    fn iteration(&mut self, report: &Report) -> bool {
        (**self).iteration(report)
    }

    fn should_stop(&mut self) -> bool {
        (**self).should_stop()
    }
}
