//! Which of the puzzles that were found make a deck: no two alike, and easy ones as well as hard
//! ones.

use std::collections::HashSet;

use super::Candidate;

/// Ratings at which a harder kind of puzzle begins. The kinds have equal shares of a deck.
const KINDS: [i32; 4] = [850, 1000, 1100, 1200];

/// By how many puzzles of the deck a kind may be ahead of its share.
const AHEAD: usize = 50;

/// The puzzles that were kept so far. What is kept depends on those before it alone, so a
/// smaller deck is the beginning of a larger one.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    likenesses: HashSet<String>,
    kept: [usize; KINDS.len() + 1],
}

impl Selection {
    /// Returns how many puzzles were kept.
    pub fn count(&self) -> usize {
        self.kept.iter().sum()
    }

    /// Returns whether a puzzle is kept: none like it was, and of its kind there are not too
    /// many.
    pub fn keeps(&mut self, found: &Candidate) -> bool {
        let kind = KINDS.iter().filter(|&&rating| found.puzzle.rating >= rating).count();
        let is_wanted = self.kept[kind] * self.kept.len() < self.count() + AHEAD;
        let is_kept = is_wanted && self.likenesses.insert(found.likeness.clone());
        self.kept[kind] += usize::from(is_kept);
        is_kept
    }
}
