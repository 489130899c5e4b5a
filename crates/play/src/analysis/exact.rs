//! The exact values of all moves on a board, by the solver.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fruitrage_engine::{Clock, Report, Root, SharedSolver, TimePlan, Timekeeper, Value, solve};
use fruitrage_game::Stop;
use fruitrage_game::run_in_order;
use fruitrage_rules::{Board, Group, sort_short_by_key};

use super::search::SharedClock;
use crate::{MoveThought, Thought};

/// Nodes that one thread has alone before others help: most boards need no more, and then a
/// memory for all, which is as large as the longest search needs it, would take the most time.
const NODES_ALONE: u64 = 1 << 18;

/// What limits the solver.
#[derive(Clone, Copy)]
pub(super) struct Leave<'a> {
    pub(super) clock: &'a SharedClock<'a>,
    pub(super) stop: &'a Stop,
    pub(super) time: Option<Duration>,
    pub(super) threads: usize,
    /// Nodes for each move.
    pub(super) nodes: u64,
}

impl Leave<'_> {
    /// Solves a root with a memory of its own.
    fn solve(&self, root: &Root, nodes: u64) -> Option<Report> {
        self.timed(|keeper| solve(root, nodes, keeper))
    }

    /// Solves a root with a memory that others share.
    fn solve_with(&self, shared: &SharedSolver, root: &Root) -> Option<Report> {
        self.timed(|keeper| shared.solve(root, self.nodes, keeper))
    }

    fn timed<T>(&self, solve: impl FnOnce(&mut Timekeeper<'_, dyn Clock + '_>) -> T) -> T {
        let clock: &dyn Clock = &|| (self.clock)();
        let plan = self.time.map(|time| TimePlan::of_move(time, time));
        solve(&mut Timekeeper::new(clock, plan, &|| self.stop.is_raised()))
    }
}

/// The best move with its exact value, found by all threads together.
pub(super) fn best(root: &Root, leave: Leave<'_>) -> Option<Report> {
    if leave.threads == 1 {
        return leave.solve(root, leave.nodes);
    }
    let report = leave.solve(root, leave.nodes.min(NODES_ALONE));
    if report.is_some() || leave.nodes <= NODES_ALONE {
        return report;
    }
    let shared = SharedSolver::for_nodes(leave.nodes);
    // Helpers stop when this one has: their flag is a part of the whole.
    let done = leave.stop.part();
    std::thread::scope(|scope| {
        for _ in 1..leave.threads {
            let (shared, helper) = (&shared, Leave { stop: &done, ..leave });
            if std::thread::Builder::new().spawn_scoped(scope, move || helper.solve_with(shared, root)).is_err() {
                // The system gives no more threads; it goes with fewer.
                break;
            }
        }
        let report = leave.solve_with(&shared, root);
        done.raise();
        report
    })
}

/// The best moves with their exact values, if all moves can be solved.
pub(super) fn rank(root: &Root, top: usize, leave: Leave<'_>) -> Option<Thought> {
    let moves = root.moves();
    let nodes = AtomicU64::new(0);
    let solve_one = |number: u64| exact_move(root, moves[number as usize], leave, &nodes);
    let mut solved = Vec::new();
    run_in_order(leave.threads, moves.len() as u64, solve_one, |_, found| match found {
        Some(found) => {
            solved.push(found);
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    });
    if solved.len() < moves.len() {
        return None;
    }
    // A stable sort: of equal moves the larger one stays first.
    sort_short_by_key(&mut solved, |thought| -thought.margin);
    solved.truncate(top.max(1));
    let depth = solved.iter().map(|thought| thought.line.len() as u32).max().unwrap_or(1);
    let nodes = nodes.load(Ordering::Relaxed);
    Some(Thought { moves: solved, exact: true, depth, nodes, elapsed: (leave.clock)() })
}

fn exact_move(root: &Root, group: Group, leave: Leave<'_>, nodes: &AtomicU64) -> Option<MoveThought> {
    let mut after = Board::empty(1);
    root.play_into(group, &mut after);
    let gain = Value::from_points(group.points());
    let mut line = vec![group.cell()];
    let margin = match Root::of_board(&after) {
        Err(_) => gain,
        Ok(reply) => {
            let report = leave.solve(&reply, leave.nodes)?;
            nodes.fetch_add(report.nodes, Ordering::Relaxed);
            line.extend(report.best.line);
            gain - report.best.value
        }
    };
    Some(MoveThought {
        cell: group.cell(),
        size: group.size() as u32,
        points: group.points(),
        margin,
        exact: true,
        line,
    })
}
