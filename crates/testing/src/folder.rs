//! A folder to run programs in, and what a run left behind.

#![expect(clippy::missing_panics_doc, reason = "in a test a failure of the system is a panic")]

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder that is gone with the test.
#[derive(Debug)]
pub struct Folder(TempDir);

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit code; none after a signal.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said on the side.
    pub stderr: String,
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Folder {
    /// An empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with an `input.txt`.
    pub fn with_input(text: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write("input.txt", text);
        folder
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    /// Makes a folder in it.
    pub fn make_dir(&self, name: &str) {
        std::fs::create_dir(self.path().join(name)).unwrap();
    }

    /// Reads a file in it.
    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap()
    }

    /// Whether there is a file of this name in it.
    pub fn exists(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A call of a program in this folder.
    pub fn call(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).args(arguments);
        command
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
