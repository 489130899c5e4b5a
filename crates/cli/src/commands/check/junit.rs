//! The report of a check as XML for build servers (the form of `JUnit`): one test case a step.

use std::fmt::Write as _;

use fruitrage_grading::check::{CheckReport, Finding, Verdict};

/// The report for build servers. A warning is a case that passed, with a note; what was not
/// reached is skipped.
pub(super) fn xml(report: &CheckReport) -> String {
    let [tests, failures, skipped] =
        [report.steps.len(), report.count(Verdict::Fail), report.count(Verdict::NotReached)];
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let name = escaped(&format!("fruitrage check {}", report.agent));
    let _ = writeln!(
        text,
        "<testsuites>\n<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
    );
    for step in &report.steps {
        let (id, claim) = (step.step.id(), escaped(step.step.claim()));
        let _ = write!(text, "  <testcase classname=\"{id}\" name=\"{claim}\">");
        let summary = escaped(&step.summary);
        let details = step.findings.iter().map(details).collect::<Vec<_>>().join("\n");
        let what = step.findings.first().map(|finding| escaped(&finding.what)).unwrap_or_default();
        match step.verdict {
            Verdict::Pass => {
                let _ = write!(text, "<system-out>{summary}</system-out>");
            }
            Verdict::Warning => {
                let _ = write!(text, "<system-out>warning: {summary}\n{}</system-out>", escaped(&details));
            }
            Verdict::Fail => {
                let _ = write!(text, "<failure message=\"{what}\">{}</failure>", escaped(&details));
            }
            Verdict::NotReached => {
                let _ = write!(text, "<skipped message=\"{summary}\"/>");
            }
        }
        text.push_str("</testcase>\n");
    }
    let _ = writeln!(text, "  <system-out>{}</system-out>", escaped(&report.answer()));
    text + "</testsuite>\n</testsuites>\n"
}

fn details(finding: &Finding) -> String {
    let parts = [
        Some(finding.what.clone()),
        finding.expected.as_ref().map(|expected| format!("expected: {expected}")),
        finding.found.as_ref().map(|found| format!("found: {found}")),
        finding.cause.as_ref().map(|cause| format!("likely cause: {cause}")),
        finding.help.as_ref().map(|help| format!("help: {help}")),
        finding.again.as_ref().map(|again| format!("see it again: {again}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// A text as XML writes it, without characters that XML does not have.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_wrote_stays_text() {
        assert_eq!(escaped("a<b>&\"c\"\u{1b}[2J\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}[2J\n");
    }
}
