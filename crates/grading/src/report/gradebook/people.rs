//! Who of a gradebook has handed in what: by what stands in the file, never by a guess.

use std::collections::BTreeMap;

use super::layout::{Kind, Layout};
use super::table::Table;

/// Who has handed in a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The person of this row.
    Row(usize),
    /// Nobody in the file.
    Nobody,
    /// It could be one or the other.
    Unclear,
}

/// The people of a gradebook, to be looked up.
pub(super) struct People {
    kind: Kind,
    /// Rows by what stands in them.
    cells: BTreeMap<String, Vec<usize>>,
    /// Rows by the number that the platform has given the person.
    numbers: BTreeMap<String, Vec<usize>>,
    /// Rows by the words of what stands in them, in order.
    words: BTreeMap<Vec<String>, Vec<usize>>,
}

impl People {
    pub(super) fn new(table: &Table, layout: &Layout) -> Self {
        let mut people =
            Self { kind: layout.kind, cells: BTreeMap::new(), numbers: BTreeMap::new(), words: BTreeMap::new() };
        for &row in &layout.people {
            for (column, cell) in table.rows()[row].cells[..layout.who].iter().enumerate() {
                let text = cell.text.trim();
                if text.is_empty() {
                    continue;
                }
                enter(&mut people.cells, text.to_owned(), row);
                enter(&mut people.words, words(text), row);
                match people.kind {
                    Kind::Canvas if column == 1 => enter(&mut people.numbers, text.to_owned(), row),
                    Kind::Moodle => {
                        let digits = text.rfind(|letter: char| !letter.is_ascii_digit()).map_or("", |last| {
                            let after = text[last..].chars().next().map_or(0, char::len_utf8);
                            &text[last + after..]
                        });
                        // The identifiers come before everything else.
                        if !digits.is_empty() && column == 0 {
                            enter(&mut people.numbers, digits.to_owned(), row);
                        }
                    }
                    Kind::Canvas => {}
                }
            }
        }
        people
    }

    /// Whose a submission is: an id, login or name of the file; the number in the name that
    /// the platform gives to files that are downloaded; or the same words in another order.
    pub(super) fn whose(&self, submission: &str) -> Whose {
        let number = match self.kind {
            Kind::Canvas => canvas_number(submission),
            Kind::Moodle => moodle_number(submission),
        };
        let found = [
            self.cells.get(submission.trim()),
            number.and_then(|number| self.numbers.get(number)),
            self.words.get(&words(submission)),
        ];
        match found.into_iter().flatten().next().map(Vec::as_slice) {
            None => Whose::Nobody,
            Some([row]) => Whose::Row(*row),
            Some(_) => Whose::Unclear,
        }
    }
}

fn enter<K: Ord>(rows: &mut BTreeMap<K, Vec<usize>>, key: K, row: usize) {
    let rows = rows.entry(key).or_default();
    if !rows.contains(&row) {
        rows.push(row);
    }
}

/// The words of a text, in order: names are written with the first or the last name first.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.sort();
    words
}

/// `lovelaceada_12345_67890_homework` or `lovelaceada_LATE_12345_67890_homework`: the person's
/// number and the submission's.
fn canvas_number(submission: &str) -> Option<&str> {
    let mut parts = submission.split('_').skip(1).skip_while(|part| *part == "LATE");
    let number = parts.next()?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(number) && parts.next().is_some_and(is_number)).then_some(number)
}

/// `Ada Lovelace_123_assignsubmission_file_`.
fn moodle_number(submission: &str) -> Option<&str> {
    submission.split_once("_assignsubmission_")?.0.rsplit('_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_downloaded_files_tell_whose_they_are() {
        assert_eq!(canvas_number("lovelaceada_12345_67890_homework"), Some("12345"));
        assert_eq!(canvas_number("lovelaceada_LATE_12345_67890_homework"), Some("12345"));
        assert_eq!(canvas_number("ada_12345"), None);
        assert_eq!(moodle_number("Ada Lovelace_123_assignsubmission_file_"), Some("123"));
        assert_eq!(moodle_number("Ada Lovelace_123"), None);
    }

    #[test]
    fn the_order_of_names_does_not_matter() {
        assert_eq!(words("Lovelace, Ada"), words("ada_lovelace"));
        assert_ne!(words("Lovelace, Ada"), words("Ada Byron"));
    }
}
