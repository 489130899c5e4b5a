//! Several threads on one search: one leads and reports, the others fill its table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::{Clock, Report, TimedSearch};

/// More threads than any machine has use for here.
const MOST_THREADS: usize = 256;

impl<C: Clock + Sync + ?Sized> TimedSearch<'_, C> {
    /// Finds a move like [`TimedSearch::run`], with so many threads, at most 256, or as many
    /// as the system gives: where there are none to be had, with this one.
    pub fn run_with_threads(&self, threads: usize, mut tell: impl FnMut(&Report, Duration)) -> Report {
        let threads = threads.min(MOST_THREADS);
        if threads <= 1 {
            return self.run(tell);
        }
        if let Some(report) = self.told_at_once(&mut tell) {
            return report;
        }
        let table = self.table(threads);
        let done = AtomicBool::new(false);
        let is_done = || done.load(Ordering::Relaxed);
        thread::scope(|scope| {
            for _ in 1..threads {
                if thread::Builder::new().spawn_scoped(scope, || self.help(&table, &is_done)).is_err() {
                    break;
                }
            }
            let report = self.lead(&table, tell);
            done.store(true, Ordering::Relaxed);
            report
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Engine, Limits, Root, TimePlan};
    use fruitrage_rules::generate;

    const DAY: Duration = Duration::from_hours(24);

    fn root(size: usize, kinds: u8) -> Root {
        Root::of_grid(&generate(size, kinds, 1)).unwrap()
    }

    fn stopped_clock() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn helpers_end_when_their_leader_does() {
        let (engine, root) = (Engine::default(), root(15, 4));
        // The leader begins nothing after its first iteration; helpers would go on for a day
        // on a clock that stands still.
        let budget = Budget::Plan(TimePlan::of_move(Duration::ZERO, DAY));
        let search = TimedSearch::new(&engine, &root, &stopped_clock, budget)
            .with_limits(Limits { nodes: Some(1 << 16), ..Limits::default() });
        let report = search.run_with_threads(3, |_, _| {});
        assert_eq!(report.depth, 1);
    }

    #[test]
    fn what_the_leader_finds_is_told_in_order_and_only_once() {
        let (engine, root) = (Engine::default(), root(10, 4));
        let search = TimedSearch::new(&engine, &root, &stopped_clock, Budget::Unlimited).with_limits(Limits {
            depth: Some(4),
            nodes: Some(1 << 16),
            ..Limits::default()
        });
        let mut depths = Vec::new();
        let report = search.run_with_threads(3, |report, _| depths.push(report.depth));
        assert_eq!((depths, report.depth), (vec![1, 2, 3, 4], 4));
    }

    #[test]
    fn without_time_or_choice_no_thread_is_started() {
        let engine = Engine::default();
        for (root, budget) in [(root(15, 4), Budget::of_move(Duration::ZERO)), (root(5, 1), Budget::Unlimited)] {
            let mut told = Vec::new();
            let report = TimedSearch::new(&engine, &root, &stopped_clock, budget)
                .run_with_threads(3, |report, time| told.push((report.clone(), time)));
            assert_eq!(told, [(report.clone(), Duration::ZERO)], "{budget:?}");
            assert_eq!(report, engine.glance(&root), "{budget:?}");
        }
    }

    #[test]
    fn one_thread_searches_alone() {
        let (engine, root) = (Engine::default(), root(10, 4));
        let search = TimedSearch::new(&engine, &root, &stopped_clock, Budget::Unlimited)
            .with_limits(Limits { nodes: Some(3_000), ..Limits::default() });
        for threads in [0, 1] {
            assert_eq!(search.run_with_threads(threads, |_, _| {}), search.run(|_, _| {}));
        }
    }
}
