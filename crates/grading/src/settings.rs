//! `grade.toml`: what a teacher writes, and what is wrong with it, with the line and how to
//! mend it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fruitrage_game::{BoardClass, ClockKind, ClockRules, PLAYER_NAMES, nearest};
use fruitrage_tournament::agents::AgentSpec;
use fruitrage_tournament::storage::ServerUrl;
use fruitrage_tournament::{Details, LimitSettings, SettingsError, SettingsText, find_submissions};
use serde::Deserialize;
use toml::Spanned;

use crate::case_files::read_cases;
use crate::{Mode, Part, Points, Rubric, course_cases};

/// The name of the file in a grading's folder.
pub const FILE_NAME: &str = "grade.toml";

/// A grading as it is written down, and can be held.
#[derive(Clone, Debug, PartialEq)]
pub struct GradeSettings {
    /// What is asked.
    pub rubric: Rubric,
    /// What programs may use.
    pub limits: LimitSettings,
    /// Its name, and how programs are kept apart.
    pub details: Details,
    /// The address of the database, if it is not in the folder.
    pub database: Option<String>,
    /// Items at a time.
    pub jobs: Option<NonZeroUsize>,
    /// What was handed in.
    pub submissions: Vec<AgentSpec>,
    /// What is in the folder of submissions and is not used, each with the reason.
    pub unused: Vec<String>,
}

/// More than any machine has cores, and less than it has threads.
const MOST_JOBS: usize = 1000;
/// More than anybody could look at.
const MOST_CASES: usize = 1000;
/// The same for the games of a match.
const MOST_GAMES: u64 = 1001;

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: Option<String>,
    submissions: Spanned<PathBuf>,
    #[serde(default = "spanned_one")]
    seed: Spanned<u64>,
    #[serde(default)]
    mode: Mode,
    boards: Vec<Spanned<String>>,
    time: Spanned<f64>,
    #[serde(default = "spanned_ten")]
    grace: Spanned<f64>,
    #[serde(default)]
    clock: ClockKind,
    #[serde(default)]
    all_games: bool,
    #[serde(default = "spanned_auto")]
    sandbox: Spanned<String>,
    #[serde(default)]
    require_sandbox: bool,
    jobs: Option<Spanned<usize>>,
    database: Option<Spanned<String>>,
    lease: Option<Spanned<u32>>,
    cases: Option<WrittenCases>,
    #[serde(default, rename = "match")]
    matches: Vec<WrittenMatch>,
    #[serde(default = "usual_limits")]
    limits: Spanned<LimitSettings>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenCases {
    points: Points,
    count: Option<Spanned<usize>>,
    folder: Option<Spanned<PathBuf>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenMatch {
    opponent: Spanned<String>,
    games: Spanned<u64>,
    points: Points,
    fairness_pairs: Option<Spanned<u64>>,
}

fn spanned_one() -> Spanned<u64> {
    Spanned::new(0..0, 1)
}

fn spanned_ten() -> Spanned<f64> {
    Spanned::new(0..0, 10.0)
}

fn spanned_auto() -> Spanned<String> {
    Spanned::new(0..0, "auto".to_owned())
}

fn usual_limits() -> Spanned<LimitSettings> {
    Spanned::new(0..0, LimitSettings::default())
}

/// What a `grade.toml` asks, without what was handed in: enough to grade one submission.
#[derive(Clone, Debug, PartialEq)]
pub struct RubricFile {
    /// What is asked.
    pub rubric: Rubric,
    /// What programs may use.
    pub limits: LimitSettings,
    /// The folder with the cases, as it is written, if they are in one.
    pub cases: Option<PathBuf>,
}

impl RubricFile {
    /// Reads a `grade.toml`, wherever it is. Its submissions need not be there.
    pub fn read(file: &Path) -> Result<Self, SettingsError> {
        let text = SettingsText::read(file, "fruitrage grade init FOLDER")?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let reader = Reader { folder, text };
        let written: Written = reader.text.parse()?;
        let cases =
            written.cases.as_ref().and_then(|cases| cases.folder.as_ref()).map(|folder| folder.as_ref().clone());
        Ok(Self { rubric: reader.rubric(&written)?, limits: reader.text.limits(&written.limits)?, cases })
    }
}

impl GradeSettings {
    /// Reads the settings of a grading's folder.
    pub fn read(folder: &Path) -> Result<Self, SettingsError> {
        let init = format!("fruitrage grade init {}", folder.display());
        let text = SettingsText::read(&folder.join(FILE_NAME), &init)?;
        Reader { folder, text }.read()
    }

    /// The address of the database that a folder's settings name, if they name one. Nothing
    /// else of them need be right.
    pub fn database_of(folder: &Path) -> Option<String> {
        #[derive(Deserialize)]
        struct Database {
            database: Option<String>,
        }
        let text = std::fs::read_to_string(folder.join(FILE_NAME)).ok()?;
        toml::from_str::<Database>(&text).ok()?.database
    }
}

struct Reader<'a> {
    folder: &'a Path,
    text: SettingsText,
}

impl Reader<'_> {
    fn read(&self) -> Result<GradeSettings, SettingsError> {
        let text = &self.text;
        let written: Written = text.parse()?;
        let rubric = self.rubric(&written)?;
        let sandbox = written.sandbox.as_ref().parse().map_err(|error| {
            text.wrong(&written.sandbox, format!("there is no sandbox '{}'; {error}", written.sandbox.as_ref()))
        })?;
        if let Some(url) = &written.database {
            url.as_ref().parse::<ServerUrl>().map_err(|error| text.wrong(url, error.to_string()))?;
        }
        let usual = Details::default();
        let lease = written.lease.as_ref().map(|lease| text.between(lease, 2, 86400, "lease")).transpose()?;
        let jobs = written.jobs.as_ref().map(|jobs| text.between(jobs, 1, MOST_JOBS, "jobs")).transpose()?;
        let limits = text.limits(&written.limits)?;
        let found = find_submissions(self.folder, written.submissions.as_ref());
        let (submissions, unused) = found.map_err(|error| {
            let message = format!(
                "the submissions: {error:#}; put what was handed in there, a folder, archive or file for each student"
            );
            text.wrong(&written.submissions, message)
        })?;
        let folder_name = || self.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(GradeSettings {
            rubric,
            limits,
            details: Details {
                name: written.name.or_else(folder_name).unwrap_or_else(|| "grading".to_owned()),
                sandbox,
                require_sandbox: written.require_sandbox,
                lease: lease.unwrap_or(usual.lease),
                ..usual
            },
            database: written.database.map(Spanned::into_inner),
            jobs: jobs.and_then(NonZeroUsize::new),
            submissions,
            unused,
        })
    }

    fn rubric(&self, written: &Written) -> Result<Rubric, SettingsError> {
        let text = &self.text;
        let seed = *written.seed.as_ref();
        let clock = ClockRules {
            kind: written.clock,
            grace: Duration::from_secs_f64(text.between(&written.grace, 0.0, 3600.0, "grace")?),
        };
        Ok(Rubric {
            seed,
            mode: written.mode,
            boards: self.boards(written)?,
            time: Duration::from_secs_f64(text.between(&written.time, 0.001, 1e6, "time")?),
            clock,
            all_games: written.all_games,
            parts: self.parts(written, seed)?,
        })
    }

    fn boards(&self, written: &Written) -> Result<Vec<BoardClass>, SettingsError> {
        if written.boards.is_empty() {
            return Err(self.text.lacks("'boards' is empty; write boards = [\"10p4\"]".to_owned()));
        }
        let class = |text: &Spanned<String>| {
            text.as_ref().parse().map_err(|error| self.text.wrong(text, format!("boards: {error}")))
        };
        written.boards.iter().map(class).collect()
    }

    fn parts(&self, written: &Written, seed: u64) -> Result<Vec<Part>, SettingsError> {
        let mut parts = Vec::new();
        if let Some(cases) = &written.cases {
            let found = match (&cases.count, &cases.folder) {
                (Some(_), Some(folder)) => {
                    let message = "in [cases], either 'count' or a 'folder', not both: remove one";
                    return Err(self.text.wrong(folder, message.to_owned()));
                }
                (Some(count), None) => course_cases(seed, self.text.between(count, 1, MOST_CASES, "count")?),
                (None, Some(folder)) => {
                    let found = read_cases(&self.folder.join(folder.as_ref()));
                    let found = found.map_err(|error| self.text.wrong(folder, format!("the cases: {error}")))?;
                    if found.len() > MOST_CASES {
                        let message = format!("there are {} cases, and {MOST_CASES} are the most", found.len());
                        return Err(self.text.wrong(folder, message));
                    }
                    found
                }
                (None, None) => {
                    let message = "[cases] needs count = 25, or folder = \"cases\" with an input.txt for each";
                    return Err(self.text.lacks(message.to_owned()));
                }
            };
            parts.push(Part::Cases { points: cases.points, cases: found });
        }
        for written_match in &written.matches {
            parts.push(self.match_part(written, written_match)?);
        }
        if parts.is_empty() {
            return Err(self.text.lacks("nothing is asked: add [cases], or a [[match]]".to_owned()));
        }
        Ok(parts)
    }

    fn match_part(&self, all: &Written, written: &WrittenMatch) -> Result<Part, SettingsError> {
        let opponent = written.opponent.as_ref();
        if AgentSpec::of_command(opponent).builtin().is_none() {
            let name = opponent.split(':').next().unwrap_or_default();
            let meant = nearest(name, PLAYER_NAMES);
            let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
            let players = PLAYER_NAMES.join(", ");
            let message = format!("there is no opponent '{opponent}'{meant} There are {players}");
            return Err(self.text.wrong(&written.opponent, message));
        }
        let games = self.text.between(&written.games, 1, MOST_GAMES, "games")?;
        let fairness_pairs = match &written.fairness_pairs {
            Some(pairs) if all.mode == Mode::Paired && *pairs.as_ref() > 0 => {
                let message = "in a paired match every board is played from both sides anyway: remove 'fairness-pairs'";
                return Err(self.text.wrong(pairs, message.to_owned()));
            }
            Some(pairs) => self.text.between(pairs, 0, games, "fairness-pairs")?,
            None => 0,
        };
        Ok(Part::Match { points: written.points, opponent: opponent.clone(), games, fairness_pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EXAMPLE;

    fn read(text: &str) -> Result<GradeSettings, SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        for student in ["ada", "ben"] {
            std::fs::create_dir_all(folder.path().join("submissions").join(student)).unwrap();
        }
        let text = SettingsText::new(Path::new("grade.toml"), text);
        Reader { folder: folder.path(), text }.read()
    }

    #[test]
    fn the_example_is_the_rubric_of_the_course() {
        let settings = read(EXAMPLE).unwrap();
        let names: Vec<String> = settings.submissions.iter().map(AgentSpec::name).collect();
        assert_eq!(names, ["ada", "ben"]);
        let mut course = Rubric::course(1);
        let Some(Part::Match { fairness_pairs, .. }) = course.parts.last_mut() else { unreachable!("a match") };
        *fairness_pairs = 4;
        assert_eq!(settings.rubric, course);
        assert_eq!((settings.limits, settings.details.lease), (LimitSettings::default(), Details::default().lease));
    }

    #[test]
    fn a_rubric_can_be_read_where_nothing_was_handed_in() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("grade.toml");
        std::fs::write(&file, EXAMPLE).unwrap();
        let read = RubricFile::read(&file).unwrap();
        assert_eq!(
            (read.rubric.points(), read.limits, read.cases),
            (Points::whole(100), LimitSettings::default(), None)
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_how_to_mend_it() {
        for (from, to, expected) in [
            ("time = 300", "time = 0", "grade.toml, line LINE: 'time' is 0, but must be from 0.001 to 1000000"),
            (
                "games = 11\npoints = 25",
                "games = 0\npoints = 25",
                "line LINE: 'games' is 0, but must be from 1 to 1001",
            ),
            ("fairness-pairs = 4", "fairness-pairs = 12", "'fairness-pairs' is 12, but must be from 0 to 11"),
            ("points = 25", "points = -1", "line LINE: expected points from 0 to 1000000 with at most three decimal"),
            ("count = 25 ", "count = 0 ", "line LINE: 'count' is 0, but must be from 1 to 1000"),
            ("# folder = ", "folder = ", "line LINE: in [cases], either 'count' or a 'folder', not both: remove one"),
            ("\"10p4\"", "\"10x4\"", "line LINE: boards: expected size and kinds such as 10p6"),
            (
                "opponent = \"random\"",
                "opponent = \"radnom\"",
                "line LINE: there is no opponent 'radnom'; did you mean random?",
            ),
            ("memory = 1024", "memory = 1", "in [limits], memory: expected MiB from 16 to 1048576, found '1'"),
            ("\"submissions\"", "\"nothing\"", "line LINE: the submissions: nothing: No such file or directory"),
            (
                "mode = \"official\"",
                "mode = \"pared\"",
                "line LINE: unknown variant `pared`, expected `official` or `paired`",
            ),
            (
                "mode = \"official\"",
                "mode = \"paired\"",
                "in a paired match every board is played from both sides anyway",
            ),
            ("sandbox = \"auto\"", "sandbox = \"none\"", "line LINE: there is no sandbox 'none'"),
            ("all-games", "al-games", "line LINE: unknown field `al-games`"),
            ("# jobs = 3", "jobs = 0", "line LINE: 'jobs' is 0, but must be from 1 to 1000"),
            (
                "# database = \"postgres://",
                "database = \"mysql://",
                "line LINE: the address of the database does not begin",
            ),
        ] {
            assert!(EXAMPLE.contains(from), "{from}");
            let line = EXAMPLE[..EXAMPLE.find(from).unwrap()].matches('\n').count() + 1;
            let expected = expected.replace("LINE", &line.to_string());
            let error = read(&EXAMPLE.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(&expected), "expected: {expected}\nfound:    {error}");
        }
        let nothing = &EXAMPLE[..EXAMPLE.find("[cases]").unwrap()];
        assert!(read(nothing).unwrap_err().to_string().contains("nothing is asked: add [cases], or a [[match]]"));
    }
}
