//! `input.txt`: what an agent is told.

use std::fmt;
use std::time::Duration;

use super::scanner::Scanner;
use super::{LineColumn, Oddity, TextError, format_seconds, liberal, parse_seconds};
use crate::{Grid, MAX_KINDS, MAX_SIZE};

/// What an `input.txt` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// How many kinds of fruit there are; at least as many as are drawn.
    pub kinds: u8,
    /// The player's remaining time. Zero only from the liberal reader, if the
    /// file does not tell.
    pub time: Duration,
    /// The board.
    pub grid: Grid,
}

impl Input {
    /// Reads exactly the form that the rules describe, with a settled board.
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
            let place = LineColumn { line: first_row + cell.row(), column: cell.column() + 1 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    #[test]
    fn what_is_as_it_should_be_both_readers_read_alike() {
        for (size, kinds, seed) in [(1, 1, 1), (2, 9, 2), (10, 4, 3), (26, 9, 4)] {
            let input = Input { kinds, time: Duration::from_millis(1276), grid: generate(size, kinds, seed) };
            let text = input.to_string().into_bytes();
            assert_eq!(Input::read_strictly(&text), Ok(input.clone()));
            let (read, oddities) = liberal::read(&text).unwrap();
            assert_eq!((read, oddities.len()), (input, 0));
        }
    }
}
