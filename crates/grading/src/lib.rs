//! The Fruit Rage: what a submission is worth.
//!
//! A [`Rubric`] is a list of [`Item`]s, each with its points: a case to be answered by a
//! right move, or a match to be won. What came of an item is an [`ItemGrade`]; all of them
//! together are a [`GradeSheet`]. What the arena itself failed at is never a zero: it is
//! not graded, and says so.

mod case;
mod evidence;
mod fairness;
mod grader;
mod match_item;
pub mod platform;
mod points;
pub mod report;
mod rubric;
mod sheet;

pub use case::{Case, course_cases};
pub use evidence::{CaseEvidence, Evidence, GameOutcome, MatchEvidence, MatchGame};
pub use fairness::{Fairness, PairedBoards};
pub use grader::{FindOpponent, GameObserver, Grader};
pub use match_item::{MatchItem, MatchScore};
pub use points::{Points, PointsError};
pub use rubric::{Item, Mode, Part, Rubric, Task};
pub use sheet::{GradeSheet, ItemGrade, Outcome};
