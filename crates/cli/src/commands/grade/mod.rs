//! `fruitrage grade`: what a class has handed in, and what it is worth.

mod init;
mod notes;
mod run;
mod site;
mod status;
mod table;
mod view;

use clap::Subcommand;

use super::Verdict;
use super::tournament::told;

pub(crate) use run::work;
pub(crate) use site::SiteOptions;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes a folder with a grade.toml: the rubric of the course, every setting explained
    Init(init::Options),
    /// Rehearses every submission, then grades, or goes on where it was stopped or killed
    Run(run::Options),
    /// Tells how a grading stands: points by student and part, and what is not graded
    Status(status::Options),
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Verdict> {
    told(match command {
        Command::Init(options) => init::run(options),
        Command::Run(options) => run::run(options),
        Command::Status(options) => status::run(options),
    })
}
