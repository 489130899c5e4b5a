//! Answers for running the engine against a clock, with one thread or several.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fruitrage_engine::{Engine, Limits, Observer, Report, Root, Table, TimePlan};

use crate::clock::ProcessClock;

/// Nodes that a table is made for when only the depth is limited.
const MANY_NODES: u64 = 1 << 22;

/// The shortest time for a move that is worth more than one thread.
const SHORTEST_FOR_THREADS: Duration = Duration::from_millis(20);

/// How to think about a move.
#[derive(Debug)]
pub(crate) struct Thinking<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) clock: &'a ProcessClock,
    /// When to stop by the clock; none if only the limits count.
    pub(crate) plan: Option<TimePlan>,
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    /// Whether to tell about each iteration on stderr.
    pub(crate) verbose: bool,
}

impl Thinking<'_> {
    /// Finds a move.
    pub(crate) fn run(&self, root: &Root) -> Report {
        let done = AtomicBool::new(false);
        let mut observer = Watch { thinking: self, started: self.clock.elapsed() };
        if root.moves().len() == 1 {
            // Nothing to think about.
            let limits = Limits { depth: Some(1), ..Limits::default() };
            return self.engine.search(root, &limits, &Table::for_nodes(0), &mut observer);
        }
        let table = Table::for_nodes(self.expected_nodes());
        std::thread::scope(|scope| {
            for helper in 1..self.useful_threads() {
                let limits = Limits { head_start: helper as u32, ..self.limits.clone() };
                let (done, table) = (&done, &table);
                let help = move || self.engine.search(root, &limits, table, &mut Helper { thinking: self, done });
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    // The system gives no more threads; it goes with fewer.
                    break;
                }
            }
            let report = self.engine.search(root, &self.limits, &table, &mut observer);
            done.store(true, Ordering::Relaxed);
            report
        })
    }

    /// As many threads as asked for, but no more than can run at a time, and one
    /// if there is hardly time to start them.
    fn useful_threads(&self) -> usize {
        if self.plan.is_some_and(|plan| plan.stop_at < SHORTEST_FOR_THREADS) {
            return 1;
        }
        self.threads.min(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Whether the time for the move is over.
    fn is_time_over(&self) -> bool {
        self.plan.is_some_and(|plan| self.clock.elapsed() >= plan.stop_at)
    }

    fn expected_nodes(&self) -> u64 {
        let by_time = self.plan.map(|plan| Table::nodes_in(plan.stop_at));
        let nodes = [self.limits.nodes, by_time].into_iter().flatten().min().unwrap_or(MANY_NODES);
        nodes.saturating_mul(self.useful_threads() as u64)
    }
}

/// Keeps the main search to its plan and tells how it is going.
struct Watch<'a> {
    thinking: &'a Thinking<'a>,
    started: Duration,
}

impl Observer for Watch<'_> {
    fn iteration(&mut self, report: &Report) -> bool {
        let elapsed = self.thinking.clock.elapsed();
        if self.thinking.verbose {
            let seconds = elapsed.saturating_sub(self.started).as_secs_f64();
            let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
            let _ = writeln!(
                io::stderr(),
                "depth {:>2}  value {:>7}{}  nodes {:>10}  {:>6.2} M nodes/s  {:>7.3} s  {}",
                report.depth,
                report.value.to_string(),
                if report.exact { " exact" } else { "      " },
                report.nodes,
                report.nodes as f64 / seconds.max(1e-6) / 1e6,
                seconds,
                line.join(" "),
            );
        }
        self.thinking.plan.is_none_or(|plan| elapsed < plan.deepen_until)
    }

    fn should_stop(&mut self) -> bool {
        self.thinking.is_time_over()
    }
}

/// Searches along, only to fill the table, until the main search is done or the
/// time is over.
struct Helper<'a> {
    thinking: &'a Thinking<'a>,
    done: &'a AtomicBool,
}

impl Observer for Helper<'_> {
    fn iteration(&mut self, _: &Report) -> bool {
        !self.should_stop()
    }

    fn should_stop(&mut self) -> bool {
        self.done.load(Ordering::Relaxed) || self.thinking.is_time_over()
    }
}
