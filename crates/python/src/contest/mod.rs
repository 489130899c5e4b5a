//! Matches between Python's players and those inside the program.

mod callable;
mod result;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use fruitrage_game::{
    BoardSource, ClockRules, Entrant, Failure, GameRecord, MatchPlan, PlayedUnit, Rules, Series, Side, Stop,
};
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_results::MatchSummary;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::board::{PyBoard, any_seed, class};
use crate::errors::value_error;
use crate::game::Game;
use crate::interrupt::{interrupted, read_seconds};
use crate::number::{maybe_seed, whole};
use callable::{CallableEntrant, OnFault, Trouble};
pub(crate) use result::{Estimate, MatchResult};

/// Reads a player: the name of one inside the program, or a callable.
fn entrant(
    player: &Bound<'_, PyAny>,
    name: Option<&str>,
    on_fault: OnFault,
    trouble: &Trouble,
) -> PyResult<Arc<dyn Entrant>> {
    if let Ok(text) = player.cast::<PyString>() {
        let text = text.to_cow()?;
        let builtin: BuiltinPlayer = text.parse().map_err(value_error)?;
        let entrant = builtin.entrant(name.unwrap_or(&text)).map_err(value_error)?;
        return Ok(Arc::new(entrant));
    }
    if !player.is_callable() {
        let found = player.repr()?;
        return Err(value_error(format!(
            "a player is a name such as 'greedy' or 'engine:level=2', or a function that takes a position and returns a move; found {found}"
        )));
    }
    let own = || player.getattr("__name__").ok().and_then(|name| name.extract::<String>().ok());
    let name = name.map(str::to_owned).or_else(own).unwrap_or_else(|| player.get_type().to_string());
    Ok(Arc::new(CallableEntrant::new(name, player.clone().unbind(), on_fault, Arc::clone(trouble))))
}

/// Returns where the boards of a match come from, and how many pairs there are.
fn boards(boards: Option<Vec<PyRef<'_, PyBoard>>>, size: i64, kinds: i64, seed: u64) -> PyResult<BoardSource> {
    let Some(boards) = boards else {
        return Ok(BoardSource::Random { classes: vec![class(size, kinds)?], seed });
    };
    if boards.is_empty() {
        return Err(value_error("boards is empty: give at least one, or leave it out for random boards"));
    }
    Ok(BoardSource::Suite(boards.iter().map(|board| board.starting()).collect::<PyResult<_>>()?))
}

/// Plays a match of pairs, the same board twice with the sides swapped, and returns what it
/// shows of the first player against the second.
///
/// A player is the name of one inside the program (`"random"`, `"greedy"`,
/// `"minimax:depth=3"`, `"engine"`, `"engine:level=2"`), or a function that takes a `Position`
/// and returns a move. Boards are random ones by size, kinds and seed, or those of a list, in
/// turn. Each player has so many `seconds` of CPU time for a game. What a function raises is
/// raised here; an illegal move as well, unless `on_fault` is `"lose"`: then either loses the
/// game. `jobs` games are played at a time; only players inside the program gain by that.
///
/// >>> def last(position):
/// ...     return position.legal_moves[-1]
/// >>> result = fruitrage.match(last, "greedy", pairs=5, size=6, kinds=3, seed=1)
/// >>> result.won + result.drawn + result.lost
/// 10
/// >>> result.share.value < 0.5
/// True
#[pyfunction]
#[pyo3(signature = (one, two, *, pairs=10, size=10, kinds=4, seed=None, boards=None, seconds=5.0, jobs=1, names=None, on_fault="raise"))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn r#match(
    py: Python<'_>,
    one: &Bound<'_, PyAny>,
    two: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole)] pairs: i64,
    #[pyo3(from_py_with = whole)] size: i64,
    #[pyo3(from_py_with = whole)] kinds: i64,
    #[pyo3(from_py_with = maybe_seed)] seed: Option<u64>,
    boards: Option<Vec<PyRef<'_, PyBoard>>>,
    seconds: f64,
    #[pyo3(from_py_with = whole)] jobs: i64,
    names: Option<(String, String)>,
    on_fault: &str,
) -> PyResult<MatchResult> {
    let seed = seed.map_or_else(|| any_seed(py), Ok)?;
    let on_fault = on_fault.parse().map_err(|error: String| value_error(error))?;
    let trouble = Trouble::default();
    let (first, second) = names.unzip();
    let entered = |player, name: Option<&str>| -> PyResult<Side> {
        Ok(Side { entrant: entrant(player, name, on_fault, &trouble)?, time: read_seconds(seconds)? })
    };
    let plan = MatchPlan {
        sides: [entered(one, first.as_deref())?, entered(two, second.as_deref())?],
        boards: self::boards(boards, size, kinds, seed)?,
        series: Series::Pairs(counted("pairs", pairs)?),
        rules: Rules { clock: ClockRules::default(), strict_board: true, ..Rules::default() },
    };
    let jobs = counted("jobs", jobs)? as usize;
    let played = Mutex::new((MatchSummary::default(), Vec::new()));
    let outcome = py.detach(|| run(&plan, jobs, &played, &trouble));
    if let Some(error) = trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    outcome.map_err(value_error)?;
    let (summary, games) = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    let names = [0, 1].map(|side| plan.sides[side].entrant.line(plan.sides[side].time).name);
    MatchResult::new(py, names, seed, summary, games)
}

/// Reads a number of which there must be at least one, and a sane number of them.
fn counted(what: &str, number: i64) -> PyResult<u64> {
    let read = u64::try_from(number).ok().filter(|number| (1..=1_000_000_000).contains(number));
    read.ok_or_else(|| value_error(format!("{what} is {number}, but must be 1 or more")))
}

/// Plays all games and counts them.
fn run(
    plan: &MatchPlan,
    jobs: usize,
    played: &Mutex<(MatchSummary, Vec<Game>)>,
    trouble: &Trouble,
) -> Result<(), Failure> {
    plan.run(jobs, &Stop::default(), |_, unit| {
        let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
        played.0.add(&unit);
        played.1.extend(games(unit)?);
        match interrupted() {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(error) => {
                *trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                Ok(ControlFlow::Break(()))
            }
        }
    })
}

fn games(unit: PlayedUnit) -> anyhow::Result<Vec<Game>> {
    let record = |events| GameRecord::of_events(events).map_err(anyhow::Error::msg);
    let games = unit.into_iter().map(|game| Ok(record(game.events)?.map(Game)));
    Ok(games.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
}
