//! One run of a program that nobody trusts.
//!
//! The program runs in its own folder under a *warden* (`crate::warden`), which
//! holds it to its limits, measures it, and leaves nothing of it alive. What it
//! can see and do there is up to the [`Sandbox`].

mod capped;
#[cfg(target_os = "linux")]
mod child;
mod command;
mod folder;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;
mod session;
#[cfg(target_os = "linux")]
pub(crate) mod users;

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use command::CommandFault;
#[cfg(target_os = "linux")]
pub(crate) use command::is_in_everyones_reach;
pub use folder::{AgentFolder, OutputFault};
pub use session::{Exchange, ExchangeEnd, Session, TurnLimits};

use crate::isolation::Sandbox;
use fruitrage_game::{Exit, FolderLimit};
use serde::{Deserialize, Serialize};

/// What a program may use in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of the whole process tree; it is killed when it has used more.
    pub cpu: Option<Duration>,
    /// Time on the wall until it is killed.
    pub wall: Duration,
    /// Whether that includes the time in which it could have run but others did, so that
    /// the limit depends on how busy the machine is.
    pub wall_includes_waiting: bool,
    /// Resident memory of the whole process tree, in bytes.
    pub memory: u64,
    /// Processes and threads at one time.
    pub processes: u32,
    /// The largest file it may write, in bytes.
    pub file_size: u64,
    /// All files in its folder together, in bytes.
    pub disk: u64,
    /// How much of stdout, and how much of stderr, is kept, in bytes.
    pub log: usize,
}

impl Default for Limits {
    /// Room for any honest agent, Java with its many threads on a large machine
    /// included.
    fn default() -> Self {
        Self {
            cpu: None,
            wall: Duration::from_secs(310),
            wall_includes_waiting: false,
            memory: 1 << 30,
            processes: 128,
            file_size: 64 << 20,
            disk: 256 << 20,
            log: 64 << 10,
        }
    }
}

/// What is to be run, where, and within which limits.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// The program and its arguments. A name without a slash is looked up in the
    /// `PATH`; with one it is relative to the folder.
    pub command: &'a [OsString],
    /// The folder that it runs in, the only one that it can write to.
    pub folder: &'a AgentFolder,
    /// More files and folders that it can see, but not change.
    pub visible: &'a [PathBuf],
    /// What it may use.
    pub limits: Limits,
}

/// What became of a program that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// CPU time of the whole process tree, user and system, as the kernel counts
    /// it (where there is no warden: the same as `wall`).
    pub cpu: Duration,
    /// From the start of the program to its end.
    pub wall: Duration,
    /// How it ended.
    pub end: RunEnd,
    /// What it printed: all of it, or the beginning and the end with a remark on
    /// what was cut out between them.
    pub stdout: Vec<u8>,
    /// As `stdout`.
    pub stderr: Vec<u8>,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunEnd {
    /// By itself, or by a signal that was not the arena's.
    Exited(Exit),
    /// Killed: it had used more CPU time than allowed.
    OverCpu,
    /// Killed: it took too long.
    OverWall,
    /// Killed, or fallen, because it wanted more memory than allowed.
    OverMemory,
    /// Killed: it had filled its folder, or made it impossible to tell.
    OverDisk(FolderLimit),
    /// Killed: it had started too many processes. Where the system itself sees to
    /// their number, it refuses to start more instead.
    OverProcesses,
}

impl fmt::Display for RunEnd {
    /// As what stands behind 'it ended: '.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(exit) => write!(f, "{exit}"),
            Self::OverCpu => f.write_str("killed: it used too much CPU time"),
            Self::OverWall => f.write_str("killed: it took too long"),
            Self::OverMemory => f.write_str("it used too much memory"),
            Self::OverDisk(FolderLimit::Bytes) => f.write_str("killed: it wrote too much"),
            Self::OverDisk(limit) => write!(f, "killed: it {limit}"),
            Self::OverProcesses => f.write_str("killed: it started too many processes"),
        }
    }
}

/// Why a program was not run.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The command cannot be run by anyone.
    #[error(transparent)]
    Command(#[from] CommandFault),
    /// The caller asked to stop; nothing of the program is left.
    #[error("stopped on request")]
    Stopped,
    /// The sandbox could not be set up.
    #[error("the sandbox could not be set up: {0}")]
    Sandbox(String),
    /// The system refused something.
    #[error("{what}: {error}")]
    System {
        /// What was tried.
        what: &'static str,
        /// What the system says.
        error: io::Error,
    },
}

impl LaunchError {
    /// Whether it is the agent that is to blame, and not the caller.
    pub fn is_agents_fault(&self) -> bool {
        matches!(self, Self::Command(fault) if fault.is_agents_fault())
    }

    fn system(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::System { what, error }
    }
}

/// Whether programs can get to a folder: if the caller is root they are run by
/// other users.
pub fn can_be_reached_by_programs(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    if nix::unistd::Uid::effective().is_root() {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        return command::is_in_everyones_reach(&folder);
    }
    let _ = folder;
    true
}

/// Runs a program to its end, or to that of its limits, or until `is_stopped` returns
/// true; it is asked several times a second.
/// When it returns, nothing of the program is alive.
///
/// It can be called from many threads at once, but must be called only once at a
/// time for one folder.
pub fn run(sandbox: &Sandbox, launch: &Launch<'_>, is_stopped: &dyn Fn() -> bool) -> Result<Run, LaunchError> {
    #[cfg(target_os = "linux")]
    return linux::run(sandbox, launch, is_stopped);
    #[cfg(not(target_os = "linux"))]
    return portable::run(sandbox, launch, is_stopped);
}
