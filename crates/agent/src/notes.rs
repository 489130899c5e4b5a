//! Notes on the opponent: what the agent writes down from one move to the next, since each is a process of its own: `fruitrage.notes` in its folder.
//!
//! ```text
//! line 1   what this is
//! line 2   the board that was left to the opponent, as a position on one line
//! line 3   how likely it is each kind of player, as numbers
//! line 4   points more than the opponent's, or ? if they are not known
//! line 5   the plan: its moves and the own ones by turns
//! ```
//!
//! Nobody finds such a file who has not asked for it: notes are taken only with
//! `--notes`, or where there are some already, be the file empty.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::bail;
use fruitrage_engine::{Engine, Memory, Report, Rival};
use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell, Grid, Position};

use crate::files;

/// The file, in the folder of the input.
const NAME: &str = "fruitrage.notes";

const TITLE: &str = "Fruit Rage: what my opponent is like. Without this file I take no notes.";

/// What stands for a number that is not known.
const UNKNOWN: &str = "?";

/// Notes on an opponent.
#[derive(Debug)]
pub(crate) struct Notes {
    path: PathBuf,
    memory: Memory,
}

impl Notes {
    /// The notes beside an input file, if there are any or they are `wanted`. Notes
    /// that cannot be read are begun anew.
    pub(crate) fn beside(input: &Path, wanted: bool) -> Option<Self> {
        let path = input.with_file_name(NAME);
        if input == Path::new("-") {
            return None;
        }
        if !path.is_file() {
            return wanted.then(|| Self { path, memory: Memory::default() });
        }
        let read = files::read(&path).and_then(|text| parse(&text));
        let memory = read.unwrap_or_else(|error| {
            warn(&format!("{NAME} is begun anew: {error:#}"));
            Memory::default()
        });
        Some(Self { path, memory })
    }

    /// Takes in the move that the opponent must have made, looking at so many
    /// boards at most. A board that does not follow from the one left is of another
    /// game, perhaps with another opponent.
    pub(crate) fn catch_up(mut self, engine: &Engine, grid: &Grid, nodes: u64) -> Self {
        match Board::try_from(grid) {
            Ok(board) => self.memory.catch_up(engine, &board, nodes),
            Err(_) => self.memory = Memory::default(),
        }
        self
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Writes down what is known after the own move. The move is made already, so
    /// nothing more than a warning comes of it if this fails.
    pub(crate) fn write(mut self, grid: &Grid, report: &Report) {
        let Ok(board) = Board::try_from(grid) else { return };
        self.memory.moved(&board, report);
        let Some(left) = self.memory.left else { return };
        let position = PositionLine { position: Position::start(left), clocks: None };
        let numbers: Vec<String> = self.memory.rival.to_numbers().map(|number| number.to_string()).collect();
        let lead = self.memory.lead.map_or_else(|| UNKNOWN.to_owned(), |lead| lead.to_string());
        let plan: Vec<String> = self.memory.plan.iter().map(Cell::to_string).collect();
        let text = format!("{TITLE}\n{position}\n{}\n{lead}\n{}\n", numbers.join(" "), plan.join(" "));
        if let Err(error) = files::write_whole(&self.path, &text) {
            warn(&format!("{error:#}"));
        }
    }
}

fn warn(what: &str) {
    // A closed stderr is no reason not to play.
    let _ = writeln!(io::stderr(), "fruitrage: warning: {what}");
}

fn parse(text: &[u8]) -> anyhow::Result<Memory> {
    let text = str::from_utf8(text)?;
    if text.trim().is_empty() {
        return Ok(Memory::default());
    }
    let mut lines = text.lines().skip(1);
    let (Some(position), Some(numbers), Some(lead), Some(plan)) =
        (lines.next(), lines.next(), lines.next(), lines.next())
    else {
        bail!("it has not five lines")
    };
    let position: PositionLine = position.parse()?;
    let numbers = numbers.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
    let Some(rival) = Rival::from_numbers(&numbers) else { bail!("line 3 cannot be right") };
    let lead = if lead == UNKNOWN { None } else { Some(lead.parse()?) };
    let plan = plan.split_whitespace().map(str::parse).collect::<Result<Vec<Cell>, _>>()?;
    Ok(Memory { rival, left: Some(position.position.board().clone()), lead, plan })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_notes_is_refused_with_a_reason() {
        assert_eq!(parse(b" \n").unwrap(), Memory::default());
        let numbers: Vec<String> = Rival::default().to_numbers().map(|number| number.to_string()).collect();
        let numbers = numbers.join(" ");
        let fine = format!("title\n31/01 1 0:0 -\n{numbers}\n-4\nA1 B2\n");
        assert_eq!(parse(fine.as_bytes()).unwrap().lead, Some(-4));
        assert_eq!(parse(fine.replace("-4", "?").as_bytes()).unwrap().lead, None);
        for (text, reason) in [
            ("title\n".to_owned(), "it has not five lines"),
            ("title\n31/01 1 0:0 -\n1 1\n0\n\n".to_owned(), "line 3 cannot be right"),
            ("title\n31/01 1 0:0 -\n1 1 x 1 1 1\n0\n\n".to_owned(), "invalid float literal"),
            (fine.replace("-4", "four"), "invalid digit found in string"),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap_err().to_string(), reason);
        }
        assert!(parse(fine.replace("31/01", "3/01").as_bytes()).is_err());
        assert!(parse(fine.replace("B2", "2B").as_bytes()).is_err());
    }
}
