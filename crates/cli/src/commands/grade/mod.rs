//! `fruitrage grade`: what a class has handed in, and what it is worth.

mod init;
mod notes;
mod one;
mod pack;
mod platforms;
mod report;
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
    /// Writes grades.csv, a page for every student and one for the class, and fills in a
    /// gradebook of Canvas or Moodle
    Report(report::Options),
    /// Grades one submission and writes what a platform reads: Gradescope, Vocareum,
    /// `PrairieLearn`, Classroom 50, or JSON
    One(Box<one::Options>),
    /// Packs what is uploaded to a platform so that submissions are graded there
    Pack(pack::Options),
}

pub(crate) fn run(command: &Command) -> anyhow::Result<Verdict> {
    told(match command {
        Command::Init(options) => init::run(options),
        Command::Run(options) => run::run(options),
        Command::Status(options) => status::run(options),
        Command::Report(options) => report::run(options),
        Command::One(options) => one::run(options),
        Command::Pack(options) => pack::run(options),
    })
}
