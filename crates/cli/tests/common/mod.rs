//! A folder to play in and the real binary to run there.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

pub(crate) mod browser;
pub(crate) mod server;
#[cfg(unix)]
pub(crate) mod terminal;
#[cfg(unix)]
pub(crate) mod tournament;
pub(crate) mod ugi;

use std::process::Command;

pub(crate) use fruitrage_testing::{Folder, Run};

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

/// Runs the real program in a folder.
pub(crate) trait RunProgram {
    fn command(&self, arguments: &[&str]) -> Command;
    fn run(&self, arguments: &[&str]) -> Run;
}

impl RunProgram for Folder {
    fn command(&self, arguments: &[&str]) -> Command {
        self.call(env!("CARGO_BIN_EXE_fruitrage"), arguments)
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }
}
