//! `tournament.toml`: what a person writes, and what is wrong with it, with the line and
//! how to mend it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::boards::read_suite;
use super::conditions::{Conditions, Details, FormatName, LEASE, LimitSettings};
use super::settings_text::{SettingsError, SettingsText};
use super::submissions;
use crate::agents::AgentSpec;
use crate::storage::ServerUrl;
use fruitrage_game::BoardClass;
use fruitrage_game::{ClockKind, TieRule};

/// The name of the file in a tournament's folder.
pub const FILE_NAME: &str = "tournament.toml";

/// A tournament as it was written down, and can be held.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What all games are played under.
    pub conditions: Conditions,
    /// What else may change.
    pub details: Details,
    /// The address of the database, if it is not in the folder.
    pub database: Option<String>,
    /// Pairs at a time.
    pub jobs: Option<NonZeroUsize>,
    /// Who takes part.
    pub agents: Vec<AgentSpec>,
    /// What is in the folder of submissions and is not used, each with the reason.
    pub unused: Vec<String>,
}

/// More than any machine has cores, and less than it has threads.
const MOST_JOBS: usize = 1000;
/// Longer names would not fit into any table.
const LONGEST_NAME: usize = 60;

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: Option<String>,
    database: Option<Spanned<String>>,
    #[serde(default = "one")]
    seed: Spanned<u64>,
    format: Spanned<FormatName>,
    rounds: Option<Spanned<u32>>,
    hero: Option<Spanned<String>>,
    #[serde(default = "one")]
    pairs: Spanned<u32>,
    boards: Option<Vec<Spanned<String>>>,
    suite: Option<Spanned<PathBuf>>,
    time: Spanned<f64>,
    #[serde(default = "ten")]
    grace: Spanned<f64>,
    #[serde(default)]
    clock: ClockKind,
    #[serde(default)]
    ties: TieRule,
    #[serde(default = "yes")]
    strict_board: bool,
    #[serde(default)]
    strict_format: bool,
    #[serde(default = "auto")]
    sandbox: Spanned<String>,
    #[serde(default)]
    require_sandbox: bool,
    #[serde(default = "usual_limits")]
    limits: Spanned<LimitSettings>,
    #[serde(default = "usual_lease")]
    lease: Spanned<u32>,
    jobs: Option<Spanned<usize>>,
    anchor: Option<Spanned<String>>,
    #[serde(default)]
    agents: Vec<Spanned<AgentSpec>>,
    submissions: Option<Spanned<PathBuf>>,
}

fn one<T: From<u8>>() -> Spanned<T> {
    Spanned::new(0..0, T::from(1))
}

fn ten() -> Spanned<f64> {
    Spanned::new(0..0, 10.0)
}

const fn yes() -> bool {
    true
}

fn usual_lease() -> Spanned<u32> {
    Spanned::new(0..0, LEASE)
}

fn usual_limits() -> Spanned<LimitSettings> {
    Spanned::new(0..0, LimitSettings::default())
}

fn auto() -> Spanned<String> {
    Spanned::new(0..0, "auto".to_owned())
}

impl Settings {
    /// Reads the settings of a tournament's folder.
    pub fn read(folder: &Path) -> Result<Self, SettingsError> {
        let init = format!("fruitrage tournament init {}", folder.display());
        Reader { folder, text: SettingsText::read(&folder.join(FILE_NAME), &init)? }.read()
    }
}

struct Reader<'a> {
    folder: &'a Path,
    text: SettingsText,
}

impl Reader<'_> {
    fn read(&self) -> Result<Settings, SettingsError> {
        let written: Written = self.text.parse()?;
        let (agents, unused) = self.agents(&written)?;
        let limits = self.text.limits(&written.limits)?;
        let known = |name: &Spanned<String>, role: &str| {
            if agents.iter().any(|agent| agent.name() == *name.as_ref()) {
                return Ok(name.as_ref().clone());
            }
            let names: Vec<String> = agents.iter().take(5).map(AgentSpec::name).collect();
            let names = names.join(", ");
            Err(self.text.wrong(name, format!("the {role} '{}' is none of the agents: {names} ...", name.as_ref())))
        };
        let hero = written.hero.as_ref().map(|name| known(name, "hero")).transpose()?;
        let anchor = written.anchor.as_ref().map(|name| known(name, "anchor")).transpose()?;
        self.check_format(&written)?;
        let sandbox = written.sandbox.as_ref().parse().map_err(|error| {
            self.text.wrong(&written.sandbox, format!("there is no sandbox '{}'; {error}", written.sandbox.as_ref()))
        })?;
        let (boards, suite) = self.boards(&written)?;
        let conditions = Conditions {
            seed: *written.seed.as_ref(),
            format: *written.format.as_ref(),
            rounds: written.rounds.as_ref().map(|rounds| *rounds.as_ref()),
            hero,
            pairs: self.text.between(&written.pairs, 1, 1000, "pairs")?,
            boards,
            suite,
            time: self.text.between(&written.time, 0.001, 1e6, "time")?,
            grace: self.text.between(&written.grace, 0.0, 3600.0, "grace")?,
            clock: written.clock,
            ties: written.ties,
            strict_board: written.strict_board,
            strict_format: written.strict_format,
            limits,
        };
        if let Some(url) = &written.database {
            url.as_ref().parse::<ServerUrl>().map_err(|error| self.text.wrong(url, error.to_string()))?;
        }
        let jobs = written.jobs.as_ref().map(|jobs| self.text.between(jobs, 1, MOST_JOBS, "jobs")).transpose()?;
        let jobs = jobs.and_then(NonZeroUsize::new);
        let folder_name = || self.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Settings {
            conditions,
            details: Details {
                name: written.name.or_else(folder_name).unwrap_or_else(|| "tournament".to_owned()),
                anchor,
                sandbox,
                require_sandbox: written.require_sandbox,
                lease: self.text.between(&written.lease, 2, 86400, "lease")?,
            },
            database: written.database.map(Spanned::into_inner),
            jobs,
            agents,
            unused,
        })
    }

    fn check_format(&self, written: &Written) -> Result<(), SettingsError> {
        let format = *written.format.as_ref();
        match (format, &written.rounds) {
            (FormatName::Swiss, None) => {
                return Err(self
                    .text
                    .wrong(&written.format, "a Swiss tournament needs 'rounds', such as rounds = 7".into()));
            }
            (FormatName::Swiss, Some(rounds)) => drop(self.text.between(rounds, 1, 1000, "rounds")?),
            (_, Some(rounds)) => {
                return Err(self
                    .text
                    .wrong(rounds, "only a Swiss tournament has a choice of 'rounds'; remove it".into()));
            }
            (_, None) => {}
        }
        match (format, &written.hero) {
            (FormatName::Gauntlet, None) => Err(self
                .text
                .wrong(&written.format, "a gauntlet needs a 'hero': the name of who meets all others".into())),
            (FormatName::Gauntlet, Some(_)) | (_, None) => Ok(()),
            (_, Some(hero)) => Err(self.text.wrong(hero, "only a gauntlet has a 'hero'; remove it".into())),
        }
    }

    fn boards(&self, written: &Written) -> Result<(Vec<String>, Vec<String>), SettingsError> {
        match (&written.boards, &written.suite) {
            (Some(kinds), None) if !kinds.is_empty() => {
                for kind in kinds {
                    kind.as_ref().parse::<BoardClass>().map_err(|error| self.text.wrong(kind, error.to_string()))?;
                }
                Ok((kinds.iter().map(|kind| kind.as_ref().clone()).collect(), Vec::new()))
            }
            (None, Some(file)) => {
                let suite = read_suite(&self.folder.join(file.as_ref()));
                let suite = suite.map_err(|error| self.text.wrong(file, format!("the suite {error}")))?;
                Ok((Vec::new(), suite))
            }
            (Some(_), Some(file)) => {
                Err(self.text.wrong(file, "either 'boards' or a 'suite', not both: remove one".to_owned()))
            }
            (_, None) => Err(self.text.lacks(
                "there is nothing to play on: add boards = [\"10p4\"], or suite = \"FILE\" with a board a line"
                    .to_owned(),
            )),
        }
    }

    fn agents(&self, written: &Written) -> Result<(Vec<AgentSpec>, Vec<String>), SettingsError> {
        let mut unused = Vec::new();
        let mut seen = BTreeMap::new();
        let mut agents = Vec::new();
        for spanned in &written.agents {
            let agent = self.agent(spanned)?;
            let line = self.text.line(spanned.span().start);
            if let Some(other) = seen.insert(agent.name(), line) {
                let message = format!(
                    "there is an agent '{}' in line {other} already; give one of them another 'name'",
                    agent.name()
                );
                return Err(self.text.wrong(spanned, message));
            }
            agents.push(agent);
        }
        if let Some(folder) = &written.submissions {
            let found = submissions::find(self.folder, folder.as_ref());
            let (found, left) =
                found.map_err(|error| self.text.wrong(folder, format!("the submissions: {error:#}")))?;
            unused = left;
            for agent in found {
                if let Some(other) = seen.get(&agent.name()) {
                    let message = format!("the submission '{}' has the name of an agent in line {other}", agent.name());
                    return Err(self.text.wrong(folder, message));
                }
                agents.push(agent);
            }
        }
        if agents.len() < 2 {
            return Err(self.text.lacks(format!(
                "a tournament needs two agents at least, and there {}: add [[agents]] with command = \"...\"",
                if agents.is_empty() { "are none" } else { "is one" }
            )));
        }
        Ok((agents, unused))
    }

    fn agent(&self, spanned: &Spanned<AgentSpec>) -> Result<AgentSpec, SettingsError> {
        let agent = spanned.as_ref().clone();
        let name = agent.name();
        if agent.words().trim().is_empty() {
            return Err(self.text.wrong(spanned, "the 'command' is empty".to_owned()));
        }
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(self.text.wrong(spanned, "an agent's 'name' must be readable".to_owned()));
        }
        if agent.name.is_some() && name.chars().count() > LONGEST_NAME {
            let message = format!("the name '{name}' is longer than {LONGEST_NAME} characters; shorten it");
            return Err(self.text.wrong(spanned, message));
        }
        agent.check().map_err(|error| self.text.wrong(spanned, format!("the agent '{name}': {error}")))?;
        Ok(agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_game::Rules;
    use std::time::Duration;

    const GOOD: &str = r#"
        format = "swiss"
        rounds = 3
        boards = ["4p2", "5p3"]
        time = 5
        agents = [{ command = "greedy" }, { name = "dice", command = "random", time = 0.5 }]
    "#;

    fn read(text: &str) -> Result<Settings, SettingsError> {
        Reader { folder: Path::new("/there"), text: SettingsText::new(Path::new("t.toml"), text) }.read()
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_left_out_has_a_sensible_value() {
        let settings = read(GOOD).unwrap();
        assert_eq!(settings.details.name, "there");
        assert_eq!((settings.conditions.seed, settings.conditions.pairs), (1, 1));
        assert_eq!(settings.conditions.rules(), Rules { strict_board: true, ..Rules::default() });
        assert_eq!(settings.agents[1].time(settings.conditions.time()), Duration::from_millis(500));
        assert_eq!(settings.agents[0].time(settings.conditions.time()), Duration::from_secs(5));
    }

    #[test]
    fn errors_name_the_line_and_say_what_to_do() {
        let change = |from: &str, to: &str| error(&GOOD.replace(from, to));
        let cases = [
            (change("time = 5\n", "time = 0\n"), "t.toml, line 5: 'time' is 0, but must be from 0.001 to 1000000"),
            (change("time = 5\n", "tim = 5\n"), "t.toml, line 5: unknown field `tim`, expected one of `name`,"),
            (change("\"swiss\"", "\"swis\""), "t.toml, line 2: unknown variant `swis`, expected one of `round-robin`,"),
            (change("rounds = 3", ""), "t.toml, line 2: a Swiss tournament needs 'rounds', such as rounds = 7"),
            (change("\"swiss\"", "\"gauntlet\""), "t.toml, line 3: only a Swiss tournament has a choice of 'rounds'"),
            (change("5p3", "5q3"), "t.toml, line 4: expected size and kinds such as 10p6"),
            (change("boards", "#"), "t.toml: there is nothing to play on: add boards ="),
            (change("\"dice\"", "\"greedy\""), "t.toml, line 6: there is an agent 'greedy' in line 6 already;"),
            (change("command = \"greedy\"", "cmd = 1"), "t.toml, line 6: unknown field `cmd`"),
            (
                change("{ command = \"greedy\" },", ""),
                "t.toml: a tournament needs two agents at least, and there is one",
            ),
            (change("time = 5\n", "time = 5\nhero = \"x\"\n"), "t.toml, line 6: the hero 'x' is none of the agents"),
            (change("time = 5\n", "time = 5\nhero = \"dice\"\n"), "t.toml, line 6: only a gauntlet has a 'hero'"),
            (change("time = 5\n", "time = 5\nsandbox = \"sand\"\n"), "t.toml, line 6: there is no sandbox 'sand'"),
            (change("time = 5\n", "time = 5\n]\n"), "t.toml, line 6: "),
            (
                change("time = 5\n", "time = 5\nlimits = { memory = 0 }\n"),
                "t.toml, line 6: in [limits], memory: expected MiB from 16 to 1048576, found '0'",
            ),
            (
                change("time = 5\n", "time = 5\nlimits = { disk = 99999999 }\n"),
                "t.toml, line 6: in [limits], disk: expected MiB from 1 to 1048576, found '99999999'",
            ),
            (change("time = 5\n", "time = 5\njobs = 0\n"), "t.toml, line 6: 'jobs' is 0, but must be from 1 to 1000"),
            (
                change("time = 0.5", "processes = 0"),
                "t.toml, line 6: the agent 'dice': processes: expected a number of processes from 1 to 10000, found '0'",
            ),
            (
                change("time = 0.5", "calibrate = \"yes\""),
                "t.toml, line 6: the agent 'dice': calibrate: expected a command such as",
            ),
            (
                change("time = 5\n", "time = 5\ndatabase = \"cup\"\n"),
                "t.toml, line 6: the address of the database does not begin with postgres://",
            ),
        ];
        for (found, expected) in cases {
            assert!(found.starts_with(expected), "expected: {expected}\nfound:    {found}");
        }
    }
}
