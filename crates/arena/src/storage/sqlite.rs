//! Answers for a database in a file: how it is opened, and its queue of jobs.

use std::path::Path;
use std::time::Duration;

use apalis_core::backend::WorkerFilter;
use apalis_core::task::builder::TaskBuilder;
use apalis_core::task::task_id::TaskId;
use apalis_core::worker::context::WorkerContext;
use apalis_sqlite::{Config, SqliteStorage, queries};
use sqlx::migrate::Migrate as _;
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Sqlite, SqliteConnection, SqlitePool};

use super::queue::{Job, Lease, QUEUE};
use super::{Access, MIGRATIONS_TABLE, StorageError, Value, check_versions, migration_error, migrator};

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
    match access {
        Access::Write | Access::Join => migrate(&pool).await?,
        Access::Read => check_version(&pool).await?,
    }
    Ok(pool)
}

/// Brings the tables up to date: ours, and those of the queue.
///
/// Not by the queue's own `setup`: that turns off the waiting for the disk.
async fn migrate(pool: &SqlitePool) -> Result<(), StorageError> {
    for migrations in [migrator(), SqliteStorage::migrations()] {
        migrations.run(pool).await.map_err(|error| migration_error(error, &migrations))?;
    }
    Ok(())
}

/// Whether the tables are those that this program knows.
async fn check_version(pool: &SqlitePool) -> Result<(), StorageError> {
    let mut connection = pool.acquire().await?;
    let exists: Option<i64> = sqlx::query_scalar("SELECT 1 FROM sqlite_master WHERE name = $1")
        .bind(MIGRATIONS_TABLE)
        .fetch_optional(&mut *connection)
        .await?;
    if exists.is_none() {
        return Err(StorageError::Missing);
    }
    check_versions(connection.list_applied_migrations(MIGRATIONS_TABLE).await)
}

/// Begins or ends a transaction.
pub(super) async fn control(connection: &mut SqliteConnection, statement: &'static str) -> Result<(), StorageError> {
    sqlx::query(statement).execute(connection).await?;
    Ok(())
}

fn bound(statement: &'static str, values: Vec<Value>) -> Query<'static, Sqlite, SqliteArguments> {
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

/// One job at a time: whoever takes more keeps them from others.
fn config() -> Config {
    Config::default().queue(QUEUE).batch_size(1)
}

pub(super) async fn push(connection: &mut SqliteConnection, jobs: &[Job]) -> Result<(), StorageError> {
    let task = |job: &Job| {
        let task = TaskBuilder::new(job.pair.to_string().into_bytes()).task_id(TaskId::from_string(job.task_id()));
        task.build()
    };
    let tasks: Vec<_> = jobs.iter().map(task).collect();
    queries::push_tasks(&mut *connection, QUEUE, &tasks).await?;
    Ok(())
}

/// Without knowing what is in the table, SQLite looks for a job that is done among all
/// that a worker has ever had: with 45,000 jobs that takes longer than a game.
pub(super) async fn survey_queue(connection: &mut SqliteConnection) -> Result<(), StorageError> {
    sqlx::query("ANALYZE Jobs").execute(connection).await?;
    Ok(())
}

/// The job counts as queued by the worker, for the library as good as running;
/// to call it running would be one more statement.
pub(super) async fn lease(
    connection: &mut SqliteConnection,
    worker: &WorkerContext,
) -> Result<Option<Lease>, StorageError> {
    let task = queries::fetch_next(connection, &config(), worker).await?.into_iter().next();
    task.map(|task| Lease::of_task(&task)).transpose()
}

pub(super) async fn acknowledge(
    connection: &mut SqliteConnection,
    lease: &Lease,
    worker: &WorkerContext,
) -> Result<u64, StorageError> {
    Ok(queries::ack_tasks(connection, &[&lease.done()], worker.name()).await?)
}

pub(super) async fn register(connection: &mut SqliteConnection, worker: &WorkerContext) -> Result<(), StorageError> {
    Ok(queries::register_worker(connection, &config(), worker, "fruitrage").await?)
}

pub(super) async fn keep_alive(connection: &mut SqliteConnection, worker: &WorkerContext) -> Result<(), StorageError> {
    Ok(queries::keep_alive(connection, &config(), worker).await?)
}

/// Gives back what is leased by those who have not been heard of for so long.
pub(super) async fn take_back_orphans(
    connection: &mut SqliteConnection,
    silent_for: Duration,
) -> Result<u64, StorageError> {
    let seconds = silent_for.as_secs() as i64;
    Ok(queries::reenqueue_orphaned(connection, seconds, QUEUE, &WorkerFilter::None).await?)
}

pub(super) async fn now(connection: &mut SqliteConnection) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar("SELECT unixepoch()").fetch_one(connection).await?)
}

pub(super) async fn clear_queue(connection: &mut SqliteConnection) -> Result<(), StorageError> {
    sqlx::query("DELETE FROM Jobs WHERE job_type = $1").bind(QUEUE).execute(connection).await?;
    Ok(())
}
