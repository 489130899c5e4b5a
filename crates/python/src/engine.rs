//! The engine and the exact solver.

use std::sync::Mutex;
use std::time::Instant;

use fruitrage_engine::{Budget, Engine, Level, Limits, Root, TimedSearch};
use pyo3::prelude::*;

use crate::analysis::Analysis;
use crate::errors::value_error;
use crate::interrupt::{Interrupts, interruptible, read_seconds};
use crate::level::{AnyLevel, PyLevel};
use crate::number::{maybe_whole, whole};
use crate::position::BoardOrPosition;

/// How many nodes an analysis has if nothing else is said.
const DEFAULT_NODES: u64 = 100_000;

/// More than any board has moves.
const MOST_MOVES: usize = 26 * 26;

/// The engine: finds the best moves of a position.
///
/// At a level it plays like a person of that strength; without one, as well as it can. It
/// keeps nothing between calls, so equal nodes give equal answers.
///
/// >>> engine = fruitrage.Engine()
/// >>> position = fruitrage.Position.random(6, kinds=3, seed=1)
/// >>> analysis = engine.analyse(position, nodes=20_000, multipv=3)
/// >>> len(analysis.moves)
/// 3
/// >>> analysis.best.move in position.legal_moves
/// True
#[pyclass(frozen, module = "fruitrage", name = "Engine")]
pub(crate) struct PyEngine {
    engine: Engine,
    level: Level,
}

/// Makes the root of a search.
fn root_of(position: &BoardOrPosition<'_>) -> PyResult<Root> {
    Root::of_board(position.position().board()).map_err(value_error)
}

/// Makes sure that a number from Python is at least 1.
fn at_least_one(what: &str, number: Option<i64>) -> PyResult<Option<u64>> {
    let check = |number: i64| {
        let read = u64::try_from(number).ok().filter(|&number| number > 0);
        read.ok_or_else(|| value_error(format!("{what} is {number}, but must be 1 or more")))
    };
    number.map(check).transpose()
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (level=None))]
    fn new(level: Option<AnyLevel>) -> PyResult<Self> {
        let level = level.map_or(Ok(Level::default()), |level| level.read())?;
        Ok(Self { engine: Engine::default().at_level(level), level })
    }

    /// The level that it plays at.
    #[getter]
    const fn level(&self) -> PyLevel {
        PyLevel(self.level)
    }

    /// Finds the best moves of a position or a board.
    ///
    /// The search ends when so many nodes were searched, so many seconds have passed or so
    /// many moves were looked ahead, whichever comes first; without any of these after 100,000
    /// nodes. `multipv` is how many of the best moves to report. Other threads of Python run
    /// meanwhile, and Ctrl-C ends it.
    #[pyo3(signature = (position, *, nodes=None, seconds=None, depth=None, multipv=1))]
    fn analyse(
        &self,
        py: Python<'_>,
        position: BoardOrPosition<'_>,
        #[pyo3(from_py_with = maybe_whole)] nodes: Option<i64>,
        seconds: Option<f64>,
        #[pyo3(from_py_with = maybe_whole)] depth: Option<i64>,
        #[pyo3(from_py_with = whole)] multipv: i64,
    ) -> PyResult<Analysis> {
        let (nodes, depth) = (at_least_one("nodes", nodes)?, at_least_one("depth", depth)?);
        let best_moves = at_least_one("multipv", Some(multipv))?.map_or(1, |count| count as usize).min(MOST_MOVES);
        let budget = seconds.map(read_seconds).transpose()?.map_or(Budget::Unlimited, Budget::of_move);
        let unlimited = nodes.is_none() && depth.is_none() && budget == Budget::Unlimited;
        let limits = Limits {
            nodes: if unlimited { Some(DEFAULT_NODES) } else { nodes },
            depth: depth.map(|depth| depth.min(1000) as u32),
            best_moves,
            ..Limits::default()
        };
        let root = root_of(&position)?;
        drop(position);
        py.detach(|| {
            let (started, interrupts) = (Instant::now(), Mutex::new(Interrupts::new()));
            let clock = || started.elapsed();
            let stop = || interrupts.lock().is_ok_and(|mut interrupts| interrupts.any());
            let search = TimedSearch::new(&self.engine, &root, &clock, budget).with_limits(limits).until(&stop);
            let report = search.run(|_, _| {});
            interrupts.into_inner().map_or(Ok(()), Interrupts::finish)?;
            Ok(Analysis(report))
        })
    }

    fn __repr__(&self) -> String {
        format!("Engine(level='{}')", self.level)
    }
}

/// Returns the best move of a position or a board and its exact value, or None if that takes
/// more than so many nodes.
///
/// >>> fruitrage.solve(fruitrage.Board("310/012/302")).best.value
/// 3.0
/// >>> fruitrage.solve(fruitrage.Position.random(seed=1), nodes=1000) is None
/// True
#[pyfunction]
#[pyo3(signature = (position, *, nodes=1_000_000))]
pub(crate) fn solve(
    py: Python<'_>,
    position: BoardOrPosition<'_>,
    #[pyo3(from_py_with = whole)] nodes: i64,
) -> PyResult<Option<Analysis>> {
    let nodes = at_least_one("nodes", Some(nodes))?.unwrap_or(1);
    let root = root_of(&position)?;
    drop(position);
    let report = interruptible(py, |observer| fruitrage_engine::solve(&root, nodes, observer))?;
    Ok(report.map(Analysis))
}
