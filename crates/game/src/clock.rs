//! What counts as a player's time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::seconds;

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// The CPU time of all processes and threads of the agent, as the kernel
    /// counts it. Fair on a busy machine.
    #[default]
    Cpu,
    /// The time on the wall.
    Wall,
    /// Nothing: nobody can run out of time, and what players are told is how
    /// long they may think about each move. Not for competitions.
    None,
}

impl fmt::Display for ClockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Cpu => "cpu",
            Self::Wall => "wall",
            Self::None => "none",
        })
    }
}

/// A text that names no clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no clock '{0}'; there are cpu and wall")]
pub struct ClockKindError(String);

impl FromStr for ClockKind {
    type Err = ClockKindError;

    fn from_str(text: &str) -> Result<Self, ClockKindError> {
        match text {
            "cpu" => Ok(Self::Cpu),
            "wall" => Ok(Self::Wall),
            _ => Err(ClockKindError(text.to_owned())),
        }
    }
}

/// What is measured, and how patient the referee is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRules {
    /// What is measured.
    pub kind: ClockKind,
    /// How long after its budget is gone an agent is killed. Whoever answers
    /// within it has lost all the same, but it is known how late it was.
    #[serde(with = "seconds")]
    pub grace: Duration,
}

impl ClockRules {
    /// Times the remaining CPU time that an agent may take on the wall, before the
    /// grace. Beside two busy loops on two cores work took three times as long as
    /// alone; beside more the arena itself would have to be to blame. And whoever
    /// hangs should not hold up a tournament for an hour.
    const PATIENCE: u32 = 3;

    /// The CPU time after which a move is broken off, if CPU time counts.
    pub fn cpu_limit(&self, remaining: Duration) -> Option<Duration> {
        (self.kind == ClockKind::Cpu).then(|| remaining + self.grace)
    }

    /// The time on the wall after which a move is broken off: what sleeps or
    /// hangs uses no CPU time, but must end too.
    pub fn wall_limit(&self, remaining: Duration) -> Duration {
        match self.kind {
            ClockKind::Wall | ClockKind::None => remaining + self.grace,
            ClockKind::Cpu => remaining.saturating_mul(Self::PATIENCE) + self.grace,
        }
    }

    /// What a move costs.
    pub const fn cost(&self, cpu: Duration, wall: Duration) -> Duration {
        match self.kind {
            ClockKind::Cpu => cpu,
            ClockKind::Wall => wall,
            ClockKind::None => Duration::ZERO,
        }
    }
}

impl Default for ClockRules {
    fn default() -> Self {
        Self { kind: ClockKind::Cpu, grace: Duration::from_secs(10) }
    }
}
