//! JSON for programs of one's own.

use serde::Serialize;

use super::{PlatformRun, to_json};
use crate::{Outcome, Points};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Sheet<'a> {
    submission: &'a str,
    /// Whether everything is graded. If not, the points are not a grade.
    is_graded: bool,
    points: Points,
    most: Points,
    seconds: u64,
    remarks: &'a [String],
    items: Vec<Item<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Item<'a> {
    id: &'a str,
    name: &'a str,
    outcome: Outcome,
    /// None if it is not graded.
    points: Option<Points>,
    most: Points,
    reason: &'a str,
    notes: &'a [String],
}

pub(super) fn sheet(run: &PlatformRun<'_>) -> String {
    let items = run.sheet.items.iter().map(|item| Item {
        id: &item.id,
        name: &item.name,
        outcome: item.outcome,
        points: (item.outcome != Outcome::NotGraded).then(|| item.earned()),
        most: item.most,
        reason: &item.reason,
        notes: &item.notes,
    });
    to_json(&Sheet {
        submission: &run.sheet.submission,
        is_graded: run.sheet.not_graded().next().is_none(),
        points: run.sheet.earned(),
        most: run.sheet.most(),
        seconds: run.elapsed.as_secs(),
        remarks: run.remarks,
        items: items.collect(),
    })
}
