//! The boards that a tournament is played on: random ones of some kinds, or those of a
//! file.

use std::fmt;
use std::fs;
use std::path::Path;

use fruitrage_rules::Random;

use super::conditions::Conditions;
use fruitrage_game::{BoardClass, StartingBoard};

/// Reads the boards of a file, a line each.
pub(super) fn read_suite(file: &Path) -> Result<Vec<String>, String> {
    let wrong = |error: &dyn fmt::Display| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| wrong(&error))?;
    let boards = StartingBoard::read_all(&text).map_err(|error| wrong(&error))?;
    Ok(boards.iter().map(|start| start.board.to_line()).collect())
}

/// A board to be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// Its rows from the top, joined by slashes.
    pub(super) board: String,
    /// How many kinds of fruit there are.
    pub(super) kinds: u8,
    /// What it was made from, if it was.
    pub(super) seed: Option<u64>,
}

/// Returns the board for a pair: always the same for the same place in the tournament, so
/// that whoever schedules it comes to the same.
///
/// All encounters of a round go through the kinds or the boards of a suite in the
/// same order. Random boards are different for each encounter.
pub(super) fn choose(conditions: &Conditions, round: u32, players: [usize; 2], number: u32) -> Result<Chosen, String> {
    let turn = (round as usize - 1) * conditions.pairs as usize + number as usize;
    if !conditions.suite.is_empty() {
        let start = StartingBoard::of_line(&conditions.suite[turn % conditions.suite.len()])?;
        return Ok(Chosen { board: start.board.to_line(), kinds: start.kinds, seed: None });
    }
    let class: BoardClass =
        conditions.boards[turn % conditions.boards.len()].parse().map_err(|error| format!("{error}"))?;
    let [one, two] = players.map(|player| player as u64);
    let place = [u64::from(round), one.min(two), one.max(two), u64::from(number)];
    let mixed = place.into_iter().fold(conditions.seed, |seed, part| Random::new(seed ^ part << 32).next());
    // Not more than programs that take all numbers for floating ones can hold.
    let seed = mixed >> 11;
    let start = StartingBoard { board: class.board(seed), kinds: class.kinds(), seed: Some(seed) };
    Ok(Chosen { board: start.board.to_line(), kinds: start.kinds, seed: start.seed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn errors_of_a_suite_name_the_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "# two boards\n01/10\n\n0/10\n").unwrap();
        assert!(read_suite(file.path()).unwrap_err().contains("line 4: "));
        fs::write(file.path(), "# two boards\n01/10\n\n00/10 1 0:0 -\n").unwrap();
        assert_eq!(read_suite(file.path()).unwrap(), ["01/10", "00/10"]);
    }

    #[test]
    fn every_encounter_has_boards_of_its_own_whoever_is_named_first() {
        let mut conditions = super::super::example::conditions();
        conditions.boards = vec!["6p3".to_owned(), "7p4".to_owned()];
        conditions.pairs = 2;
        let mut seen = BTreeSet::new();
        for (round, one, two, number) in [(1, 0, 1, 0), (1, 0, 1, 1), (2, 0, 1, 0), (1, 0, 2, 0), (1, 1, 2, 0)] {
            let chosen = choose(&conditions, round, [one, two], number).unwrap();
            assert_eq!(chosen, choose(&conditions, round, [two, one], number).unwrap());
            assert_eq!(chosen.board.split('/').count(), if number == 0 { 6 } else { 7 });
            assert!(seen.insert(chosen.seed), "the same board twice");
        }
    }
}
