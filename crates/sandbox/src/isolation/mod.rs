//! The tiers of isolation, and the choice of the best one that works on this machine.

#[cfg(target_os = "linux")]
pub(crate) mod bubblewrap;
#[cfg(target_os = "linux")]
pub(crate) mod filter;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;
mod precision;
#[cfg(target_os = "linux")]
pub(crate) mod rules;
#[cfg(target_os = "linux")]
pub(crate) mod system;

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

#[cfg(target_os = "linux")]
pub(crate) use linux::Means;
#[cfg(not(target_os = "linux"))]
use portable::Means;
pub(crate) use precision::Accounting;
pub use precision::{Held, Precision};

/// How a program is kept apart, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// In a system of its own: it sees no other processes, and of the files only
    /// those that it needs.
    Bubblewrap,
    /// Held by rules of the kernel on files, signals and system calls.
    Landlock,
    /// Not at all: it is only limited in what it uses, and killed in the end.
    Plain,
}

impl Tier {
    /// All of them, best first.
    pub const ALL: [Self; 3] = [Self::Bubblewrap, Self::Landlock, Self::Plain];
}

impl Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::Plain => "none",
        })
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SandboxChoice {
    /// The best that works.
    #[default]
    Auto,
    /// Bubblewrap or nothing.
    Bubblewrap,
    /// Landlock or nothing.
    Landlock,
    /// None.
    Off,
}

impl SandboxChoice {
    /// All of them by the names that are typed.
    pub const NAMES: [(&'static str, Self); 4] =
        [("auto", Self::Auto), ("bwrap", Self::Bubblewrap), ("landlock", Self::Landlock), ("off", Self::Off)];
}

impl FromStr for SandboxChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|&(_, choice)| choice).ok_or_else(|| "expected auto, bwrap, landlock or off".to_owned())
    }
}

impl Display for SandboxChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, choice)| choice == self).map_or("", |(name, _)| name);
        formatter.pad(name)
    }
}

/// Why there is no sandbox as asked for.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// What was asked for does not work here.
    #[error("the sandbox {tier} does not work here: {reason}")]
    Unavailable {
        /// What was asked for.
        tier: Tier,
        /// Why not, and how to mend it.
        reason: String,
    },
    /// A sandbox is required, and there is none.
    #[error("a sandbox is required, but none works here: {0}")]
    Required(String),
    /// Not even a plain program can be run.
    #[error("programs cannot be run here: {0}")]
    Broken(String),
}

/// A way to keep programs apart that was seen to work. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox {
    tier: Tier,
    means: Arc<Means>,
    environment: Arc<[(OsString, OsString)]>,
    accounting: Accounting,
}

impl Sandbox {
    /// Finds the best tier that works, by trying. `warden` is this very program,
    /// which can be called as `WARDEN warden`. With `required`, nothing less than
    /// [`Tier::Landlock`] will do.
    pub fn choose(choice: SandboxChoice, required: bool, warden: &Path) -> Result<Self, SandboxError> {
        let means = Arc::new(Means::new(warden).map_err(SandboxError::Broken)?);
        let tiers: &[Tier] = match choice {
            SandboxChoice::Auto => &Tier::ALL,
            SandboxChoice::Bubblewrap => &[Tier::Bubblewrap],
            SandboxChoice::Landlock => &[Tier::Landlock],
            SandboxChoice::Off => &[Tier::Plain],
        };
        let mut reasons = Vec::new();
        for &tier in tiers {
            if required && tier == Tier::Plain {
                reasons.push("none was asked for".to_owned());
                break;
            }
            match (Self::try_out(tier, &means), choice) {
                (Ok(sandbox), _) => return Ok(sandbox),
                (Err(reason), SandboxChoice::Auto) => reasons.push(format!("{tier}: {reason}")),
                (Err(reason), _) if tier == Tier::Plain => return Err(SandboxError::Broken(reason)),
                (Err(reason), _) => return Err(SandboxError::Unavailable { tier, reason }),
            }
        }
        if choice == SandboxChoice::Auto && required {
            reasons.pop();
        }
        let reasons = reasons.join("; ");
        Err(if required { SandboxError::Required(reasons) } else { SandboxError::Broken(reasons) })
    }

    /// How programs are kept apart.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The same sandbox for programs that find more variables in their environment. They
    /// come after the few that every program gets, and take their place.
    #[must_use]
    pub fn with_environment(&self, variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self { environment: variables.into_iter().collect(), ..self.clone() }
    }

    /// The variables that programs find in their environment, besides those of everybody.
    pub(crate) fn environment(&self) -> &[(OsString, OsString)] {
        &self.environment
    }

    /// How well programs are held to their limits.
    pub fn precision(&self) -> Precision {
        self.means.precision(self.tier, &self.accounting)
    }

    /// Which tiers work here, best first, each with how well it holds programs to their
    /// limits; for the others why not, and how to mend it.
    pub fn survey(warden: &Path) -> Vec<(Tier, Result<Precision, String>)> {
        let means = Means::new(warden).map(Arc::new);
        let probe = |tier| match &means {
            Ok(means) => Self::try_out(tier, means).map(|sandbox| sandbox.precision()),
            Err(reason) => Err(reason.clone()),
        };
        Tier::ALL.map(|tier| (tier, probe(tier))).to_vec()
    }

    /// A tier that was seen to work, with the best accounting that works in it.
    fn try_out(tier: Tier, means: &Arc<Means>) -> Result<Self, String> {
        let sandbox = |accounting| Self { tier, means: Arc::clone(means), accounting, environment: Arc::default() };
        let why = match means.groups() {
            Ok(()) => {
                let best = sandbox(Accounting::Group);
                match best.probe() {
                    Ok(()) => return Ok(best),
                    Err(reason) => reason,
                }
            }
            Err(reason) => reason,
        };
        let plain = sandbox(Accounting::Looks { why: why.into() });
        plain.probe().map(|()| plain)
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn means(&self) -> &Means {
        &self.means
    }

    /// The groups that programs run in, if they do.
    #[cfg(target_os = "linux")]
    pub(crate) fn groups(&self) -> Option<&Arc<crate::groups::Groups>> {
        match self.accounting {
            Accounting::Group => self.means.groups.as_ref().ok(),
            Accounting::Looks { .. } => None,
        }
    }
}
