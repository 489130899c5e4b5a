//! `fruitrage board new`: a random board that its seed names.

use std::time::Duration;

use clap::Args;
use fruitrage_rules::generate;
use fruitrage_rules::text::Input;

use crate::arguments::positive_seconds;
use crate::commands::Verdict;
use crate::printing::{print, tell};
use crate::seed::new_seed;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Cells a side, 1 to 26
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=26))]
    size: u8,
    /// Kinds of fruit, 1 to 10
    #[arg(short = 'p', long, value_name = "P", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=10))]
    fruits: u8,
    /// The seed: the same one always gives the same board; without it, a new one
    /// is chosen and told on stderr
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The remaining time to write into the file
    #[arg(long, value_name = "SECONDS", default_value = DEFAULT_TIME, value_parser = positive_seconds)]
    time: Duration,
}

/// The usual budget of a game, in seconds.
pub(super) const DEFAULT_TIME: &str = "300";

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let seed = options.seed.unwrap_or_else(|| {
        let seed = new_seed();
        tell(format_args!("seed {seed}"));
        seed
    });
    let grid = generate(options.size.into(), options.fruits, seed);
    let input = Input { kinds: options.fruits, time: options.time, grid };
    print(input)?;
    Ok(Verdict::Yes)
}
