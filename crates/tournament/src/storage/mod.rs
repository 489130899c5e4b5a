//! The database that a tournament is kept in: SQLite in a file, or PostgreSQL at a server.
//!
//! This is the only place that knows which database it is, and that databases are asked
//! asynchronously. Above it there are statements, written once for both, and numbers and
//! text that go in and out. Two things differ, and each back end translates one of them:
//!
//! - Row locks (`FOR UPDATE`, `FOR UPDATE SKIP LOCKED`) are those of PostgreSQL. SQLite
//!   leaves them out: it has one writer at a time.
//! - The clock of the database is `unixepoch()`, as SQLite calls it.
//!
//! Not `sqlx::Any`: how a transaction begins, how patient one is and what an error means
//! is different for each. So a transaction is an enum with a variant for each, and a back
//! end is one file with half a dozen short functions.

mod error;
mod location;
mod opened;
mod postgres;
mod sqlite;
mod value;

use std::cmp::Ordering;
use std::fmt;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};
use tokio::runtime::Runtime;

use opened::OpenedFiles;

pub use error::StorageError;
pub use location::{Location, ServerUrl, UrlError};
pub use value::{Row, Value};

/// The tables.
const SCHEMA: &str = include_str!("schema.sql");
/// The version of the tables. Any other is refused: no release has made one.
const VERSION: i64 = 4;
/// The table with the version. If there is none, there are no tables.
const VERSION_TABLE: &str = "fruitrage_migrations";
const FIND_VERSION: &str = "SELECT MAX(version) FROM fruitrage_migrations";
const SET_VERSION: &str = "INSERT INTO fruitrage_migrations (version) VALUES ($1)";

/// Checks that the tables are those that this program knows.
fn check_version(found: Option<i64>) -> Result<(), StorageError> {
    let (found, known) = (found.unwrap_or(0), VERSION);
    match found.cmp(&known) {
        Ordering::Greater => Err(StorageError::Newer { found, known }),
        Ordering::Less => Err(StorageError::Older { found, known }),
        Ordering::Equal => Ok(()),
    }
}

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To look at it. It must be there.
    Read,
    /// To take part in what is going on there. A file must be there. At a server tables
    /// are made if there are none.
    Join,
    /// To change it. It is made if need be.
    Write,
}

/// A database.
pub struct Storage {
    runtime: Runtime,
    database: Database,
    /// If it is in a file.
    files: Option<OpenedFiles>,
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
    files: Option<&'a OpenedFiles>,
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
        let files = match location {
            Location::File(file) => Some(OpenedFiles::of(file)?),
            Location::Server(_) => None,
        };
        Ok(Self { runtime, database, files })
    }

    /// Checks that a database in a file is still there, under the name it was opened by.
    pub fn check_files(&self) -> Result<(), StorageError> {
        self.files.as_ref().map_or(Ok(()), OpenedFiles::check)
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

    /// Changes something by one statement, and returns the row that it tells of, if any.
    /// If the server loses its power a moment later, it may not have happened.
    pub fn query_one(&self, statement: &'static str, values: Vec<Value>) -> Result<Option<Row>, StorageError> {
        self.connection()?.query_one(statement, values)
    }

    /// The same with something large, which may be long on its way.
    pub fn send(&self, statement: &'static str, values: Vec<Value>) -> Result<u64, StorageError> {
        let mut connection = self.connection()?;
        connection.patience = LONGEST_TRANSFER;
        connection.execute(statement, values)
    }

    /// A connection on which no transaction is open.
    fn connection(&self) -> Result<Transaction<'_>, StorageError> {
        self.check_files()?;
        let connection = match &self.database {
            Database::Sqlite(pool) => Connection::Sqlite(self.runtime.block_on(pool.acquire())?),
            Database::Postgres(pool) => Connection::Postgres(self.runtime.block_on(pool.acquire())?),
        };
        Ok(Transaction {
            runtime: &self.runtime,
            files: self.files.as_ref(),
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

    /// Checks that the tables are still those that this program knows.
    pub fn check_version(&mut self) -> Result<(), StorageError> {
        let found = self.query_one(FIND_VERSION, vec![])?;
        check_version(found.map_or(Ok(None), |row| row.maybe_int(0))?)
    }

    /// Makes it so.
    pub fn commit(mut self) -> Result<(), StorageError> {
        self.control("COMMIT")?;
        self.is_open = false;
        // What is stored where nobody finds it is not stored.
        self.files.map_or(Ok(()), OpenedFiles::check)
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
