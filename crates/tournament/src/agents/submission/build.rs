//! Building what was handed in: once for each content, in the sandbox,
//! with the compiler's words kept for who wrote it.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::Submission;
use super::language::{Language, Part, make_executable, toolchain};
use crate::agents::runtime::Runtime;
use crate::agents::{AgentSpec, Excess, Preparation, Step, content};
use fruitrage_sandbox::process::{self, AgentFolder, Launch, LaunchError, Limits, RunEnd};

/// What a compiler may use. Rust's is the hungriest.
const LIMITS: Limits = Limits {
    cpu: Some(Duration::from_mins(5)),
    wall: Duration::from_mins(10),
    wall_includes_waiting: false,
    memory: 2 << 30,
    processes: 256,
    file_size: 512 << 20,
    disk: 1 << 30,
    log: 32 << 10,
};

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The compiler refused it.
    #[error("`{command}` failed ({end}):\n{output}")]
    Compiler {
        /// What was run.
        command: String,
        /// How it ended.
        end: String,
        /// What it printed.
        output: String,
    },
    /// There is no such compiler here, or the system refused something.
    #[error("`{command}` cannot be run: {reason}")]
    Arena {
        /// What was to be run.
        command: String,
        /// Why not.
        reason: String,
    },
    /// It was built, but no program came of it.
    #[error("it was built, but there is no program to run")]
    NoProgram,
    /// It holds more than an agent may.
    #[error("{0}")]
    Excess(String),
    /// Files cannot be read or written.
    #[error("{what}: {error}")]
    Files {
        /// What was tried.
        what: String,
        /// What the system says.
        error: String,
    },
    /// Everything is to stop.
    #[error("stopped on request")]
    Stopped,
}

/// The submission as an agent that can be entered: copied, and built unless the same content
/// was built before.
pub fn build(submission: &Submission, preparation: &Preparation<'_>) -> Result<AgentSpec, BuildError> {
    let files = |what: &str| {
        let what = what.to_owned();
        move |error: &dyn std::fmt::Display| BuildError::Files { what, error: format!("{error:#}") }
    };
    let unreadable = |error: anyhow::Error| match error.downcast_ref::<Excess>() {
        Some(_) => BuildError::Excess(format!("{error:#}")),
        None => files("the submission cannot be read")(&error),
    };
    let kept = preparation.kept;
    let kit = fs::create_dir_all(kept).and_then(|()| tempfile::tempdir_in(kept));
    let kit = kit.map_err(|error| files("there is no room to build in")(&error))?;
    submission.copy_to(kit.path()).map_err(unreadable)?;
    let hash = content::hash(kit.path()).map_err(unreadable)?;
    let built = kept.join(key(&hash, submission));
    // Only what was built to the end gets the name that is looked for.
    if !built.exists() {
        (preparation.tell)(Step::Building);
        let folder = AgentFolder::create(preparation.work, Some(kit.path()))
            .map_err(|error| files("the submission cannot be copied")(&error))?;
        let parts: Vec<&Part> = [&submission.program].into_iter().chain(&submission.calibrate).collect();
        for part in &parts {
            make(part, &folder, preparation)?;
        }
        let keep = || -> anyhow::Result<()> {
            let whole = tempfile::tempdir_in(kept)?;
            content::copy_built(folder.path(), whole.path())?;
            for program in parts.iter().flat_map(|part| part.products(whole.path())) {
                make_executable(&program)?;
            }
            // Another run may have been quicker; then its result is as good.
            match fs::rename(whole.path(), &built) {
                Err(_) if built.exists() => Ok(()),
                result => Ok(result?),
            }
        };
        keep().map_err(|error| files("what was built cannot be kept")(&format_args!("{error:#}")))?;
    }
    Ok(AgentSpec {
        name: Some(submission.name.clone()),
        command: submission.program.run_command(&built).ok_or(BuildError::NoProgram)?,
        calibrate: submission.calibrate.as_ref().and_then(|part| part.run_command(&built)),
        dir: Some(built),
        ..AgentSpec::default()
    })
}

/// What tells what was built apart: the content, and which file of it is the program if that
/// is a matter of choice.
fn key(hash: &str, submission: &Submission) -> String {
    match submission.named_file() {
        Some(file) => content::hex(&Sha256::digest(format!("{hash} {file}"))),
        None => hash.to_owned(),
    }
}

fn make(part: &Part, folder: &AgentFolder, preparation: &Preparation<'_>) -> Result<(), BuildError> {
    let Some(words) = part.build_command(folder.path(), LIMITS.memory) else { return Ok(()) };
    let command = part.told_build(&words).into_owned();
    let runtime = Runtime::new(&words, folder.path(), LIMITS.memory);
    let mut visible = runtime.visible.clone();
    visible.extend(toolchain().filter(|_| matches!(part.language, Language::Rust | Language::Cargo)));
    let launch = Launch { command: &runtime.words, folder, visible: &visible, limits: LIMITS };
    let sandbox = runtime.prepared(&preparation.sandbox);
    let run = process::run(&sandbox, &launch, &|| preparation.stop.is_raised()).map_err(|error| match error {
        LaunchError::Stopped => BuildError::Stopped,
        error => BuildError::Arena { command: command.clone(), reason: error.to_string() },
    })?;
    let output = [run.stdout, run.stderr].concat();
    let output = String::from_utf8_lossy(&output);
    // What Java says about an option that it was told.
    let lines = output.lines().filter(|line| !line.starts_with("Picked up JAVA_TOOL_OPTIONS"));
    let output = lines.collect::<Vec<_>>().join("\n").trim_end().to_owned();
    match run.end {
        RunEnd::Exited(exit) if exit.is_success() => Ok(()),
        // `env` says so of what it does not find.
        RunEnd::Exited(exit) if exit.to_string().contains("127") => Err(BuildError::Arena { command, reason: output }),
        _ if is_full(folder.path()) => Err(BuildError::Arena { command, reason: "the disk is full".to_owned() }),
        end => Err(BuildError::Compiler { command, end: end.to_string(), output }),
    }
}

/// Whether there is no room left where a folder is. This is tried out: what a compiler says
/// of it may be the words of a submission.
fn is_full(folder: &Path) -> bool {
    let fill = || tempfile::tempfile_in(folder)?.write_all(&vec![1; ROOM]);
    fill().is_err_and(|error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
}

/// The room that a small build needs, in bytes.
const ROOM: usize = 1 << 20;
