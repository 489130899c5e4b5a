//! Classroom 50: `result.json` by its published schema `result-v1`.

use std::time::{SystemTime, UNIX_EPOCH};

use fruitrage_game::harmless;
use serde::Serialize;

use super::{Platform, PlatformError, PlatformRun, about, to_json};
use crate::{ItemGrade, Outcome, Points};

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

/// A time as `YYYY-MM-DDTHH:MM:SSZ`.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    let mut day = days;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}T{:02}:{:02}:{:02}Z", day + 1, rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn seconds_are_dates() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_827_696, "2000-02-29T12:34:56Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), date);
        }
    }
}
