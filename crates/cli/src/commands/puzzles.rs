//! `fruitrage puzzles`: the deck of puzzles, made again.

use std::ops::ControlFlow;

use clap::{Args, Subcommand};
use fruitrage_game::run_in_order;
use fruitrage_play::puzzle::{Selection, candidate};

use super::Verdict;
use crate::lab::default_threads;
use crate::printing::{is_watched, print, tell, tell_progress};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes a deck of puzzles and prints it: boards with one best group, by proof, which is
    /// none of the largest. The same seed gives the same deck, to the byte
    Make(MakeOptions),
}

#[derive(Args, Debug)]
#[command(after_help = "\
A line is a puzzle: the rows of the board from the top, the best move, by how many points it
wins, by how many the second best one does, how hard it is on the scale of the levels, and what
it is about. A rating is that of a player who beats each level as often as the level does not see
the move; there are as many easy puzzles as hard ones.

The deck of this program was made by: fruitrage puzzles make --seed 1")]
pub(crate) struct MakeOptions {
    /// What the boards are made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many puzzles to make
    #[arg(long, value_name = "N", default_value_t = 1200)]
    count: usize,
    /// Boards at a time; the deck does not depend on it
    #[arg(long, short = 'j', value_name = "N", default_value_t = default_threads())]
    threads: usize,
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Verdict> {
    let Command::Make(options) = command;
    make(options)
}

fn make(options: &MakeOptions) -> anyhow::Result<Verdict> {
    let seed = options.seed;
    print(format_args!("# Made by: fruitrage puzzles make --seed {seed} --count {}\n", options.count))?;
    let (mut kept, progress) = (Selection::default(), is_watched());
    let mut failed = None;
    run_in_order(
        options.threads.max(1),
        u64::MAX,
        |number| candidate(seed, number),
        |number, found| {
            if let Some(found) = found.filter(|found| kept.count() < options.count && kept.keeps(found))
                && let Err(error) = print(format_args!("{}\n", found.puzzle))
            {
                failed = Some(error);
            }
            if progress && number.is_multiple_of(100) {
                tell_progress(format_args!("{} of {} puzzles in {number} boards", kept.count(), options.count));
            }
            if failed.is_some() || kept.count() >= options.count {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    if progress {
        tell("");
    }
    failed.map_or(Ok(Verdict::Yes), |error| Err(error.into()))
}
