//! `fruitrage check`: will this program get zero, and what grade is to be expected?

mod json;
mod junit;
mod keep;
mod view;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use fruitrage_game::{Harmless, Protocol, Stop, harmless};
use fruitrage_grading::check::{ArenaFailure, Check, CheckOptions, CheckOutcome, CheckReport, not_built};
use fruitrage_tournament::agents::{Agent, AgentSpec, BuildError, FindError, GameFiles, Roster as _};

use super::Verdict;
use super::tournament::default_jobs;
use crate::players::{HouseRoster, SandboxOptions, must_be_somebody};
use crate::printing::{is_watched, print, print_json, print_styled, tell, tell_error};
use crate::signals;

#[derive(Args, Debug)]
#[command(after_help = "\
It builds and runs AGENT, as a grader does, step by step: does it start, is output.txt where it
belongs and right to the last byte, do the smallest and largest boards work, and the clock, and
whole games? The first step that fails is the one to mend. For each there is what was expected and
found, the likely cause, and a command that shows it again with the files that were kept.

Examples:
  fruitrage check homework.py            a file, a folder or an archive, as you hand it in
  fruitrage check homework.cpp --quick   ten seconds: no cases, few games, no predicted grade
  fruitrage check . --quick --watch      again whenever you save
  fruitrage check homework.py --games 100    a sharper prediction

Exit codes: 0 no step failed (warnings may be left); 1 a step failed, and it costs points; 2 bad
usage; 3 it would get zero: it cannot be built, or no reply of it is accepted; 4 the arena itself
failed, such as for want of a compiler; 130 interrupted.")]
pub(crate) struct Options {
    /// The program: a source file, a folder, an archive, an executable or a command
    #[arg(value_name = "AGENT")]
    agent: String,
    /// Only what about ten seconds suffice for
    #[arg(long)]
    quick: bool,
    /// Check it again whenever one of its files is saved, until Ctrl-C
    #[arg(long, conflicts_with = "format")]
    watch: bool,
    /// Games against each opponent, an even number: more make the predicted grade surer
    /// [default: 40, fewer if they take long]
    #[arg(long, value_name = "N", value_parser = even_games)]
    games: Option<u64>,
    /// What all boards come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time [default: one fewer than there are cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    jobs: Option<u64>,
    /// Settings of the program: name, dir, calibrate, calibration (s), memory (MiB), processes,
    /// disk (MiB)
    #[arg(long = "with", value_name = "KEY=VALUE,…")]
    settings: Vec<String>,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// Where input.txt, output.txt and stderr of moves that went wrong are kept
    #[arg(long, value_name = "FOLDER", default_value = "fruitrage-check")]
    keep: PathBuf,
    /// How to print the report
    #[arg(long, value_enum, default_value_t)]
    format: CheckFormat,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object.
    Json,
    /// For build servers: one test case a step.
    Junit,
}

fn even_games(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|games| games % 2 == 0 && (2..=100_000).contains(games)).ok_or(
        "expected an even number from 2 to 100000: half of the games are begun by the program, half by the opponent",
    )
}

/// Checks a program.
pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let stop = Stop::default();
    signals::raise_on_interrupt(&stop)?;
    let spec = options.spec()?;
    if options.watch {
        return watch::run(Path::new(&options.agent), &stop, || options.check_and_print(&spec, &stop));
    }
    options.check_and_print(&spec, &stop)
}

impl Options {
    fn spec(&self) -> anyhow::Result<AgentSpec> {
        let mut spec = AgentSpec::of_command(&self.agent);
        for settings in &self.settings {
            spec.set_all(settings)?;
        }
        anyhow::ensure!(
            spec.builtin().is_none(),
            "'{0}' is a player inside fruitrage, and cannot be handed in; a program of this name is ./{0}",
            Harmless(&self.agent)
        );
        anyhow::ensure!(
            spec.protocol() == Protocol::Files,
            "what is handed in plays by input.txt and output.txt; check it without ugi:"
        );
        must_be_somebody(&spec, Path::new("."))?;
        Ok(spec)
    }

    fn check_and_print(&self, spec: &AgentSpec, stop: &Stop) -> anyhow::Result<Verdict> {
        let mut report = match self.check(spec, stop) {
            Ok(report) => report,
            Err(_) if stop.is_raised() => {
                tell_error("interrupted before the first step");
                return Ok(Verdict::Interrupted);
            }
            Err(error) if is_of_arena(&error) => {
                tell_error(format_args!("{error:#}"));
                return Ok(Verdict::ArenaFault);
            }
            Err(error) => return Err(error),
        };
        if let Err(error) = keep::keep(&mut report, &self.keep) {
            tell(format_args!("the files of moves that went wrong cannot be kept in {}: {error}", self.keep.display()));
        }
        match self.format {
            CheckFormat::Text => print_styled(view::text(&report))?,
            CheckFormat::Json => print_json(&json::value(&report))?,
            CheckFormat::Junit => print(junit::xml(&report))?,
        }
        Ok(match report.outcome() {
            CheckOutcome::Fine => Verdict::Yes,
            CheckOutcome::LosesPoints => Verdict::No,
            CheckOutcome::Zero => Verdict::AgentFault,
            CheckOutcome::Unknown => Verdict::Interrupted,
        })
    }

    fn check(&self, spec: &AgentSpec, stop: &Stop) -> anyhow::Result<CheckReport> {
        let sandbox = self.sandbox;
        let roster = HouseRoster::new(move || sandbox.choose(), stop)?;
        let agent = match roster.agent(spec, Path::new(".")) {
            Ok(Agent::Program(agent)) => agent,
            Ok(Agent::Builtin(_)) => anyhow::bail!("a player inside fruitrage cannot be handed in"),
            Err(error) if is_not_built(&error) => {
                let folder = Path::new(&self.agent);
                let folder = if folder.is_dir() { folder } else { folder.parent().unwrap_or(folder) };
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                return Ok(not_built(&spec.name(), self.seed, &format!("{error:#}"), folder));
            }
            Err(error) => return Err(error),
        };
        let files = GameFiles { work: roster.games_folder().to_owned(), logs: None };
        let progress = view::Progress::new(self.quiet || !is_watched(), &harmless(agent.name()));
        let check = Check {
            agent: &agent,
            entrant: Agent::Program(Arc::clone(&agent)).entrant(files),
            work: roster.games_folder(),
            options: CheckOptions {
                quick: self.quick,
                games: self.games,
                jobs: self.jobs.map_or_else(|| default_jobs().get(), |jobs| jobs as usize),
                seed: self.seed,
            },
            opponent: &|name| roster.entrant(&AgentSpec::of_command(name), None),
            stop,
            hear: &|what| progress.tell(what),
        };
        let report = check.run();
        progress.finish();
        Ok(report?)
    }
}

/// Whether it is the program that cannot be built, and not this machine that cannot build it.
fn is_not_built(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let is_found = cause.downcast_ref::<FindError>().is_some();
        let built = cause.downcast_ref::<BuildError>();
        is_found
            || built.is_some_and(|error| {
                !matches!(error, BuildError::Arena { .. } | BuildError::Files { .. } | BuildError::Stopped)
            })
    })
}

/// Whether the arena failed, or this machine.
fn is_of_arena(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<ArenaFailure>().is_some() || cause.downcast_ref::<BuildError>().is_some())
}
