//! Answers for `input.txt`: what an agent is told.

use std::fmt;
use std::time::Duration;

use super::scanner::Scanner;
use super::{Oddity, Place, TextError, format_seconds, liberal, parse_seconds};
use crate::{Grid, MAX_KINDS, MAX_SIZE};

/// What an `input.txt` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// How many kinds of fruit there are; at least as many as are drawn.
    pub kinds: u8,
    /// The player's remaining time. Zero only from the liberal reader, if the
    /// file does not tell.
    pub time: Duration,
    /// The box.
    pub grid: Grid,
}

impl Input {
    /// Reads exactly the form that the rules describe, with a settled box.
    pub fn read_strictly(text: &[u8]) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text);
        let size = scanner.number(1..=MAX_SIZE)?;
        scanner.line_end()?;
        let kinds = scanner.number(1..=usize::from(MAX_KINDS))? as u8;
        scanner.line_end()?;
        let time = read_time(&mut scanner)?;
        scanner.line_end()?;
        let mut grid = Grid::empty(size);
        let first_row = scanner.place().line;
        for row in 0..size {
            scanner.row(&mut grid, row, kinds)?;
            scanner.line_end()?;
        }
        scanner.end()?;
        if let Some(cell) = grid.floating().next() {
            let place = Place { line: first_row + cell.row(), column: cell.column() + 1 };
            return Err(TextError::floating(cell, place));
        }
        Ok(Self { kinds, time, grid })
    }

    /// Reads whatever leaves a legal move, and lists what was odd about it.
    pub fn read_liberally(text: &[u8]) -> Result<(Self, Vec<Oddity>), TextError> {
        liberal::read(text)
    }
}

fn read_time(scanner: &mut Scanner<'_>) -> Result<Duration, TextError> {
    let expected = "the remaining seconds, a positive decimal number";
    let (word, place) = scanner.word(|b| b.is_ascii_digit() || b == b'.');
    match parse_seconds(word) {
        Some(time) if !time.is_zero() => Ok(time),
        _ if word.is_empty() => Err(scanner.error(expected)),
        _ => Err(Scanner::error_about(word, place, expected)),
    }
}

impl fmt::Display for Input {
    /// The file itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = format_seconds(self.time);
        write!(f, "{}\n{}\n{time}\n{}", self.grid.size(), self.kinds, self.grid)
    }
}
