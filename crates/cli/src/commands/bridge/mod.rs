//! `fruitrage bridge`: an agent that plays by files as an engine of the Universal Game
//! Interface, and the other way round.

mod agent;
mod engine;

use clap::Args;

use super::Verdict;
use crate::players::SandboxOptions;

#[derive(Args, Debug)]
#[command(after_help = "\
Without --files it speaks the Universal Game Interface on standard input and output. For each
'go' it runs the program as a referee does, with input.txt in a private folder that lasts until
'uginewgame'. A reply that is not right is told as 'info string', and there is no move. The
program is any agent that 'fruitrage match' takes: a command, a submission, a built-in player.

With --files it is an agent: it reads ./input.txt, starts the engine, asks it for one move, and
writes ./output.txt.

Examples:
  fruitrage bridge ./homework                    a UGI engine for any program that speaks to one
  fruitrage bridge 'python3 homework.py'
  fruitrage bridge --files 'fruitrage engine'    one move by files

Exit codes: 0 fine; 2 bad usage or input, or the engine made no move and nothing was written.")]
pub(crate) struct Options {
    /// An agent that plays by files; with --files an engine's command
    #[arg(value_name = "PROGRAM")]
    program: String,
    /// Be an agent that plays by files and asks an engine
    #[arg(long)]
    files: bool,
    #[command(flatten)]
    sandbox: SandboxOptions,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if options.files { agent::play_a_move(&options.program) } else { engine::serve(&options.program, options.sandbox) }
}
