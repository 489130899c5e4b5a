//! `fruitrage tune`: learns the evaluation's weights from the engine's own games.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use fruitrage_arena::run_in_order;
use fruitrage_engine::{Engine, Stage, Tunables, Weights};

use super::Verdict;
use crate::files;
use crate::lab::default_threads;
use crate::printing::print;
use crate::tuning::{Features, Fit, Judged, Row, fit, judged_positions};

/// One game in so many is kept back, to see how well the weights explain what
/// they were not fitted to.
const KEEP_BACK_EVERY: u64 = 4;

/// How strongly the weights are pulled to what was believed before.
const ROWS_OF_PRIOR: f64 = 20.0;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Games to learn from; each gives about a dozen positions
    #[arg(long, value_name = "N", default_value_t = 1_200)]
    games: u64,
    /// Nodes to judge a position with
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,
    /// The seed of the first game; the next ones follow
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where to write the weights; crates/engine/src/weights.txt is compiled in
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Games at a time
    #[arg(long, short = 'j', value_name = "N", default_value_t = default_threads())]
    threads: usize,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    // The judge must not depend on what is being learned, or learning twice
    // would give something else.
    let engine = Engine::new(Tunables { learned: 0.0, ..Tunables::default() });
    let (learned_from, kept_back) = options.collect(&engine);
    anyhow::ensure!(!learned_from.is_empty() && !kept_back.is_empty(), "too few games to learn from; try --games 100");
    let mut table = format!(
        "{} positions to learn from, {} kept back; error relative to the largest group\n\n{:40} {:>8} {:>10}\n",
        learned_from.len(),
        kept_back.len(),
        "explained by",
        "learned",
        "kept back"
    );
    for features in Features::ALL {
        let [learned, kept] = [&learned_from, &kept_back].map(|from| rows(&engine, features, from));
        let fit = explain(&learned);
        let _ = writeln!(table, "{:40} {:8.4} {:10.4}", features.name(), fit.error(&learned), fit.error(&kept));
        if features == Features::Stages
            && let Some(output) = &options.output
        {
            files::write_whole(output, &Weights::from_factors(&fit.factors).to_string())?;
        }
    }
    print(table)?;
    Ok(Verdict::Yes)
}

impl Options {
    /// The positions to learn from and those that are kept back.
    fn collect(&self, engine: &Engine) -> (Vec<Judged>, Vec<Judged>) {
        let (mut learned_from, mut kept_back) = (Vec::new(), Vec::new());
        let progress = std::io::stderr().is_terminal();
        let job = |number: u64| judged_positions(engine, self.seed.wrapping_add(number), self.nodes);
        run_in_order(self.threads.max(1), self.games, job, |number, positions| {
            let keep_back = number % KEEP_BACK_EVERY == KEEP_BACK_EVERY - 1;
            if keep_back { &mut kept_back } else { &mut learned_from }.extend(positions);
            if progress {
                eprint!("\r{} of {} games ", number + 1, self.games);
            }
            ControlFlow::Continue(())
        });
        if progress {
            eprintln!();
        }
        (learned_from, kept_back)
    }
}

fn rows(engine: &Engine, features: Features, positions: &[Judged]) -> Vec<Row> {
    let row = |position: &Judged| {
        let largest = position.board.groups()[0].points();
        // Errors matter in proportion to what is at stake.
        let weight = 1.0 / (8.0 + f64::from(largest));
        Row { features: features.of(engine, &position.board), value: position.points, weight }
    };
    positions.iter().map(row).collect()
}

/// The best factors for rows that begin with the features of stages: believed
/// beforehand is that having the move is worth half of what there is to take.
fn explain(rows: &[Row]) -> Fit {
    let factors = rows.first().map_or(0, |row| row.features.len());
    let mut prior = vec![0.0; factors];
    prior[..Stage::GROUPS].fill(0.5);
    fit(rows, &prior, ROWS_OF_PRIOR)
}
