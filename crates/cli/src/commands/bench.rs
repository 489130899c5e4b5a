//! `fruitrage bench`: fixed positions to a fixed depth.
//!
//! The number of nodes is the same on every machine and changes whenever the
//! engine plays differently: it is the signature that a commit names.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ThreadTime;
use fruitrage_engine::{BenchPosition, RatedMove, Report, bench, bench_signature};
use serde_json::{Value, json};

use super::Verdict;
use crate::arguments::Format;
use crate::printing::{print, print_json};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Searches the positions one after the other, each from scratch.
pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let started = Instant::now();
    let reports = bench();
    let elapsed = started.elapsed();
    match options.format {
        Format::Text => print(in_words(&reports, elapsed))?,
        Format::Json => print_json(&in_json(&reports, elapsed))?,
    }
    Ok(Verdict::Yes)
}

/// How fast this machine is: positions in a second of CPU time, the best of a few
/// runs, because others may be at work here.
pub(crate) fn speed() -> u64 {
    const RUNS: u32 = 3;
    let once = || {
        let started = ThreadTime::now();
        let nodes = bench_signature(&bench());
        nodes_per_second(nodes, started.elapsed()) as u64
    };
    (0..RUNS).map(|_| once()).max().unwrap_or(0)
}

fn nodes_per_second(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64()
}

fn in_words(reports: &[(BenchPosition, Report)], elapsed: Duration) -> String {
    let mut text = "board       kinds  depth       nodes   value  move\n".to_owned();
    for (BenchPosition { size, kinds, .. }, report) in reports {
        let Report { depth, nodes, best: RatedMove { value, cell, .. }, .. } = report;
        let _ = writeln!(text, "{size:>2} x {size:<2} {kinds:>8} {depth:>6} {nodes:>11} {value:>7}  {cell}");
    }
    let nodes = bench_signature(reports);
    let _ = writeln!(text, "\nsignature {nodes}");
    let _ = writeln!(text, "time      {:.3} s", elapsed.as_secs_f64());
    let _ = writeln!(text, "speed     {:.0} nodes/s", nodes_per_second(nodes, elapsed));
    text
}

fn in_json(reports: &[(BenchPosition, Report)], elapsed: Duration) -> Value {
    let nodes = bench_signature(reports);
    let positions = reports.iter().map(|(BenchPosition { size, kinds, seed, .. }, report)| {
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
