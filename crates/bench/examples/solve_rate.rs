//! Prints how many boards of each class the solver solves within a number of
//! seconds of CPU time, from the start and from endgames:
//! `cargo run --release -p fruitrage-bench --example solve_rate -- --seconds 10 16p2 7p4 28:15p4`.
//! With `--threads 2`, by two solvers on one transposition table, and in seconds of the wall clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fruitrage_engine::{Engine, Limits, Report, Root, SharedSolver, Table, TimePlan, Timekeeper, solve};
use fruitrage_rules::{Board, generate};

/// More than can be searched in a second.
const NODES_PER_SECOND: f64 = 4e7;

/// Nodes for each move of the engine when it plays down to an endgame.
const NODES_PER_MOVE: u64 = 1_000;

/// What is solved unless classes are named.
const CLASSES: [&str; 10] = ["16p2", "8p3", "7p4", "6p6", "6p9", "28:10p4", "28:10p6", "28:15p4", "28:20p6", "28:26p9"];

/// Boards of a size and a number of kinds, played down by the engine until
/// there are so many groups at most.
struct Class {
    size: usize,
    kinds: u8,
    groups: Option<usize>,
}

impl Class {
    /// `16p2`, or `28:15p4` for endgames of 28 groups.
    fn parse(text: &str) -> Option<Self> {
        let (groups, class) = match text.split_once(':') {
            Some((groups, class)) => (Some(groups.parse().ok()?), class),
            None => (None, text),
        };
        let (size, kinds) = class.split_once('p')?;
        Some(Self { size: size.parse().ok()?, kinds: kinds.parse().ok()?, groups })
    }

    fn board(&self, seed: u64) -> Board {
        let mut board = Board::settled(&generate(self.size, self.kinds, seed));
        let engine = Engine::default();
        let limits = Limits { nodes: Some(NODES_PER_MOVE), ..Limits::default() };
        while self.groups.is_some_and(|groups| board.group_count() > groups) {
            let root = Root::of_board(&board).expect("a board with fruit");
            let report = engine.search(&root, &limits, &Table::for_nodes(NODES_PER_MOVE), &mut ());
            board.try_play(report.best.cell).expect("a move of the board");
        }
        board
    }
}

/// What it took to solve a board, or not to.
struct Attempt {
    nodes: Option<u64>,
    time: Duration,
}

fn attempt(board: &Board, time: Duration, node_limit: u64) -> (Attempt, Option<Report>) {
    let root = Root::of_board(board).expect("a board with fruit");
    let started = ThreadTime::now();
    let clock = || started.elapsed();
    let plan = Some(TimePlan::of_move(time, time));
    let report = solve(&root, node_limit, &mut Timekeeper::new(&clock, plan, &|| false));
    (Attempt { nodes: report.as_ref().map(|report| report.nodes), time: started.elapsed() }, report)
}

fn attempt_together(board: &Board, time: Duration, node_limit: u64, threads: u64) -> (Attempt, Option<Report>) {
    let root = Root::of_board(board).expect("a board with fruit");
    let started = Instant::now();
    let done = AtomicBool::new(false);
    let shared = SharedSolver::for_nodes(node_limit.saturating_mul(threads));
    let (clock, stop) = (|| started.elapsed(), || done.load(Ordering::Relaxed));
    let plan = Some(TimePlan::of_move(time, time));
    let solve_along = || {
        let report = shared.solve(&root, node_limit, &mut Timekeeper::new(&clock, plan, &stop));
        done.fetch_or(report.is_some(), Ordering::Relaxed);
        report
    };
    let reports = std::thread::scope(|scope| {
        let solvers: Vec<_> = (0..threads).map(|_| scope.spawn(solve_along)).collect();
        solvers.into_iter().filter_map(|solver| solver.join().expect("no panic")).collect::<Vec<_>>()
    });
    let report = reports.into_iter().next();
    (Attempt { nodes: report.as_ref().map(|report| report.nodes), time: started.elapsed() }, report)
}

fn median<T: Ord + Copy>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values[values.len() / 2]
}

fn print_row(name: &str, attempts: &[Attempt]) {
    let solved = attempts.iter().filter(|attempt| attempt.nodes.is_some()).count();
    let nodes = |attempt: &Attempt| attempt.nodes.unwrap_or(u64::MAX);
    let shown = |nodes: u64| if nodes == u64::MAX { "-".to_owned() } else { nodes.to_string() };
    let all: u64 = attempts.iter().filter_map(|attempt| attempt.nodes).sum();
    let seconds: f64 =
        attempts.iter().filter(|attempt| attempt.nodes.is_some()).map(|attempt| attempt.time.as_secs_f64()).sum();
    println!(
        "| {name:>8} | {solved:>3} of {:<3} | {:>11} | {:>11} | {:>8.3} | {:>8.3} | {:>5.2} | {all:>11} |",
        attempts.len(),
        shown(median(attempts.iter().map(nodes))),
        shown(attempts.iter().map(nodes).max().unwrap_or(0)),
        median(attempts.iter().map(|attempt| attempt.time)).as_secs_f64(),
        attempts.iter().map(|attempt| attempt.time).max().unwrap_or_default().as_secs_f64(),
        all as f64 / seconds / 1e6,
    );
}

fn main() {
    let (mut seconds, mut boards, mut verbose, mut limit, mut threads) = (None, 20, false, u64::MAX, 1);
    let mut classes = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse::<f64>().ok()).expect("a number");
        match argument.as_str() {
            "--seconds" => seconds = Some(number()),
            "--boards" => boards = number() as u64,
            "--nodes" => limit = number() as u64,
            "--threads" => threads = number() as u64,
            "--verbose" => verbose = true,
            _ => classes.push(argument),
        }
    }
    if classes.is_empty() {
        classes = CLASSES.map(str::to_owned).into();
    }
    println!("| boards   | solved     | nodes: median |    worst  | seconds: median | worst | M nodes/s | all nodes |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for name in &classes {
        let class = Class::parse(name).expect("a class like 16p2 or 28:15p4");
        let seconds = seconds.unwrap_or(if class.groups.is_some() { 1.0 } else { 10.0 });
        let time = Duration::from_secs_f64(seconds);
        let nodes = (seconds * NODES_PER_SECOND) as u64;
        let solve_seed = |seed| {
            let (board, nodes) = (class.board(seed), nodes.min(limit));
            let (attempt, report) =
                if threads > 1 { attempt_together(&board, time, nodes, threads) } else { attempt(&board, time, nodes) };
            if verbose {
                let found = report.map(|report| (report.nodes, report.best.value, report.best.cell));
                println!("{name} {seed} {:.3} s {found:?}", attempt.time.as_secs_f64());
            }
            attempt
        };
        let attempts: Vec<Attempt> = (1..=boards).map(solve_seed).collect();
        print_row(name, &attempts);
    }
}
