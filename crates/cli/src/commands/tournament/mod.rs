//! `fruitrage tournament`: any number of agents, for as long as it takes.

mod control;
mod enter;
mod init;
mod play;
mod report;
mod run;
mod site;
mod standings;
mod status;
mod verify;

use std::path::Path;

use clap::Subcommand;
use fruitrage_tournament::TournamentError;

use super::Verdict;
use crate::printing::tell_error;

pub(crate) use play::{LocalWorker, default_jobs, parse_jobs, tell_problems};
pub(crate) use site::{DatabaseOptions, SiteOptions};
pub(crate) use standings::shortened;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes a folder with an example of a tournament.toml
    Init(init::Options),
    /// Plays a tournament, or goes on with it where it was stopped or killed
    Run(run::Options),
    /// Enters the agents of a tournament.toml and schedules their games, without
    /// playing: to begin a tournament for workers, or to add agents to one that runs
    Enter(enter::Options),
    /// Tells how a tournament stands, and who plays it
    Status(status::Options),
    /// Has nobody begin with another pair; those that are being played are finished
    Pause(SiteOptions),
    /// Goes on after a pause, and tries pairs again that could not be played
    Resume(SiteOptions),
    /// Takes an agent out of a tournament that has begun
    ///
    /// What it has played stands. Pairs that it has not played go to its opponents.
    Withdraw(control::WithdrawOptions),
    /// Writes standings, a crosstable, results for programs and a page to look at
    Report(report::Options),
    /// Plays all games through by the rules, and holds them to their records
    ///
    /// Exit code 0 if everything is in order, 1 if not.
    Verify(SiteOptions),
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Verdict> {
    told(match command {
        Command::Init(options) => init::run(options),
        Command::Run(options) => run::run(options),
        Command::Enter(options) => enter::run(options),
        Command::Status(options) => status::run(options),
        Command::Pause(options) => control::pause(options),
        Command::Resume(options) => control::resume(options),
        Command::Withdraw(options) => control::withdraw(options),
        Command::Report(options) => report::run(options),
        Command::Verify(options) => verify::run(options),
    })
}

/// What is the arena's own fault has an exit code of its own.
pub(crate) fn told(result: anyhow::Result<Verdict>) -> anyhow::Result<Verdict> {
    match result {
        Err(error) if error.downcast_ref().is_some_and(TournamentError::is_of_arena) => {
            tell_error(format_args!("{error:#}"));
            Ok(Verdict::ArenaFault)
        }
        result => result,
    }
}

/// The command that goes on with a tournament, as it can be pasted.
fn resume_command(folder: &Path) -> String {
    format!("fruitrage tournament run {}", quoted(folder))
}

/// A folder as it can be pasted behind a command.
pub(crate) fn quoted(folder: &Path) -> String {
    let folder = folder.display().to_string();
    let plain = |char: char| char.is_alphanumeric() || "/\\._-:".contains(char);
    if folder.chars().all(plain) && !folder.starts_with('-') {
        folder
    } else {
        format!("'{}'", folder.replace('\'', r"'\''"))
    }
}
