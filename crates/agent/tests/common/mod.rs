//! A folder to play in and the real program to run there.

use std::process::Command;

pub(crate) use fruitrage_testing::{Folder, Run};

/// Runs the real program in a folder.
pub(crate) trait RunProgram {
    fn command(&self, arguments: &[&str]) -> Command;
    fn run(&self, arguments: &[&str]) -> Run;
}

impl RunProgram for Folder {
    fn command(&self, arguments: &[&str]) -> Command {
        self.call(env!("CARGO_BIN_EXE_fruitrage-agent"), arguments)
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }
}
