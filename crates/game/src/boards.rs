//! The boards that games begin with: random ones by size, kinds and seed, or those
//! of a file.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, MAX_KINDS, MAX_SIZE, Player, generate};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Boards of one size and one number of kinds: `10p6` is 10 x 10 with 6 kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardClass {
    size: usize,
    kinds: u8,
}

/// A text or two numbers that describe no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected size and kinds such as 10p6, from 1p1 to 26p10, found '{0}'")]
pub struct BoardClassError(String);

impl BoardClass {
    /// The class of this size and number of kinds.
    pub fn new(size: usize, kinds: u8) -> Result<Self, BoardClassError> {
        if (1..=MAX_SIZE).contains(&size) && (1..=MAX_KINDS).contains(&kinds) {
            Ok(Self { size, kinds })
        } else {
            Err(BoardClassError(format!("{size}p{kinds}")))
        }
    }

    /// Cells a side.
    pub const fn size(self) -> usize {
        self.size
    }

    /// Kinds of fruit.
    pub const fn kinds(self) -> u8 {
        self.kinds
    }

    /// The board that a seed names.
    pub fn board(self, seed: u64) -> Board {
        Board::settled(&generate(self.size, self.kinds, seed))
    }
}

impl fmt::Display for BoardClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}p{}", self.size, self.kinds))
    }
}

impl FromStr for BoardClass {
    type Err = BoardClassError;

    fn from_str(text: &str) -> Result<Self, BoardClassError> {
        let numbers = text.split_once('p').and_then(|(size, kinds)| Some((size.parse().ok()?, kinds.parse().ok()?)));
        numbers.and_then(|(size, kinds)| Self::new(size, kinds).ok()).ok_or_else(|| BoardClassError(text.to_owned()))
    }
}

impl Serialize for BoardClass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BoardClass {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A board to be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingBoard {
    /// The board.
    pub board: Board,
    /// How many kinds of fruit there are, as players are told.
    pub kinds: u8,
    /// What it was made from, if it was.
    pub seed: Option<u64>,
}

impl StartingBoard {
    /// The board that a line draws: its rows joined by slashes, or the whole position
    /// at the start of a game.
    pub fn of_line(line: &str) -> Result<Self, String> {
        let whole = if line.contains(' ') { line.to_owned() } else { format!("{line} 1 0:0 -") };
        let position = whole.parse::<PositionLine>().map_err(|error| error.to_string())?.position;
        if position.is_over() {
            return Err("the board is empty".to_owned());
        }
        if position.turn() != Player::First || position.points() != [0, 0] {
            return Err("a game must begin with the first player to move and no points: '... 1 0:0 -'".to_owned());
        }
        let board = position.board().clone();
        Ok(Self { kinds: board.to_grid().kinds(), board, seed: None })
    }

    /// The boards of a suite, a line each. Blank lines and what follows a # are left
    /// out.
    pub fn read_all(text: &str) -> Result<Vec<Self>, SuiteError> {
        let mut boards = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let start = Self::of_line(line);
            boards.push(start.map_err(|message| SuiteError::Line { line: number + 1, message })?);
        }
        if boards.is_empty() { Err(SuiteError::Empty) } else { Ok(boards) }
    }
}

/// Where boards come from. There is one for every number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardSource {
    /// Random ones, of each class in turn, with this seed and those after it.
    Random {
        /// Not empty.
        classes: Vec<BoardClass>,
        /// The seed of the first of each class.
        seed: u64,
    },
    /// These, from the first again after the last. Not empty.
    Suite(Vec<StartingBoard>),
}

/// A line of a suite that holds no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// A line cannot be read.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// There is no board at all.
    #[error("there is no board in it; write one a line, as its rows joined by '/', such as 310/012/302")]
    Empty,
}

impl BoardSource {
    /// Reads a suite.
    pub fn read_suite(text: &str) -> Result<Self, SuiteError> {
        StartingBoard::read_all(text).map(Self::Suite)
    }

    /// The board with a number.
    ///
    /// # Panics
    /// If there is no class or no board to choose from.
    pub fn get(&self, number: u64) -> StartingBoard {
        match self {
            Self::Random { classes, seed } => {
                let count = classes.len() as u64;
                let (class, seed) = (classes[(number % count) as usize], seed.wrapping_add(number / count));
                StartingBoard { board: class.board(seed), kinds: class.kinds, seed: Some(seed) }
            }
            Self::Suite(boards) => boards[(number % boards.len() as u64) as usize].clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_take_turns_and_seeds_follow() {
        let classes = vec!["4p2".parse().unwrap(), "6p9".parse().unwrap()];
        let source = BoardSource::Random { classes: classes.clone(), seed: 7 };
        for (number, class, seed) in [(0, 0, 7), (1, 1, 7), (2, 0, 8), (5, 1, 9)] {
            let found = source.get(number);
            let class: BoardClass = classes[class];
            assert_eq!((found.board, found.seed), (class.board(seed), Some(seed)));
        }
    }

    #[test]
    fn a_suite_is_read_with_its_comments_and_its_faults_have_lines() {
        let suite = BoardSource::read_suite("# two boards\n310/012/302\n\n00/11 1 0:0 - # the second\n").unwrap();
        assert_eq!((suite.get(0).kinds, suite.get(1).kinds), (4, 2));
        assert_eq!(suite.get(2), suite.get(0));
        for (text, line) in
            [("31/01\n3x/00\n", 2), ("**/**\n", 1), ("0*/*0\n", 1), ("01/10 2 0:0 -\n", 1), ("01/10 1 1:0 -", 1)]
        {
            let error = BoardSource::read_suite(text).unwrap_err();
            assert!(matches!(error, SuiteError::Line { line: found, .. } if found == line), "{error}");
        }
        assert_eq!(BoardSource::read_suite("# nothing\n"), Err(SuiteError::Empty));
    }

    #[test]
    fn a_class_is_read_as_it_is_written() {
        for (size, kinds, text) in [(1, 1, "1p1"), (10, 6, "10p6"), (26, 10, "26p10")] {
            let class: BoardClass = text.parse().unwrap();
            assert_eq!((class.size(), class.kinds(), class.to_string().as_str()), (size, kinds, text));
            assert_eq!(BoardClass::new(size, kinds), Ok(class));
            let json = serde_json::to_string(&class).unwrap();
            assert_eq!((json.clone(), serde_json::from_str(&json).ok()), (format!("\"{text}\""), Some(class)));
        }
        assert_eq!(format!("{:>6}|", BoardClass::new(8, 3).unwrap()), "   8p3|");
    }

    #[test]
    fn the_rows_of_a_board_are_the_line_that_it_is_read_from() {
        for line in ["0", "310/012/302", "**/*1"] {
            assert_eq!(StartingBoard::of_line(line).unwrap().board.to_line(), line);
        }
    }

    #[test]
    fn a_class_that_no_box_has_is_refused() {
        for text in ["", "10", "0p3", "27p3", "3p0", "3p11", "p", "10p", "-1p2", "10p6x"] {
            assert!(text.parse::<BoardClass>().is_err(), "{text}");
        }
    }
}
