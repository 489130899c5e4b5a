//! A database in a file: SQLite.

use std::path::Path;
use std::time::Duration;

use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection as _, SqlSafeStr as _, Sqlite, SqliteConnection, SqlitePool};

use super::{Access, FIND_VERSION, SCHEMA, SET_VERSION, StorageError, VERSION, VERSION_TABLE, Value, check_version};

/// How long another process may keep the file for itself. Nobody does for
/// longer than it takes to write a few pages.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long a thread waits for the others to be done with the connection: as
/// long as it takes, if the disk is slow.
const QUEUEING: Duration = Duration::from_hours(1);

/// Opens the database of a file.
pub(super) async fn open(file: &Path, access: Access) -> Result<SqlitePool, StorageError> {
    if access != Access::Write && !file.exists() {
        return Err(StorageError::Missing);
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(access == Access::Write)
        .journal_mode(SqliteJournalMode::Wal)
        // With less, what was committed last is lost if the power fails.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE);
    // One connection: SQLite writes one thing after the other anyway, and threads
    // that wait here take turns, whereas SQLite would have them try again and
    // again.
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(QUEUEING)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await
        .map_err(|error| match StorageError::from(error) {
            StorageError::Other(reason) => StorageError::Other(format!("{}: {reason}", file.display())),
            error => error,
        })?;
    let mut connection = pool.acquire().await?;
    match (has_tables(&mut connection).await?, access) {
        (true, _) => {}
        (false, Access::Write) => make_tables(&mut connection).await?,
        (false, Access::Read | Access::Join) => return Err(StorageError::Missing),
    }
    check_version(sqlx::query_scalar(FIND_VERSION).fetch_one(&mut *connection).await?)?;
    drop(connection);
    Ok(pool)
}

/// Makes the tables, all or nothing, unless somebody else just has.
async fn make_tables(connection: &mut SqliteConnection) -> Result<(), StorageError> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    if !has_tables(&mut transaction).await? {
        sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await?;
        sqlx::query(SET_VERSION).bind(VERSION).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

async fn has_tables(connection: &mut SqliteConnection) -> Result<bool, StorageError> {
    let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM sqlite_master WHERE name = $1")
        .bind(VERSION_TABLE)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// Begins or ends a transaction.
pub(super) async fn control(connection: &mut SqliteConnection, statement: &'static str) -> Result<(), StorageError> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

/// What SQLite does not know and has no need of: whoever writes has the whole file.
const ROW_LOCKS: [&str; 2] = [" FOR UPDATE SKIP LOCKED", " FOR UPDATE"];

fn bound(statement: &'static str, values: Vec<Value>) -> Query<'static, Sqlite, SqliteArguments> {
    let statement = match ROW_LOCKS.iter().find(|lock| statement.contains(**lock)) {
        Some(lock) => AssertSqlSafe(statement.replace(lock, "")).into_sql_str(),
        None => statement.into_sql_str(),
    };
    values.into_iter().fold(sqlx::query(statement), |query, value| match value {
        Value::Int(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
        Value::Bytes(value) => query.bind(value),
    })
}

pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";
pub(super) const BEGIN_READING: &str = "BEGIN";

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    statement: &'static str,
    values: Vec<Value>,
) -> Result<u64, StorageError> {
    Ok(bound(statement, values).execute(connection).await?.rows_affected())
}

pub(super) async fn query(
    connection: &mut SqliteConnection,
    statement: &'static str,
    values: Vec<Value>,
) -> Result<Vec<SqliteRow>, StorageError> {
    Ok(bound(statement, values).fetch_all(connection).await?)
}
