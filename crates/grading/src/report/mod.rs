//! What is made of grade sheets: tables, filled gradebooks and pages. Pure: values in, text
//! out.

mod class;
#[cfg(test)]
mod example;
mod gradebook;
mod grades_csv;
mod pages;

pub use class::{ClassReport, HostShare, file_names};
pub use gradebook::{FilledGradebook, GradebookError, Kind, LayoutError, TableError, fill_gradebook};
pub use grades_csv::grades_csv;
pub use pages::{EmbeddedGame, Replays, class_page, student_page};
