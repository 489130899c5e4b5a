//! What platforms read: the grade sheet of one submission in the form of each, at the place
//! where it looks for it.
//!
//! Everything here is pure: what was found out so far goes in, the text of files comes out.
//! It can be asked after every item. What is not reached yet says so, because the platform
//! may end the run at any moment and shows what was written last.

mod classroom50;
mod gradescope;
mod json;
mod prairielearn;
mod vocareum;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fruitrage_game::{HarmlessLines, harmless_json};

use crate::{GradeSheet, ItemGrade, Outcome};

pub use vocareum::{Criterion, criteria};

/// A platform that shows grades to students.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Gradescope's autograder.
    Gradescope,
    /// Vocareum, by its grading script.
    Vocareum,
    /// The external grader of `PrairieLearn`.
    PrairieLearn,
    /// Classroom 50, by its `autograder.py`.
    Classroom50,
    /// No platform: JSON for programs of one's own.
    Json,
}

/// What is known of a submission on a platform so far.
#[derive(Clone, Copy)]
pub struct PlatformRun<'a> {
    /// What came of every item; those that were not reached are not graded.
    pub sheet: &'a GradeSheet,
    /// What whoever reads it should know of the run, a sentence each.
    pub remarks: &'a [String],
    /// How long it has taken so far.
    pub elapsed: Duration,
    /// The time of day.
    pub now: SystemTime,
    /// The platform's own variables.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

impl std::fmt::Debug for PlatformRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlatformRun").field("sheet", &self.sheet).finish_non_exhaustive()
    }
}

/// Why nothing can be written for a platform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlatformError {
    /// A variable of the platform that is written to its result is not there.
    #[error("{0} is not set: {1} sets it, and it is part of the result; to try it out, set it yourself: {0}=test")]
    Untold(&'static str, &'static str),
    /// A variable of the platform is not there.
    #[error("{0} is not set: that is how {1} says where it reads the result; elsewhere give the place with --output")]
    NoVariable(&'static str, &'static str),
    /// Points that are no whole numbers.
    #[error("{0} takes whole points only, and '{1}' is worth {2}; give every item whole points")]
    NotWhole(&'static str, String, String),
    /// A text of a rubric's item that two items share.
    #[error("two criteria are called '{0}', and {1} tells them apart by their names")]
    SameName(String, &'static str),
}

/// The most letters of what is said about an item.
const LONGEST_TEXT: usize = 4_000;

impl Platform {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Gradescope, Self::Vocareum, Self::PrairieLearn, Self::Classroom50, Self::Json];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gradescope => "gradescope",
            Self::Vocareum => "vocareum",
            Self::PrairieLearn => "prairielearn",
            Self::Classroom50 => "classroom50",
            Self::Json => "json",
        }
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Gradescope => "Gradescope",
            Self::Vocareum => "Vocareum",
            Self::PrairieLearn => "PrairieLearn",
            Self::Classroom50 => "Classroom 50",
            Self::Json => "JSON",
        }
    }

    /// How long a run should take at most, if nobody says otherwise: a little less than the
    /// platform waits, because what it breaks off is a zero. None where it waits for long.
    pub const fn usual_budget(self) -> Option<Duration> {
        match self {
            Self::Gradescope => Some(Duration::from_mins(8)),
            Self::PrairieLearn => Some(Duration::from_secs(25)),
            Self::Vocareum | Self::Classroom50 | Self::Json => None,
        }
    }

    /// Where it reads its files: the places in the order of [`Self::files`]. `output` is said
    /// by the user: a file, or for Vocareum, which reads two, a folder. No places: standard
    /// output.
    pub fn places(
        self,
        output: Option<&Path>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<PathBuf>, PlatformError> {
        if let (Self::Vocareum, Some(folder)) = (self, output) {
            return Ok(vec![folder.join("grade.csv"), folder.join("report.html")]);
        }
        if let Some(file) = output {
            return Ok(vec![file.to_owned()]);
        }
        Ok(match self {
            Self::Gradescope => vec!["/autograder/results/results.json".into()],
            Self::PrairieLearn => vec!["/grade/results/results.json".into()],
            Self::Classroom50 => vec!["result.json".into()],
            Self::Json => vec![],
            Self::Vocareum => {
                let place = |name: &'static str| {
                    variable(name)
                        .filter(|path| !path.is_empty())
                        .map(PathBuf::from)
                        .ok_or_else(|| PlatformError::NoVariable(name, self.title()))
                };
                vec![place("vocareumGradeFile")?, place("vocareumReportFile")?]
            }
        })
    }

    /// The files that it reads.
    pub fn files(self, run: &PlatformRun<'_>) -> Result<Vec<String>, PlatformError> {
        Ok(match self {
            Self::Gradescope => vec![gradescope::results(run)],
            Self::Vocareum => vocareum::files(run)?.into(),
            Self::PrairieLearn => vec![prairielearn::results(run)],
            Self::Classroom50 => vec![classroom50::result(run)?],
            Self::Json => vec![json::sheet(run)],
        })
    }
}

/// What came of everything, in a few sentences. What is not graded comes first: the sum is
/// not a grade then.
fn summary(run: &PlatformRun<'_>) -> String {
    let sheet = run.sheet;
    let open: Vec<&ItemGrade> = sheet.not_graded().collect();
    let mut lines = Vec::new();
    if !open.is_empty() {
        let worth: crate::Points = open.iter().map(|item| item.most).sum();
        let items = if open.len() == 1 { "1 item".to_owned() } else { format!("{} items", open.len()) };
        lines.push(format!(
            "NOT A GRADE YET: {items} worth {worth} of {} points could not be graded. That is no zero: your teacher can \
             have them graded.",
            sheet.most()
        ));
    }
    lines.push(format!("{} of {} points earned so far.", sheet.earned(), sheet.most()));
    if open.is_empty() {
        lines = vec![format!("{} of {} points.", sheet.earned(), sheet.most())];
    }
    lines.extend(run.remarks.iter().cloned());
    HarmlessLines(&lines.join("\n")).to_string()
}

/// What is said about an item: why, what else there is to say, and if it is no zero.
fn about(item: &ItemGrade) -> String {
    let start = if item.outcome == Outcome::NotGraded { "Not graded; this is no zero. " } else { "" };
    let mut text = format!("{start}{}", sentence(&item.reason));
    for note in &item.notes {
        text.push('\n');
        text.push_str(note);
    }
    shortened(&HarmlessLines(&text).to_string(), LONGEST_TEXT)
}

/// A reason with a capital letter and a full stop.
pub(crate) fn sentence(reason: &str) -> String {
    let mut letters = reason.trim_end().chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if reason.trim_end().ends_with(['.', '!', '?', '\n']) || reason.is_empty() { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// A text of at most so many letters; what is left out shows.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// JSON for a platform, in which nothing is left that a terminal or a page would obey.
/// Nothing in it can fail to be JSON.
fn to_json(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value);
    harmless_json(&value.unwrap_or_else(|error| unreachable!("a result is always JSON: {error}"))) + "\n"
}
