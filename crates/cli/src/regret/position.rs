//! Test positions: endgames with their exact values.
//!
//! ```text
//! +12 ***/*10/012 1 0:0 -
//! |   |
//! |   the position on one line
//! how many points more the player to move gets, if both play perfectly
//! ```

use std::fmt;
use std::str::FromStr;

use fruitrage_play::puzzle::{Puzzle, value};
use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell, Position};

/// The test positions, as `fruitrage regret --make` has made them.
const FILE: &str = include_str!("positions.txt");

/// A position with its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestPosition {
    pub(crate) board: Board,
    pub(crate) points: i32,
}

/// Why a line is no test position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestPositionError(String);

impl fmt::Display for TestPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TestPositionError {}

/// Returns all test positions.
pub(crate) fn test_positions() -> Result<Vec<TestPosition>, TestPositionError> {
    FILE.lines().filter(|line| !line.starts_with('#')).map(str::parse).collect()
}

impl TestPosition {
    /// Returns a puzzle as a test position.
    pub(crate) fn of_puzzle(puzzle: &Puzzle) -> Self {
        Self { board: puzzle.board.clone(), points: puzzle.value }
    }

    /// Returns how many points a move loses against perfect play.
    ///
    /// # Panics
    /// If there is no such move.
    pub(crate) fn regret(&self, cell: Cell) -> i32 {
        let mut after = self.board.clone();
        let points = after.try_play(cell).expect("a move of the position").points() as i32;
        self.points - (points - value(&after, u64::MAX).expect("no limit"))
    }
}

impl FromStr for TestPosition {
    type Err = TestPositionError;

    fn from_str(line: &str) -> Result<Self, TestPositionError> {
        let wrong = |what: &str| TestPositionError(format!("{what} in '{line}'"));
        let (points, position) = line.split_once(' ').ok_or_else(|| wrong("no position"))?;
        let points = points.parse().map_err(|_| wrong("no value"))?;
        let line: PositionLine = position.parse().map_err(|error| wrong(&format!("{error}")))?;
        Ok(Self { board: line.position.board().clone(), points })
    }
}

impl fmt::Display for TestPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = Position::start(self.board.clone());
        write!(f, "{:+} {}", self.points, PositionLine { position, clocks: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{Group, Judge};
    use std::collections::HashMap;

    /// Positions with at most this many groups are checked by brute force too.
    const FEW_GROUPS: usize = 12;

    /// Plain minimax on the slow judge, which remembers what it has seen.
    fn brute_force(judge: &Judge, seen: &mut HashMap<String, i32>) -> i32 {
        let name = judge.to_grid().to_string();
        if let Some(&value) = seen.get(&name) {
            return value;
        }
        let value = |cell: Cell| {
            let mut after = *judge;
            let size = after.try_take(cell).unwrap() as i32;
            size * size - brute_force(&after, seen)
        };
        let value = judge.groups().into_iter().map(Group::cell).map(value).max().unwrap_or(0);
        seen.insert(name, value);
        value
    }

    #[test]
    fn a_test_position_is_read_as_it_is_written() {
        let positions = test_positions().unwrap();
        assert!(positions.len() >= 100);
        for position in positions {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn what_is_no_test_position_is_refused_with_a_reason() {
        for (line, reason) in [("", "no position"), ("x 0 1 0:0 -", "no value"), ("+1 0/1 1 0:0 -", "column")] {
            let error = line.parse::<TestPosition>().unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn brute_force_finds_the_same_values() {
        let positions = test_positions().unwrap();
        let small: Vec<_> = positions.iter().filter(|position| position.board.group_count() <= FEW_GROUPS).collect();
        assert!(small.len() >= 20, "only {} are small enough", small.len());
        for position in small {
            let mut seen = HashMap::new();
            assert_eq!(
                brute_force(&Judge::new(&position.board.to_grid()), &mut seen),
                position.points,
                "{}",
                position.board
            );
        }
    }

    #[test]
    fn a_best_move_loses_nothing_and_some_move_does() {
        let positions = test_positions().unwrap();
        let mut lossy = 0;
        for position in positions.iter().filter(|position| position.board.group_count() <= FEW_GROUPS) {
            let regrets: Vec<i32> =
                position.board.groups().into_iter().map(|group| position.regret(group.cell())).collect();
            assert_eq!(regrets.iter().min(), Some(&0), "{}", position.board);
            lossy += usize::from(regrets.iter().any(|&regret| regret > 0));
        }
        assert!(lossy > 10);
    }
}
