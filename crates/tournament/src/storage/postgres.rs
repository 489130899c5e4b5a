//! A database at a server: PostgreSQL.

use std::io::ErrorKind::{InvalidData, NotFound, PermissionDenied};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgArguments, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres, SqlSafeStr as _};

use super::location::ServerUrl;
use super::{
    Access, FIND_VERSION, LONGEST_ANSWER, SCHEMA, SET_VERSION, StorageError, VERSION, VERSION_TABLE, Value,
    check_version,
};

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
    let mut connection = pool.acquire().await?;
    match (has_tables(&mut connection).await?, access) {
        (true, _) => {}
        (false, Access::Write | Access::Join) => make_tables(&mut connection).await?,
        (false, Access::Read) => return Err(StorageError::Missing),
    }
    check_version(sqlx::query_scalar(FIND_VERSION).fetch_one(&mut *connection).await?)?;
    drop(connection);
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

/// Makes the tables, all or nothing, unless somebody else just has: whoever comes
/// meanwhile waits.
async fn make_tables(connection: &mut PgConnection) -> Result<(), StorageError> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MAKING_TABLES).execute(&mut *transaction).await?;
    if !has_tables(&mut transaction).await? {
        sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await.map_err(not_made)?;
        sqlx::query(SET_VERSION).bind(VERSION).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

/// The number of a lock that nobody else takes in this database.
const MAKING_TABLES: i64 = 0x4652_5549_5452_4147;

fn not_made(error: sqlx::Error) -> StorageError {
    let database = error.as_database_error();
    match database.filter(|database| database.code().as_deref() == Some(INSUFFICIENT_PRIVILEGE)) {
        Some(database) => StorageError::Other(format!(
            "{}; whoever makes the tables must own the database: CREATE DATABASE cup OWNER arena",
            database.message()
        )),
        None => error.into(),
    }
}

/// Not by `to_regclass`: in a transaction it goes by what it has found out before, even if
/// somebody else has made the tables meanwhile.
async fn has_tables(connection: &mut PgConnection) -> Result<bool, StorageError> {
    let statement = "SELECT COUNT(*) FROM pg_tables WHERE tablename = $1 AND schemaname = ANY (current_schemas(FALSE))";
    let found: i64 = sqlx::query_scalar(statement).bind(VERSION_TABLE).fetch_one(connection).await?;
    Ok(found > 0)
}

pub(super) const BEGIN: &str = "BEGIN; SET LOCAL synchronous_commit TO on";
pub(super) const BEGIN_LIGHTLY: &str = "BEGIN";
pub(super) const BEGIN_READING: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Begins or ends a transaction.
pub(super) async fn control(connection: &mut PgConnection, statement: &'static str) -> Result<(), StorageError> {
    sqlx::raw_sql(statement).execute(connection).await?;
    Ok(())
}

/// The clock of the database, as statements have it and as PostgreSQL has it: the time now,
/// not that of the beginning of the transaction.
const CLOCK: &str = "unixepoch()";
const CLOCK_HERE: &str = "FLOOR(EXTRACT(EPOCH FROM clock_timestamp()))::BIGINT";

fn bound(statement: &'static str, values: Vec<Value>) -> Query<'static, Postgres, PgArguments> {
    let statement = if statement.contains(CLOCK) {
        AssertSqlSafe(statement.replace(CLOCK, CLOCK_HERE)).into_sql_str()
    } else {
        statement.into_sql_str()
    };
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
