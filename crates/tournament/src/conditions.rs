//! What a tournament is held under: what may not change once there are games, and what
//! may.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::agents::USUAL_CALIBRATION;
use fruitrage_game::{ClockKind, ClockRules, Rules, TieRule};
use fruitrage_sandbox::SandboxChoice;
use fruitrage_sandbox::process::Limits;

/// How a tournament is held, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// Everybody meets everybody once.
    RoundRobin,
    /// One meets all others.
    Gauntlet,
    /// Some rounds of equals against equals.
    Swiss,
    /// Who loses is out.
    Knockout,
}

/// What programs may use, for those agents that do not say so themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitSettings {
    /// MiB of memory.
    pub memory: u64,
    /// Processes and threads at a time.
    pub processes: u32,
    /// MiB that may be written.
    pub disk: u64,
    /// CPU seconds that a calibration may take. Written only if it is another than usual,
    /// so that older tournaments go on.
    #[serde(skip_serializing_if = "is_usual_calibration")]
    pub calibration: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_usual_calibration(seconds: &u32) -> bool {
    *seconds == USUAL_CALIBRATION as u32
}

impl Default for LimitSettings {
    fn default() -> Self {
        let Limits { memory, processes, disk, .. } = Limits::default();
        Self { memory: memory >> 20, processes, disk: disk >> 20, calibration: USUAL_CALIBRATION as u32 }
    }
}

/// The conditions under which all games are played. Once there are games they may
/// not change any more, or results would stand side by side that cannot be
/// compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Conditions {
    /// What everything random comes from.
    pub seed: u64,
    /// How it is held.
    pub format: FormatName,
    /// How many rounds, if that is a matter of choice.
    pub rounds: Option<u32>,
    /// Who meets all others in a gauntlet.
    pub hero: Option<String>,
    /// Pairs of games that two agents play when they meet.
    pub pairs: u32,
    /// The kinds of random boards, in turn.
    pub boards: Vec<String>,
    /// The boards to be played on, one a line, instead of random ones.
    pub suite: Vec<String>,
    /// Seconds that each agent has for a game.
    pub time: f64,
    /// Seconds until an agent is killed after its time is up.
    pub grace: f64,
    /// What is measured.
    pub clock: ClockKind,
    /// What equal points mean.
    pub ties: TieRule,
    /// Whether a legal move with a wrong board loses.
    pub strict_board: bool,
    /// Whether a reply with odd white space loses. It did in tournaments that do not say.
    #[serde(default = "yes")]
    pub strict_format: bool,
    /// What programs may use.
    pub limits: LimitSettings,
}

const fn yes() -> bool {
    true
}

impl Conditions {
    /// What the referee goes by.
    pub fn rules(&self) -> Rules {
        Rules {
            clock: ClockRules { kind: self.clock, grace: Duration::from_secs_f64(self.grace) },
            ties: self.ties,
            strict_board: self.strict_board,
            strict_format: self.strict_format,
        }
    }

    /// The time for a game of who has none of its own.
    pub fn time(&self) -> Duration {
        Duration::from_secs_f64(self.time)
    }
}

/// What else is written down of a tournament, and may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Details {
    /// What it is called.
    pub name: String,
    /// Whose rating is fixed.
    pub anchor: Option<String>,
    /// How programs are kept apart.
    #[serde(with = "sandbox_name")]
    pub sandbox: SandboxChoice,
    /// Whether it may not be held without a sandbox.
    pub require_sandbox: bool,
    /// Seconds after which others play the pairs of a worker that was not heard of.
    pub lease: u32,
}

/// How often a worker says that it lives until it counts as dead.
pub(super) const HEARTBEATS: u32 = 4;
/// Long enough for a machine that swaps, short enough for who waits for a round.
pub(super) const LEASE: u32 = 20;

impl Default for Details {
    fn default() -> Self {
        let sandbox = SandboxChoice::default();
        Self { name: String::new(), anchor: None, sandbox, require_sandbox: false, lease: LEASE }
    }
}

impl Details {
    /// How long a worker may be silent before its pairs go to others.
    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.lease.into())
    }

    /// How often a worker says that it lives.
    pub fn heartbeat(&self) -> Duration {
        self.lease() / HEARTBEATS
    }
}

/// A choice of sandbox by its name.
mod sandbox_name {
    use super::SandboxChoice;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(choice: &SandboxChoice, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(choice)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SandboxChoice, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
