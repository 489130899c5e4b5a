//! The record on disk: every line is there before anybody is told of it, and at all times
//! the file is a record that can be read.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use fruitrage_game::{Event, GameRecord, write_event};
use tempfile::NamedTempFile;

/// The file that a game is recorded in.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    /// What the file is to hold.
    lines: Vec<Vec<u8>>,
    /// Open for as long as the file holds it.
    file: Option<File>,
}

impl Store {
    /// A new file with the beginning of a game. There must not be one yet.
    pub(super) fn create(path: &Path, record: &GameRecord) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        let mut store = Self { path: path.to_owned(), lines: Vec::new(), file: Some(file) };
        for event in record.events() {
            store.lines.push(line(&event)?);
            store.append_last()?;
        }
        Ok(store)
    }

    /// The file that a game was read from. What was cut off in it is gone.
    pub(super) fn reopen(path: &Path, record: &GameRecord) -> io::Result<Self> {
        let lines = record.events().map(|event| line(&event)).collect::<io::Result<_>>()?;
        let mut store = Self { path: path.to_owned(), lines, file: None };
        store.rewrite()?;
        Ok(store)
    }

    /// Adds what has just happened; if that cannot be done or could not be done
    /// the last time, writes all of it anew.
    pub(super) fn append(&mut self, event: &Event) -> io::Result<()> {
        self.lines.push(line(event)?);
        self.append_last().or_else(|_| self.rewrite())
    }

    /// Keeps only so many lines.
    pub(super) fn keep_lines(&mut self, lines: usize) -> io::Result<()> {
        self.lines.truncate(lines);
        self.rewrite()
    }

    fn append_last(&mut self) -> io::Result<()> {
        let (Some(file), Some(last)) = (self.file.as_mut(), self.lines.last()) else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let written = file.write_all(last).and_then(|()| file.sync_data());
        if written.is_err() {
            // Half a line may be in it now.
            self.file = None;
        }
        written
    }

    /// Puts a file with all lines in the place of the old one. Whoever looks sees the one
    /// or the other.
    fn rewrite(&mut self) -> io::Result<()> {
        // Some systems do not replace a file that is open.
        self.file = None;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut new = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        new.write_all(&self.lines.concat())?;
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

fn line(event: &Event) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    write_event(&mut line, event)?;
    Ok(line)
}
