//! `fruitrage board from`: a position on one line as an input file.

use std::time::Duration;

use clap::Args;
use fruitrage_rules::text::{Input, PositionLine};

use super::new::DEFAULT_TIME;
use crate::arguments::positive_seconds;
use crate::commands::Verdict;
use crate::printing::print;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Rows from the top joined by slashes, then whose turn (1 or 2), points and
    /// clocks, such as '310/012/302 2 9:4 299.5:300'; - for no clocks
    #[arg(value_name = "POSITION")]
    line: PositionLine,
    /// The remaining time to write into the file, if the position has no clocks
    #[arg(long, value_name = "SECONDS", default_value = DEFAULT_TIME, value_parser = positive_seconds)]
    time: Duration,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let PositionLine { position, clocks } = &options.line;
    let own_clock = clocks.map(|clocks| clocks[position.turn().index()]);
    if own_clock.is_some_and(|time| time.is_zero()) {
        anyhow::bail!("the player to move has no time left: the game is over");
    }
    let grid = position.board().to_grid();
    let input = Input { kinds: grid.kinds(), time: own_clock.unwrap_or(options.time), grid };
    print(input)?;
    Ok(Verdict::Yes)
}
