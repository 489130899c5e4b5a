//! A folder to play in and the real binary to run there.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

pub(crate) mod browser;
pub(crate) mod server;
#[cfg(unix)]
pub(crate) mod tournament;

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A small agent that takes the first fruit it finds, in Python.
pub(crate) const FIRST_FRUIT: &str = r#"
with open("input.txt") as f:
    lines = f.read().split("\n")
n = int(lines[0])
board = [list(row) for row in lines[3:3 + n]]
r, c = next((r, c) for r in range(n) for c in range(n) if board[r][c] != "*")
kind, stack, group = board[r][c], [(r, c)], {(r, c)}
while stack:
    y, x = stack.pop()
    for b, a in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
        if 0 <= b < n and 0 <= a < n and board[b][a] == kind and (b, a) not in group:
            group.add((b, a))
            stack.append((b, a))
for y, x in group:
    board[y][x] = "*"
for x in range(n):
    column = [board[y][x] for y in range(n) if board[y][x] != "*"]
    column = ["*"] * (n - len(column)) + column
    for y in range(n):
        board[y][x] = column[y]
with open("output.txt", "w") as f:
    f.write(chr(65 + c) + str(r + 1) + "\n" + "".join("".join(row) + "\n" for row in board))
"#;

pub(crate) struct Folder(TempDir);

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with an `input.txt`.
    pub(crate) fn with_input(text: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write("input.txt", text);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    pub(crate) fn make_dir(&self, name: &str) {
        std::fs::create_dir(self.path().join(name)).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).unwrap()
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// The names of all files in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A call of the program in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        command.current_dir(self.path()).args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
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
