//! `fruitrage engine`: the engine as one process for many games, by the Universal Game
//! Interface on standard input and output.

mod options;
mod search;
mod table;

use std::io::BufRead as _;

use clap::Args;
use fruitrage_game::ugi::{Command, Reply};

use super::Verdict;
use crate::printing::print;
use table::EngineTable;

#[derive(Args, Debug)]
#[command(after_help = "\
A session to try (docs/engine-author.md explains every command):
  ugi
  position fen 310/012/302 moves C3
  go movetime 1000
  quit")]
pub(crate) struct Options {}

pub(crate) fn run(_: &Options) -> anyhow::Result<Verdict> {
    let mut table = EngineTable::default();
    for line in std::io::stdin().lock().split(b'\n') {
        // What is no text is no command either: it is told, and nothing is lost by it.
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.trim().is_empty() {
            continue;
        }
        match line.parse() {
            Ok(Command::Quit) => return Ok(Verdict::Yes),
            Ok(command) => table.obey(command)?,
            // A view that is newer than this may know more commands: it is told, and goes on.
            Err(error) => complain(error)?,
        }
    }
    // Whoever pipes a session in wants the answer to its last command.
    table.finish();
    Ok(Verdict::Yes)
}

/// Writes a line to whoever has asked.
pub(super) fn reply(reply: &Reply) -> std::io::Result<()> {
    print(format_args!("{reply}\n"))
}

/// Says what is wrong, as the interface allows it.
pub(super) fn complain(error: impl std::fmt::Display) -> std::io::Result<()> {
    print(format_args!("info string {error}\n"))
}
