//! A position on one line, for records, commands and bug reports.
//!
//! ```text
//! 310/012/302 2 9:4 299.5:300
//! |           | |   |
//! |           | |   seconds left of the first and the second player, or -
//! |           | points of the first and the second player
//! |           whose turn: 1 or 2
//! the rows from the top
//! ```

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::scanner::Scanner;
use super::{LineColumn, TextError, format_seconds, parse_seconds};
use crate::{Board, FloatingFruit, Grid, MAX_KINDS, MAX_SIZE, Player, Position};

/// A position with its clocks, as one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine {
    /// The position.
    pub position: Position,
    /// The time that the first and the second player have left, if they are
    /// playing on time.
    pub clocks: Option<[Duration; 2]>,
}

/// No game between legal players gives more: all fruit in one group.
const MAX_POINTS: usize = (MAX_SIZE * MAX_SIZE).pow(2);

impl FromStr for PositionLine {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text.as_bytes());
        let board = read_board(text, &mut scanner)?;
        let blank = "a blank between the parts of the position";
        scanner.byte(b' ', blank)?;
        let turn = if scanner.number(1..=2)? == 1 { Player::First } else { Player::Second };
        scanner.byte(b' ', blank)?;
        let first = scanner.number(0..=MAX_POINTS)? as u32;
        scanner.byte(b':', "a colon between the points")?;
        let second = scanner.number(0..=MAX_POINTS)? as u32;
        scanner.byte(b' ', blank)?;
        let clocks = read_clocks(&mut scanner)?;
        scanner.end()?;
        Ok(Self { position: Position::new(board, turn, [first, second]), clocks })
    }
}

impl FromStr for Board {
    type Err = TextError;

    /// Reads the rows from the top, joined by slashes, as [`Board::to_line`] writes them.
    ///
    /// ```
    /// use fruitrage_rules::Board;
    ///
    /// let board: Board = "310/012/302".parse().unwrap();
    /// assert_eq!(board.to_line(), "310/012/302");
    /// let error = "310/0*2/302".parse::<Board>().unwrap_err();
    /// assert!(error.to_string().starts_with("line 1, column 2: expected every fruit to lie on another"));
    /// ```
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut scanner = Scanner::new(text.as_bytes());
        let board = read_board(text, &mut scanner)?;
        scanner.end()?;
        Ok(board)
    }
}

fn read_board(text: &str, scanner: &mut Scanner<'_>) -> Result<Board, TextError> {
    let size = text.bytes().take_while(|&b| b == b'*' || b.is_ascii_digit()).count();
    if !(1..=MAX_SIZE).contains(&size) {
        return Err(scanner.error(format!("a first row of 1 to {MAX_SIZE} cells, each a digit or *")));
    }
    let mut grid = Grid::empty(size);
    for row in 0..size {
        if row > 0 {
            scanner.byte(b'/', &format!("a slash before row {} of {size}", row + 1))?;
        }
        scanner.row(&mut grid, row, MAX_KINDS)?;
    }
    Board::try_from(&grid).map_err(|FloatingFruit(cell)| {
        let column = cell.row() * (size + 1) + cell.column() + 1;
        TextError::floating(cell, LineColumn { line: 1, column })
    })
}

fn read_clocks(scanner: &mut Scanner<'_>) -> Result<Option<[Duration; 2]>, TextError> {
    if scanner.byte(b'-', "no clocks").is_ok() {
        return Ok(None);
    }
    let first = read_clock(scanner)?;
    scanner.byte(b':', "a colon between the clocks")?;
    Ok(Some([first, read_clock(scanner)?]))
}

fn read_clock(scanner: &mut Scanner<'_>) -> Result<Duration, TextError> {
    let (word, place) = scanner.word(|b| b.is_ascii_digit() || b == b'.');
    parse_seconds(word).ok_or_else(|| match word {
        "" => scanner.error("the seconds left, a decimal number, or - for no clocks"),
        _ => Scanner::error_about(word, place, "the seconds left, a decimal number"),
    })
}

impl Board {
    /// Returns the rows from the top, joined by slashes.
    ///
    /// ```
    /// use fruitrage_rules::{Board, generate};
    ///
    /// assert_eq!(Board::settled(&generate(2, 1, 7)).to_line(), "00/00");
    /// ```
    pub fn to_line(&self) -> String {
        self.to_string().trim_end().replace('\n', "/")
    }
}

impl fmt::Display for PositionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.position.board().to_line();
        let [first, second] = self.position.points();
        write!(f, "{rows} {} {first}:{second} ", self.position.turn().index() + 1)?;
        match self.clocks {
            Some([first, second]) => write!(f, "{}:{}", format_seconds(first), format_seconds(second)),
            None => write!(f, "-"),
        }
    }
}
