//! The files of a database in use: whether they are still where they were opened.
//!
//! SQLite goes on writing to files that have no name any more, and everything written is
//! lost when they are closed. So before and after each transaction the names are looked up.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::StorageError;

/// The files of a database in use.
#[derive(Debug)]
pub(super) struct OpenedFiles {
    database: OpenedFile,
    /// What was written last, until it is folded into the database. It stays for as long as
    /// anybody uses the database.
    log: Option<OpenedFile>,
}

#[derive(Debug)]
struct OpenedFile {
    path: PathBuf,
    identity: Identity,
}

/// What tells a file from every other that may bear its name: device and number.
#[cfg(unix)]
type Identity = (u64, u64);

/// Elsewhere a file in use can be neither deleted nor replaced.
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(data: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (data.dev(), data.ino())
}

#[cfg(not(unix))]
const fn identity(_: &Metadata) -> Identity {}

impl OpenedFiles {
    /// The files of a database that has just been opened.
    pub(super) fn of(database: &Path) -> Result<Self, StorageError> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let log = OpenedFile::find(Path::new(&log)).ok();
        let opened = OpenedFile::find(database);
        let database = opened.map_err(|error| StorageError::Other(format!("{}: {error}", database.display())))?;
        Ok(Self { database, log })
    }

    /// Checks that they are still where they were.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        self.database.check()?;
        self.log.as_ref().map_or(Ok(()), OpenedFile::check)
    }
}

impl OpenedFile {
    fn find(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), identity: identity(&fs::metadata(path)?) })
    }

    fn check(&self) -> Result<(), StorageError> {
        let file = || self.path.display().to_string();
        match fs::metadata(&self.path) {
            Ok(data) if identity(&data) == self.identity => Ok(()),
            Ok(_) => Err(StorageError::Exchanged { file: file() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StorageError::Removed { file: file() }),
            // What cannot be looked up for the moment may well be there: SQLite will tell.
            Err(_) => Ok(()),
        }
    }
}
