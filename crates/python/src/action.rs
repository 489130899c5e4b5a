//! Moves as Python writes them: a cell's name such as `"B1"`, or an action, its number in the
//! order of the names (A1, A2, ... B1, B2, ...).

use fruitrage_rules::{Cell, MAX_SIZE};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::errors::value_error;

/// Returns the action of a cell on a board of this size.
pub(crate) const fn action_of(cell: Cell, size: usize) -> usize {
    cell.column() * size + cell.row()
}

/// Returns the cell of an action, if the board has one.
#[inline]
pub(crate) fn cell_of(action: i64, size: usize) -> Option<Cell> {
    let action = usize::try_from(action).ok().filter(|&action| action < size * size)?;
    Some(Cell::new(action / size, action % size))
}

/// Reads a move from Python.
pub(crate) fn read_move(given: &Bound<'_, PyAny>, size: usize) -> PyResult<Cell> {
    if let Ok(name) = given.cast::<PyString>() {
        return read_name(name.to_cow()?.as_ref());
    }
    let action: i64 = given.extract().map_err(|_| {
        let found = given.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
        value_error(format!("a move is a cell's name such as 'B1', or an action, a whole number; found {found}"))
    })?;
    cell_of(action, size).ok_or_else(|| value_error(outside(action, size)))
}

/// Returns what is wrong with an action that the board does not have.
pub(crate) fn outside(action: i64, size: usize) -> String {
    let last = size * size - 1;
    format!("action {action} is outside the {size} x {size} board: actions are from 0 (A1) to {last}")
}

/// Reads the name of a cell.
pub(crate) fn read_name(name: &str) -> PyResult<Cell> {
    name.parse().map_err(|error| {
        value_error(format!(
            "'{}' is no move: {error}; a move is a column letter and a row number, such as 'B1'",
            name.escape_debug()
        ))
    })
}

/// Returns the name of a cell, made once for all.
pub(crate) fn name_of(py: Python<'_>, cell: Cell) -> Bound<'_, PyString> {
    static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    let make = || (0..MAX_SIZE * MAX_SIZE).map(|action| made_name(py, action)).collect();
    NAMES.get_or_init(py, make)[action_of(cell, MAX_SIZE)].bind(py).clone()
}

fn made_name(py: Python<'_>, action: usize) -> Py<PyString> {
    PyString::new(py, &Cell::new(action / MAX_SIZE, action % MAX_SIZE).to_string()).unbind()
}

/// Returns the names of cells in their order.
pub(crate) fn names_of(py: Python<'_>, cells: impl IntoIterator<Item = Cell>) -> Vec<Bound<'_, PyString>> {
    cells.into_iter().map(|cell| name_of(py, cell)).collect()
}
