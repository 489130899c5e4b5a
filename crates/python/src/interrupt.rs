//! What takes long: without the interpreter's lock, and broken off by Ctrl-C.

use std::time::{Duration, Instant};

use fruitrage_engine::{NODES_BETWEEN_QUESTIONS, Observer, Report};
use pyo3::prelude::*;

use crate::errors::value_error;

/// How often Python is asked whether to go on.
const PERIOD: Duration = Duration::from_millis(50);

/// No search has more time.
const LONGEST: f64 = 1e6;

/// Reads a time from Python.
pub(crate) fn read_seconds(seconds: f64) -> PyResult<Duration> {
    if seconds > 0.0 && seconds <= LONGEST {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(value_error(format!("seconds is {seconds}, but must be more than 0 and at most {LONGEST}")))
}

/// Asks Python whether it was interrupted, and returns what its handler raised.
pub(crate) fn interrupted() -> PyResult<()> {
    fn ask(py: Python<'_>) -> PyResult<()> {
        py.check_signals()
    }
    Python::attach(ask)
}

/// Asks Python from time to time whether it was interrupted.
pub(crate) struct Interrupts {
    asked: Instant,
    error: Option<PyErr>,
}

impl Interrupts {
    /// Nothing has happened yet.
    pub(crate) fn new() -> Self {
        Self { asked: Instant::now(), error: None }
    }

    /// Returns whether to stop.
    pub(crate) fn any(&mut self) -> bool {
        if self.error.is_none() && self.asked.elapsed() >= PERIOD {
            self.error = interrupted().err();
            self.asked = Instant::now();
        }
        self.error.is_some()
    }

    /// Returns what a handler raised, if one did.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.error.map_or(Ok(()), Err)
    }
}

/// Ends a solver when Python was interrupted.
impl Observer for Interrupts {
    fn iteration(&mut self, _: &Report) -> bool {
        !self.any()
    }

    fn nodes_allowed(&mut self) -> u64 {
        if self.any() { 0 } else { NODES_BETWEEN_QUESTIONS }
    }
}

/// Does what takes long without the interpreter's lock; it gets the observer that ends it when
/// Python was interrupted.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&mut dyn Observer) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let mut interrupts = Interrupts::new();
        let result = work(&mut interrupts);
        interrupts.finish().map(|()| result)
    })
}
