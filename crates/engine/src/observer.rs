//! Answers for what leaves a search while it runs: nothing but this.

use crate::Report;

/// Nodes between two questions whether to go on, where there is no hurry. Asking
/// for the time costs up to a microsecond, and this many nodes take a tenth of a
/// millisecond.
pub const NODES_BETWEEN_QUESTIONS: u64 = 512;

/// That many, or none if it is time to stop.
pub const fn nodes_unless(over: bool) -> u64 {
    if over { 0 } else { NODES_BETWEEN_QUESTIONS }
}

/// Watches a search and tells it when to stop.
pub trait Observer {
    /// Called when an iteration is finished. Returns whether another one is
    /// wanted.
    fn iteration(&mut self, report: &Report) -> bool;

    /// Asked from the second iteration on: how many nodes may be looked at before
    /// it is asked again, most often [`NODES_BETWEEN_QUESTIONS`]; none to stop at
    /// once and keep what the finished iterations found.
    fn nodes_allowed(&mut self) -> u64;
}

/// Watches nothing and never stops.
impl Observer for () {
    fn iteration(&mut self, _: &Report) -> bool {
        true
    }

    fn nodes_allowed(&mut self) -> u64 {
        NODES_BETWEEN_QUESTIONS
    }
}

impl<O: Observer> Observer for &mut O {
    fn iteration(&mut self, report: &Report) -> bool {
        (**self).iteration(report)
    }

    fn nodes_allowed(&mut self) -> u64 {
        (**self).nodes_allowed()
    }
}
