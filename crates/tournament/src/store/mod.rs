//! What is in a tournament's database. Only this module and `schema.sql` know its tables.

mod entering;
mod items;
mod leases;
mod playing;
mod reading;
mod scheduling;
mod workers;

use super::conditions::{Conditions, Details};
use super::results::{EnteredAgent, PairState};
use crate::agents::AgentSpec;
use crate::storage::{Access, Location, Row, Storage, StorageError, Transaction, Value};

pub use items::{EnteredItem, ItemChange, ItemState, WantedItem};
pub(super) use items::{FinishedItem, TakenItem};
pub(super) use leases::{Lease, LeaseOf};
pub(super) use playing::{FinishedPlay, Play, Stored, TakenPair};
pub(super) use scheduling::Advance;
pub(super) use workers::worker_name;
pub use workers::{WorkerEntry, WorkerInfo};

/// A tournament's database.
#[derive(Debug)]
pub(super) struct Store {
    storage: Storage,
    is_shared: bool,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The last round that was scheduled.
    pub round: u32,
    /// Pairs to be played or being played.
    pub open: usize,
    /// Pairs that are finished.
    pub done: usize,
    /// Pairs that the arena could not play.
    pub void: usize,
    /// Finished games.
    pub games: usize,
    /// Of these, games of pairs that are not finished.
    pub halves: usize,
    /// Games lost by a fault.
    pub faults: usize,
    /// Games that were finished in the last hour, and since how many seconds there
    /// were any, up to an hour.
    pub lately: (usize, u64),
    /// Whether nobody is to begin with another pair.
    pub is_paused: bool,
    /// Whether nothing is left to be played.
    pub is_finished: bool,
}

impl Progress {
    /// Games an hour, of late.
    pub fn games_per_hour(&self) -> Option<f64> {
        let (games, seconds) = self.lately;
        (games > 0 && seconds > 0).then(|| games as f64 * 3600.0 / seconds as f64)
    }
}

impl Store {
    pub(super) fn open(location: &Location, access: Access) -> Result<Self, StorageError> {
        Ok(Self { storage: Storage::open(location, access)?, is_shared: location.is_shared() })
    }

    /// Whether other machines may be at work on it.
    pub(super) const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Checks that a database in a file is still there. It costs next to nothing.
    pub(super) fn check_files(&self) -> Result<(), StorageError> {
        self.storage.check_files()
    }

    /// What the games so far were played under, if there is a tournament.
    pub(super) fn conditions(&self) -> Result<Option<Conditions>, StorageError> {
        conditions(&mut self.storage.begin_reading()?)
    }

    /// What the database holds, if anything.
    pub(super) fn kind(&self) -> Result<Option<Kind>, StorageError> {
        kind(&mut self.storage.begin_reading()?)
    }

    /// The number by which the tournament is told from every other.
    pub(super) fn identity(&self) -> Result<Option<String>, StorageError> {
        identity(&mut self.storage.begin_reading()?)
    }

    /// What else was written down of it.
    pub(super) fn details(&self) -> Result<Option<Details>, StorageError> {
        details(&mut self.storage.begin_reading()?)
    }

    pub(super) fn agents(&self) -> Result<Vec<EnteredAgent>, StorageError> {
        agents(&mut self.storage.begin_reading()?)
    }

    pub(super) fn progress(&self) -> Result<Progress, StorageError> {
        progress(&mut self.storage.begin_reading()?)
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("settings are always JSON: {error}"))
}

/// Returns a number that nobody has drawn before, with a probability of nearly one.
pub(super) fn random_number() -> u64 {
    getrandom::u64().unwrap_or_else(|error| panic!("the system has no random numbers: {error}"))
}

/// Returns what a tournament is told by from every other.
fn new_identity() -> String {
    format!("{:016x}{:016x}", random_number(), random_number())
}

fn count(
    transaction: &mut Transaction<'_>,
    statement: &'static str,
    values: Vec<Value>,
) -> Result<usize, StorageError> {
    transaction.query_one(statement, values)?.map_or(Ok(0), |row| row.count(0))
}

/// From here to the end of the transaction nobody else schedules, enters agents or
/// withdraws them.
fn keep_others_waiting(transaction: &mut Transaction<'_>) -> Result<(), StorageError> {
    transaction.execute("UPDATE tournament SET revision = revision + 1 WHERE id = 1", vec![])?;
    Ok(())
}

/// What a database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tournament,
    Grading,
}

fn kind(transaction: &mut Transaction<'_>) -> Result<Option<Kind>, StorageError> {
    let found = transaction.query_one("SELECT kind FROM tournament", vec![])?;
    found.map(|row| Ok(if row.text(0)? == "grading" { Kind::Grading } else { Kind::Tournament })).transpose()
}

fn conditions(transaction: &mut Transaction<'_>) -> Result<Option<Conditions>, StorageError> {
    if kind(transaction)? == Some(Kind::Grading) {
        return Err(StorageError::OtherKind(
            "there is a grading in this database, and no tournament; look at it with `fruitrage grade status`",
        ));
    }
    transaction.query_one("SELECT settings FROM tournament", vec![])?.map(|row| row.json(0)).transpose()
}

fn identity(transaction: &mut Transaction<'_>) -> Result<Option<String>, StorageError> {
    let found = transaction.query_one("SELECT identity FROM tournament", vec![])?;
    found.map(|row| row.text(0)).transpose()
}

fn details(transaction: &mut Transaction<'_>) -> Result<Option<Details>, StorageError> {
    let found = transaction.query_one("SELECT details FROM tournament", vec![])?;
    found.map(|row| row.json(0)).transpose()
}

fn agents(transaction: &mut Transaction<'_>) -> Result<Vec<EnteredAgent>, StorageError> {
    let rows = transaction
        .query("SELECT number, name, spec, hash, problem, portable, leaves FROM agents ORDER BY number", vec![])?;
    let read = |row: &Row| {
        Ok(EnteredAgent {
            number: row.count(0)?,
            name: row.text(1)?,
            spec: row.json::<AgentSpec>(2)?,
            hash: row.maybe_text(3)?,
            problem: row.maybe_text(4)?,
            portable: row.maybe_text(5)?.map(|_| row.json::<AgentSpec>(5)).transpose()?,
            leaves: row.maybe_int(6)?.map(|round| round as u32),
        })
    };
    rows.iter().map(read).collect()
}

fn progress(transaction: &mut Transaction<'_>) -> Result<Progress, StorageError> {
    let lately = transaction.query_one(
        "SELECT COUNT(*), COALESCE(unixepoch() - MIN(finished), 0) FROM games WHERE finished > unixepoch() - 3600",
        vec![],
    )?;
    let lately = match lately {
        Some(row) => (row.count(0)?, row.int(1)?.clamp(1, 3600) as u64),
        None => (0, 0),
    };
    let state = transaction.query_one("SELECT finished, paused FROM tournament", vec![])?;
    let (finished, paused) = state.map_or(Ok((0, 0)), |row| Ok::<_, StorageError>((row.int(0)?, row.int(1)?)))?;
    let mut progress = Progress {
        round: count(transaction, "SELECT COALESCE(MAX(number), 0) FROM rounds", vec![])? as u32,
        games: count(transaction, "SELECT COUNT(*) FROM games", vec![])?,
        halves: count(
            transaction,
            "SELECT COUNT(*) FROM pairs JOIN games ON games.pair = pairs.number WHERE state <> 'done'",
            vec![],
        )?,
        faults: count(transaction, "SELECT COUNT(at_fault) FROM games", vec![])?,
        lately,
        is_paused: paused == 1,
        is_finished: finished == 1,
        ..Progress::default()
    };
    for row in transaction.query("SELECT state, COUNT(*) FROM pairs GROUP BY state", vec![])? {
        let pairs = row.count(1)?;
        match read_state(&row.text(0)?)? {
            PairState::Open => progress.open = pairs,
            PairState::Done => progress.done = pairs,
            PairState::Void => progress.void = pairs,
        }
    }
    Ok(progress)
}

fn read_state(state: &str) -> Result<PairState, StorageError> {
    match state {
        "open" => Ok(PairState::Open),
        "done" => Ok(PairState::Done),
        "void" => Ok(PairState::Void),
        _ => Err(StorageError::Damaged(format!("a pair that is '{state}'"))),
    }
}

#[cfg(test)]
mod tests;
