//! `fruitrage learn`: the first lesson, in the terminal.

use clap::Args;

use super::Verdict;
use crate::tui::{Alone, ScreenOptions, must_be_there, run_alone};

#[derive(Args, Debug)]
#[command(after_help = "\
Eight small boards: take a group, what it is worth, what falls, what comes together in the fall,
what not to open, who takes last, when to refuse the largest group, how to count. A wrong move is
answered by what it allows. n skips a board, Esc leaves.

Exit codes: 0 left; 2 bad usage, or no terminal; 130 interrupted.")]
pub(crate) struct Options {
    #[command(flatten)]
    screen: ScreenOptions,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    must_be_there("learn")?;
    let interrupted = run_alone(Alone::Lesson, options.screen.manners())?;
    Ok(if interrupted { Verdict::Interrupted } else { Verdict::Yes })
}
