//! The record on disk: every line is there before anybody is told of it, and at all times
//! the file is a record that can be read.
//!
//! A game is a file as soon as something has happened in it. One that was only looked at
//! leaves nothing behind, nor does one whose moves were all taken back.

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
    origin: Origin,
}

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Nobody's: it is yet to be made.
    Unmade,
    /// Made here.
    Own,
    /// It was there before.
    Found,
}

impl Store {
    /// A game that is to be recorded in a file. There must not be one yet, and it must be
    /// possible to make one.
    pub(super) fn new(path: &Path, record: &GameRecord) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is a file of this name already"));
        }
        let mut store = Self { path: path.to_owned(), lines: lines(record)?, file: None, origin: Origin::Unmade };
        if store.is_blank() {
            // It goes at once; what is wrong with the folder is known before the first move.
            drop(store.new_file()?);
        } else {
            store.rewrite()?;
        }
        Ok(store)
    }

    /// The file that a game was read from. What was cut off in it is gone.
    pub(super) fn reopen(path: &Path, record: &GameRecord) -> io::Result<Self> {
        let mut store = Self { path: path.to_owned(), lines: lines(record)?, file: None, origin: Origin::Found };
        store.rewrite()?;
        Ok(store)
    }

    /// Adds what has just happened; if that cannot be done or could not be done
    /// the last time, writes all of it anew.
    pub(super) fn append(&mut self, event: &Event) -> io::Result<()> {
        self.lines.push(line(event)?);
        self.append_last().or_else(|_| self.rewrite())
    }

    /// Puts a line in the place of the first one.
    pub(super) fn retitle(&mut self, event: &Event) -> io::Result<()> {
        self.lines[0] = line(event)?;
        if self.origin == Origin::Unmade { Ok(()) } else { self.rewrite() }
    }

    /// Keeps only so many lines.
    pub(super) fn keep_lines(&mut self, lines: usize) -> io::Result<()> {
        self.lines.truncate(lines);
        if self.is_blank() && self.origin != Origin::Found { self.unmake() } else { self.rewrite() }
    }

    /// Whether nothing has happened but that the game has begun.
    const fn is_blank(&self) -> bool {
        self.lines.len() <= 1
    }

    /// Removes the file that was made here.
    fn unmake(&mut self) -> io::Result<()> {
        self.file = None;
        if self.origin == Origin::Own {
            std::fs::remove_file(&self.path).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })?;
            self.origin = Origin::Unmade;
        }
        Ok(())
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

    /// Puts a file with all lines in the place of the old one, or of none. Whoever looks
    /// sees the one or the other.
    fn rewrite(&mut self) -> io::Result<()> {
        // Some systems do not replace a file that is open.
        self.file = None;
        let mut new = self.new_file()?;
        new.write_all(&self.lines.concat())?;
        if self.origin != Origin::Unmade
            && let Ok(old) = std::fs::metadata(&self.path)
        {
            // Who could read the old one can read this.
            new.as_file().set_permissions(old.permissions())?;
        }
        new.as_file().sync_data()?;
        if self.origin == Origin::Unmade {
            // Somebody else's file of this name is left alone.
            new.persist_noclobber(&self.path).map_err(|error| match error.error.kind() {
                kind @ io::ErrorKind::AlreadyExists => {
                    io::Error::new(kind, format!("{} was made by somebody else meanwhile", self.path.display()))
                }
                _ => error.error,
            })?;
            self.origin = Origin::Own;
        } else {
            new.persist(&self.path)?;
        }
        self.file = Some(OpenOptions::new().append(true).open(&self.path)?);
        Ok(())
    }

    /// A file without a lasting name, in the folder of the record.
    fn new_file(&self) -> io::Result<NamedTempFile> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        #[cfg_attr(not(unix), expect(unused_mut, reason = "permissions are Unix's"))]
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // Temporary files are private, but a record is a file like any other.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        builder.tempfile_in(folder.unwrap_or(Path::new(".")))
    }
}

/// Returns all lines of a record.
fn lines(record: &GameRecord) -> io::Result<Vec<Vec<u8>>> {
    record.events().map(|event| line(&event)).collect()
}

fn line(event: &Event) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    write_event(&mut line, event)?;
    Ok(line)
}
