//! `fruitrage board`: tools for boards.

mod check;
mod from;
mod new;
mod play;
mod show;

use std::path::Path;

use clap::Subcommand;
use fruitrage_agent::files;
use fruitrage_rules::text::Input;

use super::Verdict;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prints a random board as an input.txt
    New(new::Options),
    /// Prints a position, given on one line, as an input.txt
    From(Box<from::Options>),
    /// Draws a board with its columns, rows and groups
    Show(show::Options),
    /// Says whether an output.txt answers an input.txt rightly
    ///
    /// Both files are read strictly: the slightest deviation from the protocol
    /// is an error. Exit code 0 if the move is legal and the board after it right,
    /// 1 if the output is at fault, 2 if the input is or a file cannot be read.
    Check(check::Options),
    /// Prints the board after a move and what the move is worth
    Play(play::Options),
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Verdict> {
    match command {
        Command::New(options) => new::run(options),
        Command::From(options) => from::run(options),
        Command::Show(options) => show::run(options),
        Command::Check(options) => check::run(options),
        Command::Play(options) => play::run(options),
    }
}

/// The board in a file, or in the input.txt of a folder: those of moves that went wrong are named so.
fn read_board(path: &Path) -> anyhow::Result<Input> {
    let own = path.join("input.txt");
    files::read_input_liberally(if path.is_dir() { &own } else { path })
}

/// What the files write for a board, row by row, for JSON.
fn rows(grid: &fruitrage_rules::Grid) -> Vec<String> {
    grid.to_string().lines().map(str::to_owned).collect()
}
