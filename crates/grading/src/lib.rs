//! The Fruit Rage: what a submission is worth.
//!
//! A [`Rubric`] is a list of [`Item`]s, each with its points: a case to be answered by a
//! right move, or a match to be won. What came of an item is an [`ItemGrade`]; all of them
//! together are a [`GradeSheet`]. What the arena itself failed at is never a zero: it is
//! not graded, and says so.

mod budget;
mod case;
mod case_files;
pub mod check;
mod class;
mod date;
mod evidence;
mod example;
mod fairness;
mod forecast;
mod grader;
mod grading;
mod item_worker;
mod match_item;
pub mod platform;
mod points;
mod rehearsal;
pub mod report;
mod rubric;
mod settings;
mod sheet;

pub use budget::{empty_sheet, grade_within, sheet_of};
pub use case::{Case, course_cases};
pub use class::{Class, Student};
pub use date::utc;
pub use evidence::{CaseEvidence, Evidence, GameOutcome, MatchEvidence, MatchGame};
pub use example::EXAMPLE;
pub use fairness::{Fairness, PairedBoards};
pub use forecast::Forecast;
pub use grader::{FindOpponent, GameObserver, Grader};
pub use grading::{Change, Conditions, Entered, Grading, Handed};
pub use item_worker::GradingWorker;
pub use match_item::{MatchItem, MatchScore};
pub use points::{Points, PointsError};
pub use rehearsal::{Rehearsal, Verdict};
pub use rubric::{Item, Mode, Part, Rubric, Task};
pub use settings::{FILE_NAME, GradeSettings, RubricFile};
pub use sheet::{GradeSheet, ItemGrade, Outcome, PartGrade};
