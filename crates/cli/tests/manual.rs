//! The manual: topics, manual pages and completions, out of the same definitions as the help.

mod common;

use std::fs;
use std::process::Command;

use common::{Folder, RunProgram as _};

/// The commands that the help lists.
fn commands(folder: &Folder) -> Vec<String> {
    let help = folder.run(&["--help"]).stdout;
    let listed = help.lines().take_while(|line| !line.starts_with("Options"));
    let names = listed.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_and_every_one_below_it_has_a_manual_page() {
    let folder = Folder::new();
    let run = folder.run(&["man", "--output", "man1"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    for name in commands(&folder).iter().map(String::as_str).chain(["tournament-run", "board-check", "grade-init"]) {
        let page = folder.path().join(format!("man1/fruitrage-{name}.1"));
        let text = fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{text}");
    }
    let root = fs::read_to_string(folder.path().join("man1/fruitrage.1")).unwrap();
    assert_eq!(folder.run(&["man"]).stdout, root);
}

#[test]
fn bash_completes_commands_and_options() {
    let folder = Folder::new();
    let script = folder.run(&["completions", "bash"]).stdout;
    let asked = r#"
        COMP_WORDS=("${@}"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=()
        _fruitrage fruitrage "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\n' "${COMPREPLY[@]}""#;
    let complete = |words: &[&str]| {
        let output =
            Command::new("bash").args(["-c", &format!("{script}{asked}"), "bash"]).args(words).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(complete(&["fruitrage", "tourn"]), ["tournament"]);
    assert_eq!(complete(&["fruitrage", "play", "--lev"]), ["--level"]);
}

#[test]
fn completions_for_every_shell_name_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = folder.run(&["completions", shell]).stdout;
        for name in commands(&folder) {
            assert!(script.contains(&name), "{shell} does not know {name}");
        }
    }
}

#[test]
fn help_has_commands_and_topics_and_guesses_what_is_meant() {
    let folder = Folder::new();
    assert!(folder.run(&["help"]).stdout.contains("Laboratory:"));
    assert!(folder.run(&["help", "tournament", "run"]).stdout.contains("Usage: fruitrage tournament run"));
    for (topic, word) in [("files", "input.txt"), ("players", "ugi:"), ("clocks", "cgroup"), ("exit-codes", "130")] {
        let run = folder.run(&["help", topic]);
        assert!(run.code == Some(0) && run.stdout.contains(word), "{run:?}");
        assert!(run.stdout.lines().all(|line| line.chars().count() <= 100), "{}", run.stdout);
    }
    let run = folder.run(&["help", "plya"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("did you mean play?") && run.stderr.contains("clocks"), "{}", run.stderr);
}

#[test]
fn the_version_names_the_build_and_the_target() {
    let run = Folder::new().run(&["--version"]);
    let expected = concat!("fruitrage ", env!("CARGO_PKG_VERSION"), " (");
    assert!(run.stdout.starts_with(expected) && run.stdout.contains(std::env::consts::ARCH), "{}", run.stdout);
}
