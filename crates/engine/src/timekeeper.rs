//! The observer that holds a search to a time plan by a clock.

use std::fmt;
use std::time::Duration;

use crate::{NODES_BETWEEN_QUESTIONS, Observer, Report, TimePlan};

/// Counts the time that a move has used. The engine has no clock of its own.
///
/// Any function that returns a duration is a clock:
///
/// ```
/// use fruitrage_engine::Clock;
/// use std::time::Instant;
///
/// let started = Instant::now();
/// let clock = || started.elapsed();
/// assert!(clock.elapsed() <= clock.elapsed());
/// ```
pub trait Clock {
    /// Returns the time used so far. Never less than before.
    fn elapsed(&self) -> Duration;

    /// Returns the time used so far, for a caller that only compares it with
    /// `limit` and what lies beyond: while the time is below `limit`, a clock that
    /// is expensive to read may return any estimate below `limit` that is not too
    /// low.
    fn elapsed_towards(&self, limit: Duration) -> Duration {
        let _ = limit;
        self.elapsed()
    }
}

impl<F: Fn() -> Duration> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// A flag that ends a search from outside.
pub(crate) type StopFlag<'a> = &'a (dyn Fn() -> bool + Sync);

/// Keeps a search to a plan by a clock, and ends it when a flag is raised.
pub struct Timekeeper<'a, C: ?Sized> {
    pub(crate) clock: &'a C,
    pub(crate) plan: Option<TimePlan>,
    pub(crate) stop: StopFlag<'a>,
}

impl<'a, C: Clock + ?Sized> Timekeeper<'a, C> {
    /// Creates a timekeeper. Without a plan, only the flag ends a search.
    pub fn new(clock: &'a C, plan: Option<TimePlan>, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { clock, plan, stop }
    }

    /// Returns an observer that also hands each report to `tell`, with the time
    /// used so far.
    pub fn telling(self, tell: impl FnMut(&Report, Duration)) -> impl Observer {
        Telling { keeper: self, tell }
    }
}

impl<C: Clock + ?Sized> Observer for Timekeeper<'_, C> {
    fn iteration(&mut self, report: &Report) -> bool {
        let wants_more = |plan: TimePlan| {
            plan.wants_more_than(report, self.clock.elapsed_towards(plan.deepen_until.min(plan.deepen_settled_until)))
        };
        !(self.stop)() && self.plan.is_none_or(wants_more)
    }

    fn nodes_allowed(&mut self) -> u64 {
        if (self.stop)() {
            return 0;
        }
        let allowed = |plan: TimePlan| plan.nodes_allowed(self.clock.elapsed_towards(plan.stop_at));
        self.plan.map_or(NODES_BETWEEN_QUESTIONS, allowed)
    }
}

impl<C: ?Sized> fmt::Debug for Timekeeper<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timekeeper").field("plan", &self.plan).finish_non_exhaustive()
    }
}

/// A timekeeper that hands on what it is told.
struct Telling<'a, C: ?Sized, T> {
    keeper: Timekeeper<'a, C>,
    tell: T,
}

impl<C: Clock + ?Sized, T: FnMut(&Report, Duration)> Observer for Telling<'_, C, T> {
    fn iteration(&mut self, report: &Report) -> bool {
        (self.tell)(report, self.keeper.clock.elapsed());
        self.keeper.iteration(report)
    }

    fn nodes_allowed(&mut self) -> u64 {
        self.keeper.nodes_allowed()
    }
}
