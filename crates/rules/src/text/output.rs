//! `output.txt`: what an agent replies, and the check whether it is right.

use std::fmt;

use super::scanner::Scanner;
use super::white_space::{self, BYTE_ORDER_MARK};
use super::{TextError, WhiteSpace};
use crate::grid::symbol;
use crate::{Cell, CellError, Fruit, Grid, IllegalMove, Judge, MAX_KINDS};

/// What an `output.txt` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// A cell of the group to be taken.
    pub cell: Cell,
    /// The board after the move.
    pub grid: Grid,
}

/// Why a well-formed reply is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The move is not legal.
    #[error("illegal move: {0}")]
    IllegalMove(#[from] IllegalMove),
    /// The move is legal, but the board written back has another size.
    #[error("wrong board after {played}: it is {found} cells a side instead of {expected}")]
    WrongSize {
        /// The move.
        played: Cell,
        /// Cells a side that it should have.
        expected: usize,
        /// Cells a side that it has.
        found: usize,
    },
    /// The move is legal, but the board written back is not what it leads to.
    #[error(
        "wrong board after {played}: row {}, character {} (cell {at}) should be '{}', but is '{}'",
        at.row() + 1, at.column() + 1, symbol(*expected), symbol(*found)
    )]
    WrongBoard {
        /// The move.
        played: Cell,
        /// The first cell that differs, row by row from the top left.
        at: Cell,
        /// What it should hold.
        expected: Option<Fruit>,
        /// What it holds.
        found: Option<Fruit>,
    },
}

impl Output {
    /// The right reply for a move on a board as drawn.
    pub fn of(before: &Grid, cell: Cell) -> Result<Self, IllegalMove> {
        let mut judge = Judge::new(before);
        judge.try_take(cell)?;
        Ok(Self { cell, grid: judge.to_grid() })
    }

    /// Reads exactly the form that the rules describe, for a board of this size.
    pub fn read_strictly(text: &[u8], size: usize) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text);
        let cell = read_cell(&mut scanner)?;
        scanner.line_end()?;
        let mut grid = Grid::try_empty(size).map_err(|error| scanner.error(format!("a board ({error})")))?;
        for row in 0..size {
            scanner.row(&mut grid, row, MAX_KINDS)?;
            scanner.line_end()?;
        }
        scanner.end()?;
        Ok(Self { cell, grid })
    }

    /// Reads the same form, but for odd white space, which is listed.
    pub fn read_tolerantly(text: &[u8], size: usize) -> Result<(Self, Vec<WhiteSpace>), TextError> {
        let (normalized, odd) = white_space::normalized(text);
        match Self::read_strictly(&normalized, size) {
            Ok(output) => Ok((output, odd)),
            Err(mut error) => {
                if error.place.line == 1 && odd.contains(&WhiteSpace::ByteOrderMark) {
                    error.place.column += BYTE_ORDER_MARK.len();
                }
                Err(error)
            }
        }
    }

    /// Holds the reply to the board it answers, and returns how many fruits it
    /// takes.
    pub fn check(&self, before: &Grid) -> Result<usize, Fault> {
        let mut judge = Judge::new(before);
        let size = judge.try_take(self.cell)?;
        let after = judge.to_grid();
        let (expected, found) = (after.size(), self.grid.size());
        if expected != found {
            return Err(Fault::WrongSize { played: self.cell, expected, found });
        }
        let wrong = Cell::all(before.size()).find(|&cell| after.get(cell) != self.grid.get(cell));
        match wrong {
            None => Ok(size),
            Some(at) => {
                Err(Fault::WrongBoard { played: self.cell, at, expected: after.get(at), found: self.grid.get(at) })
            }
        }
    }
}

fn read_cell(scanner: &mut Scanner<'_>) -> Result<Cell, TextError> {
    let (word, place) = scanner.word(|b| b.is_ascii_alphanumeric());
    word.parse().map_err(|error| match error {
        CellError::Empty => scanner.error("a move such as B1"),
        CellError::Column(_) => Scanner::error_about(word, place, "a move such as B1, with a capital column letter"),
        CellError::Row => Scanner::error_about(word, place, "a move such as B1, with a row number from 1 to 26"),
    })
}

impl fmt::Display for Output {
    /// The file itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.cell, self.grid)
    }
}
