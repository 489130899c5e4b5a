//! A scanner that reads a text strictly, byte by byte, and knows line and column.

use super::{LineColumn, TextError};
use crate::{Cell, Fruit, Grid};

/// A reader that stands at a place in a text.
pub(super) struct Scanner<'a> {
    rest: &'a [u8],
    place: LineColumn,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { rest: text, place: LineColumn { line: 1, column: 1 } }
    }

    /// Where it stands.
    pub(super) const fn place(&self) -> LineColumn {
        self.place
    }

    /// An error at this place.
    pub(super) fn error(&self, expected: impl Into<String>) -> TextError {
        TextError { place: self.place, expected: expected.into(), found: describe(self.rest) }
    }

    /// An error about a word that has been read: it stands at `place`.
    pub(super) fn error_about(word: &str, place: LineColumn, expected: impl Into<String>) -> TextError {
        TextError { place, expected: expected.into(), found: format!("'{word}'") }
    }

    /// The longest word of bytes that a test accepts, and where it starts. What
    /// the test accepts must be ASCII.
    pub(super) fn word(&mut self, accept: impl Fn(u8) -> bool) -> (&'a str, LineColumn) {
        let start = self.place;
        let length = self.rest.iter().position(|&b| !accept(b)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.place.column += length;
        (str::from_utf8(word).expect("only ASCII is accepted"), start)
    }

    /// The whole number at this place, which must lie in a range.
    pub(super) fn number(&mut self, range: std::ops::RangeInclusive<usize>) -> Result<usize, TextError> {
        let expected = || format!("a whole number from {} to {}", range.start(), range.end());
        let (word, place) = self.word(|b| b.is_ascii_digit());
        if word.is_empty() {
            return Err(self.error(expected()));
        }
        let plain = !word.starts_with('0') || word == "0";
        match word.parse() {
            Ok(number) if plain && range.contains(&number) => Ok(number),
            _ => Err(Self::error_about(word, place, expected())),
        }
    }

    /// The next byte, if it is this one.
    pub(super) fn byte(&mut self, byte: u8, expected: &str) -> Result<(), TextError> {
        if self.rest.first() != Some(&byte) {
            return Err(self.error(expected));
        }
        self.rest = &self.rest[1..];
        self.place.column += 1;
        Ok(())
    }

    /// The end of a line, which is a single line feed.
    pub(super) fn line_end(&mut self) -> Result<(), TextError> {
        self.byte(b'\n', "the end of the line (LF)")?;
        self.place.line += 1;
        self.place.column = 1;
        Ok(())
    }

    /// The end of the file.
    pub(super) fn end(&self) -> Result<(), TextError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.error("the end of the file")) }
    }

    /// A row of a board of this size, whose fruit is of the first `kinds` kinds.
    pub(super) fn row(&mut self, grid: &mut Grid, row: usize, kinds: u8) -> Result<(), TextError> {
        for column in 0..grid.size() {
            let content = match self.rest.first() {
                Some(b'*') => None,
                Some(&b) if (b'0'..b'0' + kinds).contains(&b) => Fruit::from_digit(b),
                _ => {
                    let digits = if kinds == 1 { "0".to_owned() } else { format!("a digit from 0 to {}", kinds - 1) };
                    return Err(self.error(format!("{digits}, or * for an empty cell")));
                }
            };
            grid.set(Cell::new(column, row), content);
            self.rest = &self.rest[1..];
            self.place.column += 1;
        }
        Ok(())
    }
}

/// What stands at the start of a text, in words.
fn describe(text: &[u8]) -> String {
    match text {
        [] => "the end of the file".to_owned(),
        [b'\n', ..] => "the end of the line".to_owned(),
        [b'\r', b'\n', ..] => "a carriage return (the line ends in CRLF)".to_owned(),
        [b'\r', ..] => "a carriage return".to_owned(),
        [b' ', ..] => "a blank".to_owned(),
        [b'\t', ..] => "a tab".to_owned(),
        [0xef, 0xbb, 0xbf, ..] => "a byte order mark".to_owned(),
        [b @ 0x21..=0x7e, ..] => format!("'{}'", char::from(*b)),
        [b, ..] => format!("the byte 0x{b:02x}"),
    }
}

/// The first character of a text in words, for the liberal reader's oddities.
pub(super) fn describe_byte(byte: u8) -> String {
    describe(&[byte])
}
