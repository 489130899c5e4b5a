//! A position: a board, whose turn it is and what both have, with its moves.

use fruitrage_game::BoardClass;
use fruitrage_rules::text::{Input, PositionLine};
use fruitrage_rules::{Group, Outcome, Player, Position};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::action::{action_of, name_of, names_of, read_move};
use crate::board::PyBoard;
use crate::errors::{IllegalMoveError, illegal_move, value_error};
use crate::group::PyGroup;
use crate::number::{maybe_seed, maybe_whole, natural, whole};
use crate::plies::Plies;
use crate::{interrupt, regret, svg, vector};

/// A board, whose turn it is, the points of both players, and the moves since the start.
///
/// `push` makes a move, `pop` takes it back. A move is the name of a cell (`"B1"`) or an
/// action, the number of the cell in the order of the names (A1, A2, ... B1, B2, ...).
///
/// >>> position = fruitrage.Position(fruitrage.Board("00/01"))
/// >>> position.legal_moves
/// ['A1', 'B2']
/// >>> position.push("A1")
/// 9
/// >>> position.points, position.turn
/// ((9, 0), 2)
/// >>> position.pop()
/// 'A1'
/// >>> position
/// Position('00/01 1 0:0 -')
#[pyclass(module = "fruitrage", name = "Position")]
pub(crate) struct PyPosition(pub(crate) Plies);

/// A position, or a board with the first player to move.
#[derive(FromPyObject)]
pub(crate) enum BoardOrPosition<'py> {
    Position(PyRef<'py, PyPosition>),
    Board(PyRef<'py, PyBoard>),
}

impl BoardOrPosition<'_> {
    /// Returns the position.
    pub(crate) fn position(&self) -> Position {
        match self {
            Self::Position(position) => position.0.position(),
            Self::Board(board) => Position::start(board.0.clone()),
        }
    }
}

/// Reads who is to move.
fn read_turn(turn: i64) -> PyResult<Player> {
    match turn {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        _ => Err(value_error(format!("turn is {turn}, but must be 1 for the first player or 2 for the second"))),
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (board, turn=1, points=(0, 0)))]
    fn new(board: &PyBoard, #[pyo3(from_py_with = whole)] turn: i64, points: (i128, i128)) -> PyResult<Self> {
        let most = 676_i128.pow(2);
        if ![points.0, points.1].iter().all(|points| (0..=most).contains(points)) {
            return Err(value_error(format!("points are {points:?}, but must each be from 0 to {most}")));
        }
        Ok(Self(Plies::from(&Position::new(board.0.clone(), read_turn(turn)?, [points.0 as u32, points.1 as u32]))))
    }

    /// The start of a game on the board that a seed names; see `Board.random`.
    ///
    /// >>> fruitrage.Position.random(2, kinds=2, seed=7).points
    /// (0, 0)
    #[staticmethod]
    #[pyo3(signature = (size=10, kinds=4, seed=None))]
    fn random(
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] size: i64,
        #[pyo3(from_py_with = whole)] kinds: i64,
        #[pyo3(from_py_with = maybe_seed)] seed: Option<u64>,
    ) -> PyResult<Self> {
        let seed = seed.map_or_else(|| crate::board::any_seed(py), Ok)?;
        let board = crate::board::class(size, kinds)?.board(seed);
        Ok(Self(Plies::from(&Position::start(board))))
    }

    /// Reads a position on one line: the rows, whose turn it is, the points, and the clocks
    /// or `-`, as records and the command line write it.
    ///
    /// >>> fruitrage.Position.from_text("*0/01 2 4:0 -").points
    /// (4, 0)
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        let read = text.trim().parse::<PositionLine>();
        let read = read.map_err(|error| {
            value_error(format!("position: {error}; a position is written as '310/012/302 1 0:0 -'"))
        })?;
        Ok(Self(Plies::from(&read.position)))
    }

    /// Reads the `input.txt` of the file protocol, just as strictly as a referee writes it.
    ///
    /// >>> fruitrage.Position.from_input("2\n2\n300\n00\n01\n").board
    /// Board('00/01')
    #[staticmethod]
    fn from_input(text: &str) -> PyResult<Self> {
        let read = Input::read_strictly(text.as_bytes()).map_err(|error| value_error(format!("input.txt: {error}")))?;
        let board = fruitrage_rules::Board::settled(&read.grid);
        Ok(Self(Plies::from(&Position::start(board))))
    }

    /// The position on one line, without clocks: what `Position.from_text` reads.
    fn to_text(&self) -> String {
        PositionLine { position: self.0.position(), clocks: None }.to_string()
    }

    /// The `input.txt` of the file protocol for the player to move, with so many seconds left.
    ///
    /// >>> fruitrage.Position(fruitrage.Board("00/01")).to_input(kinds=2, seconds=1.5)
    /// '2\n2\n1.5\n00\n01\n'
    #[pyo3(signature = (kinds=None, seconds=300.0))]
    fn to_input(&self, #[pyo3(from_py_with = maybe_whole)] kinds: Option<i64>, seconds: f64) -> PyResult<String> {
        let grid = self.0.board().to_grid();
        let drawn = grid.kinds();
        let kinds = kinds.map_or(Ok(drawn), |kinds| crate::board::class(1, kinds).map(BoardClass::kinds))?;
        if kinds < drawn {
            return Err(value_error(format!("kinds is {kinds}, but the board holds the fruit {}", drawn - 1)));
        }
        let time = interrupt::read_seconds(seconds)?;
        Ok(Input { kinds, time, grid }.to_string())
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board().clone())
    }

    /// Whose turn it is, or would be if the game were not over: 1 or 2.
    #[getter]
    const fn turn(&self) -> usize {
        self.0.turn().index() + 1
    }

    /// The points of the first and the second player.
    #[getter]
    const fn points(&self) -> (u32, u32) {
        let [first, second] = self.0.points();
        (first, second)
    }

    /// The points of the player to move less those of the opponent.
    #[getter]
    fn margin(&self) -> i64 {
        let points = self.0.points().map(i64::from);
        points[self.0.turn().index()] - points[self.0.turn().opponent().index()]
    }

    /// Whether the board is empty.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.board().is_empty()
    }

    /// Who has more points once the game is over: 1 or 2, or 0 for a draw. None before.
    ///
    /// >>> position = fruitrage.Position(fruitrage.Board("0"))
    /// >>> position.winner is None, position.push("A1"), position.winner
    /// (True, 1, 1)
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.0.board().is_empty().then(|| match Outcome::of(self.0.points()) {
            Outcome::Win(player) => player.index() + 1,
            Outcome::Draw => 0,
        })
    }

    /// The legal moves by name, one for each group, the largest group first.
    ///
    /// Each names the topmost cell of the group's leftmost column. `push` takes any other
    /// cell of the group just as well: it is the same move.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        names_of(py, self.0.board().groups().into_iter().map(Group::cell))
    }

    /// The legal moves as actions, in the same order as `legal_moves`.
    ///
    /// >>> fruitrage.Position(fruitrage.Board("00/01")).legal_actions
    /// [0, 3]
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        let board = self.0.board();
        board.groups().into_iter().map(|group| action_of(group.cell(), board.size())).collect()
    }

    /// All groups, the largest first: the legal moves with what they are worth.
    #[getter]
    fn groups(&self) -> Vec<PyGroup> {
        let board = self.0.board();
        board.groups().into_iter().map(|group| PyGroup::of(board, group)).collect()
    }

    /// The sizes of all groups, the largest first.
    #[getter]
    fn group_sizes(&self) -> Vec<usize> {
        self.0.board().groups().into_iter().map(Group::size).collect()
    }

    /// The moves that led here, as they were named, the first one first.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        names_of(py, self.0.moves())
    }

    /// Makes a move for the player whose turn it is, and returns its points.
    ///
    /// >>> position = fruitrage.Position(fruitrage.Board("*0/01"))
    /// >>> position.push("A1")
    /// Traceback (most recent call last):
    /// fruitrage.IllegalMoveError: A1 is empty; legal_moves lists what can be taken
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<u32> {
        let cell = read_move(r#move, self.0.board().size())?;
        let group = self.0.push(cell).map_err(illegal_move)?;
        Ok(group.points())
    }

    /// Takes the last move back and returns it.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let cell = self.0.pop().ok_or_else(|| IllegalMoveError::new_err("there is no move to take back"))?;
        Ok(name_of(py, cell))
    }

    /// A copy that lives on its own, with its moves.
    fn copy(&self) -> Self {
        Self(self.0.copy())
    }

    /// How many points a move loses against the best one, exactly; None if that takes more
    /// than so many nodes.
    ///
    /// >>> position = fruitrage.Position(fruitrage.Board("00/01"))
    /// >>> position.regret("A1"), position.regret("B2")
    /// (0, 16)
    #[pyo3(signature = (r#move, nodes=1_000_000))]
    fn regret(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = natural)] nodes: u64,
    ) -> PyResult<Option<i64>> {
        let board = self.0.board();
        let group = board.group_at(read_move(r#move, board.size())?).map_err(illegal_move)?;
        interrupt::interruptible(py, |observer| regret::exact(board, group, nodes, observer))
    }

    /// The legal moves as a numpy array of bytes, one for each action: 1 if it is one of
    /// `legal_actions`, else 0.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        vector::need_numpy(py)?;
        let board = self.0.board();
        let mask = PyArray1::zeros(py, board.size().pow(2), false);
        board.write_moves(mask.readwrite().as_slice_mut()?);
        Ok(mask)
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> Option<bool> {
        let same = || self.0.position() == other.0.position();
        match op {
            CompareOp::Eq => Some(same()),
            CompareOp::Ne => Some(!same()),
            _ => None,
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_text")?, (slf.borrow().to_text(),)))
    }

    fn __str__(&self) -> String {
        let [first, second] = self.0.points();
        format!("{}{first}:{second}, player {} to move", self.0.board(), self.turn())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.to_text())
    }

    /// The position as a picture, for notebooks.
    fn _repr_svg_(&self) -> String {
        let [first, second] = self.0.points();
        let turn = if self.is_over() { "over".to_owned() } else { format!("player {} to move", self.turn()) };
        svg::of_board(self.0.board(), Some(&format!("{first} : {second} — {turn}")))
    }
}
