//! What is made of grade sheets: tables, filled gradebooks and pages. Pure: values in, text
//! out.

mod gradebook;

pub use gradebook::{FilledGradebook, GradebookError, Kind, LayoutError, TableError, fill_gradebook};
