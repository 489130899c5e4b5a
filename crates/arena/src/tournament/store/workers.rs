//! Answers for who plays: every process that does, on which machine, how fast that
//! is, and whether it lives.

use std::time::Duration;

use super::entering::try_void_again;
use super::{Store, details};
use crate::storage::{Row, StorageError, Transaction, Worker};

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

impl Store {
    /// Makes a process known that is about to play, with the names under which its
    /// threads take pairs. If it has the tournament to itself, pairs that are still
    /// taken were taken by somebody who is dead, and those that could not be played
    /// are tried again.
    pub(in crate::tournament) fn join(
        &self,
        name: &str,
        info: &WorkerInfo,
        threads: &[Worker],
    ) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        if !self.is_shared {
            transaction.take_back_all()?;
            try_void_again(&mut transaction)?;
        }
        let now = transaction.now()?;
        transaction.execute(
            "INSERT INTO crew (name, host, speed, jobs, version, started, last_seen)
             VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (name) DO NOTHING",
            vec![
                name.into(),
                info.host.as_str().into(),
                (info.speed as i64).into(),
                threads.len().into(),
                info.version.as_str().into(),
                now.into(),
            ],
        )?;
        for thread in threads {
            transaction.register(thread)?;
        }
        transaction.commit()
    }

    /// Gives a thread another name to take pairs under.
    pub(in crate::tournament) fn register(&self, thread: &Worker) -> Result<(), StorageError> {
        let mut transaction = self.storage.begin()?;
        transaction.register(thread)?;
        transaction.commit()
    }

    /// Says that a process and its threads live. Whoever is sure of its own clock and
    /// connection also takes back the pairs of those who have not said so for long.
    /// Returns how long that is: it may be changed at any time.
    pub(in crate::tournament) fn heartbeat(
        &self,
        name: &str,
        threads: &[Worker],
        take_back: bool,
    ) -> Result<Duration, StorageError> {
        let mut transaction = self.storage.begin_lightly()?;
        transaction.check_version()?;
        let lease = details(&mut transaction)?.unwrap_or_default().lease();
        for thread in threads {
            transaction.keep_alive(thread)?;
        }
        let now = transaction.now()?;
        transaction.execute("UPDATE crew SET last_seen = $2 WHERE name = $1", vec![name.into(), now.into()])?;
        if take_back {
            transaction.take_back_orphans(lease)?;
        }
        transaction.commit()?;
        Ok(lease)
    }

    /// Says that a process is done.
    pub(in crate::tournament) fn leave(&self, name: &str) -> Result<(), StorageError> {
        self.storage.execute("UPDATE crew SET last_seen = 0 WHERE name = $1", vec![name.into()])?;
        Ok(())
    }

    /// Everybody who plays or has played, in the order in which they came.
    pub(in crate::tournament) fn workers(&self) -> Result<Vec<WorkerEntry>, StorageError> {
        workers(&mut self.storage.begin_reading()?)
    }
}

pub(super) fn workers(transaction: &mut Transaction<'_>) -> Result<Vec<WorkerEntry>, StorageError> {
    let lease = i64::from(details(transaction)?.unwrap_or_default().lease);
    let now = transaction.now()?;
    let rows = transaction.query(
        "SELECT name, host, speed, version, jobs, started, last_seen FROM crew ORDER BY started, name",
        vec![],
    )?;
    let read = |row: &Row| {
        let silent_for = (now - row.int(6)?).max(0);
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
