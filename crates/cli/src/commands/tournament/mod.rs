//! `fruitrage tournament`: any number of agents, for as long as it takes.

mod init;
mod report;
mod run;
mod standings;
mod status;
mod verify;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use fruitrage_arena::tournament::{Folder, TournamentError};

use super::Verdict;
use crate::printing::tell;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes a folder with an example of a tournament.toml
    Init(FolderOptions),
    /// Plays a tournament, or goes on with it where it was stopped or killed
    Run(run::Options),
    /// Tells how a tournament stands
    Status(status::Options),
    /// Writes standings, a crosstable, results for programs and a page to look at
    Report(report::Options),
    /// Plays all games through by the rules, and holds them to their records
    ///
    /// Exit code 0 if everything is in order, 1 if not.
    Verify(FolderOptions),
}

#[derive(Args, Debug)]
pub(crate) struct FolderOptions {
    /// The tournament's folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl FolderOptions {
    fn folder(&self) -> Folder {
        Folder::new(&self.folder)
    }
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Verdict> {
    let result = match command {
        Command::Init(options) => init::run(options),
        Command::Run(options) => run::run(options),
        Command::Status(options) => status::run(options),
        Command::Report(options) => report::run(options),
        Command::Verify(options) => verify::run(options),
    };
    // What is the arena's own fault has an exit code of its own.
    match result {
        Err(error) if error.downcast_ref().is_some_and(TournamentError::is_of_arena) => {
            tell(format_args!("fruitrage: {error:#}"));
            Ok(Verdict::ArenaFault)
        }
        result => result,
    }
}

/// The command that goes on with a tournament, as it can be pasted.
fn resume_command(folder: &Path) -> String {
    let folder = folder.display().to_string();
    let plain = |char: char| char.is_alphanumeric() || "/\\._-:".contains(char);
    if folder.chars().all(plain) && !folder.starts_with('-') {
        format!("fruitrage tournament run {folder}")
    } else {
        format!("fruitrage tournament run '{}'", folder.replace('\'', r"'\''"))
    }
}
