//! Answers for a database at a server: how it is opened, and its queue of jobs.

use std::io::ErrorKind::{InvalidData, NotFound, PermissionDenied};
use std::time::{Duration, Instant};

use apalis_core::task::builder::TaskBuilder;
use apalis_core::task::task_id::TaskId;
use apalis_core::worker::context::WorkerContext;
use apalis_postgres::{Config, PostgresStorage, queries};
use sqlx::migrate::{Migrate as _, MigrateError};
use sqlx::postgres::{PgArguments, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres};

use super::location::ServerUrl;
use super::queue::{Job, Lease, QUEUE};
use super::{Access, LONGEST_ANSWER, MIGRATIONS_TABLE, StorageError, Value, check_versions, migration_error, migrator};

/// How long a server that does not answer is asked again before it counts as away.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait before it is asked again.
const RETRY: Duration = Duration::from_millis(300);
/// A worker talks to the server seldom and briefly, however many pairs it plays at a
/// time, and a server has a hundred connections by default for all of them.
const CONNECTIONS: u32 = 3;
/// What somebody says who may not do something.
const INSUFFICIENT_PRIVILEGE: &str = "42501";
/// `invalid_catalog_name`.
const NO_SUCH_DATABASE: &str = "3D000";
/// `invalid_authorization_specification` and `invalid_password`.
const NOT_LET_IN: [&str; 2] = ["28000", "28P01"];

/// Opens the database at a server, which may just be starting.
pub(super) async fn open(url: &ServerUrl, access: Access) -> Result<PgPool, StorageError> {
    let until = Instant::now() + PATIENCE;
    loop {
        match try_to_open(url, access).await {
            Err(StorageError::Away(_)) if Instant::now() < until => tokio::time::sleep(RETRY).await,
            result => return result,
        }
    }
}

async fn try_to_open(url: &ServerUrl, access: Access) -> Result<PgPool, StorageError> {
    // By default nothing is waited for: a move that is lost with the server's power
    // belongs to a game that is played again. What may not be lost says so, see BEGIN.
    // Whoever hangs, or has lost its network, in the middle of a transaction must not keep
    // a pair from all others: the server ends that. Nor is anybody waited for without end.
    let longest = format!("{}s", LONGEST_ANSWER.as_secs());
    let options = (*url.options).clone().application_name("fruitrage").options([
        ("synchronous_commit", "off"),
        ("idle_in_transaction_session_timeout", &longest),
        ("lock_timeout", &longest),
    ]);
    // Not by the pool at first, which would only say that it has waited.
    let connected = tokio::time::timeout(PATIENCE, options.connect()).await;
    let connected = connected.unwrap_or(Err(sqlx::Error::PoolTimedOut));
    connected.map_err(|error| unreachable_at(url, error))?.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE)
        // One that has died is found out when it is used, and given up then.
        .test_before_acquire(false)
        .connect_lazy_with(options);
    match access {
        Access::Write => migrate(&pool).await?,
        Access::Join => {
            check_version_for_joining(&pool).await?;
            // Also if somebody was killed when only some of the queue's were made.
            migrate(&pool).await?;
        }
        Access::Read => {}
    }
    check_version(&pool).await?;
    Ok(pool)
}

fn unreachable_at(url: &ServerUrl, error: sqlx::Error) -> StorageError {
    let advice = advice(&error);
    match StorageError::from(error) {
        StorageError::Away(reason) => StorageError::Away(format!("{url}: {reason}{advice}")),
        StorageError::Other(reason) => StorageError::Other(format!("{url}: {reason}{advice}")),
        error => error,
    }
}

const ENCRYPTION: &str = "; whether it is to be encrypted, and whose certificate is believed, is said by sslmode and \
                          sslrootcert in the address";

/// What to do about a server that does not let anybody in.
fn advice(error: &sqlx::Error) -> &'static str {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    match (error, code.as_deref()) {
        (_, Some(NO_SUCH_DATABASE)) => "; its administrator makes it: createdb --owner=USER DATABASE",
        (_, Some(code)) if NOT_LET_IN.contains(&code) => {
            "; the password comes from the address, else from PGPASSWORD, else from ~/.pgpass, which must have mode \
             0600; whom the server lets in is in its pg_hba.conf"
        }
        (sqlx::Error::Tls(_), _) => ENCRYPTION,
        // A certificate that is not believed, or cannot be read.
        (sqlx::Error::Io(error), _) if matches!(error.kind(), InvalidData | NotFound | PermissionDenied) => ENCRYPTION,
        (sqlx::Error::Io(_), _) => "; is it running, and does it listen there?",
        _ => "",
    }
}

/// Brings the tables up to date: ours, and those of the queue. sqlx holds a lock
/// meanwhile, so that whoever else comes waits, and then finds nothing to do.
async fn migrate(pool: &PgPool) -> Result<(), StorageError> {
    for migrations in [migrator(), PostgresStorage::migrations()] {
        migrations.run(pool).await.map_err(|error| match &error {
            MigrateError::Execute(sqlx::Error::Database(database))
            | MigrateError::ExecuteMigration(sqlx::Error::Database(database), _)
                if database.code().as_deref() == Some(INSUFFICIENT_PRIVILEGE) =>
            {
                StorageError::Other(format!(
                    "{}; whoever makes the tables must own the database: CREATE DATABASE cup OWNER arena",
                    database.message()
                ))
            }
            _ => migration_error(error, &migrations),
        })?;
    }
    Ok(())
}

async fn has_tables(pool: &PgPool) -> Result<bool, StorageError> {
    let found: Option<String> =
        sqlx::query_scalar("SELECT to_regclass($1)::text").bind(MIGRATIONS_TABLE).fetch_one(pool).await?;
    Ok(found.is_some())
}

/// Whether the tables are those that this program knows.
async fn check_version(pool: &PgPool) -> Result<(), StorageError> {
    if !has_tables(pool).await? {
        return Err(StorageError::Missing);
    }
    let mut connection = pool.acquire().await?;
    check_versions(connection.list_applied_migrations(MIGRATIONS_TABLE).await)
}

/// Whether the tables are those that this program knows, or there are none yet.
async fn check_version_for_joining(pool: &PgPool) -> Result<(), StorageError> {
    let mut connection = pool.acquire().await?;
    // Somebody else may be making them at this moment.
    connection.lock().await.map_err(|error| migration_error(error, &migrator()))?;
    let checked = if has_tables(pool).await? {
        match check_versions(connection.list_applied_migrations(MIGRATIONS_TABLE).await) {
            Err(StorageError::Older { found: 0, .. }) => Ok(()),
            checked => checked,
        }
    } else {
        Ok(())
    };
    connection.unlock().await.map_err(|error| migration_error(error, &migrator()))?;
    checked
}

pub(super) const BEGIN: &str = "BEGIN; SET LOCAL synchronous_commit TO on";
pub(super) const BEGIN_LIGHTLY: &str = "BEGIN";
pub(super) const BEGIN_READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Begins or ends a transaction.
pub(super) async fn control(connection: &mut PgConnection, statement: &'static str) -> Result<(), StorageError> {
    sqlx::raw_sql(statement).execute(connection).await?;
    Ok(())
}

fn bound(statement: &'static str, values: Vec<Value>) -> Query<'static, Postgres, PgArguments> {
    values.into_iter().fold(sqlx::query(statement), |query, value| match value {
        Value::Int(value) => query.bind(value),
        // The one character that PostgreSQL does not take, and an agent may print it.
        Value::Text(value) => query.bind(value.map(|text| text.replace('\0', "\u{fffd}"))),
        Value::Bytes(value) => query.bind(value),
    })
}

pub(super) async fn execute(
    connection: &mut PgConnection,
    statement: &'static str,
    values: Vec<Value>,
) -> Result<u64, StorageError> {
    Ok(bound(statement, values).execute(connection).await?.rows_affected())
}

pub(super) async fn query(
    connection: &mut PgConnection,
    statement: &'static str,
    values: Vec<Value>,
) -> Result<Vec<PgRow>, StorageError> {
    Ok(bound(statement, values).fetch_all(connection).await?)
}

pub(super) async fn now(connection: &mut PgConnection) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar("SELECT EXTRACT(EPOCH FROM clock_timestamp())::BIGINT").fetch_one(connection).await?)
}

/// One job at a time: whoever takes more keeps them from others.
fn config() -> Config {
    Config::default().queue(QUEUE).batch_size(1)
}

/// Jobs to be put into the queue by one statement.
const BATCH: usize = 10_000;

pub(super) async fn push(connection: &mut PgConnection, jobs: &[Job]) -> Result<(), StorageError> {
    let task = |job: &Job| {
        TaskBuilder::new(job.pair.to_string().into_bytes())
            .task_id(TaskId::from_string(job.task_id()))
            // Jobs are taken in the order of the time that they are due at, and
            // this one is long past: the order is that of the pairs.
            .run_at_timestamp(job.pair as u64)
            .build()
    };
    for jobs in jobs.chunks(BATCH) {
        queries::push_tasks(&mut *connection, QUEUE, jobs.iter().map(task).collect()).await?;
    }
    Ok(())
}

/// Without knowing what is in the table, PostgreSQL would sort all waiting jobs to find
/// the first.
pub(super) async fn survey_queue(connection: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query("ANALYZE apalis.jobs").execute(connection).await?;
    Ok(())
}

/// The job counts as queued by the worker, for the library as good as running;
/// to call it running would be one more statement.
pub(super) async fn lease(
    connection: &mut PgConnection,
    worker: &WorkerContext,
) -> Result<Option<Lease>, StorageError> {
    // The library asks by a function that is planned for any number of jobs. PostgreSQL
    // takes that for a tenth of all, and would read the whole table to take one.
    sqlx::raw_sql("SET LOCAL enable_hashjoin TO off; SET LOCAL enable_mergejoin TO off")
        .execute(&mut *connection)
        .await?;
    let task = queries::fetch_next(connection, &config(), worker).await?.into_iter().next();
    task.map(|task| Lease::of_task(&task)).transpose()
}

pub(super) async fn acknowledge(
    connection: &mut PgConnection,
    lease: &Lease,
    worker: &WorkerContext,
) -> Result<u64, StorageError> {
    Ok(queries::handle_results(connection, &[&lease.done()], worker.name()).await?)
}

/// Not by the library's own function, which wants a time of a type that it keeps to
/// itself.
pub(super) async fn register(connection: &mut PgConnection, worker: &WorkerContext) -> Result<(), StorageError> {
    let statement = "INSERT INTO apalis.workers (id, worker_type, storage_name, layers, last_seen)
         VALUES ($1, $2, 'fruitrage', '', now()) ON CONFLICT (id) DO UPDATE SET last_seen = now()";
    sqlx::query(statement).bind(worker.name()).bind(QUEUE).execute(connection).await?;
    Ok(())
}

pub(super) async fn keep_alive(connection: &mut PgConnection, worker: &WorkerContext) -> Result<(), StorageError> {
    Ok(queries::keep_alive(connection, QUEUE, worker).await?)
}

/// Gives back what is leased by those who have not been heard of for so long.
pub(super) async fn take_back_orphans(
    connection: &mut PgConnection,
    silent_for: Duration,
) -> Result<u64, StorageError> {
    Ok(queries::reenqueue_orphaned(connection, QUEUE, silent_for.as_secs()).await?)
}

pub(super) async fn clear_queue(connection: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query("DELETE FROM apalis.jobs WHERE job_type = $1").bind(QUEUE).execute(connection).await?;
    Ok(())
}
