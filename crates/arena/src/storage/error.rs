//! Answers for what can go wrong with a database, told so that a person knows
//! what to do.

/// Why something was not stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// No room on the disk. Nothing that was stored is lost.
    #[error("the disk is full; nothing that is finished is lost: make room and run it again")]
    Full,
    /// A newer program has written it.
    #[error(
        "the database has version {found} of its tables, and this program knows versions up to {known}: it was \
         written by a newer fruitrage; use that one"
    )]
    Newer {
        /// The version of the tables.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// An older program has written it, and it was only to be read.
    #[error("the database has tables of an older fruitrage; `fruitrage tournament run` brings them up to date")]
    Older,
    /// There is none.
    #[error("there is no database yet; `fruitrage tournament run` makes it")]
    Missing,
    /// What is stored makes no sense.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// Anything else.
    #[error("the database: {0}")]
    Other(String),
}

/// `SQLITE_FULL`.
const SQLITE_FULL: &str = "13";
/// `disk_full` of PostgreSQL.
const POSTGRES_DISK_FULL: &str = "53100";

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database)
                if matches!(database.code().as_deref(), Some(SQLITE_FULL | POSTGRES_DISK_FULL)) =>
            {
                Self::Full
            }
            sqlx::Error::Io(io) if io.kind() == std::io::ErrorKind::StorageFull => Self::Full,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Damaged(error.to_string()),
            sqlx::Error::Database(database) => Self::Other(database.message().to_owned()),
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<apalis_sqlite::Error> for StorageError {
    fn from(error: apalis_sqlite::Error) -> Self {
        match error {
            apalis_sqlite::Error::Database(error) => error.into(),
            error => Self::Other(format!("the queue of jobs: {error}")),
        }
    }
}
