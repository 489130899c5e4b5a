//! The five levels of strength.

use std::fmt;
use std::str::FromStr;

/// How well the engine plays, from 1, which takes what catches the eye, to 5, its
/// full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The text or number is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// What was given instead.
    pub found: String,
}

impl Level {
    /// The weakest.
    pub const LOWEST: Self = Self(1);
    /// The strongest.
    pub const HIGHEST: Self = Self(5);

    /// Returns all levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }

    /// Returns the number of the level, from 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    /// Full strength.
    fn default() -> Self {
        Self::HIGHEST
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let level = |number: u8| Self::all().find(|level| level.0 == number);
        text.parse().ok().and_then(level).ok_or_else(|| LevelError { found: text.to_owned() })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a level from {} to {}, found '{}'", Level::LOWEST, Level::HIGHEST, self.found)
    }
}

impl std::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_written_as_it_is_read() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(Level::all().count(), 5);
        assert_eq!(Level::all().next_back(), Some(Level::default()));
    }

    #[test]
    fn what_is_no_level_is_handed_back() {
        for text in ["0", "6", "-1", "", "three", "2.5", "300"] {
            let error = text.parse::<Level>().unwrap_err();
            assert_eq!(error.to_string(), format!("expected a level from 1 to 5, found '{text}'"));
        }
    }
}
