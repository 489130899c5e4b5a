//! The engine on the clock of this process, with one thread or several.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use fruitrage_engine::{Budget, Clock as _, Engine, Limits, Memory, RatedMove, Report, Root, TimePlan, TimedSearch};

use crate::clock::ProcessClock;

/// The shortest time for a move that is worth more than one thread.
const SHORTEST_FOR_THREADS: Duration = Duration::from_millis(20);

/// How to think about a move.
#[derive(Debug)]
pub(crate) struct Thinking<'a> {
    pub(crate) engine: &'a Engine,
    /// What is known of the opponent.
    pub(crate) memory: &'a Memory,
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
        let clock = ProcessClock::new(self.in_main).with_threads(self.threads);
        let started = clock.elapsed();
        let tell = |report: &Report, elapsed: Duration| {
            if self.verbose {
                tell(report, elapsed.saturating_sub(started));
            }
        };
        let budget = self.remaining.map_or(Budget::Unlimited, Budget::Game);
        let search =
            TimedSearch::new(self.engine, root, &clock, budget).with_limits(self.limits.clone()).against(self.memory);
        search.run_with_threads(self.useful_threads(search.plan()), tell)
    }

    /// As many threads as asked for, but no more than can run at a time, and one
    /// if there is hardly time to start them.
    fn useful_threads(&self, plan: Option<TimePlan>) -> usize {
        if self.threads == 1 || plan.is_some_and(|plan| plan.stop_at < SHORTEST_FOR_THREADS) {
            return 1;
        }
        self.threads.min(std::thread::available_parallelism().map_or(1, usize::from))
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
