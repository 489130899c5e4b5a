//! Whole numbers from Python, which has larger ones than this side.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::value_error;

/// Reads a number. One that does not fit is a `ValueError`, not an `OverflowError`.
fn read<'a, 'py, T>(given: &'a Bound<'py, PyAny>, range: &str) -> PyResult<T>
where
    T: FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(given.py()) {
            value_error(format!("{given} is out of range: it must be {range}"))
        } else {
            error
        }
    })
}

/// Reads a whole number.
pub(crate) fn whole(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    read(given, "below 2**63")
}

/// Reads a whole number, if there is one.
pub(crate) fn maybe_whole(given: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    if given.is_none() { Ok(None) } else { whole(given).map(Some) }
}

/// Reads a number that is not negative: a seed, or a count of nodes.
pub(crate) fn natural(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    read(given, "from 0 to 2**64 - 1")
}

/// Reads a seed, if there is one.
pub(crate) fn maybe_seed(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if given.is_none() { Ok(None) } else { natural(given).map(Some) }
}
