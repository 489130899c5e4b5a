//! An agent as it is written on a command line or in a file: a command, and what it
//! may use.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::range::{CALIBRATION, DISK, MEMORY, PROCESSES, TIME};
use super::{Agent, kit};
use fruitrage_game::{PLAYER_NAMES, Protocol};

/// An agent as it is written down.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AgentSpec {
    /// What it is called in tables and records; by default after its command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A built-in player such as `minimax:depth=3`, or the command to run; after `ugi:` one that
    /// is spoken to by the Universal Game Interface.
    pub command: String,
    /// A folder whose contents the agent finds in its own folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// A command that is run once before the first game; `no` if there is to be none,
    /// though a submission brings one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibrate: Option<String>,
    /// CPU seconds that it may take, if not those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<f64>,
    /// Whether all that its commands name is packed in one folder, so that nothing
    /// is looked for elsewhere: on another machine the same words may mean other
    /// files, which are nobody's business.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub packed: bool,
    /// Seconds for a game, if not those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// MiB of memory, if not those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Processes and threads at a time, if not those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<u32>,
    /// MiB that it may write to its folder, if not those of everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<u64>,
}

/// Why something is not an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Not `key=value`.
    #[error("'{0}' is not a key=value such as time=5")]
    NotAKey(String),
    /// No such key.
    #[error(
        "an agent has no '{0}'; there are name, dir, calibrate, calibration (s), time (s), memory (MiB), processes and disk (MiB)"
    )]
    UnknownKey(String),
    /// A value that is no number of the range.
    #[error("{key}: expected {what} from {least} to {most}, found '{found}'")]
    Range {
        /// The key.
        key: &'static str,
        /// What is counted.
        what: &'static str,
        /// The least value.
        least: String,
        /// The largest value.
        most: String,
        /// What stands there.
        found: String,
    },
    /// Not a command.
    #[error(
        "calibrate: expected a command such as 'python3 calibrate.py', found '{0}'; a calibrate.* file in a submission's \
         folder is run anyway, and calibrate=no leaves it out"
    )]
    Calibrate(String),
}

impl AgentSpec {
    /// An agent of which only the command is known.
    pub fn of_command(command: impl Into<String>) -> Self {
        Self { command: command.into(), ..Self::default() }
    }

    /// The name of a built-in player with its parameters, if it is one.
    pub fn builtin(&self) -> Option<&str> {
        let name = self.command.split(':').next().unwrap_or_default();
        PLAYER_NAMES.contains(&name).then_some(self.command.as_str())
    }

    /// How its program is spoken to.
    pub fn protocol(&self) -> Protocol {
        Protocol::of_command(&self.command).0
    }

    /// The command to run, without how the program is spoken to.
    pub fn words(&self) -> &str {
        Protocol::of_command(&self.command).1
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.command.clone())
    }

    /// Its time for a game.
    pub fn time(&self, everybody: Duration) -> Duration {
        self.time.map_or(everybody, Duration::from_secs_f64)
    }

    /// Changes what `key=value` parts, divided by commas, say.
    pub fn set_all(&mut self, settings: &str) -> Result<(), SpecError> {
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').ok_or_else(|| SpecError::NotAKey(setting.to_owned()))?;
            self.set(key.trim(), value.trim())?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "calibrate" => self.calibrate = Some(value.to_owned()),
            "calibration" => self.calibration = Some(CALIBRATION.parse(value)?),
            "time" => self.time = Some(TIME.parse(value)?),
            "disk" => self.disk = Some(DISK.parse(value)?),
            "memory" => self.memory = Some(MEMORY.parse(value)?),
            "processes" => self.processes = Some(PROCESSES.parse(value)?),
            _ => return Err(SpecError::UnknownKey(key.to_owned())),
        }
        self.check()
    }

    /// Whether all that it says can be held to.
    pub fn check(&self) -> Result<(), SpecError> {
        if let Some(command) = self.calibrate.as_ref().filter(|command| kit::is_some(command)) {
            return Err(SpecError::Calibrate(command.clone()));
        }
        TIME.check(self.time)?;
        CALIBRATION.check(self.calibration)?;
        MEMORY.check(self.memory)?;
        PROCESSES.check(self.processes)?;
        DISK.check(self.disk)
    }
}

/// Makes agents ready to play. The arena does not know the engine, so whoever
/// knows both sides provides this.
pub trait Roster: Send + Sync {
    /// Makes sure that an agent's command names somebody, before anything is built or
    /// played. Paths in the agent are from the view of `base`.
    fn must_be_somebody(&self, _spec: &AgentSpec, _base: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// The agent, ready to play: found, copied, calibrated. It
    /// may take a while. Paths in the agent are from the view of `base`.
    fn agent(&self, spec: &AgentSpec, base: &Path) -> anyhow::Result<Agent>;
}
