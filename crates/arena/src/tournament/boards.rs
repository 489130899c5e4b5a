//! Answers for the boxes that a tournament is played on: random ones of some
//! kinds, or those of a file.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, MAX_KINDS, MAX_SIZE, Player, Random, generate};

use super::settings::Conditions;

/// Boxes of one size and one number of kinds: `10p4` is 10 x 10 with 4 kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardKind {
    /// Cells a side.
    pub size: usize,
    /// Kinds of fruit.
    pub kinds: u8,
}

impl FromStr for BoardKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('p').and_then(|(size, kinds)| Some((size.parse().ok()?, kinds.parse().ok()?)));
        match numbers {
            Some((size @ 1..=MAX_SIZE, kinds @ 1..=MAX_KINDS)) => Ok(Self { size, kinds }),
            _ => Err("expected size and kinds such as 10p4 for 10 x 10 with 4 kinds of fruit, up to 26p10"),
        }
    }
}

/// A file of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Suite {
    /// The boxes, a line each.
    pub(super) lines: Vec<String>,
}

impl Suite {
    /// Reads a file with a box a line: its rows joined by slashes, or a whole
    /// position. Lines that are empty or begin with `#` are left out.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let wrong = |message: &dyn fmt::Display| format!("{}: {message}", file.display());
        let text = fs::read_to_string(file).map_err(|error| wrong(&error))?;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            start(line).map_err(|message| wrong(&format_args!("line {number}: {message}")))?;
            lines.push(line.to_owned());
        }
        if lines.is_empty() { Err(wrong(&"it has no boxes")) } else { Ok(Self { lines }) }
    }
}

/// The box that a line draws.
pub(super) fn start(line: &str) -> Result<Board, String> {
    let whole = if line.contains(' ') { line.to_owned() } else { format!("{line} 1 0:0 -") };
    let position = whole.parse::<PositionLine>().map_err(|error| error.to_string())?.position;
    if position.is_over() {
        return Err("the box is empty".to_owned());
    }
    if position.turn() != Player::First || position.points() != [0, 0] {
        return Err("a game must begin with the first player to move and no points: '... 1 0:0 -'".to_owned());
    }
    Ok(position.board().clone())
}

/// A box to be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// Its rows from the top, joined by slashes.
    pub(super) board: String,
    /// How many kinds of fruit there are.
    pub(super) kinds: u8,
    /// What it was made from, if it was.
    pub(super) seed: Option<u64>,
}

/// The box for a pair: always the same for the same place in the tournament, so
/// that whoever schedules it comes to the same.
///
/// All encounters of a round go through the kinds or the boxes of a suite in the
/// same order. Random boxes are different for each encounter.
pub(super) fn choose(conditions: &Conditions, round: u32, players: [usize; 2], number: u32) -> Result<Chosen, String> {
    let turn = (round as usize - 1) * conditions.pairs as usize + number as usize;
    if !conditions.suite.is_empty() {
        let board = start(&conditions.suite[turn % conditions.suite.len()])?;
        return Ok(Chosen { board: in_one_line(&board), kinds: board.to_grid().kinds(), seed: None });
    }
    let kind: BoardKind = conditions.boards[turn % conditions.boards.len()].parse()?;
    let [one, two] = players.map(|player| player as u64);
    let place = [u64::from(round), one.min(two), one.max(two), u64::from(number)];
    let mixed = place.into_iter().fold(conditions.seed, |seed, part| Random::new(seed ^ part << 32).next());
    // Not more than programs that take all numbers for floating ones can hold.
    let seed = mixed >> 11;
    let board = Board::settled(&generate(kind.size, kind.kinds, seed));
    Ok(Chosen { board: in_one_line(&board), kinds: kind.kinds, seed: Some(seed) })
}

fn in_one_line(board: &Board) -> String {
    board.to_string().trim_end().replace('\n', "/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_box_may_be_given_alone_or_as_a_position() {
        assert_eq!(start("01/10"), start("01/10 1 0:0 -"));
        assert!(start("01/10 2 0:0 -").is_err());
        assert!(start("01/10 1 1:0 -").is_err());
        assert!(start("**/**").is_err());
        assert!(start("012/10").is_err());
    }

    #[test]
    fn errors_of_a_suite_name_the_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "# two boxes\n01/10\n\n0/10\n").unwrap();
        assert!(Suite::read(file.path()).unwrap_err().contains("line 4: "));
        fs::write(file.path(), "# two boxes\n01/10\n\n00/10 1 0:0 -\n").unwrap();
        assert_eq!(Suite::read(file.path()).unwrap().lines, ["01/10", "00/10 1 0:0 -"]);
    }

    #[test]
    fn every_encounter_has_boxes_of_its_own_whoever_is_named_first() {
        let mut conditions = super::super::example::conditions();
        conditions.boards = vec!["6p3".to_owned(), "7p4".to_owned()];
        conditions.pairs = 2;
        let mut seen = BTreeSet::new();
        for (round, one, two, number) in [(1, 0, 1, 0), (1, 0, 1, 1), (2, 0, 1, 0), (1, 0, 2, 0), (1, 1, 2, 0)] {
            let chosen = choose(&conditions, round, [one, two], number).unwrap();
            assert_eq!(chosen, choose(&conditions, round, [two, one], number).unwrap());
            assert_eq!(chosen.board.split('/').count(), if number == 0 { 6 } else { 7 });
            assert!(seen.insert(chosen.seed), "the same box twice");
        }
    }
}
