//! The course of an analysis: at once the exact values if the board is
//! small, else deeper and deeper, and on request the solver to the end.

use std::time::{Duration, Instant};

use fruitrage_engine::{Budget, Engine, Limits, Report, Root, Table, TimedSearch, expected_solver_nodes};
use fruitrage_game::Stop;

use super::exact::{self, Leave};
use super::{AnalysisOptions, AnalysisUpdate, Finish};
use crate::{MoveThought, Thought};

/// How long to look before the solver begins, so that there is something to see.
const FIRST_LOOK: Duration = Duration::from_secs(1);

/// Nodes for an attempt to solve all moves first: a tenth of a second.
const FIRST_ATTEMPT: u64 = 200_000;

/// The part of the nodes at hand that such an attempt may take.
const ATTEMPT_PART: u64 = 20;

/// Nodes that a table is made for when nothing limits the search.
const MANY_NODES: u64 = 1 << 24;

/// Analyses in this thread, until it is certain, a limit is reached, or `stop` is
/// raised. The last update, which is also returned, says which.
pub fn run(
    root: &Root,
    options: &AnalysisOptions,
    stop: &Stop,
    tell: &mut dyn FnMut(&AnalysisUpdate),
) -> AnalysisUpdate {
    let started = Instant::now();
    run_on(&|| started.elapsed(), root, options, stop, tell)
}

/// Analyses like [`run`], by a clock of the caller: the time since the analysis began.
pub fn run_on(
    clock: &SharedClock<'_>,
    root: &Root,
    options: &AnalysisOptions,
    stop: &Stop,
    tell: &mut dyn FnMut(&AnalysisUpdate),
) -> AnalysisUpdate {
    let course = Course { root, options, stop, clock };
    let thought = course.run(&mut |thought| tell(&AnalysisUpdate { thought, finish: None }));
    let finish = if thought.exact {
        Finish::Exact
    } else if stop.is_raised() {
        Finish::Stopped
    } else {
        Finish::Limit
    };
    let last = AnalysisUpdate { thought, finish: Some(finish) };
    tell(&last);
    last
}

/// Tells the time since something began, to any thread.
pub type SharedClock<'a> = dyn Fn() -> Duration + Sync + 'a;

/// An analysis under way.
pub(super) struct Course<'a> {
    pub(super) root: &'a Root,
    pub(super) options: &'a AnalysisOptions,
    pub(super) stop: &'a Stop,
    pub(super) clock: &'a SharedClock<'a>,
}

impl Course<'_> {
    fn run(&self, tell: &mut dyn FnMut(Thought)) -> Thought {
        if let Some(thought) = self.attempt() {
            return thought;
        }
        let look = self.options.time.map_or(FIRST_LOOK, |limit| limit.min(FIRST_LOOK));
        let time = if self.options.solve { Some(look) } else { self.options.time };
        let thought = self.deepen(time, tell);
        if thought.exact || !self.options.solve {
            return thought;
        }
        self.solve(thought, tell)
    }

    /// The exact values of all moves, if they can be had next to at once.
    pub(super) fn attempt(&self) -> Option<Thought> {
        let moves = self.root.moves().len();
        if self.options.depth.is_some() && !self.options.solve {
            return None;
        }
        let budget = (self.nodes_at_hand(self.options.time) / ATTEMPT_PART).min(FIRST_ATTEMPT);
        let each = budget / moves as u64;
        (expected_solver_nodes(moves) <= each).then(|| exact::rank(self.root, self.options.top, self.leave(each)))?
    }

    fn leave(&self, nodes: u64) -> Leave<'_> {
        let threads = self.threads();
        Leave { clock: self.clock, stop: self.stop, time: self.options.time, threads, nodes }
    }

    fn threads(&self) -> usize {
        self.options.threads.clamp(1, std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// How many boards one thread will look at, roughly.
    fn nodes_at_hand(&self, time: Option<Duration>) -> u64 {
        [self.options.nodes, time.map(Table::nodes_in)].into_iter().flatten().min().unwrap_or(MANY_NODES)
    }

    /// Searches one move deeper at a time.
    fn deepen(&self, time: Option<Duration>, tell: &mut dyn FnMut(Thought)) -> Thought {
        let engine = Engine::default();
        let (clock, stop) = (|| (self.clock)(), || self.stop.is_raised());
        let search = TimedSearch::new(&engine, self.root, &clock, time.map_or(Budget::Unlimited, Budget::of_move))
            .with_limits(Limits {
                depth: self.options.depth,
                nodes: self.options.nodes,
                best_moves: self.options.top.max(1),
                ..Limits::default()
            })
            .until(&stop);
        let tell = |report: &Report, elapsed| tell(Thought::of(report, elapsed));
        let report = search.run_with_threads(self.threads(), tell);
        Thought::of(&report, (self.clock)())
    }

    /// Solves the board: first the best move, then the value of every move if more
    /// than one is wanted.
    fn solve(&self, found: Thought, tell: &mut dyn FnMut(Thought)) -> Thought {
        let leave = self.leave(u64::MAX);
        let Some(report) = exact::best(self.root, leave) else {
            return Thought { elapsed: (self.clock)(), ..found };
        };
        let found = self.with_best(found, &report);
        if found.exact {
            return found;
        }
        tell(found.clone());
        exact::rank(self.root, self.options.top, leave).unwrap_or(found)
    }

    /// What was found before, with the exact best move in front.
    fn with_best(&self, mut found: Thought, report: &Report) -> Thought {
        let best = MoveThought::from(&report.best);
        found.moves.retain(|thought| thought.cell != best.cell);
        // What was thought to be better is not, so it is worth no more than this.
        for thought in &mut found.moves {
            thought.margin = thought.margin.min(best.margin);
        }
        found.moves.insert(0, best);
        found.moves.truncate(self.options.top.max(1));
        let exact = found.moves.len() == 1;
        Thought { exact, depth: report.depth, nodes: found.nodes + report.nodes, elapsed: (self.clock)(), ..found }
    }
}
