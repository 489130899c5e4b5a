//! A search in a thread of its own: it tells what it finds, and at the end its move.

use std::fmt::Write as _;
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use fruitrage_engine::{Budget, Engine, Limits, Report, Root, TimedSearch};
use fruitrage_game::Stop;
use fruitrage_game::ugi::{Go, Reply};
use fruitrage_rules::{Player, Position};

use super::options::EngineOptions;
use super::reply;
use crate::printing::print;

/// What may pass between the engine's answer and the moment when the other side sees it.
const LAG: Duration = Duration::from_millis(10);

/// A search under way.
pub(super) struct Search {
    stop: Stop,
    /// Dropped to let a search without limits answer.
    go_on: Option<Sender<()>>,
    thread: JoinHandle<()>,
    is_limited: bool,
}

impl Search {
    /// Starts to think about a position in which there is a move.
    pub(super) fn start(root: Root, position: &Position, go: &Go, options: &EngineOptions) -> Self {
        let stop = Stop::default();
        let (go_on, wait) = mpsc::channel::<()>();
        let is_limited = go.is_limited();
        let thread = {
            let (budget, limits) = (budget(go, position.turn()), limits(go, options));
            let (stop, options) = (stop.clone(), options.clone());
            std::thread::spawn(move || {
                let report = think(&root, budget, limits, &options, &stop);
                if !is_limited {
                    // Nobody expects the answer before `stop`: this ends when the sender is dropped.
                    let _ = wait.recv();
                }
                let _ = reply(&Reply::BestMove(report.best.cell));
            })
        };
        Self { stop, go_on: Some(go_on), thread, is_limited }
    }

    /// Lets it answer with what it has found so far.
    pub(super) fn stop(self) {
        self.stop.raise();
        self.end();
    }

    /// Lets it come to its end; one without limits is stopped.
    pub(super) fn finish(self) {
        if self.is_limited { self.end() } else { self.stop() }
    }

    fn end(mut self) {
        self.go_on = None;
        // If it has panicked, that was told already.
        let _ = self.thread.join();
    }

    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }
}

fn limits(go: &Go, options: &EngineOptions) -> Limits {
    Limits { depth: go.depth, nodes: go.nodes, best_moves: options.best_moves(), ..Limits::default() }
}

/// How long the player to move may think.
fn budget(go: &Go, turn: Player) -> Budget {
    if go.infinite {
        return Budget::Unlimited;
    }
    if let Some(time) = go.move_time {
        return Budget::of_move(time.saturating_sub(LAG).max(time / 2));
    }
    match go.clocks[turn.index()] {
        // What a move adds can be used up with it.
        Some(left) => Budget::Thinking((left + go.increments[turn.index()]).saturating_sub(LAG)),
        None => Budget::Unlimited,
    }
}

fn think(root: &Root, budget: Budget, limits: Limits, options: &EngineOptions, stop: &Stop) -> Report {
    let engine = Engine::default().at_level(options.level());
    let started = Instant::now();
    let (clock, stopped) = (|| started.elapsed(), || stop.is_raised());
    let search = TimedSearch::new(&engine, root, &clock, budget)
        .with_limits(limits)
        .with_table_of(options.table_bytes())
        .until(&stopped);
    search.run_with_threads(options.threads(), |report, elapsed| {
        let _ = print(in_words(report, elapsed));
    })
}

/// What was found, a line for each of the best moves.
fn in_words(report: &Report, elapsed: Duration) -> String {
    let mut text = String::new();
    let (depth, nodes, time) = (report.depth, report.nodes, elapsed.as_millis());
    let rate = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
    for (place, rated) in report.moves().enumerate() {
        let exact = if rated.exact { " exact" } else { "" };
        let _ =
            write!(text, "info depth {depth} multipv {} score points {:.2}{exact}", place + 1, rated.value.points());
        let _ = write!(text, " nodes {nodes} nps {rate} time {time} pv");
        for cell in &rated.line {
            let _ = write!(text, " {cell}");
        }
        text.push('\n');
    }
    text
}
