//! Building what was handed in: once for each content, in the sandbox,
//! with the compiler's words kept for who wrote it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Submission;
use super::language::{Language, Part, make_executable, toolchain};
use crate::agents::{AgentSpec, content};
use fruitrage_game::Stop;
use fruitrage_sandbox::Sandbox;
use fruitrage_sandbox::process::{self, AgentFolder, Launch, LaunchError, Limits, RunEnd};

/// What a compiler may use. Rust's is the hungriest.
const LIMITS: Limits = Limits {
    cpu: Some(Duration::from_mins(5)),
    wall: Duration::from_mins(10),
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

/// Where submissions are built, and kept by their content.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// What was built, by its content.
    folder: PathBuf,
    /// For building.
    work: PathBuf,
    sandbox: Sandbox,
}

impl Workshop {
    /// A workshop that keeps what it builds in a folder, which is made if need be,
    /// and uses it again the next time. It builds in `work`.
    pub fn new(folder: &Path, work: &Path, sandbox: Sandbox) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), work: work.to_owned(), sandbox })
    }

    /// The submission as an agent that can be entered: copied, and built unless
    /// the same content was built before.
    pub fn build(&self, submission: &Submission, stop: &Stop) -> Result<AgentSpec, BuildError> {
        let files = |what: &str| {
            let what = what.to_owned();
            move |error: &dyn std::fmt::Display| BuildError::Files { what, error: error.to_string() }
        };
        let unreadable = |error: &anyhow::Error| files("the submission cannot be read")(error);
        let kit = tempfile::tempdir_in(&self.folder).map_err(|error| files("there is no room to build in")(&error))?;
        let copy = match submission.source.file_name() {
            Some(name) if submission.source.is_file() => kit.path().join(name),
            _ => kit.path().to_owned(),
        };
        content::copy(&submission.source, &copy).map_err(|error| unreadable(&error))?;
        let hash = content::hash(kit.path()).map_err(|error| unreadable(&error))?;
        let built = self.folder.join(hash);
        // Only what was built to the end gets the name that is looked for.
        if !built.exists() {
            let folder = AgentFolder::create(&self.work, Some(kit.path()))
                .map_err(|error| files("the submission cannot be copied")(&error))?;
            let parts: Vec<&Part> = [&submission.program].into_iter().chain(&submission.calibrate).collect();
            for part in &parts {
                self.make(part, &folder, stop)?;
            }
            let keep = || -> anyhow::Result<()> {
                let whole = tempfile::tempdir_in(&self.folder)?;
                content::copy(folder.path(), whole.path())?;
                for program in parts.iter().flat_map(|part| part.products(whole.path())) {
                    make_executable(&program)?;
                }
                // Another run may have been quicker; then its result is as good.
                match fs::rename(whole.path(), &built) {
                    Err(_) if built.exists() => Ok(()),
                    result => Ok(result?),
                }
            };
            keep().map_err(|error| files("what was built cannot be kept")(&error))?;
        }
        Ok(AgentSpec {
            name: Some(submission.name.clone()),
            command: submission.program.run_command(&built).ok_or(BuildError::NoProgram)?,
            calibrate: submission.calibrate.as_ref().and_then(|part| part.run_command(&built)),
            dir: Some(built),
            ..AgentSpec::default()
        })
    }

    fn make(&self, part: &Part, folder: &AgentFolder, stop: &Stop) -> Result<(), BuildError> {
        let Some(command) = part.build_command() else { return Ok(()) };
        let words: Vec<OsString> = command.iter().map(Into::into).collect();
        let visible = if part.language == Language::Cargo { toolchain() } else { None };
        let visible: Vec<PathBuf> = visible.into_iter().collect();
        let launch = Launch { command: &words, folder, visible: &visible, limits: LIMITS };
        let command = command.join(" ");
        let run = process::run(&self.sandbox, &launch, &|| stop.is_raised()).map_err(|error| match error {
            LaunchError::Stopped => BuildError::Stopped,
            error => BuildError::Arena { command: command.clone(), reason: error.to_string() },
        })?;
        let output = [run.stdout, run.stderr].concat();
        let output = String::from_utf8_lossy(&output).trim_end().to_owned();
        match run.end {
            RunEnd::Exited(exit) if exit.is_success() => Ok(()),
            end => Err(BuildError::Compiler { command, end: end.to_string(), output }),
        }
    }
}
