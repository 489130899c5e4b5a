//! A program that cannot be built: where the compiler, or the interpreter, found the mistake.

use super::source::Sources;
use super::step::{Evidence, Finding, Step, StepReport};
use crate::check::CheckReport;

/// The report of a program that cannot be found or built: `message` is why, with the
/// compiler's words. `folder` holds its sources.
pub fn not_built(agent: &str, seed: u64, message: &str, folder: &std::path::Path) -> CheckReport {
    let mut lines = message.lines();
    let what = lines.next().unwrap_or_default().trim_end_matches(':').to_owned();
    let words = lines.collect::<Vec<_>>().join("\n");
    // Without a compiler's words it was not even found, and the message says what to do.
    let finding = if words.is_empty() {
        Finding::new(what)
    } else {
        let evidence = place(&words).and_then(|place| place.evidence(&Sources::read(folder)));
        let finding = Finding::new(format!("it cannot be built: {what}"));
        Finding { evidence, found: Some(words), ..finding }.with_help(
            "Mend the first error that the compiler names; the others often go with it. What does not compile gets zero.",
        )
    };
    let mut steps = vec![StepReport::fail(Step::Build, "", finding)];
    let reason = format!("step '{}' failed", Step::Build);
    steps.extend(Step::ALL[1..].iter().map(|&step| StepReport::not_reached(step, reason.clone())));
    CheckReport { agent: agent.to_owned(), seed, quick: false, moves: 0, steps, prediction: None, interrupted: false }
}

/// A place that a compiler names.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    file: String,
    line: usize,
    column: Option<usize>,
    message: String,
}

impl Place {
    fn evidence(&self, sources: &Sources) -> Option<Evidence> {
        let text = sources.text(&self.file)?;
        let line = text.lines().nth(self.line - 1)?;
        let start = line.len() - line.trim_start().len();
        let column = self.column.unwrap_or(start + 1);
        let length = if self.column.is_some() { 1 } else { line.trim().len().max(1) };
        Some(Evidence {
            file: self.file.clone(),
            text: text.to_owned(),
            line: self.line,
            column,
            length,
            label: self.message.clone(),
        })
    }
}

/// The first error that a compiler names: `homework.cpp:12:5: error: ...` (gcc, clang),
/// `homework.java:12: error: ...` (javac), or `File "homework.py", line 12` (Python).
fn place(words: &str) -> Option<Place> {
    words.lines().find_map(of_compiler).or_else(|| of_python(words))
}

fn of_compiler(line: &str) -> Option<Place> {
    let (place, message) = line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))?;
    let mut parts = place.split(':');
    let file = parts.next()?.rsplit(['/', '\\']).next()?.to_owned();
    let line = parts.next()?.parse().ok().filter(|&line| line > 0)?;
    let column = parts.next().and_then(|column| column.parse().ok());
    Some(Place { file, line, column, message: message.to_owned() })
}

fn of_python(words: &str) -> Option<Place> {
    let (_, rest) = words.rsplit_once("File \"")?;
    let (file, rest) = rest.split_once("\", line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let line = digits.parse().ok().filter(|&line| line > 0)?;
    let message = words.lines().rev().find(|line| line.contains("Error:"))?.trim().to_owned();
    let file = file.rsplit(['/', '\\']).next()?.to_owned();
    Some(Place { file, line, column: None, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_the_words_of_compilers() {
        let found = |words: &str| place(words).map(|place| (place.file, place.line, place.column, place.message));
        let expected =
            |file: &str, line, column, message: &str| Some((file.to_owned(), line, column, message.to_owned()));
        assert_eq!(
            found("homework.cpp: In function 'int main()':\nhomework.cpp:3:7: error: expected ';'\n"),
            expected("homework.cpp", 3, Some(7), "expected ';'")
        );
        assert_eq!(
            found("homework.java:12: error: ';' expected\n"),
            expected("homework.java", 12, None, "';' expected")
        );
        assert_eq!(
            found("  File \"/tmp/x/homework.py\", line 2\n    def\n       ^\nSyntaxError: invalid syntax\n"),
            expected("homework.py", 2, None, "SyntaxError: invalid syntax")
        );
        assert_eq!(found("something else"), None);
    }
}
