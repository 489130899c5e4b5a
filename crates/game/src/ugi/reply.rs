//! Replies of the Universal Game Interface: what an engine writes.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::{Cell, CellError};

/// A line that an engine writes, as far as it matters to whoever plays by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It has told who it is and which options it has.
    UgiOk,
    /// It can take commands.
    ReadyOk,
    /// Its move.
    BestMove(Cell),
    /// It has no move.
    NoMove,
    /// The answer to a question.
    Response(String),
    /// Something to be shown: `id`, `option`, `info`, or whatever else it says.
    Said(String),
}

/// A move that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move such as B1 after 'bestmove', found '{}': {error}", crate::harmless(.found))]
pub struct ReplyError {
    /// What stands there.
    pub found: String,
    /// Why it is none.
    pub error: CellError,
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Self, ReplyError> {
        let mut words = line.split_ascii_whitespace();
        Ok(match words.next() {
            Some("ugiok") => Self::UgiOk,
            Some("readyok") => Self::ReadyOk,
            Some("bestmove") => match words.next().unwrap_or_default() {
                "none" => Self::NoMove,
                word => Self::BestMove(word.parse().map_err(|error| ReplyError { found: word.to_owned(), error })?),
            },
            Some("response") => Self::Response(words.collect::<Vec<_>>().join(" ")),
            _ => Self::Said(line.trim_end().to_owned()),
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(cell) => write!(f, "bestmove {cell}"),
            Self::NoMove => f.write_str("bestmove none"),
            Self::Response(answer) => write!(f, "response {answer}"),
            Self::Said(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_written_as_it_is_read() {
        for line in ["ugiok", "readyok", "bestmove B12", "bestmove none", "response p1win", "info string hello", ""] {
            assert_eq!(line.parse::<Reply>().map(|reply| reply.to_string()).as_deref(), Ok(line));
        }
        assert_eq!("bestmove A1 ponder B2".parse(), Ok(Reply::BestMove(Cell::new(0, 0))));
    }

    #[test]
    fn a_reply_is_known_by_its_first_word_and_anything_else_is_only_said() {
        for (line, reply) in [
            ("ugiok", Reply::UgiOk),
            ("  readyok now", Reply::ReadyOk),
            ("bestmove none", Reply::NoMove),
            ("response  p1win ", Reply::Response("p1win".to_owned())),
            ("ugiokay", Reply::Said("ugiokay".to_owned())),
            (" info ugiok ", Reply::Said(" info ugiok".to_owned())),
        ] {
            assert_eq!(line.parse(), Ok(reply), "{line:?}");
        }
    }

    #[test]
    fn a_move_that_cannot_be_read_is_told() {
        for (line, found) in [("bestmove", "''"), ("bestmove b1", "'b1'"), ("bestmove \u{1b}[2J", "'")] {
            let error = line.parse::<Reply>().unwrap_err().to_string();
            assert!(error.contains(found) && !error.contains('\u{1b}'), "{error}");
        }
    }
}
