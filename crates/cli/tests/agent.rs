//! `fruitrage` without a command is the agent; crates/agent has the tests of how it
//! plays.

mod common;

use common::{Folder, RunProgram as _};
use fruitrage_rules::text::{Input, Output};

const INPUT: &str = "3\n2\n24.345\n***\n*10\n000\n";

#[test]
fn without_a_command_it_plays_the_move_that_the_input_asks_for() {
    let folder = Folder::with_input(INPUT);
    let run = folder.run(&[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    let input = Input::read_strictly(&folder.read("input.txt")).unwrap();
    let reply = Output::read_strictly(&folder.read("output.txt"), 3).unwrap();
    reply.check(&input.grid).unwrap();
    assert_eq!(reply.cell.to_string(), "A3");
}

/// `script` gives the program a real terminal; it is part of every Debian.
#[test]
#[cfg(target_os = "linux")]
fn a_person_at_a_terminal_is_told_how_to_play_oneself() {
    let folder = Folder::with_input(INPUT);
    let arguments = ["--quiet", "--return", "--command", env!("CARGO_BIN_EXE_fruitrage"), "/dev/null"];
    let output = folder.call("script", &arguments).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("Play yourself: fruitrage play"), "{told}");
}
