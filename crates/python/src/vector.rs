//! `VectorEnv`: many boards in one call, into numpy arrays that stay where they are.

use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadwriteArray};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

use crate::board::class;
use crate::errors::value_error;
use crate::number::{maybe_seed, natural, whole};
use crate::plies::Plies;
use crate::position::PyPosition;
use crate::slots::{Buffers, Reward, Slots};

/// More boards than fit into memory.
const MOST_BOARDS: i64 = 1 << 20;

/// Makes sure that numpy is there, which only these functions need.
pub(crate) fn need_numpy(py: Python<'_>) -> PyResult<()> {
    let hint = |error: PyErr| {
        let hint = PyImportError::new_err("this needs numpy: pip install 'fruitrage[numpy]'");
        hint.set_cause(py, Some(error));
        hint
    };
    py.import("numpy").map(drop).map_err(hint)
}

/// Many games at a time, for programs that learn.
///
/// `step` makes one move in each of `count` games, without the interpreter's lock, and writes
/// what comes of it into numpy arrays that are the same in every call: copy what you keep.
/// Both players move in turn, and each array is from the side of the player to move. A game
/// that is over is replaced at once by a new one, on the board of the next seed.
///
/// An action is the number of a cell in the order of the names (A1, A2, ... B1, B2, ...). The
/// mask allows one cell of each group; any other cell of the group is the same move.
///
/// `reward` is `"margin"`, the points of the move, or `"result"`, nothing but 1, 0 or -1 at the
/// end, for the player who moved. With `regret_nodes`, `regrets` tells what each move lost
/// against the best one, exactly, where the solver finds that within so many nodes.
///
/// >>> env = fruitrage.VectorEnv(8, size=6, kinds=3, seed=1)
/// >>> observations, masks = env.reset()
/// >>> observations.shape, masks.shape
/// ((8, 3, 6, 6), (8, 36))
/// >>> observations, masks, rewards, terminations = env.step(env.sample())
/// >>> bool((rewards >= 1).all())
/// True
/// >>> env.step([99] * 8)
/// Traceback (most recent call last):
/// ValueError: board 0: action 99 is outside the 6 x 6 board: actions are from 0 (A1) to 35
#[pyclass(module = "fruitrage")]
pub(crate) struct VectorEnv {
    slots: Slots,
    kinds: usize,
    size: usize,
    seed: u64,
    reward: Reward,
    regret_nodes: u64,
    arrays: Arrays,
}

/// The arrays that Python sees.
struct Arrays {
    observations: Py<PyArray4<i8>>,
    masks: Py<PyArray2<i8>>,
    margins: Py<PyArray1<i32>>,
    turns: Py<PyArray1<i8>>,
    rewards: Py<PyArray1<f32>>,
    ends: Py<PyArray1<bool>>,
    final_margins: Py<PyArray1<i32>>,
    regrets: Py<PyArray1<f32>>,
}

impl Arrays {
    fn new(py: Python<'_>, count: usize, kinds: usize, size: usize) -> Self {
        Self {
            observations: PyArray::zeros(py, [count, kinds, size, size], false).unbind(),
            masks: PyArray::zeros(py, [count, size * size], false).unbind(),
            margins: PyArray::zeros(py, count, false).unbind(),
            turns: PyArray::zeros(py, count, false).unbind(),
            rewards: PyArray::zeros(py, count, false).unbind(),
            ends: PyArray::zeros(py, count, false).unbind(),
            final_margins: PyArray::zeros(py, count, false).unbind(),
            regrets: PyArray::zeros(py, count, false).unbind(),
        }
    }
}

/// Borrows an array of ours for writing.
fn writable<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(|error| value_error(format!("an array of this environment: {error}")))
}

/// Does something with all arrays as slices.
fn with_buffers<T>(py: Python<'_>, arrays: &Arrays, work: impl FnOnce(Buffers<'_>) -> T) -> PyResult<T> {
    let (mut observations, mut masks) = (writable(py, &arrays.observations)?, writable(py, &arrays.masks)?);
    let (mut margins, mut turns) = (writable(py, &arrays.margins)?, writable(py, &arrays.turns)?);
    let (mut rewards, mut ends) = (writable(py, &arrays.rewards)?, writable(py, &arrays.ends)?);
    let mut final_margins = writable(py, &arrays.final_margins)?;
    Ok(work(Buffers {
        observations: observations.as_slice_mut()?,
        masks: masks.as_slice_mut()?,
        margins: margins.as_slice_mut()?,
        turns: turns.as_slice_mut()?,
        rewards: rewards.as_slice_mut()?,
        ends: ends.as_slice_mut()?,
        final_margins: final_margins.as_slice_mut()?,
    }))
}

/// Reads one action for each game.
fn read_actions(actions: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if !"iu".contains(&kind) || shape != [count] {
        let dtype = array.getattr("dtype")?;
        return Err(value_error(format!(
            "actions must be {count} whole numbers, one for each board; found the shape {shape:?} of {dtype}"
        )));
    }
    let array = array.call_method1("astype", (numpy.getattr("int64")?,))?;
    Ok(array.cast_into::<PyArray1<i64>>()?.to_vec()?)
}

type Observed = (Py<PyArray4<i8>>, Py<PyArray2<i8>>);
type Stepped = (Py<PyArray4<i8>>, Py<PyArray2<i8>>, Py<PyArray1<f32>>, Py<PyArray1<bool>>);

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (count, *, size=10, kinds=4, seed=0, reward="margin", regret_nodes=0))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] count: i64,
        #[pyo3(from_py_with = whole)] size: i64,
        #[pyo3(from_py_with = whole)] kinds: i64,
        #[pyo3(from_py_with = natural)] seed: u64,
        reward: &str,
        #[pyo3(from_py_with = natural)] regret_nodes: u64,
    ) -> PyResult<Self> {
        need_numpy(py)?;
        if !(1..=MOST_BOARDS).contains(&count) {
            return Err(value_error(format!("count is {count}, but must be from 1 to {MOST_BOARDS}")));
        }
        let class = class(size, kinds)?;
        let reward = reward.parse().map_err(|error: String| value_error(error))?;
        let (size, kinds, count) = (class.size(), usize::from(class.kinds()), count as usize);
        let arrays = Arrays::new(py, count, kinds, size);
        let env = Self { slots: Slots::new(class, count, seed), kinds, size, seed, reward, regret_nodes, arrays };
        with_buffers(py, &env.arrays, |mut buffers| env.slots.observe_all(&mut buffers))?;
        Ok(env)
    }

    /// Begins all games anew, on the boards of the seed and those after it, and returns the
    /// observations and the action masks. Without a seed, that of the last time.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, #[pyo3(from_py_with = maybe_seed)] seed: Option<u64>) -> PyResult<Observed> {
        self.seed = seed.unwrap_or(self.seed);
        let class = class(self.size as i64, self.kinds as i64)?;
        self.slots = Slots::new(class, self.slots.count(), self.seed);
        with_buffers(py, &self.arrays, |mut buffers| self.slots.observe_all(&mut buffers))?;
        Ok((self.arrays.observations.clone_ref(py), self.arrays.masks.clone_ref(py)))
    }

    /// Makes one move in each game, and returns the observations, the action masks, the
    /// rewards and whether each game was over after it. On a wrong action nothing happens.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Stepped> {
        let count = self.slots.count();
        let (slots, arrays) = (&mut self.slots, &self.arrays);
        let (reward, regret_nodes) = (self.reward, self.regret_nodes);
        // An array of just this form is read where it is.
        let array = actions.cast::<PyArray1<i64>>().ok();
        let borrowed = array.and_then(|array| array.try_readonly().ok());
        let in_place = borrowed.as_ref().and_then(|array| array.as_slice().ok()).filter(|all| all.len() == count);
        let read = if in_place.is_some() { Vec::new() } else { read_actions(actions, count)? };
        let actions = in_place.unwrap_or(&read);
        let mut regrets = writable(py, &arrays.regrets)?;
        let regrets = regrets.as_slice_mut()?;
        with_buffers(py, arrays, |mut buffers| {
            py.detach(|| {
                slots.choose(actions)?;
                if regret_nodes > 0 {
                    slots.write_regrets(regret_nodes, regrets);
                }
                slots.step(reward, &mut buffers);
                Ok(())
            })
        })?
        .map_err(|error: String| value_error(error))?;
        let Arrays { observations, masks, rewards, ends, .. } = arrays;
        Ok((observations.clone_ref(py), masks.clone_ref(py), rewards.clone_ref(py), ends.clone_ref(py)))
    }

    /// A legal action for each game, each equally likely. The dice depend on the seed alone.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.slots.count()];
        py.detach(|| self.slots.sample(&mut actions));
        actions.into_pyarray(py)
    }

    /// The action that takes the largest group, for each game.
    fn greedy<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.slots.count()];
        py.detach(|| self.slots.greedy(&mut actions));
        actions.into_pyarray(py)
    }

    /// One of the games as a position, to look at or to analyse.
    fn position(&self, #[pyo3(from_py_with = whole)] number: i64) -> PyResult<PyPosition> {
        let count = self.slots.count();
        let found = usize::try_from(number).ok().filter(|&number| number < count);
        let number = found.ok_or_else(|| value_error(format!("there are boards 0 to {}, not {number}", count - 1)))?;
        let (turn, points) = self.slots.standing(number);
        let position = fruitrage_rules::Position::new(self.slots.board(number).clone(), turn, points);
        Ok(PyPosition(Plies::from(&position)))
    }

    /// How many games there are.
    #[getter]
    const fn count(&self) -> usize {
        self.slots.count()
    }

    /// Cells a side.
    #[getter]
    const fn size(&self) -> usize {
        self.size
    }

    /// Kinds of fruit.
    #[getter]
    const fn kinds(&self) -> usize {
        self.kinds
    }

    /// For each game a plane of bytes for each kind, with the axes column and row.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray4<i8>> {
        self.arrays.observations.clone_ref(py)
    }

    /// For each game and action 1 if it is allowed, else 0.
    #[getter]
    fn action_masks(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.arrays.masks.clone_ref(py)
    }

    /// What the player who moved got in the last step.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    /// Which games were over after the last step; each has made way for a new one.
    #[getter]
    fn terminations(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.ends.clone_ref(py)
    }

    /// Whose turn it is in each game: 0 or 1.
    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.arrays.turns.clone_ref(py)
    }

    /// The points of the player to move less the opponent's, in each game.
    #[getter]
    fn margins(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.margins.clone_ref(py)
    }

    /// Where a game was over after the last step, the points of the player who moved less the
    /// opponent's; elsewhere 0.
    #[getter]
    fn final_margins(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.final_margins.clone_ref(py)
    }

    /// What each move of the last step lost against the best one, exactly; not a number where
    /// that is not known. All 0 without `regret_nodes`.
    #[getter]
    fn regrets(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.arrays.regrets.clone_ref(py)
    }

    /// The seeds that name the boards of the games under way.
    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.slots.seeds().collect::<Vec<_>>().into_pyarray(py)
    }

    fn __len__(&self) -> usize {
        self.slots.count()
    }

    fn __repr__(&self) -> String {
        format!("VectorEnv({}, size={}, kinds={}, seed={})", self.slots.count(), self.size, self.kinds, self.seed)
    }
}
