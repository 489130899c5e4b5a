//! The external grader of `PrairieLearn`: `/grade/results/results.json`.

use fruitrage_game::harmless;
use serde::Serialize;

use super::{PlatformRun, about, sentence, shortened, summary, to_json};
use crate::{Outcome, Points};

/// `PrairieLearn` reads no more than a megabyte. A letter takes up to six bytes in JSON.
const MOST_LETTERS: usize = 150_000;

#[derive(Serialize)]
struct Results {
    /// If it is not, the student has used no attempt and has no score: the only way here to
    /// say that something is not graded.
    gradable: bool,
    /// Only what is gradable has one, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    message: String,
    output: String,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    description: String,
    points: Points,
    max_points: Points,
    message: String,
    output: String,
}

pub(super) fn results(run: &PlatformRun<'_>) -> String {
    let sheet = run.sheet;
    let gradable = sheet.not_graded().next().is_none();
    let most = MOST_LETTERS / sheet.items.len().max(1);
    let tests = sheet.items.iter().map(|item| {
        let (mark, message) = match item.outcome {
            Outcome::Earned => ("", "Earned."),
            Outcome::Missed => ("", "Not earned."),
            Outcome::NotGraded => (" (not graded)", "Not graded; this is no zero."),
        };
        Test {
            name: shortened(&harmless(&item.name), most / 2) + mark,
            description: String::new(),
            points: item.earned(),
            max_points: item.most,
            message: message.to_owned(),
            output: shortened(&about(item), most / 2),
        }
    });
    // A reason that several items share is told once.
    let mut format_errors: Vec<String> = Vec::new();
    for item in sheet.not_graded() {
        let reason = shortened(&harmless(&sentence(&item.reason)), 500);
        if !format_errors.contains(&reason) && format_errors.len() < 10 {
            format_errors.push(reason);
        }
    }
    to_json(&Results {
        gradable,
        score: gradable.then(|| sheet.earned().share_of(sheet.most())),
        format_errors,
        message: summary(run),
        output: String::new(),
        tests: tests.collect(),
    })
}
