//! A class of made-up submissions, as a teacher gets them: from the folder to the report.
//!
//! Each has one habit. The table says how it plays and which words its student must find
//! in the report.

#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use common::tournament::Tournament;

/// A right agent, which the others are made from.
const RIGHT: &str = include_str!("class/homework.py");
const CPP: &str = include_str!("class/homework.cpp");
const WRITE: &str = "    file.write(text)\n";

/// What the report says of a submission.
#[derive(Clone)]
enum Verdict {
    /// Nothing: it is right.
    Right,
    /// It plays, and there is one warning with these words.
    Warned(&'static [&'static str]),
    /// It loses by its own fault, which is told with these words.
    Faulty(&'static [&'static str]),
    /// It cannot play, for a reason with these words.
    Unbuilt(&'static [&'static str]),
}
use Verdict::{Faulty, Right, Unbuilt, Warned};

#[derive(Clone)]
struct Submission {
    name: &'static str,
    files: Vec<(&'static str, Vec<u8>)>,
    verdict: Verdict,
}

fn files(name: &'static str, files: &[(&'static str, &str)], verdict: Verdict) -> Submission {
    let files = files.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())).collect();
    Submission { name, files, verdict }
}

/// The right agent with one change.
fn changed(name: &'static str, from: &str, to: &str, verdict: Verdict) -> Submission {
    assert!(RIGHT.contains(from), "{name}: the agent has no {from:?}");
    files(name, &[("homework.py", &RIGHT.replacen(from, to, 1))], verdict)
}

fn writing(name: &'static str, text: &str, verdict: Verdict) -> Submission {
    changed(name, WRITE, &format!("    file.write({text})\n"), verdict)
}

/// An archive with the right agent in it, made by Python, which every machine here has.
fn archive(name: &'static str, file: &'static str, kind: &str) -> Submission {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("handed-in/homework");
    fs::create_dir_all(&inside).unwrap();
    fs::write(inside.join("homework.py"), RIGHT).unwrap();
    let script =
        "import shutil, sys; print(shutil.make_archive(sys.argv[1] + '/out', sys.argv[2], sys.argv[1] + '/handed-in'))";
    let made = Command::new("python3").args(["-c", script]).arg(folder.path()).arg(kind).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let path = String::from_utf8(made.stdout).unwrap();
    Submission { name, files: vec![(file, fs::read(path.trim()).unwrap())], verdict: Right }
}

/// The right agents in languages whose tools are here.
fn in_other_languages() -> Vec<Submission> {
    let kits = [
        ("pia", "javac", "homework.java", include_str!("../kits/java/homework.java")),
        ("ray", "node", "homework.js", include_str!("../kits/js/homework.js")),
        ("sid", "go", "homework.go", include_str!("../kits/go/homework.go")),
        ("tea", "gcc", "homework.c", include_str!("../kits/c/homework.c")),
    ];
    let is_here = |tool: &str| {
        let is_here = Command::new("which").arg(tool).output().is_ok_and(|found| found.status.success());
        if !is_here {
            eprintln!("NOTICE: there is no {tool} here; submissions that need it are NOT tested");
        }
        is_here
    };
    let kits = kits.into_iter().filter(|(_, tool, ..)| is_here(tool));
    kits.map(|(name, _, file, source)| files(name, &[(file, source)], Right)).collect()
}

fn class() -> Vec<Submission> {
    vec![
        // Right, in several shapes.
        files("ada", &[("homework.py", RIGHT)], Right),
        files("bea", &[("homework.cpp", CPP)], Right),
        files("cem", &[("homework11.cpp", CPP)], Right),
        files("dan", &[("homework/homework.py", RIGHT)], Right),
        files("eli", &[("homework.py", RIGHT), ("calibrate.py", "open('calibration.txt', 'w').write('1')")], Right),
        archive("fay", "homework.zip", "zip"),
        archive("gus", "homework.tar.gz", "gztar"),
        changed("hal", "START =", "print('thinking ' * 200000)\nSTART =", Right),
        changed("ida", "START =", "print('\\x1b]52;c;aGk=\\x07', file=sys.stderr)\nSTART =", Right),
        files("jan", &[("agent.py", RIGHT)], Right),
        // White space: accepted, with a warning.
        writing("kim", "text[:-1]", Warned(&["no line end", "strict"])),
        writing("leo", "text.replace('\\n', '\\r\\n')", Warned(&["CRLF", "strict"])),
        writing("mia", "text + '\\n'", Warned(&["blank line", "strict"])),
        writing("ned", "text.replace('\\n', ' \\n')", Warned(&["blank", "strict"])),
        writing("ola", "'\\ufeff' + text", Warned(&["byte order mark", "strict"])),
        // Format: refused, with what to write instead.
        writing("pat", "text.lower()", Faulty(&["capital"])),
        writing("quy", "text.replace(move, move[0] + ' ' + move[1:])", Faulty(&["nothing may stand between"])),
        writing("rex", "move + '\\n' + '\\n'.join(rows[:-1]) + '\\n'", Faulty(&["row"])),
        writing("sue", "text + 'done\\n'", Faulty(&["done"])),
        writing("tom", "move + '\\n' + '\\n'.join(' '.join(row) for row in rows) + '\\n'", Faulty(&["side by side"])),
        changed("uma", "\"output.txt\"", "\"Output.txt\"", Faulty(&["Output.txt"])),
        changed("val", "\"output.txt\"", "\"result.txt\"", Faulty(&["result.txt"])),
        writing("wes", "''", Faulty(&["empty"])),
        changed("xen", WRITE, "    pass\nprint(text)\n", Faulty(&["empty", "printed to stdout"])),
        changed(
            "yul",
            "with open(\"output.txt\", \"w\", newline=\"\") as file:\n    file.write(text)\n",
            "print(text)\n",
            Faulty(&["left no output.txt", "printed to stdout"]),
        ),
        // Wrong boards, with the likely cause.
        writing(
            "yan",
            "move + '\\n' + ''.join(''.join('*' if (r, c) in group else before[r][c] for c in range(size)) + '\\n' for r in range(size))",
            Faulty(&["did not fall"]),
        ),
        writing(
            "zoe",
            "move + '\\n' + ''.join(''.join(line) + '\\n' for line in before)",
            Faulty(&["before the move"]),
        ),
        changed("abe", "str(row + 1)", "str(size - row)", Faulty(&["from the bottom"])),
        changed(
            "bob",
            "[\"*\"] * (size - len(fruits)) + fruits",
            "fruits + [\"*\"] * (size - len(fruits))",
            Faulty(&["upwards"]),
        ),
        changed("cat", "for r, c in group:\n", "for r, c in [min(group)]:\n", Faulty(&["group"])),
        changed(
            "deb",
            "board = [[columns",
            "columns.sort(key=lambda cells: cells[-1] == '*')\nboard = [[columns",
            Faulty(&["closed up"]),
        ),
        // Programs that fail.
        changed("eve", "size = int(lines[0])", "size = int(lines[0]", Unbuilt(&["SyntaxError"])),
        changed("fin", "import sys", "import sys\nimport my_helpers", Faulty(&["my_helpers"])),
        changed(
            "gil",
            "board = [row",
            "if '*' in str(before): raise IndexError('no fruit here')\nboard = [row",
            Faulty(&["no fruit here"]),
        ),
        changed("hui", "START =", "while True: pass\nSTART =", Faulty(&["ran out of time"])),
        changed(
            "ivo",
            "START =",
            "held = bytearray(3 << 30)\nSTART =",
            Faulty(&["MemoryError", "more memory than the 1024 MiB"]),
        ),
        changed("joy", "START =", "import os; os.kill(os.getpid(), 11)\nSTART =", Faulty(&["signal"])),
        files("kai", &[("homework.cpp", "int main() { return }\n")], Unbuilt(&["error: expected"])),
        files("lou", &[("homework.rb", "puts 1\n")], Unbuilt(&["homework.rb: unknown kind .rb"])),
        files("max", &[("run.sh", "#!/bin/sh\nexit 1\n")], Unbuilt(&["run.sh is not executable: chmod +x run.sh"])),
        files("nia", &[("readme.txt", "I was ill.\n")], Unbuilt(&["readme.txt"])),
        files("oma", &[], Unbuilt(&["it is empty"])),
    ]
}

fn hand_in(folder: &Path, submission: &Submission) {
    let own = folder.join(submission.name);
    fs::create_dir_all(&own).unwrap();
    for (path, bytes) in &submission.files {
        let path = own.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// All that the report says of an agent: why it cannot play, how its games ended that it
/// lost by a fault, and what was odd.
fn told(results: &Value, name: &str) -> (bool, Vec<String>, Vec<String>) {
    let agents = results["agents"].as_array().unwrap();
    let agent =
        agents.iter().find(|agent| agent["name"] == name).unwrap_or_else(|| panic!("{name} is not in the report"));
    let games = results["games"].as_array().unwrap();
    let of_agent = |side: &Value| side["agent"] == agent["agent"];
    let mut faults: Vec<String> = agent["note"].as_str().map(str::to_owned).into_iter().collect();
    let mut warnings = Vec::new();
    let mut played = false;
    for game in games {
        let Some(side) = game["sides"].as_array().unwrap().iter().position(of_agent) else { continue };
        played = true;
        if game["decided_by"] == "fault" && game["winner"] == 1 - side {
            faults.push(game["message"].as_str().unwrap().to_owned());
        }
        warnings.extend(game["sides"][side]["first_warning"].as_str().map(str::to_owned));
    }
    (played, faults, warnings)
}

#[test]
fn a_class_of_every_habit_goes_from_folder_to_report_with_no_surprise() {
    let tournament = Tournament::new(
        "format = \"gauntlet\"\nhero = \"the grader\"\nboards = [\"5p3\"]\npairs = 1\ntime = 4\ngrace = 1\n\
         submissions = \"handed-in\"\n[[agents]]\nname = \"the grader\"\ncommand = \"greedy\"\n",
    );
    let class = [class(), in_other_languages()].concat();
    for submission in &class {
        hand_in(&tournament.path().join("handed-in"), submission);
    }
    let run = tournament.call("run");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = tournament.call("report");
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let results = fs::read_to_string(tournament.path().join("results.json")).unwrap();
    let results: Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["void_games"], 0, "nobody gains a void game");

    let mut surprises = Vec::new();
    for submission in &class {
        let (played, faults, warnings) = told(&results, submission.name);
        let all_in =
            |told: &[String], words: &[&str]| words.iter().all(|word| told.iter().any(|line| line.contains(word)));
        let as_expected = match submission.verdict {
            Right => played && faults.is_empty() && warnings.is_empty(),
            Warned(words) => played && faults.is_empty() && all_in(&warnings, words),
            Faulty(words) => played && !faults.is_empty() && all_in(&faults, words),
            Unbuilt(words) => !played && all_in(&faults, words),
        };
        if !as_expected {
            surprises.push(format!("{}: played {played}, faults {faults:#?}, warnings {warnings:#?}", submission.name));
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
    tournament.assert_in_order();
}
