//! A Python function as a player.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fruitrage_game::{AgentLine, Answer, Contestant, Ending, Entrant, Entry, Exit, Request, Turn, measured};
use fruitrage_rules::{Cell, Position};
use pyo3::prelude::*;

use crate::action::read_move;
use crate::errors::illegal_move;
use crate::plies::Plies;
use crate::position::PyPosition;

/// What a function raised, to be raised again where the match was asked for.
pub(super) type Trouble = Arc<Mutex<Option<PyErr>>>;

/// What happens if a function raises or answers with something that is no legal move.
#[derive(Clone, Copy, Debug)]
pub(super) enum OnFault {
    /// The match ends, and the caller is told.
    Raise,
    /// The game is lost.
    Lose,
}

impl FromStr for OnFault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "raise" => Ok(Self::Raise),
            "lose" => Ok(Self::Lose),
            _ => Err(format!("on_fault is '{}', but must be 'raise' or 'lose'", text.escape_debug())),
        }
    }
}

/// A function that takes a position and returns a move, under a name.
#[derive(Debug)]
pub(super) struct CallableEntrant {
    name: String,
    callable: Py<PyAny>,
    on_fault: OnFault,
    trouble: Trouble,
}

impl CallableEntrant {
    pub(super) const fn new(name: String, callable: Py<PyAny>, on_fault: OnFault, trouble: Trouble) -> Self {
        Self { name, callable, on_fault, trouble }
    }
}

impl Entrant for CallableEntrant {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, "python", time)
    }

    fn enter<'a>(&'a self, _: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        Ok(Box::new(CallableContestant { entrant: self, plies: None }))
    }
}

struct CallableContestant<'a> {
    entrant: &'a CallableEntrant,
    /// The game as far as it is known.
    plies: Option<Plies>,
}

impl Contestant for CallableContestant<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        measured(|_| {
            let position = self.position(request);
            Python::attach(|py| match self.ask(py, position) {
                Ok(cell) => Answer::Cell(cell),
                Err(error) => self.failed(py, error),
            })
        })
    }
}

impl CallableContestant<'_> {
    /// Returns the position with the moves that led to it, for the function to do with as it
    /// likes.
    fn position(&mut self, request: &Request<'_>) -> Plies {
        let alone = || Plies::from(&Position::start(request.board.clone()));
        let Some(course) = request.course else { return alone() };
        let plies = self.plies.get_or_insert_with(|| Plies::from(&course.start));
        let known = plies.moves().len();
        for &cell in &course.moves[known..] {
            if plies.push(cell).is_err() {
                return alone();
            }
        }
        plies.copy()
    }

    fn ask(&self, py: Python<'_>, plies: Plies) -> PyResult<Cell> {
        let board = plies.board().clone();
        let answer = self.entrant.callable.bind(py).call1((PyPosition(plies),))?;
        let cell = read_move(&answer, board.size())?;
        board.group_at(cell).map_err(illegal_move)?;
        Ok(cell)
    }

    fn failed(&self, py: Python<'_>, error: PyErr) -> Answer {
        let name = &self.entrant.name;
        if matches!(self.entrant.on_fault, OnFault::Raise) || !error.is_instance_of::<pyo3::exceptions::PyException>(py)
        {
            // A KeyboardInterrupt is nobody's fault.
            let _ = error.add_note(py, format!("raised by the player '{name}' in a match"));
            *self.entrant.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            return Answer::Stopped;
        }
        Answer::Fault(Ending::Crashed { exit: Exit::Code(1), stderr: error.to_string() })
    }
}
