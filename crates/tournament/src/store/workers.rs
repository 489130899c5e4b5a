//! The workers: every process that plays, on which machine, how fast that is, and whether
//! it lives.

use super::entering::try_void_again;
use super::leases::free_all;
use super::{Store, details, random_number};
use crate::storage::{Row, StorageError, Transaction};

/// A process that plays, as it introduces itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerInfo {
    /// The machine that it runs on.
    pub host: String,
    /// Positions a second in the engine's benchmark, when it was started; 0 if that was
    /// not measured.
    pub speed: u64,
    /// The version of this program.
    pub version: String,
}

/// A process that plays or has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerEntry {
    /// Its name, which no other has.
    pub name: String,
    /// What it has said of itself.
    pub info: WorkerInfo,
    /// Pairs at a time.
    pub jobs: usize,
    /// When it was started, in seconds since 1970 by the clock of the database.
    pub started: i64,
    /// Seconds since it was heard of.
    pub silent_for: u64,
    /// Whether that is not too long.
    pub is_alive: bool,
}

/// Returns a name for a process that no other has.
pub(crate) fn worker_name(info: &WorkerInfo) -> String {
    format!("{}-{}-{:08x}", info.host, std::process::id(), random_number() as u32)
}

impl Store {
    /// Makes a process known that is about to play so many pairs at a time. If it has the
    /// tournament to itself, pairs that are still leased were leased by somebody who is
    /// dead, and those that could not be played are tried again.
    pub(crate) fn join(&self, name: &str, info: &WorkerInfo, jobs: usize) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        if !self.is_shared {
            free_all(&mut transaction)?;
            try_void_again(&mut transaction)?;
        }
        transaction.execute(
            "INSERT INTO workers (name, host, speed, jobs, version, started, last_seen)
             VALUES ($1, $2, $3, $4, $5, unixepoch(), unixepoch()) ON CONFLICT (name) DO NOTHING",
            vec![
                name.into(),
                info.host.as_str().into(),
                (info.speed as i64).into(),
                jobs.into(),
                info.version.as_str().into(),
            ],
        )?;
        transaction.commit()
    }

    /// Says that a process is done.
    pub(crate) fn leave(&self, name: &str) -> Result<(), StorageError> {
        self.storage.execute("UPDATE workers SET last_seen = 0 WHERE name = $1", vec![name.into()])?;
        Ok(())
    }

    /// Everybody who plays or has played, in the order in which they came.
    pub(crate) fn workers(&self) -> Result<Vec<WorkerEntry>, StorageError> {
        workers(&mut self.storage.begin_reading()?)
    }
}

pub(super) fn workers(transaction: &mut Transaction<'_>) -> Result<Vec<WorkerEntry>, StorageError> {
    let lease = i64::from(details(transaction)?.unwrap_or_default().lease);
    let rows = transaction.query(
        "SELECT name, host, speed, version, jobs, started, unixepoch() - last_seen FROM workers ORDER BY started, name",
        vec![],
    )?;
    let read = |row: &Row| {
        let silent_for = row.int(6)?.max(0);
        Ok(WorkerEntry {
            name: row.text(0)?,
            info: WorkerInfo { host: row.text(1)?, speed: row.int(2)? as u64, version: row.text(3)? },
            jobs: row.count(4)?,
            started: row.int(5)?,
            silent_for: silent_for as u64,
            is_alive: silent_for < lease,
        })
    };
    rows.iter().map(read).collect()
}
