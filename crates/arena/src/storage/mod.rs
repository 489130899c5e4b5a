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
mod location;
mod postgres;
mod queue;
mod sqlite;
mod value;

use std::fmt;
use std::time::Duration;

use apalis_core::worker::context::WorkerContext;
use sqlx::migrate::{AppliedMigration, MigrateError, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};
use tokio::runtime::Runtime;

pub use error::StorageError;
pub use location::{Location, ServerUrl, UrlError};
pub use queue::{Job, Lease};
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

/// The newest version of our tables.
fn newest() -> i64 {
    migrator().iter().map(|migration| migration.version).max().unwrap_or(0)
}

fn migration_error(error: MigrateError, migrations: &Migrator) -> StorageError {
    let known = migrations.iter().map(|migration| migration.version).max().unwrap_or(0);
    match error {
        MigrateError::VersionMissing(found) => StorageError::Newer { found, known },
        MigrateError::VersionMismatch(version) => {
            StorageError::Damaged(format!("version {version} of its tables is not the one that this program makes"))
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        error => StorageError::Other(error.to_string()),
    }
}

/// Whether the tables that there are, are those that this program knows.
fn check_versions(applied: Result<Vec<AppliedMigration>, MigrateError>) -> Result<(), StorageError> {
    let applied = applied.map_err(|error| migration_error(error, &migrator()))?;
    let found = applied.iter().map(|migration| migration.version).max().unwrap_or(0);
    let known = newest();
    match found.cmp(&known) {
        std::cmp::Ordering::Greater => Err(StorageError::Newer { found, known }),
        std::cmp::Ordering::Less => Err(StorageError::Older { found, known }),
        std::cmp::Ordering::Equal => Ok(()),
    }
}

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To look at it. It must be there.
    Read,
    /// To take part in what is going on there. A file must be there. At a server tables
    /// are made if there are none; if there are, they must be those that this program
    /// knows, because others are at work with them.
    Join,
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
    Postgres(PgPool),
}

/// A transaction. What is not committed has not happened.
///
/// It begins and ends by statements of ours: if the disk is full SQLite ends a
/// transaction on its own, of which the transactions of sqlx know nothing.
pub struct Transaction<'a> {
    runtime: &'a Runtime,
    connection: Option<Connection>,
    is_open: bool,
    /// Whether the server has not answered, so that the connection is of no more use.
    is_broken: bool,
    /// How long an answer may take.
    patience: Duration,
}

enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
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
    /// Opens a database.
    pub fn open(location: &Location, access: Access) -> Result<Self, StorageError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| StorageError::Other(format!("no thread for it: {error}")))?;
        let database = match location {
            Location::File(file) => Database::Sqlite(runtime.block_on(sqlite::open(file, access))?),
            Location::Server(url) => Database::Postgres(runtime.block_on(postgres::open(url, access))?),
        };
        Ok(Self { runtime, database })
    }

    /// Begins a transaction. It has what it changes to itself until it ends; SQLite:
    /// everything, at once.
    pub fn begin(&self) -> Result<Transaction<'_>, StorageError> {
        self.begin_with(match &self.database {
            Database::Sqlite(_) => sqlite::BEGIN,
            Database::Postgres(_) => postgres::BEGIN,
        })
    }

    /// The same for what may be forgotten if the server loses its power a moment later:
    /// nobody waits for its disk.
    pub fn begin_lightly(&self) -> Result<Transaction<'_>, StorageError> {
        self.begin_with(match &self.database {
            Database::Sqlite(_) => sqlite::BEGIN,
            Database::Postgres(_) => postgres::BEGIN_LIGHTLY,
        })
    }

    /// Begins a transaction that only reads, and keeps nobody from writing. It sees
    /// everything as it was at one moment.
    pub fn begin_reading(&self) -> Result<Transaction<'_>, StorageError> {
        let mut transaction = self.begin_with(match &self.database {
            Database::Sqlite(_) => sqlite::BEGIN_READING,
            Database::Postgres(_) => postgres::BEGIN_READING,
        })?;
        transaction.patience = LONGEST_TRANSFER;
        Ok(transaction)
    }

    fn begin_with(&self, statement: &'static str) -> Result<Transaction<'_>, StorageError> {
        let mut transaction = self.connection()?;
        transaction.control(statement)?;
        transaction.is_open = true;
        Ok(transaction)
    }

    /// Changes something by one statement, and tells how many rows. If the server
    /// loses its power a moment later, it may not have happened.
    pub fn execute(&self, statement: &'static str, values: Vec<Value>) -> Result<u64, StorageError> {
        self.connection()?.execute(statement, values)
    }

    /// The same with something large, which may be long on its way.
    pub fn send(&self, statement: &'static str, values: Vec<Value>) -> Result<u64, StorageError> {
        let mut connection = self.connection()?;
        connection.patience = LONGEST_TRANSFER;
        connection.execute(statement, values)
    }

    /// A connection on which no transaction is open.
    fn connection(&self) -> Result<Transaction<'_>, StorageError> {
        let connection = match &self.database {
            Database::Sqlite(pool) => Connection::Sqlite(self.runtime.block_on(pool.acquire())?),
            Database::Postgres(pool) => Connection::Postgres(self.runtime.block_on(pool.acquire())?),
        };
        Ok(Transaction {
            runtime: &self.runtime,
            connection: Some(connection),
            is_open: false,
            is_broken: false,
            patience: LONGEST_ANSWER,
        })
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        match &self.database {
            // So that the last of the log is folded into the file.
            Database::Sqlite(pool) => self.runtime.block_on(pool.close()),
            Database::Postgres(pool) => {
                let closing = async { tokio::time::timeout(LONGEST_CLOSING, pool.close()).await };
                let _ = self.runtime.block_on(closing);
            }
        }
    }
}

/// How long to wait for a server that does not want to say good-bye.
const LONGEST_CLOSING: Duration = Duration::from_secs(2);

/// Calls the function of the back end that a transaction is open in.
macro_rules! dispatch {
    ($transaction:ident, $function:ident($($argument:expr),*)) => {
        match $transaction.connection.as_mut() {
            Some(Connection::Sqlite(connection)) => {
                $transaction.runtime.block_on(sqlite::$function(&mut *connection, $($argument),*))
            }
            Some(Connection::Postgres(connection)) => {
                let answer = postgres::$function(&mut *connection, $($argument),*);
                let answer = in_time($transaction.patience, answer);
                let answer = $transaction.runtime.block_on(answer);
                $transaction.is_broken |= matches!(answer, Err(StorageError::Away(_)));
                answer
            }
            None => unreachable!("there is a connection until it is dropped"),
        }
    };
}

/// How long an answer of a server may take. Without a limit nobody would notice that
/// the way to it is broken.
const LONGEST_ANSWER: Duration = Duration::from_mins(1);
/// The same for all results of a large tournament, or an agent of 256 MiB.
const LONGEST_TRANSFER: Duration = Duration::from_mins(5);

async fn in_time<T>(
    patience: Duration,
    answer: impl Future<Output = Result<T, StorageError>>,
) -> Result<T, StorageError> {
    let none = || Err(StorageError::Away(format!("there was no answer for {} s", patience.as_secs())));
    tokio::time::timeout(patience, answer).await.unwrap_or_else(|_| none())
}

impl Transaction<'_> {
    /// Changes something, and tells how many rows.
    pub fn execute(&mut self, statement: &'static str, values: Vec<Value>) -> Result<u64, StorageError> {
        dispatch!(self, execute(statement, values))
    }

    /// Asks for rows.
    pub fn query(&mut self, statement: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StorageError> {
        match self.connection.as_mut() {
            Some(Connection::Sqlite(connection)) => {
                let rows = self.runtime.block_on(sqlite::query(&mut *connection, statement, values))?;
                Ok(rows.into_iter().map(Row::Sqlite).collect())
            }
            Some(Connection::Postgres(connection)) => {
                let rows = postgres::query(&mut *connection, statement, values);
                let rows = self.runtime.block_on(in_time(self.patience, rows));
                self.is_broken |= matches!(rows, Err(StorageError::Away(_)));
                Ok(rows?.into_iter().map(Row::Postgres).collect())
            }
            None => unreachable!("there is a connection until it is dropped"),
        }
    }

    /// Asks for at most one row.
    pub fn query_one(&mut self, statement: &'static str, values: Vec<Value>) -> Result<Option<Row>, StorageError> {
        Ok(self.query(statement, values)?.into_iter().next())
    }

    /// The time by the clock of the database, in seconds since 1970.
    pub fn now(&mut self) -> Result<i64, StorageError> {
        dispatch!(self, now())
    }

    /// Puts jobs into the queue.
    pub fn push(&mut self, jobs: &[Job]) -> Result<(), StorageError> {
        dispatch!(self, push(jobs))
    }

    /// Has a look at a queue that has grown a lot, so that jobs are found quickly.
    pub fn survey_queue(&mut self) -> Result<(), StorageError> {
        dispatch!(self, survey_queue())
    }

    /// Takes the next job from the queue.
    pub fn lease(&mut self, worker: &Worker) -> Result<Option<Lease>, StorageError> {
        dispatch!(self, lease(&worker.0))
    }

    /// Tells the queue that a job is done. Returns whether the worker still held it.
    pub fn acknowledge(&mut self, lease: &Lease, worker: &Worker) -> Result<bool, StorageError> {
        let ended = dispatch!(self, acknowledge(lease, &worker.0))?;
        Ok(ended > 0)
    }

    /// Makes a worker known, which it must be before it can take jobs.
    pub fn register(&mut self, worker: &Worker) -> Result<(), StorageError> {
        dispatch!(self, register(&worker.0))
    }

    /// Tells the queue that a worker lives.
    pub fn keep_alive(&mut self, worker: &Worker) -> Result<(), StorageError> {
        dispatch!(self, keep_alive(&worker.0))
    }

    /// Takes back the jobs of those who have not said for so long that they live.
    pub fn take_back_orphans(&mut self, silent_for: Duration) -> Result<u64, StorageError> {
        dispatch!(self, take_back_orphans(silent_for))
    }

    /// Takes back all jobs, at once. Only for who knows that all workers are
    /// gone.
    pub fn take_back_all(&mut self) -> Result<u64, StorageError> {
        self.take_back_orphans(Duration::ZERO)
    }

    /// Forgets all jobs.
    pub fn clear_queue(&mut self) -> Result<(), StorageError> {
        dispatch!(self, clear_queue())
    }

    /// Whether the tables are still those that this program knows.
    pub fn check_version(&mut self) -> Result<(), StorageError> {
        let found = self.query_one("SELECT MAX(version) FROM fruitrage_migrations", vec![])?;
        let (found, known) = (found.map_or(Ok(0), |row| row.int(0))?, newest());
        if found > known { Err(StorageError::Newer { found, known }) } else { Ok(()) }
    }

    /// Makes it so.
    pub fn commit(mut self) -> Result<(), StorageError> {
        self.control("COMMIT")?;
        self.is_open = false;
        Ok(())
    }

    fn control(&mut self, statement: &'static str) -> Result<(), StorageError> {
        dispatch!(self, control(statement))
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.is_broken {
            // What was begun there the server ends by itself.
            if let Some(Connection::Postgres(connection)) = self.connection.take() {
                let _context = self.runtime.enter();
                drop(connection.detach());
            }
            return;
        }
        if self.is_open {
            // If it fails there is no transaction any more, and that is what is
            // wanted.
            let _ = self.control("ROLLBACK");
        }
        // A connection goes back to where it came from by a task.
        let _context = self.runtime.enter();
        self.connection = None;
    }
}

#[cfg(test)]
mod tests;
