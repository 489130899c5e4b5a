//! `fruitrage grade one`: one submission, graded on a platform, which is told after every item.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use clap::Args;
use fruitrage_agent::files;
use fruitrage_game::{Failure, Stop};
use fruitrage_grading::platform::{Platform, PlatformRun};
use fruitrage_grading::{GradeSheet, Grader, Item, Outcome, Rubric, RubricFile, empty_sheet, grade_within, sheet_of};
use fruitrage_sandbox::{Sandbox, Tier};
use fruitrage_tournament::agents::AgentSpec;
use fruitrage_tournament::{LimitSettings, Unready};

use super::platforms::{PlatformName, parse_budget};
use crate::commands::Verdict;
use crate::players::{HouseRoster, SandboxOptions};
use crate::printing::{print, tell};
use crate::signals::raise_on_interrupt;

#[derive(Args, Debug)]
#[command(after_help = "\
What is not graded is never a zero: the result says so as the platform's form allows, and the
exit code is 4. The result is written after every item, so a run that is cut off leaves what was
found out until then.

Examples:
  fruitrage grade one submission --for json
  fruitrage grade one /autograder/submission --for gradescope --budget 8min
  fruitrage grade one ada/homework.py --for gradescope --output results.json

Exit codes: 0 graded, whatever the points; 2 bad usage; 4 something could not be graded.")]
pub(crate) struct Options {
    /// What was handed in: a folder, an archive or a file
    #[arg(value_name = "SUBMISSION")]
    submission: PathBuf,
    /// The platform that reads the result
    #[arg(long = "for", value_name = "PLATFORM", value_enum)]
    platform: PlatformName,
    /// The longest that it may take, as 8min or 90s: less than the platform waits [default:
    /// 8min for Gradescope, 25s for `PrairieLearn`, elsewhere as long as it takes]
    #[arg(long, value_name = "TIME", value_parser = parse_budget)]
    budget: Option<Duration>,
    /// The rubric: a grade.toml [default: the course's own]
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// Where to write it, a file; for Vocareum a folder [default: where the platform reads it]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Whose it is; the lot of who begins depends on it [default: as the platform says, or as
    /// the file is called]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    sandbox: SandboxOptions,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let started = Instant::now();
    let platform = options.platform.platform();
    let asked = asked(options.rubric.as_deref())?;
    let places = platform.places(options.output.as_deref(), &variable)?;
    anyhow::ensure!(
        options.submission.exists(),
        "{}: there is no such file or folder; expected what was handed in",
        options.submission.display()
    );
    for folder in places.iter().filter_map(|place| place.parent()).filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let stop = Stop::default();
    raise_on_interrupt(&stop)?;
    let choose = options.sandbox;
    let roster = HouseRoster::new(move || choose.choose_quietly(), &stop)?;
    let spec = spec(options, platform, &asked.limits);
    let remarks = remarks(&roster.sandbox()?, &spec, &asked.limits);
    let write = |sheet: &GradeSheet| -> anyhow::Result<()> {
        let run = PlatformRun {
            sheet,
            remarks: &remarks,
            elapsed: started.elapsed(),
            now: SystemTime::now(),
            variable: &variable,
        };
        let texts = platform.files(&run)?;
        places.iter().zip(&texts).try_for_each(|(place, text)| files::write_whole(place, text))?;
        Ok(())
    };
    let budget = options.budget.or(platform.usual_budget());
    let left = budget.map(|budget| budget.saturating_sub(started.elapsed()));
    let sheet = match grade(&roster, &spec, &asked.rubric, left, &stop, &write) {
        Ok(sheet) => sheet,
        Err(Failure::Stopped) => return Ok(Verdict::Interrupted),
        Err(Failure::Listener(error)) => return Err(error),
    };
    write(&sheet)?;
    if places.is_empty() {
        let run = PlatformRun {
            sheet: &sheet,
            remarks: &remarks,
            elapsed: started.elapsed(),
            now: SystemTime::now(),
            variable: &variable,
        };
        print(platform.files(&run)?.concat())?;
    }
    for item in sheet.not_graded() {
        tell(format_args!("{}: not graded: {}", item.id, first_line(&item.reason)));
    }
    for place in &places {
        tell(format_args!("wrote {}", place.display()));
    }
    Ok(if sheet.not_graded().next().is_none() { Verdict::Yes } else { Verdict::ArenaFault })
}

/// Grades, and writes after every item.
fn grade(
    roster: &HouseRoster,
    spec: &AgentSpec,
    rubric: &Rubric,
    budget: Option<Duration>,
    stop: &Stop,
    write: &dyn Fn(&GradeSheet) -> anyhow::Result<()>,
) -> Result<GradeSheet, Failure> {
    let items = rubric.items();
    let name = spec.name();
    let started = Instant::now();
    let mut written = write_all(&items, write);
    // Before the submission is built, in case that takes all the time.
    written(&empty_sheet(&name, &items))?;
    let submission = match roster.entrant(spec, None) {
        Ok(submission) => submission,
        Err(_) if stop.is_raised() => return Err(Failure::Stopped),
        Err(error) => {
            let problem = Unready::new(&error);
            let outcome = if problem.is_of_machine { Outcome::NotGraded } else { Outcome::Missed };
            return Ok(sheet_of(&name, &items, outcome, &problem.problem));
        }
    };
    let opponent = |command: &str| roster.entrant(&AgentSpec::of_command(command), None);
    let grader = Grader { name: &name, submission, opponent: &opponent, stop };
    let left = budget.map(|budget| budget.saturating_sub(started.elapsed()));
    grade_within(&grader, &items, left, &mut written)
}

/// Writes a sheet, and tells what is new on it.
fn write_all<'a>(
    items: &'a [Item],
    write: &'a dyn Fn(&GradeSheet) -> anyhow::Result<()>,
) -> impl FnMut(&GradeSheet) -> anyhow::Result<()> + 'a {
    let mut told = vec![false; items.len()];
    move |sheet| {
        write(sheet)?;
        for (item, told) in sheet.items.iter().zip(&mut told) {
            if item.outcome != Outcome::NotGraded && !std::mem::replace(told, true) {
                tell(format_args!("{}: {} of {}: {}", item.id, item.earned(), item.most, first_line(&item.reason)));
            }
        }
        Ok(())
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// What is asked: as a file says, or as the course does.
fn asked(file: Option<&Path>) -> anyhow::Result<RubricFile> {
    match file {
        Some(file) => Ok(RubricFile::read(file)?),
        None => Ok(RubricFile { rubric: Rubric::course(1), limits: LimitSettings::default(), cases: None }),
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The submission as an agent, with no more memory than this machine or container has.
fn spec(options: &Options, platform: Platform, limits: &LimitSettings) -> AgentSpec {
    let name = options.name.clone().or_else(|| owner(platform)).unwrap_or_else(|| {
        let path = std::path::absolute(&options.submission).unwrap_or_else(|_| options.submission.clone());
        path.file_stem().map_or_else(|| "submission".to_owned(), |name| name.to_string_lossy().into_owned())
    });
    AgentSpec {
        name: Some(name),
        memory: Some(memory_here().map_or(limits.memory, |here| here.min(limits.memory))),
        processes: Some(limits.processes),
        disk: Some(limits.disk),
        calibration: Some(f64::from(limits.calibration)),
        ..AgentSpec::of_command(options.submission.to_string_lossy())
    }
}

/// Whose submission it is, as the platform says.
fn owner(platform: Platform) -> Option<String> {
    match platform {
        Platform::Gradescope => {
            let text = std::fs::read_to_string("/autograder/submission_metadata.json").ok()?;
            let metadata: serde_json::Value = serde_json::from_str(&text).ok()?;
            let user = &metadata["users"][0];
            ["email", "sid", "name"].iter().find_map(|key| user[key].as_str()).map(str::to_owned)
        }
        Platform::Classroom50 => variable("USERNAME").or_else(|| variable("OWNER")),
        Platform::Vocareum | Platform::PrairieLearn | Platform::Json => None,
    }
}

/// MiB that a program may have here: three quarters of what this container has, so that the
/// rest is left for what runs it. None if it is not known.
fn memory_here() -> Option<u64> {
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limit = limits.iter().find_map(|file| number_in(Path::new(file)))?;
    Some((limit >> 20) * 3 / 4).filter(|&memory| memory >= 64)
}

fn number_in(file: &Path) -> Option<u64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// What whoever reads the result should know about where it comes from.
fn remarks(sandbox: &Sandbox, spec: &AgentSpec, limits: &LimitSettings) -> Vec<String> {
    let mut remarks = Vec::new();
    let watched: Vec<&str> =
        sandbox.precision().all().iter().filter(|(_, held)| !held.is_exact()).map(|(name, _)| *name).collect();
    if !watched.is_empty() {
        remarks.push(format!(
            "On this machine these limits are watched and not kept exactly: {}. Programs are kept apart by: {}.",
            watched.join(", "),
            sandbox.tier()
        ));
    }
    if sandbox.tier() == Tier::Plain {
        remarks.push("Programs ran without a sandbox.".to_owned());
    }
    if let Some(memory) = spec.memory.filter(|&memory| memory < limits.memory) {
        remarks.push(format!("The program could use {memory} MiB of memory, because this machine has little."));
    }
    remarks
}
