//! Answers for the record on disk: every event is there before anybody is told of
//! it, and at all times the file is a record that can be read.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use fruitrage_arena::game::{Event, GameRecord, write_event};
use tempfile::NamedTempFile;

/// The file that a game is recorded in.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    /// Open for as long as all that happened is in it.
    file: Option<File>,
}

impl Store {
    /// A new file with the beginning of a game. There must not be one yet.
    pub(super) fn create(path: &Path, record: &GameRecord) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        let mut store = Self { path: path.to_owned(), file: Some(file) };
        record.events().try_for_each(|event| store.append(&event))?;
        Ok(store)
    }

    /// The file that a game was read from. What was cut off in it is gone.
    pub(super) fn reopen(path: &Path, record: &GameRecord) -> io::Result<Self> {
        let mut store = Self { path: path.to_owned(), file: None };
        store.rewrite(record)?;
        Ok(store)
    }

    /// Adds what has just happened; if that cannot be done or could not be done
    /// the last time, writes all of it anew.
    pub(super) fn add(&mut self, event: &Event, record: &GameRecord) -> io::Result<()> {
        match self.append(event) {
            Ok(()) => Ok(()),
            Err(_) => self.rewrite(record),
        }
    }

    fn append(&mut self, event: &Event) -> io::Result<()> {
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let written = write_event(&mut *file, event).and_then(|()| file.sync_data());
        if written.is_err() {
            // Half a line may be in it now.
            self.file = None;
        }
        written
    }

    /// Puts a whole record in the place of the old one. Whoever looks sees the one
    /// or the other.
    pub(super) fn rewrite(&mut self, record: &GameRecord) -> io::Result<()> {
        // Some systems do not replace a file that is open.
        self.file = None;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut new = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        let mut text = Vec::new();
        record.events().try_for_each(|event| write_event(&mut text, &event))?;
        new.write_all(&text)?;
        if let Ok(old) = std::fs::metadata(&self.path) {
            // Temporary files are private; who could read the old one can read this.
            new.as_file().set_permissions(old.permissions())?;
        }
        new.as_file().sync_data()?;
        new.persist(&self.path)?;
        self.file = Some(OpenOptions::new().append(true).open(&self.path)?);
        Ok(())
    }
}
