//! The observer of a search: it hears of each iteration and says when to stop.

use crate::Report;

/// The number of nodes between two questions whether to go on, if there is no
/// hurry. Reading a clock takes up to a microsecond, so many nodes a tenth of a
/// millisecond.
pub const NODES_BETWEEN_QUESTIONS: u64 = 512;

/// Watches a search and tells it when to stop.
pub trait Observer {
    /// Called when an iteration is finished. Returns whether another one is
    /// wanted.
    fn iteration(&mut self, report: &Report) -> bool;

    /// Returns how many nodes may be searched before this is asked again, most often
    /// [`NODES_BETWEEN_QUESTIONS`]; zero to stop at once and keep what the finished
    /// iterations found, or a better move that was found since. Asked from the second
    /// iteration on.
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

impl<O: Observer + ?Sized> Observer for &mut O {
    fn iteration(&mut self, report: &Report) -> bool {
        (**self).iteration(report)
    }

    fn nodes_allowed(&mut self) -> u64 {
        (**self).nodes_allowed()
    }
}
