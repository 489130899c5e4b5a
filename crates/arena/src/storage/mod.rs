//! The database that a tournament is kept in, and the queue of its jobs.
//!
//! This is the only place that knows which database it is, and that databases
//! are asked asynchronously. Above it there are statements, which are written
//! for SQLite and PostgreSQL alike, and numbers and text that go in and out.
//!
//! Not `sqlx::Any`: jobs are put into the queue and taken out of it in the same
//! transactions as results are stored, and the queue's library wants a
//! connection of the very database. So a transaction is an enum with a variant
//! for each, and a back end is one file with a dozen short functions.

mod error;
mod queue;
mod sqlite;
mod value;

use std::fmt;
use std::path::Path;

use apalis_core::worker::context::WorkerContext;
use sqlx::migrate::Migrator;
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqlitePool};
use tokio::runtime::Runtime;

pub use error::StorageError;
pub use queue::{HEARTBEAT, Job, Lease};
pub use value::{Row, Value};

/// What versions of our tables are written down in. The queue's library has a
/// table of its own.
const MIGRATIONS_TABLE: &str = "fruitrage_migrations";

/// All versions of our tables.
fn migrator() -> Migrator {
    let mut migrator = sqlx::migrate!("./migrations");
    migrator.dangerous_set_table_name(MIGRATIONS_TABLE);
    migrator
}

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To look at it. It must be there.
    Read,
    /// To change it. It is made or brought up to date if need be.
    Write,
}

/// Whoever takes jobs from the queue.
#[derive(Clone, Debug)]
pub struct Worker(WorkerContext);

impl Worker {
    /// A worker under a name that nobody else has or had.
    pub fn new(name: &str) -> Self {
        Self(WorkerContext::new(name))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.0.name()
    }
}

/// A database.
pub struct Storage {
    runtime: Runtime,
    database: Database,
}

#[derive(Clone)]
enum Database {
    Sqlite(SqlitePool),
}

/// A transaction. What is not committed has not happened.
///
/// It begins and ends by statements of ours: if the disk is full SQLite ends a
/// transaction on its own, of which the transactions of sqlx know nothing.
pub struct Transaction<'a> {
    runtime: &'a Runtime,
    connection: Option<Connection>,
    is_open: bool,
}

enum Connection {
    Sqlite(PoolConnection<Sqlite>),
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Storage").finish_non_exhaustive()
    }
}

impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").finish_non_exhaustive()
    }
}

impl Storage {
    /// Opens a database in a file.
    pub fn open_file(file: &Path, access: Access) -> Result<Self, StorageError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
        let runtime = runtime.map_err(|error| StorageError::Other(format!("no thread for it: {error}")))?;
        let database = Database::Sqlite(runtime.block_on(sqlite::open(file, access))?);
        Ok(Self { runtime, database })
    }

    /// Begins a transaction. It has the database to itself as soon as it changes
    /// something; SQLite: at once.
    pub fn begin(&self) -> Result<Transaction<'_>, StorageError> {
        match &self.database {
            Database::Sqlite(_) => self.begin_with("BEGIN IMMEDIATE"),
        }
    }

    /// Begins a transaction that only reads, and keeps nobody from writing.
    pub fn begin_reading(&self) -> Result<Transaction<'_>, StorageError> {
        self.begin_with("BEGIN")
    }

    fn begin_with(&self, statement: &'static str) -> Result<Transaction<'_>, StorageError> {
        let connection = match &self.database {
            Database::Sqlite(pool) => Connection::Sqlite(self.runtime.block_on(pool.acquire())?),
        };
        let mut transaction = Transaction { runtime: &self.runtime, connection: Some(connection), is_open: false };
        transaction.execute(statement, Vec::new())?;
        transaction.is_open = true;
        Ok(transaction)
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        match &self.database {
            // So that the last of the log is folded into the file.
            Database::Sqlite(pool) => self.runtime.block_on(pool.close()),
        }
    }
}

/// Calls the function of the back end that a transaction is open in.
macro_rules! dispatch {
    ($transaction:ident, $function:ident($($argument:expr),*)) => {
        match $transaction.connection.as_mut() {
            Some(Connection::Sqlite(connection)) => {
                $transaction.runtime.block_on(sqlite::$function(&mut *connection, $($argument),*))
            }
            None => unreachable!("there is a connection until it is dropped"),
        }
    };
}

impl Transaction<'_> {
    /// Changes something, and tells how many rows.
    pub fn execute(&mut self, statement: &'static str, values: Vec<Value>) -> Result<u64, StorageError> {
        dispatch!(self, execute(statement, values))
    }

    /// Asks for rows.
    pub fn query(&mut self, statement: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StorageError> {
        Ok(dispatch!(self, query(statement, values))?.into_iter().map(Row::Sqlite).collect())
    }

    /// Asks for at most one row.
    pub fn query_one(&mut self, statement: &'static str, values: Vec<Value>) -> Result<Option<Row>, StorageError> {
        Ok(self.query(statement, values)?.into_iter().next())
    }

    /// Puts jobs into the queue.
    pub fn push(&mut self, jobs: &[Job]) -> Result<(), StorageError> {
        dispatch!(self, push(jobs))
    }

    /// Takes the next job from the queue.
    pub fn lease(&mut self, worker: &Worker) -> Result<Option<Lease>, StorageError> {
        dispatch!(self, lease(&worker.0))
    }

    /// Tells the queue that a job is done.
    pub fn acknowledge(&mut self, lease: &Lease, worker: &Worker) -> Result<(), StorageError> {
        dispatch!(self, acknowledge(lease, &worker.0))
    }

    /// Makes a worker known, which it must be before it can take jobs.
    pub fn register(&mut self, worker: &Worker) -> Result<(), StorageError> {
        dispatch!(self, register(&worker.0))
    }

    /// Tells the queue that a worker lives, and takes back the jobs of those that
    /// have not said so for a while.
    pub fn heartbeat(&mut self, worker: &Worker) -> Result<(), StorageError> {
        dispatch!(self, heartbeat(&worker.0))
    }

    /// Takes back all jobs, at once. Only for who knows that all workers are
    /// gone.
    pub fn take_back_all(&mut self) -> Result<u64, StorageError> {
        dispatch!(self, take_back_all())
    }

    /// Makes it so.
    pub fn commit(mut self) -> Result<(), StorageError> {
        self.execute("COMMIT", Vec::new())?;
        self.is_open = false;
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // If it fails there is no transaction any more, and that is what is
            // wanted.
            let _ = self.execute("ROLLBACK", Vec::new());
        }
        // A connection goes back to where it came from by a task.
        let _context = self.runtime.enter();
        self.connection = None;
    }
}

#[cfg(test)]
mod tests;
