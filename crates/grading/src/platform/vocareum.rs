//! Vocareum: a file of criteria with their scores, and a report.

use fruitrage_game::harmless;
use maud::html;

use super::{Platform, PlatformError, PlatformRun, about, summary};
use crate::{GradeSheet, Outcome, Points};

/// A criterion of Vocareum's rubric. It must be entered there by exactly this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// Its name.
    pub name: String,
    /// What it is worth.
    pub most: Points,
    /// What is earned; nothing as long as a part of it is not graded.
    pub earned: Option<Points>,
}

/// The criteria of a sheet: the cases together, and each match.
pub fn criteria(sheet: &GradeSheet) -> Vec<Criterion> {
    let mut criteria: Vec<Criterion> = Vec::new();
    for item in &sheet.items {
        let name = if item.id.starts_with("case-") { "Cases".to_owned() } else { criterion_name(&item.name) };
        let earned = (item.outcome != Outcome::NotGraded).then(|| item.earned());
        match criteria.last_mut().filter(|last| last.name == "Cases" && name == "Cases") {
            Some(cases) => {
                cases.most = cases.most + item.most;
                cases.earned = cases.earned.zip(earned).map(|(sum, earned)| sum + earned);
            }
            None => criteria.push(Criterion { name, most: item.most, earned }),
        }
    }
    criteria
}

/// A name without what divides name and score in the file.
fn criterion_name(name: &str) -> String {
    harmless(&name.replace(',', " "))
}

/// The file of scores, and the report. A criterion that is not graded has no line.
pub(super) fn files(run: &PlatformRun<'_>) -> Result<[String; 2], PlatformError> {
    let criteria = criteria(run.sheet);
    for (number, criterion) in criteria.iter().enumerate() {
        if criteria[..number].iter().any(|other| other.name == criterion.name) {
            return Err(PlatformError::SameName(criterion.name.clone(), Platform::Vocareum.title()));
        }
    }
    let lines =
        criteria.iter().filter_map(|criterion| criterion.earned.map(|earned| format!("{},{earned}\n", criterion.name)));
    Ok([lines.collect(), report(run)])
}

/// The report. Vocareum shows HTML, so whatever comes from a submission is escaped.
fn report(run: &PlatformRun<'_>) -> String {
    let page = html! {
        @for line in summary(run).lines() { p { (line) } }
        table {
            @for item in &run.sheet.items {
                tr {
                    td { @match item.outcome {
                        Outcome::Earned | Outcome::Missed => { (item.earned()) " of " (item.most) }
                        Outcome::NotGraded => { "not graded" }
                    } }
                    td { b { (harmless(&item.name)) } pre { (about(item)) } }
                }
            }
        }
    };
    page.into_string() + "\n"
}
