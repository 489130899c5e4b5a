//! Commands of the Universal Game Interface: what is written to an engine.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::text::{PositionLine, TextError};
use fruitrage_rules::{Cell, CellError};

use super::Go;
use crate::{harmless, nearest};

/// A line that is written to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Who are you, and which options do you have?
    Ugi,
    /// Answer as soon as you can take commands.
    IsReady,
    /// What comes now belongs to another game.
    NewGame,
    /// Sets an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; nothing for a button.
        value: String,
    },
    /// This is the position.
    Position {
        /// Where the moves begin.
        start: StartOfLine,
        /// The moves since then.
        moves: Vec<Cell>,
    },
    /// Think, and answer with a move.
    Go(Go),
    /// Answer with the best move found so far.
    Stop,
    /// Answer a question about the position.
    Query(Question),
    /// End.
    Quit,
}

/// Where the moves of a position begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartOfLine {
    /// The board that the engine's options name.
    Usual,
    /// This position.
    Given(Box<PositionLine>),
}

impl StartOfLine {
    /// Returns the position after moves; `usual` is where they begin if nothing else is given.
    /// Fails with the move that cannot be played, and why.
    pub fn after(self, moves: &[Cell], usual: impl FnOnce() -> PositionLine) -> Result<PositionLine, String> {
        let mut line = match self {
            Self::Usual => usual(),
            Self::Given(line) => *line,
        };
        for (number, &cell) in moves.iter().enumerate() {
            line.position.try_play(cell).map_err(|error| format!("move {}, {cell}: {error}", number + 1))?;
        }
        Ok(line)
    }
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is the game over?
    GameOver,
    /// Is it the first player's turn?
    FirstPlayersTurn,
    /// Who has won?
    Result,
}

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no such command.
    #[error("there is no command '{}'; {} {}", harmless(.0), meant(.0), NAMES.join(", "))]
    Unknown(String),
    /// `go` has no such limit.
    #[error("go has no '{}': expected p1time, p2time, p1inc, p2inc, movetime, nodes, depth or infinite", harmless(.0))]
    UnknownLimit(String),
    /// Not a number.
    #[error("{name}: expected a whole number that is not negative, found '{}'", harmless(.found))]
    Number {
        /// What has the number.
        name: String,
        /// What stands there.
        found: String,
    },
    /// Not a position.
    #[error("expected 'startpos' or 'fen' and a position such as 310/012/302 1 0:0 -")]
    NoPosition,
    /// A position that cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(#[from] TextError),
    /// A move that cannot be read.
    #[error("move {number}, '{}', cannot be read: {error}", harmless(.found))]
    Move {
        /// Which one, from 1.
        number: usize,
        /// What stands there.
        found: String,
        /// Why.
        error: CellError,
    },
    /// A question that nobody can answer.
    #[error("query: expected gameover, p1turn or result, found '{}'", harmless(.0))]
    Question(String),
    /// An option without a name.
    #[error("setoption: expected 'name' and the option's name, then 'value' and its value")]
    NoOption,
}

const NAMES: [&str; 9] = ["ugi", "isready", "uginewgame", "setoption", "position", "go", "stop", "query", "quit"];

fn meant(word: &str) -> String {
    match nearest(word, NAMES) {
        Some(meant) => format!("did you mean {meant}? There are"),
        None => "there are".to_owned(),
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = line.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        Ok(match name {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "go" => Self::Go(Go::of_words(words)?),
            "query" => Self::Query(question(&words.collect::<Vec<_>>().join(" "))?),
            "setoption" => set_option(&words.collect::<Vec<_>>())?,
            "position" => position(&words.collect::<Vec<_>>())?,
            _ => return Err(CommandError::Unknown(name.to_owned())),
        })
    }
}

fn question(text: &str) -> Result<Question, CommandError> {
    match text {
        "gameover" => Ok(Question::GameOver),
        "p1turn" => Ok(Question::FirstPlayersTurn),
        "result" => Ok(Question::Result),
        _ => Err(CommandError::Question(text.to_owned())),
    }
}

/// Names and values may have blanks in them.
fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let Some((&"name", rest)) = words.split_first() else { return Err(CommandError::NoOption) };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(place) => (&rest[..place], &rest[place + 1..]),
        None => (rest, &[][..]),
    };
    if name.is_empty() {
        return Err(CommandError::NoOption);
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position(words: &[&str]) -> Result<Command, CommandError> {
    let (start, moves) = match words.iter().position(|&word| word == "moves") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => StartOfLine::Usual,
        // A board alone is the start of a game.
        ["fen", board] => StartOfLine::Given(Box::new(format!("{board} 1 0:0 -").parse()?)),
        ["fen", parts @ ..] if !parts.is_empty() => StartOfLine::Given(Box::new(parts.join(" ").parse()?)),
        _ => return Err(CommandError::NoPosition),
    };
    let cell = |(place, word): (usize, &&str)| {
        word.parse().map_err(|error| CommandError::Move { number: place + 1, found: (*word).to_owned(), error })
    };
    Ok(Command::Position { start, moves: moves.iter().enumerate().map(cell).collect::<Result<_, _>>()? })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position { start, moves } => {
                match start {
                    StartOfLine::Usual => f.write_str("position startpos")?,
                    StartOfLine::Given(line) => write!(f, "position fen {line}")?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|cell| write!(f, " {cell}"))
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::Query(Question::GameOver) => f.write_str("query gameover"),
            Self::Query(Question::FirstPlayersTurn) => f.write_str("query p1turn"),
            Self::Query(Question::Result) => f.write_str("query result"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_written_as_it_is_read() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "setoption name MultiPV value 3",
            "setoption name Clear Hash",
            "position startpos",
            "position startpos moves A1 Z26",
            "position fen 310/012/302 2 9:4 299.5:300 moves B1",
            "go",
            "go infinite",
            "go p1time 1000 p2time 2000 p1inc 10 p2inc 20",
            "go movetime 5 nodes 6 depth 7",
            "stop",
            "query gameover",
            "query p1turn",
            "query result",
            "quit",
        ] {
            assert_eq!(line.parse::<Command>().map(|command| command.to_string()).as_deref(), Ok(line));
        }
    }

    #[test]
    fn blanks_do_not_matter_and_a_board_alone_is_the_start_of_a_game() {
        let whole: Command = "position fen 10/01 1 0:0 - moves A2".parse().unwrap();
        assert_eq!("  position\tfen  10/01   moves A2 ".parse(), Ok(whole));
    }

    #[test]
    fn what_is_no_command_is_told_with_what_was_expected() {
        for (line, words) in [
            ("", "there is no command ''"),
            ("uci", "did you mean ugi?"),
            ("go deep 3", "go has no 'deep'"),
            ("go depth", "depth: expected a whole number that is not negative, found ''"),
            ("go movetime -5", "movetime: expected a whole number that is not negative, found '-5'"),
            ("position", "expected 'startpos' or 'fen'"),
            ("position fen", "expected 'startpos' or 'fen'"),
            ("position fen 10/0", "the position cannot be read: line 1, column 5"),
            ("position startpos moves A1 b2", "move 2, 'b2', cannot be read"),
            ("query winner", "found 'winner'"),
            ("setoption MultiPV 3", "setoption: expected 'name'"),
            ("setoption name value 3", "setoption: expected 'name'"),
        ] {
            let error = line.parse::<Command>().unwrap_err().to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
    }
}
