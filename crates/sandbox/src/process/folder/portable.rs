//! The folder by its path, for systems whose agents are not kept in a sandbox
//! anyway.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{INPUT, OUTPUT, OutputFault};

#[derive(Debug)]
pub(super) struct FolderHandle {
    path: PathBuf,
}

impl FolderHandle {
    pub(super) fn create(parent: &Path, copy_of: Option<&Path>) -> io::Result<Self> {
        let path = tempfile::Builder::new().prefix("agent-").tempdir_in(parent.canonicalize()?)?.keep();
        let place = Self { path };
        if let Some(source) = copy_of {
            copy(source, &place.path)?;
        }
        Ok(place)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn write_input(&self, text: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        remove(&self.path.join(INPUT))?;
        File::create_new(self.path.join(INPUT))?.write_all(text)
    }

    pub(super) fn clear_output(&self) -> io::Result<()> {
        remove(&self.path.join(OUTPUT))
    }

    /// The names in the folder, so many at most.
    pub(super) fn names(&self, most: usize) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.path) else { return Vec::new() };
        entries.flatten().take(most).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    pub(super) fn read_output(&self, most: usize) -> Result<Vec<u8>, OutputFault> {
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => OutputFault::Missing,
            _ => OutputFault::Unreadable(error),
        };
        let path = self.path.join(OUTPUT);
        let found = fs::symlink_metadata(&path).map_err(unreadable)?;
        if found.is_symlink() {
            return Err(OutputFault::NotAFile("a symbolic link"));
        } else if found.is_dir() {
            return Err(OutputFault::NotAFile("a folder"));
        } else if !found.is_file() {
            return Err(OutputFault::NotAFile("a device"));
        } else if found.len() > most as u64 {
            return Err(OutputFault::TooLarge(found.len()));
        }
        let mut text = Vec::new();
        let file = File::open(&path).map_err(unreadable)?;
        file.take(most as u64 + 1).read_to_end(&mut text).map_err(OutputFault::Unreadable)?;
        if text.len() > most { Err(OutputFault::TooLarge(text.len() as u64)) } else { Ok(text) }
    }
}

impl Drop for FolderHandle {
    fn drop(&mut self) {
        // A failure leaves files, and there is nobody to tell.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Copies files and folders; links are left out.
fn copy(source: &Path, target: &Path) -> io::Result<()> {
    for entry in fs::read_dir(source)? {
        let entry = entry?;
        let (kind, to) = (entry.file_type()?, target.join(entry.file_name()));
        if kind.is_dir() {
            fs::create_dir(&to)?;
            copy(&entry.path(), &to)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
