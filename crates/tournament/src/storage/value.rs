//! What goes into a database and comes out of it, whichever it is: whole numbers, text
//! and bytes.

use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::StorageError;

/// Something to be stored. Where there is none the kind still counts, because
/// PostgreSQL wants to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Int(Option<i64>),
    /// A text.
    Text(Option<String>),
    /// Anything else.
    Bytes(Option<Vec<u8>>),
}

macro_rules! value_from {
    ($($kind:ident: $($from:ty)+;)+) => {$($(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::$kind(Some(value.into()))
            }
        }

        impl From<Option<$from>> for Value {
            fn from(value: Option<$from>) -> Self {
                Self::$kind(value.map(Into::into))
            }
        }
    )+)+};
}

value_from! {
    Int: i64 u32 u8;
    Text: String &str;
    Bytes: Vec<u8> &[u8];
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Int(Some(value as i64))
    }
}

/// A row of an answer.
#[derive(Debug)]
pub enum Row {
    /// Of SQLite.
    Sqlite(SqliteRow),
    /// Of PostgreSQL.
    Postgres(PgRow),
}

impl Row {
    /// A column that may hold a number.
    pub fn maybe_int(&self, column: usize) -> Result<Option<i64>, StorageError> {
        match self {
            Self::Sqlite(row) => Ok(row.try_get(column)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// A column that may hold a text.
    pub fn maybe_text(&self, column: usize) -> Result<Option<String>, StorageError> {
        match self {
            Self::Sqlite(row) => Ok(row.try_get(column)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// A column that holds a number.
    pub fn int(&self, column: usize) -> Result<i64, StorageError> {
        self.maybe_int(column)?.ok_or_else(|| StorageError::Damaged(format!("column {column} has no number")))
    }

    /// A column that holds a number that counts something.
    pub fn count(&self, column: usize) -> Result<usize, StorageError> {
        let number = self.int(column)?;
        usize::try_from(number).map_err(|_| StorageError::Damaged(format!("{number} is no count")))
    }

    /// A column that holds a text.
    pub fn text(&self, column: usize) -> Result<String, StorageError> {
        self.maybe_text(column)?.ok_or_else(|| StorageError::Damaged(format!("column {column} has no text")))
    }

    /// A column that holds bytes.
    pub fn bytes(&self, column: usize) -> Result<Vec<u8>, StorageError> {
        match self {
            Self::Sqlite(row) => Ok(row.try_get(column)?),
            Self::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    /// A column that holds something as JSON.
    pub fn json<T: serde::de::DeserializeOwned>(&self, column: usize) -> Result<T, StorageError> {
        let text = self.text(column)?;
        serde_json::from_str(&text).map_err(|error| StorageError::Damaged(format!("{error} in '{text}'")))
    }
}
