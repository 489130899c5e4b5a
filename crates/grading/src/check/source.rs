//! The sources of a program, to be looked through for names of files.

use std::fs;
use std::path::Path;

use super::step::Evidence;

/// Sources are shorter.
const LARGEST: u64 = 256 << 10;
/// How many files of a folder are looked through.
const MOST_FILES: usize = 50;
/// How names of sources end.
const KINDS: [&str; 12] = ["py", "java", "cpp", "cc", "cxx", "c", "h", "hpp", "rs", "js", "go", "sh"];

/// The texts of a program, by the names of their files.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources(Vec<(String, String)>);

impl Sources {
    /// Those that lie in a folder itself.
    pub(super) fn read(folder: &Path) -> Self {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut texts = Vec::new();
        for path in entries.map(|entry| entry.path()).take(MOST_FILES) {
            let is_source = path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known));
            let is_small = fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && found.len() <= LARGEST);
            if is_source
                && is_small
                && let Ok(text) = fs::read(&path)
            {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                texts.push((name, String::from_utf8_lossy(&text).into_owned()));
            }
        }
        texts.sort();
        Self(texts)
    }

    /// Sources that are known already.
    #[cfg(test)]
    pub(super) fn of(name: &str, text: &str) -> Self {
        Self(vec![(name.to_owned(), text.to_owned())])
    }

    /// The text of a file.
    pub(super) fn text(&self, file: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == file).map(|(_, text)| text.as_str())
    }

    /// The texts in quotes that meet a test, each with its place.
    pub(super) fn quoted(&self, test: impl Fn(&str) -> bool) -> Vec<(String, Evidence)> {
        let mut found = Vec::new();
        for (file, text) in &self.0 {
            for (number, line) in text.lines().enumerate() {
                for (start, word) in quotations(line) {
                    if test(word) {
                        let evidence = Evidence {
                            file: file.clone(),
                            text: text.clone(),
                            line: number + 1,
                            column: start + 1,
                            length: word.len(),
                            label: String::new(),
                        };
                        found.push((word.to_owned(), evidence));
                    }
                }
            }
        }
        found
    }
}

/// What stands in quotes in a line, and where. What is escaped is left as it is.
fn quotations(line: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut open: Option<(u8, usize)> = None;
    let mut is_escaped = false;
    for (place, byte) in line.bytes().enumerate() {
        match (open, byte) {
            _ if is_escaped => is_escaped = false,
            (_, b'\\') => is_escaped = true,
            (None, b'"' | b'\'') => open = Some((byte, place + 1)),
            (Some((quote, start)), byte) if byte == quote => {
                found.push((start, &line[start..place]));
                open = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_are_found_with_their_places() {
        assert_eq!(quotations(r#"open("a\"b", 'w') + "c""#), [(6, r#"a\"b"#), (14, "w"), (21, "c")]);
        let sources = Sources::of("homework.py", "import sys\nf = open('OuTpUt.TxT', 'w')\n");
        let found = sources.quoted(|word| word.eq_ignore_ascii_case("output.txt"));
        let [(word, evidence)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((word.as_str(), evidence.line, evidence.column, evidence.length), ("OuTpUt.TxT", 2, 11, 10));
    }
}
