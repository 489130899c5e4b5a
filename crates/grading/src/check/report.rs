//! The report of a check: all steps, the predicted grade, and the one line that answers the
//! one question.

use serde::Serialize;

use super::prediction::Prediction;
use super::step::{Step, StepReport, Verdict};

/// All that a check found out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CheckReport {
    /// What the program is called.
    pub agent: String,
    /// What all boards come from.
    pub seed: u64,
    /// Whether it was a quick one.
    pub quick: bool,
    /// How many moves the program was asked for.
    pub moves: u64,
    /// All steps, in order.
    pub steps: Vec<StepReport>,
    /// The grade that is to be expected, if games were played.
    pub prediction: Option<Prediction>,
    /// Whether it was broken off.
    pub interrupted: bool,
}

/// What a check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// No step failed.
    Fine,
    /// A step failed that costs points.
    LosesPoints,
    /// A step failed without which there are no points at all.
    Zero,
    /// It was broken off before anything failed.
    Unknown,
}

impl CheckReport {
    /// What it comes to.
    pub fn outcome(&self) -> Outcome {
        let failed: Vec<&StepReport> = self.steps.iter().filter(|step| step.verdict == Verdict::Fail).collect();
        match failed.first() {
            None if self.interrupted => Outcome::Unknown,
            None => Outcome::Fine,
            Some(_) if failed.iter().any(|report| report.step.is_everything()) => Outcome::Zero,
            Some(_) => Outcome::LosesPoints,
        }
    }

    /// How many steps have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.steps.iter().filter(|step| step.verdict == verdict).count()
    }

    /// The answer to the one question of every student, on one line.
    pub fn answer(&self) -> String {
        let failed: Vec<&StepReport> = self.steps.iter().filter(|step| step.verdict == Verdict::Fail).collect();
        let Some(first) = failed.first() else {
            if self.interrupted {
                return "Will I get zero? Not known yet: the check was broken off, and nothing had failed so far."
                    .to_owned();
            }
            let grade = match &self.prediction {
                Some(prediction) => {
                    format!(" Expect about {:.0} of {} points.", prediction.expected(), prediction.most())
                }
                None => String::new(),
            };
            return format!("Will I get zero? No: all {} moves were right.{grade}", self.moves);
        };
        let finding = first.findings.first();
        let what = finding.map(|finding| finding.cause.as_ref().unwrap_or(&finding.what));
        let what = what.unwrap_or(&first.summary);
        let what = what.lines().next().unwrap_or_default();
        let others = match failed.len() - 1 {
            0 => String::new(),
            1 => " (and one more step failed)".to_owned(),
            more => format!(" (and {more} more steps failed)"),
        };
        if self.outcome() == Outcome::Zero {
            return format!("Will I get zero? Yes, as it is: {what}. Mend step '{}' first.{others}", first.step);
        }
        format!("Will I get zero? No, but it loses points: {what}. See step '{}'.{others}", first.step)
    }

    /// The report of a step.
    pub fn step(&self, step: Step) -> Option<&StepReport> {
        self.steps.iter().find(|report| report.step == step)
    }
}
