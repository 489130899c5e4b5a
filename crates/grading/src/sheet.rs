//! The grade sheet: what came of every item, and the sum.

use serde::{Deserialize, Serialize};

use crate::{Evidence, Item, Part, Points, Rubric};

/// What came of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Its points are earned.
    Earned,
    /// Its points are not earned, by the submission's own doing.
    Missed,
    /// The arena could not find out. It counts for nothing, and somebody has to see to it.
    NotGraded,
}

/// An item, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ItemGrade {
    /// The item's name in files and tables.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// What it is worth.
    pub most: Points,
    /// What came of it.
    pub outcome: Outcome,
    /// Why, in one sentence.
    pub reason: String,
    /// What else there is to say, a line each: likely cause, help, how to see it again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What was played for it.
    #[serde(default, skip_serializing_if = "Evidence::is_none")]
    pub evidence: Evidence,
}

impl ItemGrade {
    /// An item of which only the reason is known.
    pub fn new(item: &Item, outcome: Outcome, reason: impl Into<String>) -> Self {
        Self {
            id: item.id.clone(),
            name: item.name.clone(),
            most: item.points,
            outcome,
            reason: reason.into(),
            notes: Vec::new(),
            evidence: Evidence::None,
        }
    }

    /// The same, with what it rests on.
    pub(crate) fn with(self, evidence: Evidence) -> Self {
        Self { evidence, ..self }
    }

    /// The points that are earned.
    pub fn earned(&self) -> Points {
        if self.outcome == Outcome::Earned { self.most } else { Points::ZERO }
    }
}

/// All that came of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GradeSheet {
    /// Whose it is.
    pub submission: String,
    /// What came of each item, in the order of the rubric.
    pub items: Vec<ItemGrade>,
}

impl GradeSheet {
    /// The points that are earned.
    pub fn earned(&self) -> Points {
        self.items.iter().map(ItemGrade::earned).sum()
    }

    /// What could be earned.
    pub fn most(&self) -> Points {
        self.items.iter().map(|item| item.most).sum()
    }

    /// The items that the arena could not find out about. If there are any, the sum is not
    /// a grade yet.
    pub fn not_graded(&self) -> impl Iterator<Item = &ItemGrade> {
        self.items.iter().filter(|item| item.outcome == Outcome::NotGraded)
    }

    /// Why it is worth nothing, in a line, if it is: nobody should have to look for that.
    pub fn why_zero(&self) -> Option<&str> {
        let is_zero = !self.items.is_empty() && self.items.iter().all(|item| item.outcome == Outcome::Missed);
        let reason = is_zero.then(|| self.items.first()).flatten()?.reason.lines().next()?;
        Some(reason.trim_end_matches(':'))
    }
}

/// What came of a part of the rubric: all its cases, or a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PartGrade {
    /// Its name in tables: `cases`, `random`.
    pub name: String,
    /// The points that are earned.
    pub earned: Points,
    /// What could be earned.
    pub most: Points,
    /// How many of its items are not graded.
    pub not_graded: usize,
}

impl GradeSheet {
    /// What came of each part of the rubric that the sheet belongs to, in order.
    pub fn parts(&self, rubric: &Rubric) -> Vec<PartGrade> {
        let mut left = &self.items[..];
        let mut parts = Vec::with_capacity(rubric.parts.len());
        for part in &rubric.parts {
            let count = match part {
                Part::Cases { cases, .. } => cases.len(),
                Part::Match { .. } => 1,
            };
            let (items, rest) = left.split_at(count.min(left.len()));
            left = rest;
            let name = match (part, items) {
                (Part::Match { .. }, [item]) => item.id.strip_prefix("match-").unwrap_or(&item.id),
                _ => "cases",
            };
            parts.push(PartGrade {
                name: name.to_owned(),
                earned: items.iter().map(ItemGrade::earned).sum(),
                most: items.iter().map(|item| item.most).sum(),
                not_graded: items.iter().filter(|item| item.outcome == Outcome::NotGraded).count(),
            });
        }
        parts
    }
}
