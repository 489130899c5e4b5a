//! Answers for running the engine against a clock, with one thread or several.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fruitrage_engine::{
    Engine, Limits, NODES_BETWEEN_QUESTIONS, Observer, RatedMove, Report, Rival, Role, Root, Table, TimePlan,
};

use crate::clock::ProcessClock;

/// Nodes that a table is made for when only the depth is limited.
const MANY_NODES: u64 = 1 << 22;

/// The shortest time for a move that is worth more than one thread.
const SHORTEST_FOR_THREADS: Duration = Duration::from_millis(20);

/// How to think about a move.
#[derive(Debug)]
pub(crate) struct Thinking<'a> {
    pub(crate) engine: &'a Engine,
    /// What is known of the opponent.
    pub(crate) rival: &'a Rival,
    /// Since when this process has been in `main`.
    pub(crate) in_main: Instant,
    /// The time left for the game; none if only the limits count.
    pub(crate) remaining: Option<Duration>,
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    /// Whether to tell about each iteration on stderr.
    pub(crate) verbose: bool,
}

impl Thinking<'_> {
    /// Finds a move.
    pub(crate) fn run(&self, root: &Root) -> Report {
        if let Some(report) = self.engine.at_once(root, self.remaining.unwrap_or(Duration::MAX)) {
            return self.told(report);
        }
        let groups = root.moves().len() as u32;
        let plan = |used| self.remaining.map(|remaining| self.engine.plan(remaining, used, groups));
        let clock = ProcessClock::new(self.in_main).with_threads(self.threads);
        let deadline = Deadline { plan: plan(clock.elapsed()), clock };
        if deadline.nodes_allowed() == 0 { self.told(self.engine.glance(root)) } else { self.search(root, &deadline) }
    }

    fn told(&self, report: Report) -> Report {
        if self.verbose {
            tell(&report, self.in_main.elapsed());
        }
        report
    }

    fn search(&self, root: &Root, deadline: &Deadline) -> Report {
        let threads = self.useful_threads(deadline);
        let table = Table::for_nodes(self.expected_nodes(deadline).saturating_mul(threads as u64));
        let done = AtomicBool::new(false);
        let mut watch = Watch { deadline, started: deadline.clock.elapsed(), verbose: self.verbose };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let limits = Limits { role: Role::Helper, ..self.limits.clone() };
                let (done, table) = (&done, &table);
                let help = move || self.engine.search(root, &limits, table, &mut Helper { deadline, done });
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    // The system gives no more threads; it goes with fewer.
                    break;
                }
            }
            let role = if threads > 1 { Role::Leader } else { Role::Alone };
            let limits = Limits { role, ..self.limits.clone() };
            let report = self.engine.search_against(self.rival, root, &limits, &table, &mut watch);
            done.store(true, Ordering::Relaxed);
            report
        })
    }

    /// As many threads as asked for, but no more than can run at a time, and one
    /// if there is hardly time to start them.
    fn useful_threads(&self, deadline: &Deadline) -> usize {
        if self.threads == 1 || deadline.plan.is_some_and(|plan| plan.stop_at < SHORTEST_FOR_THREADS) {
            return 1;
        }
        self.threads.min(std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// How many nodes one thread will look at, roughly.
    fn expected_nodes(&self, deadline: &Deadline) -> u64 {
        let by_time = deadline.plan.map(|plan| Table::nodes_in(plan.stop_at));
        [self.limits.nodes, by_time].into_iter().flatten().min().unwrap_or(MANY_NODES)
    }
}

/// When to stop by the clock.
#[derive(Debug)]
struct Deadline {
    clock: ProcessClock,
    /// None if only the limits count.
    plan: Option<TimePlan>,
}

impl Deadline {
    /// How many nodes may be looked at before the clock is asked again; none if
    /// the time for the move is over.
    fn nodes_allowed(&self) -> u64 {
        self.plan.map_or(NODES_BETWEEN_QUESTIONS, |plan| plan.nodes_allowed(self.clock.elapsed()))
    }
}

/// Keeps the main search to its plan and tells how it is going.
struct Watch<'a> {
    deadline: &'a Deadline,
    started: Duration,
    verbose: bool,
}

impl Observer for Watch<'_> {
    fn iteration(&mut self, report: &Report) -> bool {
        let elapsed = self.deadline.clock.elapsed();
        if self.verbose {
            tell(report, elapsed.saturating_sub(self.started));
        }
        self.deadline.plan.is_none_or(|plan| plan.wants_more_than(report, elapsed))
    }

    fn nodes_allowed(&mut self) -> u64 {
        self.deadline.nodes_allowed()
    }
}

/// Tells on stderr what was found so far and how long it took: one line for each
/// of the best moves.
fn tell(report: &Report, time: Duration) {
    let seconds = time.as_secs_f64();
    for RatedMove { value, line, .. } in report.moves() {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            io::stderr(),
            "depth {:>2}  value {:>7}{}  nodes {:>10}  {:>6.2} M nodes/s  {:>7.3} s  {}",
            report.depth,
            value.to_string(),
            if report.exact { " exact" } else { "      " },
            report.nodes,
            report.nodes as f64 / seconds.max(1e-6) / 1e6,
            seconds,
            line.join(" "),
        );
    }
}

/// Searches along, only to fill the table, until the main search is done or the
/// time is over.
struct Helper<'a> {
    deadline: &'a Deadline,
    done: &'a AtomicBool,
}

impl Observer for Helper<'_> {
    fn iteration(&mut self, _: &Report) -> bool {
        self.nodes_allowed() > 0
    }

    fn nodes_allowed(&mut self) -> u64 {
        if self.done.load(Ordering::Relaxed) { 0 } else { self.deadline.nodes_allowed() }
    }
}
