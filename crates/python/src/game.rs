//! Games that were played, and the records that hold them.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use fruitrage_game::{GameRecord, RecordError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::action::names_of;
use crate::errors::value_error;
use crate::number::maybe_whole;
use crate::plies::Plies;
use crate::position::PyPosition;
use crate::steps;

/// A game that was played, move by move.
///
/// In a notebook it can be stepped through.
///
/// >>> game = fruitrage.match("greedy", "random", pairs=1, size=4, kinds=3, seed=1).games[0]
/// >>> game.players, game.moves[0], len(game)
/// (('greedy', 'random'), 'C1', 6)
/// >>> game.position(2).moves == game.moves[:2]
/// True
#[pyclass(frozen, module = "fruitrage")]
pub(crate) struct Game(pub(crate) GameRecord);

#[pymethods]
impl Game {
    /// Its name in the record.
    #[getter]
    fn id(&self) -> &str {
        &self.0.game.id
    }

    /// The names of who moves first and who second.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [first, second] = &self.0.game.agents;
        (&first.name, &second.name)
    }

    /// The seed that names the board, if it has one.
    #[getter]
    const fn seed(&self) -> Option<u64> {
        self.0.game.seed
    }

    /// The moves, the first one first.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        names_of(py, self.0.moves.iter().map(|line| line.cell))
    }

    /// The points of who moved first and of who moved second.
    #[getter]
    fn points(&self) -> (u32, u32) {
        let [first, second] = self.0.last_position().points();
        (first, second)
    }

    /// Who won: 1 or 2; 0 for a draw, None for a game without an end or one that does not
    /// count.
    #[getter]
    fn winner(&self) -> Option<u8> {
        let end = self.0.end.as_ref().filter(|end| end.ending.name() != "void")?;
        Some(end.winner.unwrap_or(0))
    }

    /// How it ended: 'cleared' if the board is empty, else the name of the fault; None if it
    /// was broken off.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.0.end.as_ref().map(|end| end.ending.name())
    }

    /// How it ended, in a sentence.
    #[getter]
    fn message(&self) -> &str {
        self.0.end.as_ref().map_or("The game was broken off.", |end| &end.message)
    }

    /// The position after so many moves; without a number the last one. It knows the moves
    /// that led to it.
    #[pyo3(signature = (ply=None))]
    fn position(&self, #[pyo3(from_py_with = maybe_whole)] ply: Option<i64>) -> PyResult<PyPosition> {
        let moves = self.0.moves.len();
        let ply = ply.map_or(Some(moves), |ply| usize::try_from(ply).ok().filter(|&ply| ply <= moves));
        let ply = ply.ok_or_else(|| value_error(format!("the game has the positions 0 to {moves}, as many moves")))?;
        let mut plies = Plies::from(&self.0.positions[0]);
        for line in &self.0.moves[..ply] {
            plies.push(line.cell).map_err(value_error)?;
        }
        Ok(PyPosition(plies))
    }

    /// The record of the game: one event a line, in JSON, as the command line writes it.
    fn to_text(&self) -> String {
        self.0.events().map(|event| event.to_line() + "\n").collect()
    }

    fn __len__(&self) -> usize {
        self.0.moves.len()
    }

    fn __repr__(&self) -> String {
        let (first, second) = self.players();
        let (own, other) = self.points();
        let moves = self.0.moves.len();
        format!("<Game {}: {first} {own} : {other} {second}, {moves} moves>", self.id())
    }

    /// The game to step through, for notebooks.
    fn _repr_html_(&self) -> String {
        steps::html(&self.0)
    }
}

fn games(read: Result<Vec<GameRecord>, RecordError>, name: &str) -> PyResult<Vec<Game>> {
    let read = read.map_err(|error| value_error(format!("{name}: {error}")))?;
    Ok(read.into_iter().map(Game).collect())
}

/// Reads all games of a record, as `fruitrage match --record` writes it.
///
/// Each game is played again while it is read: what cannot have happened is a ValueError with
/// its line.
#[pyfunction]
pub(crate) fn read_games(path: PathBuf) -> PyResult<Vec<Game>> {
    let file = File::open(&path)?;
    games(fruitrage_game::read_games(BufReader::new(file)), &path.display().to_string())
}

/// Reads all games of a record from a text; see `read_games`.
///
/// >>> games = fruitrage.match("greedy", "random", pairs=1, size=3, kinds=2, seed=1).games
/// >>> again = fruitrage.parse_games("".join(game.to_text() for game in games))
/// >>> [game.moves for game in again] == [game.moves for game in games]
/// True
/// >>> fruitrage.parse_games("B1\n")
/// Traceback (most recent call last):
/// ValueError: record: line 1: not an event: ...
#[pyfunction]
pub(crate) fn parse_games(text: &str) -> PyResult<Vec<Game>> {
    games(fruitrage_game::read_games(text.as_bytes()), "record")
}
