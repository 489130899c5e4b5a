//! The precision of the limits: which of them the kernel keeps exactly, and which are watched.

use std::fmt;
use std::sync::Arc;

/// Who accounts for what a program uses.
#[derive(Clone, Debug)]
pub(crate) enum Accounting {
    /// A group of processes.
    Group,
    /// The kernel's accounts of each process, and looks.
    Looks {
        /// Why there is no group.
        #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "told on Linux only"))]
        why: Arc<str>,
    },
}

/// How a program is held to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// To the limit itself, by the kernel: how.
    Exactly(String),
    /// By looks from time to time, so that it may exceed the limit for a moment: how often.
    Watched(String),
    /// Not at all.
    Not,
}

impl Held {
    /// Whether it is the limit itself.
    pub const fn is_exact(&self) -> bool {
        matches!(self, Self::Exactly(_))
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(how) => write!(f, "exact, {how}"),
            Self::Watched(how) => write!(f, "watched, {how}"),
            Self::Not => f.write_str("not limited on this system"),
        }
    }
}

/// How programs are held to each of their limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precision {
    /// CPU time, as it is limited and as it is charged.
    pub cpu: Held,
    /// Memory.
    pub memory: Held,
    /// The number of processes and threads.
    pub processes: Held,
    /// What is in the folder.
    pub disk: Held,
}

impl Precision {
    /// All of them by the names of the limits.
    pub const fn all(&self) -> [(&'static str, &Held); 4] {
        [("cpu", &self.cpu), ("memory", &self.memory), ("processes", &self.processes), ("disk", &self.disk)]
    }

    /// The names of the limits that are exact.
    pub fn exact(&self) -> Vec<String> {
        let exact = self.all().into_iter().filter(|(_, held)| held.is_exact());
        exact.map(|(name, _)| name.to_owned()).collect()
    }
}
