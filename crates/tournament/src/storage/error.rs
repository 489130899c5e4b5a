//! What can go wrong with a database, told so that a person knows what to do.

/// Why something was not stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// No room on the disk. Nothing that was stored is lost.
    #[error("the disk is full; nothing that is finished is lost: make room and run it again")]
    Full,
    /// A newer program has written it.
    #[error(
        "the database has version {found} of its tables, and this program knows version {known}: it was written by a \
         newer fruitrage; use that one"
    )]
    Newer {
        /// The version of the tables.
        found: i64,
        /// The one that this program knows.
        known: i64,
    },
    /// An older program has written it.
    #[error(
        "the database has version {found} of its tables, and this program knows version {known}: it was written by an \
         older fruitrage; use that one, or begin anew in an empty database"
    )]
    Older {
        /// The version of the tables.
        found: i64,
        /// The one that this program knows.
        known: i64,
    },
    /// There is none.
    #[error(
        "there is no tournament yet; `fruitrage tournament run FOLDER` begins it, or `enter` if others are to play"
    )]
    Missing,
    /// The server does not answer for the moment: it is being started again, or there
    /// is no way to it. What is tried again later may work.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// What was to be stored belongs to something that is not there any more.
    #[error("the database: {0}")]
    Gone(String),
    /// It holds something else than what was asked for.
    #[error("{0}")]
    OtherKind(&'static str),
    /// There is another tournament by now.
    #[error("there is another tournament in the database by now; start again to take part in that")]
    Replaced,
    /// Its file has no name any more.
    #[error(
        "{file} was deleted or moved while it was in use, and nothing was stored since. If you still have it, put it \
         back and run this again; otherwise running it again begins anew"
    )]
    Removed {
        /// Which file.
        file: String,
    },
    /// There is another file in its place.
    #[error(
        "{file} was replaced by another file while it was in use, and nothing was stored since. To go on with the new \
         one, remove files of the old one that are left beside it (their names end in -wal and -shm), and run this \
         again"
    )]
    Exchanged {
        /// Which file.
        file: String,
    },
    /// Somebody else has changed the same.
    #[error("somebody else has entered agents at the same time; look at them, and do it again")]
    Raced,
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
/// `foreign_key_violation` of PostgreSQL, and what SQLite calls so.
const NO_SUCH_ROW: [&str; 2] = ["23503", "787"];
/// What PostgreSQL says when it goes away, comes back, has too many visitors or
/// two that wait for each other: `admin_shutdown`, `crash_shutdown`,
/// `cannot_connect_now`, `idle_session_timeout`, `idle_in_transaction_session_timeout`,
/// `too_many_connections`, `out_of_memory`, `read_only_sql_transaction` (it is only
/// the copy that takes over), `lock_not_available`, `serialization_failure`,
/// `deadlock_detected`.
const POSTGRES_PASSING: [&str; 11] =
    ["57P01", "57P02", "57P03", "57P05", "25P03", "53300", "53200", "25006", "55P03", "40001", "40P01"];
/// The class of PostgreSQL's codes for broken connections.
const POSTGRES_CONNECTION: &str = "08";

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database)
                if matches!(database.code().as_deref(), Some(SQLITE_FULL | POSTGRES_DISK_FULL)) =>
            {
                Self::Full
            }
            sqlx::Error::Io(io) if io.kind() == std::io::ErrorKind::StorageFull => Self::Full,
            sqlx::Error::Io(io) => Self::Away(io.to_string()),
            // What is heard of a server that goes away while it is talked to.
            sqlx::Error::Protocol(problem) => Self::Away(problem.clone()),
            sqlx::Error::PoolTimedOut => Self::Away("there was no answer in time".to_owned()),
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Damaged(error.to_string()),
            sqlx::Error::Database(database) => {
                let (code, message) = (database.code().unwrap_or_default(), database.message().to_owned());
                let is_passing = code.len() == 5 && code.starts_with(POSTGRES_CONNECTION);
                match &*code {
                    code if NO_SUCH_ROW.contains(&code) => Self::Gone(message),
                    code if is_passing || POSTGRES_PASSING.contains(&code) => Self::Away(message),
                    _ => Self::Other(message),
                }
            }
            _ => Self::Other(error.to_string()),
        }
    }
}
