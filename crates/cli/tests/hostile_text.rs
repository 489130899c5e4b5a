//! Text of strangers on its way to a terminal, a table and a page: names of folders,
//! what agents write to stderr and what compilers say reach people without anything that
//! a terminal, a spreadsheet or a browser would obey. Unix only: elsewhere files cannot
//! have such names.

#![cfg(unix)]

mod common;

use std::fs;

use common::tournament::Tournament;
use common::{Folder, Run, RunProgram as _};

/// Fills a clipboard, wipes a screen, sets a title, turns letters round, and begins as a
/// formula does.
const HOSTILE: &str = "=x\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\u{9b}2J\u{1b}]0;t\u{7}\u{202e}\u{2066}\u{7f}\r\u{8}<b>\u{feff}";

/// An agent that shouts on its stderr, and crashes.
fn shouting() -> String {
    let shout: Vec<u32> = HOSTILE.chars().map(u32::from).collect();
    format!("import sys\nsys.stderr.buffer.write(''.join(map(chr, {shout:?})).encode())\nsys.exit(1)\n")
}

#[track_caller]
fn assert_harmless(text: &str, place: &str) {
    let is_harmful = |letter: char| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if let Some(letter) = text.chars().find(|&letter| is_harmful(letter)) {
        panic!("{place} has U+{:04X}: {text:?}", u32::from(letter));
    }
}

#[track_caller]
fn assert_harmless_run(run: &Run, place: &str) {
    assert_harmless(&run.stdout, &format!("{place}: stdout"));
    assert_harmless(&run.stderr, &format!("{place}: stderr"));
}

/// A name that a file can have.
fn file_name() -> String {
    HOSTILE.replace('/', "")
}

#[test]
fn a_match_tells_of_hostile_agents_without_harm() {
    let folder = Folder::new();
    let name = file_name();
    folder.make_dir(&name);
    folder.write(&format!("{name}/homework.py"), shouting());
    for format in ["table", "json", "csv"] {
        let run = folder.run(&["match", &name, "random", "--pairs", "1", "-n", "3", "--format", format]);
        assert_eq!(run.code, Some(3), "{format}: {}", run.stderr);
        assert_harmless_run(&run, format);
        assert!(run.stdout.contains("]52;c;aGk="), "what is harmless of it is told: {}", run.stdout);
    }
    let run = folder.run(&["match", &name, "random", "--pairs", "1", "-n", "3", "-q", "--format", "json"]);
    let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(result["agents"][0]["name"], name.as_str(), "programs get the name as it is");
    let csv = folder.run(&["match", &name, "random", "--pairs", "1", "-n", "3", "-q", "--format", "csv"]);
    assert!(csv.stdout.contains("'=x"), "a formula: {}", csv.stdout);
}

#[test]
fn compilers_and_bad_usage_tell_of_hostile_names_without_harm() {
    let folder = Folder::new();
    let name = file_name();
    folder.make_dir(&name);
    folder.write(&format!("{name}/homework.cpp"), format!("#error {HOSTILE}\nint main() {{ return }}\n"));
    let run = folder.run(&["match", &name, "random", "--pairs", "1"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("error"), "{}", run.stderr);
    assert_harmless_run(&run, "a compiler");
    for arguments in [
        &[name.as_str()][..],
        &["match", "no\u{1b}[2J", "random"],
        &["replay", "no\u{1b}[2J.jsonl"],
        &["board", "show", "no\u{9b}2J.txt"],
        &["tournament", "status", "no\u{202e}"],
        &["lab", "no\u{1b}[2J", "random"],
        &["match", "greedy", "random", "--boards", "\u{1b}[2J"],
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert_harmless_run(&run, &format!("{arguments:?}"));
    }
}

#[test]
fn a_tournament_tells_of_hostile_agents_without_harm() {
    let tournament = Tournament::new(
        "name = \"cup \\u001B[2J\\u202E\"\nformat = \"round-robin\"\nboards = [\"3p2\"]\ntime = 20\n\
         submissions = \"handed-in\"\n[[agents]]\nname = \"plain \\u202E\\u2066\"\ncommand = \"greedy\"\n\
         [[agents]]\nname = \"other\"\ncommand = \"random\"\n",
    );
    let write = |folder: &str, file: &str, text: &str| {
        let path = tournament.path().join("handed-in").join(folder).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(&format!("{} shouts", file_name()), "homework.py", &shouting());
    write(&format!("{} broken", file_name()), "homework.cpp", &format!("#error {HOSTILE}\n"));
    write(&format!("{} none", file_name()), "readme", "");
    for command in ["run", "run", "status", "report", "verify"] {
        let run = tournament.call(command);
        assert_eq!(run.code, Some(0), "{command}: {}", run.stderr);
        assert_harmless_run(&run, command);
    }
    let json = tournament.command("status").args(["--format", "json"]).output().unwrap().into();
    assert_harmless_run(&json, "status in JSON");
    assert!(json.stdout.contains("\\u001b]52") && json.stdout.contains("\\u202e"), "programs get it as it is");
    for file in ["standings.csv", "crosstable.csv", "games.pgn", "report.html"] {
        let text = fs::read_to_string(tournament.path().join(file)).unwrap();
        assert_harmless(&text, file);
        assert!(text.contains("]52;c;aGk="), "{file} tells what is harmless of it");
        if ["standings.csv", "crosstable.csv"].contains(&file) {
            assert!(!text.split([',', '\n']).any(|cell| cell.trim_start_matches('"').starts_with('=')), "{text}");
        }
        if file == "report.html" {
            assert!(!text.contains("<b>"), "markup of a stranger");
        }
    }
    let report = fs::read_to_string(tournament.path().join("report.html")).unwrap();
    let links: Vec<&str> = report.split("href=\"./").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.iter().any(|link| link.starts_with("replays/r01-")), "{links:?}");
    for link in links {
        let path = tournament.path().join(link);
        assert!(path.is_file(), "{link} leads nowhere");
        if link.starts_with("replays/") {
            assert_harmless(&fs::read_to_string(path).unwrap(), link);
        }
    }
    assert!(tournament.path().join("replays/replay.js").is_file());
}

#[test]
fn a_slip_in_the_settings_is_told_before_anybody_plays() {
    let settings = "format = \"round-robin\"\nboards = [\"3p2\"]\ntime = 9\n[[agents]]\ncommand = \"greedy\"\n\
                    [[agents]]\ncommand = \"radnom\"\n[[agents]]\nname = \"strong\"\ncommand = \"engine:level=10\"\n";
    let tournament = Tournament::new(settings);
    for command in ["run", "enter"] {
        let run = tournament.call(command);
        assert_eq!(run.code, Some(2), "{command}: {}", run.stderr);
        assert!(run.stderr.contains("agent 'radnom': there is no player or program 'radnom'; did you mean random?"));
        assert!(
            run.stderr.contains("agent 'strong': 'level=10' for 'engine': expected a level from 1 to 9 or its name")
        );
    }
    assert_eq!(tournament.games(), 0);
    tournament.write(&settings.replace("radnom", "random").replace("level=10", "level=1"));
    tournament.finish();
}

#[test]
fn the_estimate_and_the_status_count_only_who_can_play() {
    let tournament = Tournament::new(
        "format = \"round-robin\"\nboards = [\"3p2\"]\ntime = 10\njobs = 1\nsubmissions = \"handed-in\"\n\
         [[agents]]\ncommand = \"greedy\"\n[[agents]]\ncommand = \"random\"\n[[agents]]\ncommand = \"minimax\"\n",
    );
    for name in ["ada", "ben", "eve"] {
        fs::create_dir_all(tournament.path().join("handed-in").join(name)).unwrap();
    }
    let entered = tournament.call("enter");
    assert_eq!(entered.code, Some(0), "{}", entered.stderr);
    let status = tournament.call("status").stdout;
    assert!(status.contains("not begun; begin with:") && status.contains("\n0 of 6 games, 0 faults\n"), "{status}");
    let run = tournament.call("run");
    assert!(run.stderr.contains(": 6 of 6 games to be played, 1 at a time"), "{}", run.stderr);
}
