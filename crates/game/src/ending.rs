//! How a game and a program can end, each with a sentence that a person understands.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::seconds;

/// How a program ended that was not killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// With this code: 0 if all is well.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl Exit {
    /// Returns whether the program says that all is well.
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Code(0))
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => match signal_name(*signal) {
                Some(name) => write!(f, "signal {signal}, {name}"),
                None => write!(f, "signal {signal}"),
            },
        }
    }
}

/// The names of signals that end programs, with what usually brings them about.
const fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "SIGILL: an instruction that this processor does not have",
        6 => "SIGABRT: the program gave up, as on a failed assertion",
        7 => "SIGBUS: a bad memory access",
        8 => "SIGFPE: a division by zero or the like",
        9 => "SIGKILL",
        11 => "SIGSEGV: a bad memory access or a stack overflow",
        13 => "SIGPIPE: it wrote to what nobody reads",
        15 => "SIGTERM",
        24 => "SIGXCPU: too much CPU time",
        25 => "SIGXFSZ: a file grew beyond its limit",
        31 => "SIGSYS: a system call that the sandbox forbids",
        _ => return None,
    })
}

/// What a program was killed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kill {
    /// It used all its time and the grace after it.
    Time,
    /// It used hardly any CPU time but did not answer either: it slept or waited.
    Asleep,
}

/// A limit of what is in a program's folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FolderLimit {
    /// The size of all files together.
    #[default]
    Bytes,
    /// The number of files and folders, at most this.
    Files(u32),
    /// How deep folders may be nested.
    Nesting(u32),
    /// What cannot be looked at cannot be told to be within the limits.
    Unreadable,
}

impl fmt::Display for FolderLimit {
    /// As what stands behind 'it '.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes => f.write_str("wrote more to its folder than it may"),
            Self::Files(most) => write!(f, "put more than {most} files into its folder"),
            Self::Nesting(most) => write!(f, "nested folders more than {most} deep in its folder"),
            Self::Unreadable => {
                f.write_str("hid files from the arena, in a folder or a process that cannot be looked into")
            }
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Ending {
    /// The board is empty.
    Cleared,
    /// The agent answered, but after its time was up.
    OutOfTime {
        /// What the last move took.
        #[serde(with = "seconds")]
        used: Duration,
        /// What was left for it.
        #[serde(with = "seconds")]
        left: Duration,
    },
    /// The agent did not answer and was killed.
    Killed {
        /// Why.
        kill: Kill,
        /// How long it was waited for on the wall.
        #[serde(with = "seconds")]
        after: Duration,
    },
    /// The move is not legal.
    IllegalMove {
        /// Which, and why not.
        message: String,
    },
    /// The move is legal, but the board written back is not what it leads to.
    WrongBoard {
        /// The first cell that differs.
        message: String,
    },
    /// What was written is not a reply.
    MalformedOutput {
        /// Where it goes wrong.
        line: usize,
        /// Where it goes wrong.
        column: usize,
        /// What was expected, and what was found.
        message: String,
    },
    /// There is no output.txt, or it is not a plain file.
    NoOutput {
        /// What there is instead.
        message: String,
    },
    /// The program ended badly and left no reply.
    Crashed {
        /// How.
        exit: Exit,
        /// The last of what it wrote to stderr.
        stderr: String,
    },
    /// The program was to play by lines (the Universal Game Interface), and did not keep to that.
    BrokenProtocol {
        /// What it did.
        message: String,
    },
    /// The program cannot be run at all.
    NotRun {
        /// Why.
        message: String,
    },
    /// The program used more memory than it may.
    MemoryLimit {
        /// What it may use, in bytes.
        limit: u64,
    },
    /// The program started more processes and threads than it may.
    ProcessLimit {
        /// How many it may have at a time.
        limit: u32,
    },
    /// The program wrote more to its folder than it may.
    DiskLimit {
        /// What it may write, in bytes.
        limit: u64,
        /// Which limit of the folder it was.
        #[serde(default)]
        of: FolderLimit,
    },
    /// A player gave the game up.
    Resigned {
        /// Who: 1 or 2, whosever turn it was.
        player: u8,
    },
    /// The arena itself failed. The game does not count and is played again.
    Void {
        /// What went wrong.
        message: String,
    },
}

impl Ending {
    /// The name as records and tables have it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Cleared => "cleared",
            Self::OutOfTime { .. } => "out-of-time",
            Self::Killed { .. } => "killed",
            Self::IllegalMove { .. } => "illegal-move",
            Self::WrongBoard { .. } => "wrong-board",
            Self::MalformedOutput { .. } => "malformed-output",
            Self::NoOutput { .. } => "no-output",
            Self::Crashed { .. } => "crashed",
            Self::BrokenProtocol { .. } => "broken-protocol",
            Self::NotRun { .. } => "not-run",
            Self::MemoryLimit { .. } => "memory-limit",
            Self::ProcessLimit { .. } => "process-limit",
            Self::DiskLimit { .. } => "disk-limit",
            Self::Resigned { .. } => "resigned",
            Self::Void { .. } => "void",
        }
    }

    /// Whether it is the fault of the player whose turn it was.
    pub const fn is_fault(&self) -> bool {
        !matches!(self, Self::Cleared | Self::Resigned { .. } | Self::Void { .. })
    }

    /// What a player did who lost by it, as a sentence without its subject.
    pub fn sentence(&self) -> String {
        let seconds = |time: &Duration| format!("{:.3} s", time.as_secs_f64());
        match self {
            Self::Cleared => "emptied the board".to_owned(),
            Self::OutOfTime { used, left } => {
                format!("ran out of time: the move took {}, and {} were left", seconds(used), seconds(left))
            }
            Self::Killed { kill: Kill::Time, after } => {
                format!("ran out of time and did not answer; it was killed after {}", seconds(after))
            }
            Self::Killed { kill: Kill::Asleep, after } => {
                format!(
                    "did not answer and hardly used the CPU: it slept or waited, and was killed after {}",
                    seconds(after)
                )
            }
            Self::IllegalMove { message } => format!("made an illegal move: {message}"),
            Self::WrongBoard { message } => format!("wrote a wrong board: {message}"),
            Self::MalformedOutput { line, column, message } => {
                format!("wrote a malformed output.txt: line {line}, column {column}: {message}")
            }
            Self::NoOutput { message } => format!("left no output.txt: {message}"),
            Self::Crashed { exit, stderr } => {
                let how = if exit.is_success() { "ended without a move, with" } else { "crashed with" };
                if stderr.is_empty() {
                    format!("{how} {exit}, and wrote nothing to stderr")
                } else {
                    format!("{how} {exit}; the end of its stderr: {}", stderr.trim_end())
                }
            }
            Self::BrokenProtocol { message } => format!("did not keep to the Universal Game Interface: {message}"),
            Self::NotRun { message } => format!("cannot be run: {message}"),
            Self::MemoryLimit { limit } => format!("used more than its {} MiB of memory", limit >> 20),
            Self::ProcessLimit { limit } => format!("started more than its {limit} processes and threads"),
            Self::DiskLimit { limit, of: FolderLimit::Bytes } => {
                format!("wrote more than its {} MiB to its folder", limit >> 20)
            }
            Self::DiskLimit { of, .. } => of.to_string(),
            Self::Resigned { .. } => "resigned".to_owned(),
            Self::Void { message } => format!("was not at fault; the arena failed: {message}"),
        }
    }
}

/// What decided who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// One player has more points.
    Points,
    /// The points are equal, and one player has more time left.
    Time,
    /// One player is at fault.
    Fault,
    /// One player gave up.
    Resignation,
    /// Nothing: the game is drawn, or does not count.
    None,
}

impl fmt::Display for DecidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Points => "points",
            Self::Time => "time left",
            Self::Fault => "the other's fault",
            Self::Resignation => "resignation",
            Self::None => "nothing",
        })
    }
}
