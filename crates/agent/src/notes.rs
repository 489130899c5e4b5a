//! Notes on the opponent: what the agent writes down from one move to the next, since each is a process of its own: `fruitrage.notes` in its folder.
//!
//! ```text
//! line 1   what this is
//! line 2   the board that was left to the opponent, as a position on one line
//! line 3   what is known of it so far, as numbers
//! ```
//!
//! Nobody finds such a file who has not asked for it: notes are taken only with
//! `--notes`, or where there are some already, be the file empty.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::bail;
use fruitrage_engine::{Engine, Rival};
use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Grid, Position};

use crate::files;

/// The file, in the folder of the input.
const NAME: &str = "fruitrage.notes";

const TITLE: &str = "Fruit Rage: what my opponent is like. Without this file I take no notes.";

/// Notes on an opponent.
#[derive(Debug)]
pub(crate) struct Notes {
    path: PathBuf,
    /// The board that was left to the opponent, if notes were taken before.
    left: Option<Board>,
    rival: Rival,
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
            return wanted.then(|| Self { path, left: None, rival: Rival::default() });
        }
        let read = files::read(&path).and_then(|text| parse(&text));
        let (left, rival) = read.unwrap_or_else(|error| {
            warn(&format!("{NAME} is begun anew: {error:#}"));
            Default::default()
        });
        Some(Self { path, left, rival })
    }

    /// Takes in the move that the opponent must have made, looking at so many
    /// boards at most. A board that does not follow from the one left is of another
    /// game, and the opponent another one.
    pub(crate) fn catch_up(mut self, engine: &Engine, grid: &Grid, nodes: u64) -> Self {
        let board = Board::try_from(grid).ok();
        let reply = self.left.as_ref().zip(board).and_then(|(left, board)| Some((left, left.move_to(&board)?)));
        match reply {
            Some((left, group)) => engine.watch(&mut self.rival, left, group, nodes),
            None => self.rival = Rival::default(),
        }
        self
    }

    pub(crate) fn rival(&self) -> &Rival {
        &self.rival
    }

    /// Writes down what is known, and the board after the own move. The move is made
    /// already, so nothing more than a warning comes of it if this fails.
    pub(crate) fn write(&self, left: &Grid) {
        let Ok(board) = Board::try_from(left) else { return };
        let position = PositionLine { position: Position::start(board), clocks: None };
        let numbers: Vec<String> = self.rival.to_numbers().map(|number| number.to_string()).collect();
        let text = format!("{TITLE}\n{position}\n{}\n", numbers.join(" "));
        if let Err(error) = files::write_whole(&self.path, &text) {
            warn(&format!("{error:#}"));
        }
    }
}

fn warn(what: &str) {
    // A closed stderr is no reason not to play.
    let _ = writeln!(io::stderr(), "fruitrage: warning: {what}");
}

fn parse(text: &[u8]) -> anyhow::Result<(Option<Board>, Rival)> {
    let text = str::from_utf8(text)?;
    if text.trim().is_empty() {
        return Ok(Default::default());
    }
    let mut lines = text.lines().skip(1);
    let (Some(position), Some(numbers)) = (lines.next(), lines.next()) else { bail!("it has not three lines") };
    let position: PositionLine = position.parse()?;
    let numbers = numbers.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
    let Some(rival) = Rival::from_numbers(&numbers) else { bail!("line 3 cannot be right") };
    Ok((Some(position.position.board().clone()), rival))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_notes_is_refused_with_a_reason() {
        assert_eq!(parse(b" \n").unwrap(), (None, Rival::default()));
        for (text, reason) in [
            ("title\n", "it has not three lines"),
            ("title\n31/01 1 0:0 -\n1 1\n", "line 3 cannot be right"),
            ("title\n31/01 1 0:0 -\n1 1 x 1 1 1\n", "invalid float literal"),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap_err().to_string(), reason);
        }
        assert!(parse(b"title\n3/01 1 0:0 -\n1 1 1 1 1 1\n").is_err());
    }
}
