//! How much sooner a depth is reached with more threads: `threads [THREADS [SEEDS]]`.
//!
//! Time tells that only on a machine with so many idle cores, so nodes are counted
//! as well: once more, the threads take turns of equally many nodes, so that they
//! advance side by side whatever else the machine does. If all ran at full speed,
//! the gain would be the nodes of one alone by the nodes of each of several.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Instant;

use fruitrage_engine::{Engine, Limits, Observer, Report, Role, Root, Table};
use fruitrage_rules::generate;

/// Size, kinds and depth: some hundred thousand nodes each.
const BOARDS: [(usize, u8, u32); 4] = [(10, 6, 14), (12, 4, 14), (15, 4, 12), (20, 6, 11)];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let threads = arguments.next().unwrap_or(2);
    let seeds = arguments.next().unwrap_or(5);
    println!("board  seed  depth  nodes alone  nodes each  gain  s alone  s with {threads}  gain");
    let (mut by_nodes, mut by_time, mut count) = (0.0, 0.0, 0.0);
    for (size, kinds, depth) in BOARDS {
        for seed in 1..=seeds {
            let root = Root::of_grid(&generate(size, kinds, seed as u64)).expect("a full board");
            let (alone, by_turns, at_once) =
                (run(&root, depth, 1, false), run(&root, depth, threads, true), run(&root, depth, threads, false));
            let (nodes, time) = (alone.nodes / by_turns.nodes, alone.seconds / at_once.seconds);
            println!(
                "{:<6} {seed:>4} {depth:>6} {:>12.0} {:>11.0} {nodes:>5.2} {:>8.2} {:>9.2} {time:>5.2}",
                format!("{size}p{kinds}"),
                alone.nodes,
                by_turns.nodes,
                alone.seconds,
                at_once.seconds,
            );
            by_nodes += nodes.ln();
            by_time += time.ln();
            count += 1.0;
        }
    }
    println!("geometric means: {:.2} by nodes, {:.2} by time", f64::exp(by_nodes / count), f64::exp(by_time / count));
}

/// What it took to reach the depth.
struct Cost {
    /// Mean of all threads.
    nodes: f64,
    seconds: f64,
}

fn run(root: &Root, depth: u32, threads: usize, by_turns: bool) -> Cost {
    let (table, done) = (Table::for_nodes(1 << 22), AtomicBool::new(false));
    let turns = Turns { threads, whose: Mutex::new(0), changed: Condvar::new() };
    let started = Instant::now();
    let search = |own: usize| {
        // Helpers go on until the first one is done.
        let role = if threads == 1 {
            Role::Alone
        } else if own == 0 {
            Role::Leader
        } else {
            Role::Helper
        };
        let limits = Limits { depth: (own == 0).then_some(depth), role, ..Limits::default() };
        let mut together = Together { own, done: &done, turns: by_turns.then_some(&turns) };
        let report = Engine::default().search(root, &limits, &table, &mut together);
        done.store(true, Ordering::Relaxed);
        turns.pass(own);
        (report.nodes, started.elapsed())
    };
    let costs: Vec<_> = std::thread::scope(|scope| {
        let searches: Vec<_> = (0..threads)
            .map(|own| {
                scope.spawn({
                    let search = &search;
                    move || search(own)
                })
            })
            .collect();
        searches.into_iter().map(|search| search.join().expect("no panic")).collect()
    });
    let nodes: u64 = costs.iter().map(|cost| cost.0).sum();
    let seconds = costs.iter().map(|cost| cost.1.as_secs_f64()).fold(0.0, f64::max);
    Cost { nodes: nodes as f64 / threads as f64, seconds }
}

/// Turns must be short: what one has done, the other finds in the table.
const NODES_IN_A_TURN: u64 = 4;

/// Whose turn it is.
struct Turns {
    threads: usize,
    whose: Mutex<usize>,
    changed: Condvar,
}

impl Turns {
    fn pass(&self, own: usize) {
        let mut whose = self.whose.lock().expect("no panic");
        if *whose == own {
            *whose = (own + 1) % self.threads;
        }
        self.changed.notify_all();
    }
}

/// One of several searches, which all stop when the first one has reached the depth.
struct Together<'a> {
    own: usize,
    done: &'a AtomicBool,
    turns: Option<&'a Turns>,
}

impl Observer for Together<'_> {
    fn iteration(&mut self, _: &Report) -> bool {
        self.nodes_allowed() > 0
    }

    fn nodes_allowed(&mut self) -> u64 {
        if let Some(turns) = self.turns {
            turns.pass(self.own);
            let others = |whose: &mut usize| *whose != self.own && !self.done.load(Ordering::Relaxed);
            drop(turns.changed.wait_while(turns.whose.lock().expect("no panic"), others));
        }
        if self.done.load(Ordering::Relaxed) { 0 } else { NODES_IN_A_TURN }
    }
}
