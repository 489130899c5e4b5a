//! The levels of strength: characters from a beginner to full strength.

use std::fmt;
use std::str::FromStr;

use crate::Traits;
use crate::characters::{CHARACTERS, Character};

/// How well the engine plays, from the first, which takes what catches the eye, to the
/// last, its full strength.
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
    pub const HIGHEST: Self = Self(CHARACTERS.len() as u8);

    /// All of them, the weakest first.
    pub const ALL: [Self; CHARACTERS.len()] = {
        let mut all = [Self::LOWEST; CHARACTERS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Self(place as u8 + 1);
            place += 1;
        }
        all
    };

    /// Returns all levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter()
    }

    /// Returns the number of the level, from 1 up.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the level with a number.
    pub fn of_number(number: u8) -> Option<Self> {
        Self::all().find(|level| level.0 == number)
    }

    /// Returns its name: that of a fruit or a herb.
    pub const fn name(self) -> &'static str {
        self.character().name
    }

    /// Returns one line on how it plays and errs.
    pub const fn words(self) -> &'static str {
        self.character().words
    }

    /// Returns its measured rating in Elo, on the scale on which always taking the
    /// largest group has 1000: BENCHMARKS.md.
    pub const fn rating(self) -> i32 {
        self.character().rating
    }

    /// Returns how it thinks and sees; none at full strength.
    pub const fn traits(self) -> Option<Traits> {
        self.character().traits
    }

    const fn character(self) -> &'static Character {
        &CHARACTERS[self.0 as usize - 1]
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

    /// Reads a number or a name, whether in capitals or not.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let is_meant = |level: &Self| level.name().eq_ignore_ascii_case(text) || text.parse() == Ok(level.0);
        Self::all().find(is_meant).ok_or_else(|| LevelError { found: text.to_owned() })
    }
}

impl fmt::Display for Level {
    /// Writes the name in small letters, as it is typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().to_ascii_lowercase())
    }
}

impl LevelError {
    /// Returns what would have been a level.
    pub fn expected() -> String {
        let names: Vec<String> = Level::all().map(|level| level.to_string()).collect();
        format!("a level from {} to {} or its name ({})", Level::LOWEST.0, Level::HIGHEST.0, names.join(", "))
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found '{}'", Self::expected(), self.found)
    }
}

impl std::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_written_as_it_is_read_and_read_by_number_or_name() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(level.number().to_string().parse(), Ok(level));
            assert_eq!(Level::of_number(level.number()), Some(level));
        }
        assert_eq!(Level::all().next_back(), Some(Level::default()));
    }

    #[test]
    fn each_level_is_rated_above_the_one_below_and_has_a_name_of_its_own() {
        for (below, above) in Level::all().zip(Level::all().skip(1)) {
            assert!(below.rating() < above.rating(), "{below} and {above}");
        }
        let names: std::collections::HashSet<&str> = Level::all().map(Level::name).collect();
        assert_eq!(names.len(), Level::ALL.len());
        assert!(Level::ALL.len() >= 7);
    }

    #[test]
    fn what_is_no_level_is_handed_back() {
        for text in ["0", "10", "-1", "", "three", "2.5", "300", "Sag"] {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(error.starts_with("expected a level from 1 to 9 or its name (cress, "), "{error}");
            assert!(error.ends_with(&format!("found '{text}'")), "{error}");
        }
    }
}
