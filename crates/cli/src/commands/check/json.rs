//! The report of a check as JSON.

use fruitrage_grading::check::CheckReport;
use serde_json::{Value, json};

/// The whole report, with the answer on top.
pub(super) fn value(report: &CheckReport) -> Value {
    let mut value = serde_json::to_value(report).unwrap_or_default();
    for (step, of) in value["steps"].as_array_mut().into_iter().flatten().zip(&report.steps) {
        step["claim"] = json!(of.step.claim());
    }
    if let Some(prediction) = &report.prediction {
        value["prediction"]["expected"] = json!(prediction.expected());
        value["prediction"]["most"] = json!(prediction.most());
    }
    let mut whole = json!({ "outcome": report.outcome(), "answer": report.answer() });
    if let (Some(whole), Value::Object(fields)) = (whole.as_object_mut(), value) {
        whole.extend(fields);
    }
    whole
}
