//! Classroom 50: `result.json` by its published schema `result-v1`.

use fruitrage_game::harmless;
use serde::Serialize;

use super::{Platform, PlatformError, PlatformRun, about, to_json};
use crate::{ItemGrade, Outcome, Points, utc};

#[derive(Serialize)]
struct Outcomes {
    schema: &'static str,
    classroom: String,
    assignment: String,
    assignment_type: String,
    owner: String,
    submission: String,
    commit: String,
    release: String,
    review: String,
    datetime: String,
    score: u64,
    #[serde(rename = "max-score")]
    max_score: u64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    #[serde(rename = "test-name")]
    name: String,
    passed: bool,
    score: u64,
    #[serde(rename = "max-score")]
    max_score: u64,
    /// The schema lets tests have more to say.
    output: String,
}

/// The result. What is not graded is in neither score: there is no way to say so in the
/// file, so the run must end with an error beside it, which Classroom 50 shows as one.
pub(super) fn result(run: &PlatformRun<'_>) -> Result<String, PlatformError> {
    let graded = run.sheet.items.iter().filter(|item| item.outcome != Outcome::NotGraded);
    let tests = graded.map(|item| {
        let max_score = whole(item)?;
        let passed = item.outcome == Outcome::Earned;
        let score = if passed { max_score } else { 0 };
        Ok(Test { name: harmless(&item.name), passed, score, max_score, output: about(item) })
    });
    let tests = tests.collect::<Result<Vec<Test>, PlatformError>>()?;
    let variable = |names: &[&'static str]| -> Result<String, PlatformError> {
        let found = names.iter().find_map(|name| (run.variable)(name).filter(|value| !value.is_empty()));
        found.ok_or(PlatformError::Untold(names[0], Platform::Classroom50.title()))
    };
    Ok(to_json(&Outcomes {
        schema: "classroom50/result/v1",
        classroom: variable(&["CLASSROOM"])?,
        assignment: variable(&["ASSIGNMENT"])?,
        assignment_type: variable(&["MODE", "ASSIGNMENT_TYPE"])?,
        owner: variable(&["USERNAME", "OWNER"])?,
        submission: variable(&["SUBMISSION_TAG"])?,
        commit: variable(&["COMMIT_URL"])?,
        release: variable(&["RELEASE_URL"])?,
        // There is nothing to compare with if there is no such address.
        review: variable(&["REVIEW_URL", "COMMIT_URL"])?,
        datetime: utc(run.now),
        score: tests.iter().map(|test| test.score).sum(),
        max_score: tests.iter().map(|test| test.max_score).sum(),
        tests,
    }))
}

fn whole(item: &ItemGrade) -> Result<u64, PlatformError> {
    let points = item.most.as_f64();
    if Points::whole(points as u64) == item.most {
        Ok(points as u64)
    } else {
        Err(PlatformError::NotWhole(Platform::Classroom50.title(), harmless(&item.name), item.most.to_string()))
    }
}
