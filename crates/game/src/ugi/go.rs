//! The command `go`: how long an engine may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::CommandError;

/// How long to think: without any limit until `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The time that the first and the second player have left for the game.
    pub clocks: [Option<Duration>; 2],
    /// What each move adds to the clocks.
    pub increments: [Duration; 2],
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The most nodes, roughly.
    pub nodes: Option<u64>,
    /// The largest depth, in plies.
    pub depth: Option<u32>,
    /// Whether to go on until `stop`, even if there is nothing more to find.
    pub infinite: bool,
}

impl Go {
    /// Reads what follows the word `go`.
    pub(super) fn of_words<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Self, CommandError> {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            if !LIMITS.contains(&word) {
                return Err(CommandError::UnknownLimit(word.to_owned()));
            }
            let value = words.next().unwrap_or_default();
            match word {
                "p1time" => go.clocks[0] = Some(milliseconds(word, value)?),
                "p2time" => go.clocks[1] = Some(milliseconds(word, value)?),
                "p1inc" => go.increments[0] = milliseconds(word, value)?,
                "p2inc" => go.increments[1] = milliseconds(word, value)?,
                "movetime" => go.move_time = Some(milliseconds(word, value)?),
                "nodes" => go.nodes = Some(number(word, value)?),
                _ => go.depth = Some(number(word, value)?),
            }
        }
        Ok(go)
    }

    /// Whether anything but `stop` ends the search.
    pub fn is_limited(&self) -> bool {
        let has_limit = self.move_time.is_some() || self.nodes.is_some() || self.depth.is_some();
        !self.infinite && (has_limit || self.clocks.iter().any(Option::is_some))
    }
}

/// The limits that have a number.
const LIMITS: [&str; 7] = ["p1time", "p2time", "p1inc", "p2inc", "movetime", "nodes", "depth"];

fn number<T: FromStr>(name: &str, value: &str) -> Result<T, CommandError> {
    value.parse().map_err(|_| CommandError::Number { name: name.to_owned(), found: value.to_owned() })
}

fn milliseconds(name: &str, value: &str) -> Result<Duration, CommandError> {
    number(name, value).map(Duration::from_millis)
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (player, clock) in self.clocks.iter().enumerate() {
            if let Some(left) = clock {
                write!(f, " p{}time {}", player + 1, left.as_millis())?;
            }
        }
        for (player, increment) in self.increments.iter().enumerate() {
            if !increment.is_zero() {
                write!(f, " p{}inc {}", player + 1, increment.as_millis())?;
            }
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::of_words(text.split_whitespace()).unwrap()
    }

    #[test]
    fn any_limit_ends_a_search_unless_it_is_said_to_be_infinite() {
        for limit in ["p1time 1", "p2time 1", "movetime 1", "nodes 1", "depth 1"] {
            assert!(go(limit).is_limited(), "{limit}");
            assert!(!go(&format!("{limit} infinite")).is_limited(), "{limit} infinite");
        }
        // What a move adds to a clock that is not there limits nothing.
        for none in ["", "infinite", "p1inc 1"] {
            assert!(!go(none).is_limited(), "{none:?}");
        }
    }
}
