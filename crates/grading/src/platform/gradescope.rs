//! Gradescope: `/autograder/results/results.json`.

use fruitrage_game::harmless;
use serde::Serialize;

use super::{PlatformRun, about, summary, to_json};
use crate::{Outcome, Points};

#[derive(Serialize)]
struct Results {
    /// Without it Gradescope takes the sum of the tests, of which some may have no score.
    score: Points,
    execution_time: u64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    /// What the run prints is for the teacher.
    stdout_visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    /// Not there if it is not graded: a zero would be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Points>,
    /// Always there, because their sum must be the assignment's points.
    max_score: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

pub(super) fn results(run: &PlatformRun<'_>) -> String {
    let tests = run.sheet.items.iter().enumerate().map(|(number, item)| {
        let (score, status, mark) = match item.outcome {
            Outcome::Earned => (Some(item.most), Some("passed"), ""),
            Outcome::Missed => (Some(Points::ZERO), Some("failed"), ""),
            Outcome::NotGraded => (None, None, " (not graded)"),
        };
        Test {
            name: harmless(&item.name) + mark,
            number: (number + 1).to_string(),
            score,
            max_score: item.most,
            status,
            output: about(item),
            output_format: "text",
            // One hidden test would hide the student's total.
            visibility: "visible",
        }
    });
    to_json(&Results {
        score: run.sheet.earned(),
        execution_time: run.elapsed.as_secs(),
        output: summary(run),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.collect(),
    })
}
