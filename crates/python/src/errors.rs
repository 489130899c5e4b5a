//! What Python is told of bad input: a `ValueError`, or one of its kind.

use std::fmt::Display;

use fruitrage_rules::IllegalMove;
use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(fruitrage, IllegalMoveError, PyValueError, "A move that the rules do not allow.");

/// Makes a `ValueError` of what is wrong.
pub(crate) fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Makes the error for a move that the rules do not allow.
pub(crate) fn illegal_move(illegal: IllegalMove) -> PyErr {
    IllegalMoveError::new_err(format!("{illegal}; legal_moves lists what can be taken"))
}
