//! A board: what lies where, without turn or points. It never changes.

use fruitrage_game::{BoardClass, StartingBoard};
use fruitrage_rules::{Board, Cell, Fruit, Group};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

use crate::action::read_move;
use crate::errors::{illegal_move, value_error};
use crate::group::PyGroup;
use crate::number::{maybe_seed, whole};
use crate::{svg, vector};

/// A board of fruit: what lies where. It never changes.
///
/// `Board(rows)` reads the rows from the top, each a digit for a kind of fruit or `*` for an
/// empty cell, joined by `/` or by line ends. No fruit may float.
///
/// >>> board = fruitrage.Board("310/012/302")
/// >>> board.size, board.fruits
/// (3, 9)
/// >>> print(board)
/// 310
/// 012
/// 302
/// >>> fruitrage.Board("31/*")
/// Traceback (most recent call last):
/// ValueError: board: row 2 has 1 of 2 cells: a board is as wide as it is high
#[pyclass(frozen, module = "fruitrage", name = "Board")]
#[derive(Clone)]
pub(crate) struct PyBoard(pub(crate) Board);

/// Reads the rows of a board, joined by slashes or line ends.
fn read_rows(text: &str) -> PyResult<Board> {
    let rows: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
    let size = rows.len();
    for (number, row) in (1..).zip(&rows) {
        let cells = row.chars().count();
        if cells != size {
            let message = format!("board: row {number} has {cells} of {size} cells: a board is as wide as it is high");
            return Err(value_error(message));
        }
    }
    let whole = format!("{} 1 0:0 -", rows.join("/"));
    let read = whole.parse::<fruitrage_rules::text::PositionLine>();
    read.map(|read| read.position.board().clone()).map_err(|error| value_error(format!("board: {error}")))
}

/// Returns boards of a size and a number of kinds, if there are such.
pub(crate) fn class(size: i64, kinds: i64) -> PyResult<BoardClass> {
    let in_range = |number: i64, what: &str, most: i64| {
        let is = (1..=most).contains(&number);
        if is { Ok(number) } else { Err(value_error(format!("{what} is {number}, but must be from 1 to {most}"))) }
    };
    let (size, kinds) = (in_range(size, "size", 26)?, in_range(kinds, "kinds", 10)?);
    BoardClass::new(size as usize, kinds as u8).map_err(value_error)
}

/// Returns a seed that nobody chose, from Python's own dice: `random.seed` decides it.
pub(crate) fn any_seed(py: Python<'_>) -> PyResult<u64> {
    py.import("random")?.call_method1("getrandbits", (32,))?.extract()
}

#[pymethods]
impl PyBoard {
    #[new]
    fn new(rows: &str) -> PyResult<Self> {
        read_rows(rows).map(Self)
    }

    /// The full board that a seed names: the same on every machine and in every version.
    ///
    /// Without a seed it is another one each time.
    ///
    /// >>> fruitrage.Board.random(4, kinds=3, seed=1)
    /// Board('0022/2022/1201/1120')
    #[staticmethod]
    #[pyo3(signature = (size=10, kinds=4, seed=None))]
    fn random(
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] size: i64,
        #[pyo3(from_py_with = whole)] kinds: i64,
        #[pyo3(from_py_with = maybe_seed)] seed: Option<u64>,
    ) -> PyResult<Self> {
        let seed = seed.map_or_else(|| any_seed(py), Ok)?;
        Ok(Self(class(size, kinds)?.board(seed)))
    }

    /// Cells a side.
    #[getter]
    const fn size(&self) -> usize {
        self.0.size()
    }

    /// How many fruits lie on it.
    #[getter]
    fn fruits(&self) -> usize {
        self.0.fruits()
    }

    /// How many kinds of fruit are left.
    #[getter]
    fn kinds(&self) -> usize {
        self.0.kinds()
    }

    /// Whether nothing is left.
    #[getter]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All groups, the largest first.
    ///
    /// >>> [group.size for group in fruitrage.Board("310/012/302").groups]
    /// [2, 2, 1, 1, 1, 1, 1]
    #[getter]
    fn groups(&self) -> Vec<PyGroup> {
        self.0.groups().into_iter().map(|group| PyGroup::of(&self.0, group)).collect()
    }

    /// The sizes of all groups, the largest first.
    ///
    /// >>> fruitrage.Board("00/01").group_sizes
    /// [3, 1]
    #[getter]
    fn group_sizes(&self) -> Vec<usize> {
        self.0.groups().into_iter().map(Group::size).collect()
    }

    /// The group that a cell belongs to.
    ///
    /// >>> fruitrage.Board("00/01").group_at("A2").points
    /// 9
    fn group_at(&self, cell: &Bound<'_, PyAny>) -> PyResult<PyGroup> {
        let group = self.0.group_at(read_move(cell, self.0.size())?).map_err(illegal_move)?;
        Ok(PyGroup::of(&self.0, group))
    }

    /// The board after a move.
    ///
    /// >>> fruitrage.Board("10/01").after("A1")
    /// Board('*0/01')
    fn after(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut board = self.0.clone();
        board.try_play(read_move(r#move, board.size())?).map_err(illegal_move)?;
        Ok(Self(board))
    }

    /// The rows from the top, joined by slashes: what `Board(...)` reads.
    fn to_text(&self) -> String {
        self.0.to_line()
    }

    /// A plane of bytes for each kind, as a numpy array with the axes kind, column, row:
    /// 1 where such a fruit lies, else 0.
    ///
    /// >>> fruitrage.Board("10/01").planes(2)[1].tolist()
    /// [[1, 0], [0, 1]]
    #[pyo3(signature = (kinds=4))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] kinds: i64,
    ) -> PyResult<Bound<'py, PyArray3<i8>>> {
        vector::need_numpy(py)?;
        let size = self.0.size();
        let kinds = usize::from(class(1, kinds)?.kinds());
        let planes = PyArray3::zeros(py, [kinds, size, size], false);
        self.0.write_planes(planes.readwrite().as_slice_mut()?);
        Ok(planes)
    }

    /// The kind of fruit in a cell, or None if it is empty.
    ///
    /// >>> fruitrage.Board("*0/01")["B1"]
    /// 0
    fn __getitem__(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        let (size, cell): (usize, Cell) = (self.0.size(), read_move(cell, self.0.size())?);
        if !cell.is_inside(size) {
            return Err(value_error(format!("{cell} is outside the {size} x {size} board")));
        }
        Ok(self.0.get(cell).map(Fruit::kind))
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> Option<bool> {
        match op {
            CompareOp::Eq => Some(self.0 == other.0),
            CompareOp::Ne => Some(self.0 != other.0),
            _ => None,
        }
    }

    const fn __hash__(&self) -> u64 {
        self.0.hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0.to_line())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_line(),)
    }

    /// The board as a picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        svg::of_board(&self.0, None)
    }
}

impl PyBoard {
    /// Returns the board as one that a game can begin with.
    pub(crate) fn starting(&self) -> PyResult<StartingBoard> {
        StartingBoard::of_line(&self.0.to_line()).map_err(value_error)
    }
}
