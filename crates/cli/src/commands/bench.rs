//! `fruitrage bench`: fixed positions to a fixed depth.
//!
//! The number of nodes is the same on every machine and changes whenever the
//! engine plays differently: it is the signature that a commit names.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ThreadTime;
use fruitrage_engine::{Engine, Limits, RatedMove, Report, Root, Table};
use fruitrage_rules::generate;
use serde_json::{Value, json};

use super::Verdict;
use crate::arguments::Format;
use crate::printing::{print, print_json};

/// Size, kinds, seed and depth: small to large, few kinds to many, each deep
/// enough to matter and all together done in about a second.
const POSITIONS: [(usize, u8, u64, u32); 10] = [
    (5, 3, 1, 20),
    (6, 9, 2, 12),
    (8, 3, 3, 12),
    (8, 4, 4, 12),
    (10, 4, 5, 11),
    (10, 6, 6, 10),
    (15, 4, 7, 8),
    (20, 6, 8, 6),
    (26, 2, 9, 3),
    (26, 9, 10, 5),
];

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Searches the positions one after the other, each from scratch.
pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let started = Instant::now();
    let reports = search_all();
    let elapsed = started.elapsed();
    match options.format {
        Format::Text => print(in_words(&reports, elapsed))?,
        Format::Json => print_json(&in_json(&reports, elapsed))?,
    }
    Ok(Verdict::Yes)
}

fn search_all() -> [Report; POSITIONS.len()] {
    let engine = Engine::default();
    POSITIONS.map(|(size, kinds, seed, depth)| {
        let root = Root::of_grid(&generate(size, kinds, seed)).expect("a generated board is full");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        engine.search(&root, &limits, &Table::for_nodes(1 << 20), &mut ())
    })
}

/// How fast this machine is: positions in a second of CPU time, the best of a few
/// runs, because others may be at work here.
pub(crate) fn speed() -> u64 {
    const RUNS: u32 = 3;
    let once = || {
        let started = ThreadTime::now();
        let nodes = signature(&search_all());
        nodes_per_second(nodes, started.elapsed()) as u64
    };
    (0..RUNS).map(|_| once()).max().unwrap_or(0)
}

fn signature(reports: &[Report]) -> u64 {
    reports.iter().map(|report| report.nodes).sum()
}

fn nodes_per_second(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64()
}

fn in_words(reports: &[Report], elapsed: Duration) -> String {
    let mut text = "board       kinds  depth       nodes   value  move\n".to_owned();
    for ((size, kinds, ..), report) in POSITIONS.iter().zip(reports) {
        let Report { depth, nodes, best: RatedMove { value, cell, .. }, .. } = report;
        let _ = writeln!(text, "{size:>2} x {size:<2} {kinds:>8} {depth:>6} {nodes:>11} {value:>7}  {cell}");
    }
    let nodes = signature(reports);
    let _ = writeln!(text, "\nsignature {nodes}");
    let _ = writeln!(text, "time      {:.3} s", elapsed.as_secs_f64());
    let _ = writeln!(text, "speed     {:.0} nodes/s", nodes_per_second(nodes, elapsed));
    text
}

fn in_json(reports: &[Report], elapsed: Duration) -> Value {
    let nodes = signature(reports);
    let positions = POSITIONS.iter().zip(reports).map(|((size, kinds, seed, _), report)| {
        json!({
            "size": size,
            "kinds": kinds,
            "seed": seed,
            "depth": report.depth,
            "nodes": report.nodes,
            "value": report.best.value.points(),
            "move": report.best.cell.to_string(),
        })
    });
    json!({
        "signature": nodes,
        "seconds": elapsed.as_secs_f64(),
        "nodes_per_second": nodes_per_second(nodes, elapsed).round(),
        "positions": positions.collect::<Vec<_>>(),
    })
}
