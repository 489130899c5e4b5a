//! The puzzles of this program, the same in all its views.

use std::sync::OnceLock;

use super::{Date, Progress, Puzzle, PuzzleError, Theme};

/// The deck as `fruitrage puzzles make` has made it.
const FILE: &str = include_str!("deck.txt");

/// Days are so many puzzles apart, so that the puzzles of a week are not alike. It shares
/// no factor with a deck of fewer than so many puzzles, as it is prime.
const STRIDE: u64 = 7_919;

/// Puzzles in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    puzzles: Vec<Puzzle>,
}

/// Returns the deck of this program as text, for [`Deck::read`].
pub const fn deck_text() -> &'static str {
    FILE
}

/// Returns the puzzles of this program.
///
/// # Panics
/// If the program was built with a deck that cannot be read, which a test rules out.
pub fn deck() -> &'static Deck {
    static DECK: OnceLock<Deck> = OnceLock::new();
    DECK.get_or_init(|| Deck::read(FILE).expect("the deck in the program can be read"))
}

impl Deck {
    /// Reads a deck: a puzzle a line; lines that begin with # say something about it.
    pub fn read(text: &str) -> Result<Self, PuzzleError> {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        Ok(Self { puzzles: lines.map(str::parse).collect::<Result<_, _>>()? })
    }

    /// Returns the puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Returns how many puzzles are about a theme.
    pub fn about(&self, theme: Theme) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.themes.contains(&theme)).count()
    }

    /// Returns the puzzle with a name.
    pub fn named(&self, name: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.name() == name)
    }

    /// Returns the puzzle of a day: the same for everybody.
    pub fn of_day(&self, date: Date) -> Option<&Puzzle> {
        let count = self.puzzles.len() as u64;
        let place = (date.days() as u64).wrapping_mul(STRIDE).checked_rem(count)?;
        self.puzzles.get(place as usize)
    }

    /// Returns the puzzle that was missed before and is due again, the longest overdue
    /// first.
    pub fn due(&self, progress: &Progress, date: Date) -> Option<&Puzzle> {
        let known = progress.due(date).filter_map(|(since, name)| Some((since, self.named(name)?)));
        known.min_by_key(|&(since, _)| since).map(|(_, puzzle)| puzzle)
    }

    /// Returns a puzzle that suits somebody and was not seen yet, about a theme if one is
    /// given.
    pub fn suited(&self, progress: &Progress, theme: Option<Theme>) -> Option<&Puzzle> {
        let fits = |puzzle: &&Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
        let is_new = |puzzle: &&Puzzle| !progress.has_seen(&puzzle.name());
        let own = progress.rating();
        self.puzzles.iter().filter(fits).filter(is_new).min_by_key(|puzzle| puzzle.rating.abs_diff(own))
    }
}
