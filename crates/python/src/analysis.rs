//! What a search has found.

use fruitrage_engine::{RatedMove as Rated, Report};
use fruitrage_rules::Cell;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::action::{name_of, names_of};

/// A move and what it leads to.
///
/// >>> best = fruitrage.solve(fruitrage.Board("00/01")).best
/// >>> best.move, best.points, best.value, best.line
/// ('A1', 9, 8.0, ['A1', 'B2'])
#[pyclass(frozen, module = "fruitrage")]
pub(crate) struct RatedMove(Rated);

#[pymethods]
impl RatedMove {
    /// The name of the move.
    #[getter]
    fn r#move<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        name_of(py, self.0.cell)
    }

    /// The points that the move itself is worth.
    #[getter]
    const fn points(&self) -> u32 {
        self.0.points
    }

    /// How many points more the player to move will get than the opponent, from here to the
    /// end.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value.points()
    }

    /// Whether this value is certain.
    #[getter]
    const fn exact(&self) -> bool {
        self.0.exact
    }

    /// The moves that both sides are expected to make, this one first.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        names_of(py, self.0.line.iter().copied())
    }

    fn __repr__(&self) -> String {
        let Rated { cell, points, value, exact, line } = &self.0;
        let line = line.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        let exact = if *exact { ", exact" } else { "" };
        format!("<RatedMove {cell}: {points} points, value {value}{exact}, line {line}>")
    }
}

/// The best moves of a position, what they are worth, and how that is known.
///
/// >>> fruitrage.Engine().analyse(fruitrage.Board("00/01"), nodes=1000)
/// <Analysis A1 +8, exact, depth 2, ... nodes>
#[pyclass(frozen, module = "fruitrage")]
pub(crate) struct Analysis(pub(crate) Report);

#[pymethods]
impl Analysis {
    /// The best move.
    #[getter]
    fn best(&self) -> RatedMove {
        RatedMove(self.0.best.clone())
    }

    /// The best moves in order, as many as were asked for.
    #[getter]
    fn moves(&self) -> Vec<RatedMove> {
        self.0.moves().cloned().map(RatedMove).collect()
    }

    /// Whether all this is certain: every line was followed to the end.
    #[getter]
    const fn exact(&self) -> bool {
        self.0.exact
    }

    /// How many moves ahead was looked.
    #[getter]
    const fn depth(&self) -> u32 {
        self.0.depth
    }

    /// How many boards were looked at.
    #[getter]
    const fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        let Report { best, exact, depth, nodes, .. } = &self.0;
        let exact = if *exact { ", exact" } else { "" };
        format!("<Analysis {} {}{exact}, depth {depth}, {nodes} nodes>", best.cell, best.value)
    }
}
