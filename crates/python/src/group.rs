//! A group of fruit, which is also a move.

use fruitrage_rules::{Board, Cell, Fruit, Group};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::action::{action_of, name_of, names_of};

/// A connected group of equal fruits, which is also a move.
///
/// It is named by one of its cells: the topmost of its leftmost column.
///
/// >>> group = fruitrage.Board("00/01").groups[0]
/// >>> group
/// Group(move='A1', size=3, points=9, fruit=0, cells=['A1', 'A2', 'B1'])
#[pyclass(frozen, eq, module = "fruitrage", name = "Group")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyGroup {
    cell: Cell,
    board_size: usize,
    size: usize,
    points: u32,
    fruit: u8,
    cells: Vec<Cell>,
}

impl PyGroup {
    /// Tells all of a group of a board.
    pub(crate) fn of(board: &Board, group: Group) -> Self {
        let cell = group.cell();
        Self {
            cell,
            board_size: board.size(),
            size: group.size(),
            points: group.points(),
            fruit: board.get(cell).map_or(0, Fruit::kind),
            cells: board.cells_of_group_at(cell).unwrap_or_default(),
        }
    }
}

#[pymethods]
impl PyGroup {
    /// The name of its cell: what to hand to `Position.push`.
    #[getter]
    fn r#move<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        name_of(py, self.cell)
    }

    /// The number of its cell: the same move for learning programs.
    #[getter]
    const fn action(&self) -> usize {
        action_of(self.cell, self.board_size)
    }

    /// How many fruits it has.
    #[getter]
    const fn size(&self) -> usize {
        self.size
    }

    /// What taking it is worth: its size squared.
    #[getter]
    const fn points(&self) -> u32 {
        self.points
    }

    /// The kind of fruit, from 0 to 9.
    #[getter]
    const fn fruit(&self) -> u8 {
        self.fruit
    }

    /// The names of its cells, column by column from the left, each from the top.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        names_of(py, self.cells.iter().copied())
    }

    fn __len__(&self) -> usize {
        self.size
    }

    fn __hash__(&self) -> u64 {
        (self.cell.column() << 24 | self.cell.row() << 16 | self.size) as u64
    }

    fn __repr__(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(|cell| format!("'{cell}'")).collect();
        let Self { cell, size, points, fruit, .. } = self;
        format!("Group(move='{cell}', size={size}, points={points}, fruit={fruit}, cells=[{}])", cells.join(", "))
    }
}
