//! The levels of the engine, by number or name.

use fruitrage_engine::Level;
use pyo3::prelude::*;

use crate::errors::value_error;

/// How well the engine plays, from 1, a beginner, to its full strength.
///
/// `Level(number)` or `Level(name)`; each is a character of its own.
///
/// >>> fruitrage.Level("basil")
/// Level(5, 'Basil')
/// >>> fruitrage.Level(99)
/// Traceback (most recent call last):
/// ValueError: expected a level from 1 to 9 or its name ...
#[pyclass(frozen, eq, ord, hash, from_py_object, module = "fruitrage", name = "Level")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct PyLevel(pub(crate) Level);

/// A level, its number or its name.
#[derive(FromPyObject)]
pub(crate) enum AnyLevel {
    Level(PyLevel),
    Number(i64),
    Name(String),
}

impl AnyLevel {
    /// Returns the level that is meant.
    pub(crate) fn read(&self) -> PyResult<Level> {
        match self {
            Self::Level(level) => Ok(level.0),
            Self::Number(number) => number.to_string().parse().map_err(value_error),
            Self::Name(name) => name.parse().map_err(value_error),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "Python hands over references")]
#[pymethods]
impl PyLevel {
    #[new]
    fn new(level: AnyLevel) -> PyResult<Self> {
        level.read().map(Self)
    }

    /// All levels, the weakest first.
    ///
    /// >>> fruitrage.Level.all()[-1].name
    /// 'Sage'
    #[staticmethod]
    fn all() -> Vec<Self> {
        Level::all().map(Self).collect()
    }

    /// Its number, from 1 up.
    #[getter]
    const fn number(&self) -> u8 {
        self.0.number()
    }

    /// Its name.
    #[getter]
    const fn name(&self) -> &'static str {
        self.0.name()
    }

    /// One line on how it plays and errs.
    #[getter]
    const fn words(&self) -> &'static str {
        self.0.words()
    }

    /// Its measured rating in Elo, on the scale on which greedy has 1000.
    #[getter]
    const fn rating(&self) -> i32 {
        self.0.rating()
    }

    fn __repr__(&self) -> String {
        format!("Level({}, '{}')", self.0.number(), self.0.name())
    }

    const fn __getnewargs__(&self) -> (u8,) {
        (self.0.number(),)
    }
}
