//! Answers for when a search stops by the clock or because nobody wants it any
//! more.

use std::time::{Duration, Instant};

use fruitrage_arena::game::Stop;
use fruitrage_engine::{Observer, Report, TimePlan, nodes_unless};

use crate::Thought;

/// Watches a search: holds it to its time and tells what it has found.
pub(crate) struct Watch<'a> {
    pub(crate) started: Instant,
    pub(crate) stop: &'a Stop,
    /// When no new iteration is started any more; none to go on to the end.
    pub(crate) plan: Option<TimePlan>,
    /// After this much time the search is stopped.
    pub(crate) stop_at: Option<Duration>,
    /// Hears of every finished iteration.
    pub(crate) tell: &'a mut dyn FnMut(Thought),
}

impl Watch<'_> {
    /// Whether the time is over, or nobody wants more.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_raised() || self.stop_at.is_some_and(|limit| self.started.elapsed() >= limit)
    }
}

impl Observer for Watch<'_> {
    fn iteration(&mut self, report: &Report) -> bool {
        (self.tell)(Thought::of(report, self.started.elapsed()));
        !self.is_over() && self.plan.is_none_or(|plan| plan.wants_more_than(report, self.started.elapsed()))
    }

    fn nodes_allowed(&mut self) -> u64 {
        nodes_unless(self.is_over())
    }
}

/// Works along with a search without telling anything, until that is done or
/// stopped.
pub(crate) struct Helper<'a> {
    pub(crate) started: Instant,
    pub(crate) stop: &'a Stop,
    pub(crate) stop_at: Option<Duration>,
}

impl Observer for Helper<'_> {
    fn iteration(&mut self, _: &Report) -> bool {
        self.nodes_allowed() > 0
    }

    fn nodes_allowed(&mut self) -> u64 {
        nodes_unless(self.stop.is_raised() || self.stop_at.is_some_and(|limit| self.started.elapsed() >= limit))
    }
}
