//! Where a reply went that is not in `output.txt`: another name, a folder, standard output.

use fruitrage_rules::text::Output;
use fruitrage_tournament::agents::Tried;

use super::source::Sources;
use super::step::Evidence;

/// Where a reply went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Elsewhere {
    /// Where, in a sentence.
    pub(super) cause: String,
    /// What to do.
    pub(super) help: String,
    /// The place in the source that says so.
    pub(super) evidence: Option<Evidence>,
}

const NAME: &str = "output.txt";
const HELP: &str = "Open \"output.txt\" for writing, by exactly this name, without a folder: all small letters.";

/// Returns where a program without an `output.txt` has put its reply to a board of this size.
pub(super) fn find(size: usize, tried: &Tried, sources: &Sources) -> Option<Elsewhere> {
    let named = sources.quoted(|word| is_like(word, NAME) && word != NAME).into_iter().next();
    let evidence = named.clone().map(|(_, evidence)| Evidence { label: format!("must be {NAME}"), ..evidence });
    let is_reply = |text: &[u8]| Output::read_tolerantly(text, size).is_ok();
    let file = tried.files.iter().find(|file| is_like(&file.name, NAME) || is_reply(&file.text));
    if let Some(file) = file {
        let cause = if file.name.eq_ignore_ascii_case(NAME) {
            format!("it wrote '{}': on the grader's system large and small letters are different names", file.name)
        } else {
            format!("it wrote the reply to '{}'", file.name)
        };
        return Some(Elsewhere { cause, help: HELP.to_owned(), evidence });
    }
    if is_reply(&tried.stdout) || is_reply(last_lines(&tried.stdout, size + 1)) {
        return Some(Elsewhere {
            cause: "it printed the reply to standard output, where nobody reads it".to_owned(),
            help: HELP.to_owned(),
            evidence: None,
        });
    }
    named.map(|(word, _)| Elsewhere {
        cause: format!("its source names '{word}', which is not {NAME} in the folder where it runs"),
        help: HELP.to_owned(),
        evidence,
    })
}

/// Returns the place in the source, and the cause, if a program that fell over a missing
/// file opens `input.txt` by another name.
pub(super) fn wrong_input_name(stderr: &str, sources: &Sources) -> Option<(Option<Evidence>, String)> {
    let (word, evidence) =
        sources.quoted(|word| is_like(word, "input.txt") && word != "input.txt").into_iter().next()?;
    let is_right_somewhere = !sources.quoted(|word| word == "input.txt").is_empty();
    let is_missing = ["No such file", "FileNotFound", "NoSuchFile", "ENOENT", word.as_str()]
        .iter()
        .any(|words| stderr.contains(words));
    (is_missing || !is_right_somewhere).then(|| {
        let evidence = Evidence { label: "must be input.txt".to_owned(), ..evidence };
        (Some(evidence), format!("it opens '{word}', but the file is input.txt, in the folder where it runs"))
    })
}

/// Whether a name is meant to be this one: other letters, a folder before it, or more behind.
fn is_like(word: &str, name: &str) -> bool {
    let file = word.rsplit(['/', '\\']).next().unwrap_or(word).trim().to_ascii_lowercase();
    let stem = name.trim_end_matches(".txt");
    file == name || file == format!("{name}.txt") || file == stem || file == format!("{stem}s.txt")
}

/// The last so many lines.
fn last_lines(text: &[u8], count: usize) -> &[u8] {
    let ends = text.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place);
    let start = ends.skip(1).nth(count - 1).map_or(0, |place| place + 1);
    &text[start..]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fruitrage_game::{Answer, Ending, Turn};
    use fruitrage_tournament::agents::LeftFile;

    use super::*;

    fn tried(files: &[(&str, &str)], stdout: &str) -> Tried {
        let answer = Answer::Fault(Ending::NoOutput { message: String::new() });
        let file = |(name, text): &(&str, &str)| LeftFile {
            name: (*name).to_owned(),
            size: text.len() as u64,
            text: text.as_bytes().to_vec(),
        };
        Tried {
            turn: Turn::new(Duration::ZERO, Duration::ZERO, answer),
            stdout: stdout.as_bytes().to_vec(),
            stderr: Vec::new(),
            files: files.iter().map(file).collect(),
        }
    }

    #[test]
    fn a_reply_is_found_wherever_it_was_put() {
        let none = Sources::default();
        let cause = |tried: &Tried, sources: &Sources| find(2, tried, sources).map(|found| found.cause);
        let reply = "A1\n**\n*1\n";
        for (files, stdout, expected) in [
            (&[("OuTpUt.TxT", "")][..], "", Some("it wrote 'OuTpUt.TxT'")),
            (&[("out/output.txt", reply)][..], "", Some("to 'out/output.txt'")),
            (&[("answer", reply)][..], "", Some("to 'answer'")),
            (&[][..], "thinking\nA1\n**\n*1\n", Some("standard output")),
            (&[("log", "x")][..], "thinking", None),
        ] {
            let found = cause(&tried(files, stdout), &none);
            assert_eq!(found.is_some(), expected.is_some(), "{found:?}");
            assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()));
        }
        let sources = Sources::of("homework.cpp", "std::ofstream out(\"/home/ada/output.txt\");\n");
        let found = find(2, &tried(&[], ""), &sources).unwrap();
        assert!(found.cause.contains("'/home/ada/output.txt'"), "{found:?}");
        assert_eq!(found.evidence.map(|evidence| (evidence.line, evidence.column)), Some((1, 20)));
    }
}
