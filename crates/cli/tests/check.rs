//! `fruitrage check` on a zoo: the bug of each wrong agent is found, and nearly always named;
//! no right agent is accused.
//!
//! The wrong agents are the kits with one changed place each (`check_zoo/README.md`).

#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Folder, RunProgram as _};
use serde_json::{Value, json};

/// A language of the zoo: its file name, the right agent, and the changes.
const ZOO: [(&str, &str, &str); 3] = [
    ("py", include_str!("../kits/python/homework.py"), include_str!("check_zoo/python.txt")),
    ("cpp", include_str!("../kits/cpp/homework.cpp"), include_str!("check_zoo/cpp.txt")),
    ("java", include_str!("../kits/java/homework.java"), include_str!("check_zoo/java.txt")),
];

/// How many bugs must be named, of all.
const NAMED: usize = 27;
const ALL: usize = 30;

/// Steps whose verdict depends on how fast the machine is, and what else it does.
const OF_THE_MACHINE: [&str; 3] = ["little-time", "start-cost", "threads"];

/// A wrong agent.
struct Wrong {
    name: String,
    kind: &'static str,
    source: String,
    step: String,
    says: Option<String>,
}

/// The wrong agents of a language.
fn wrong_agents((kind, right, changes): (&'static str, &str, &str)) -> Vec<Wrong> {
    let agent = |text: &str| {
        let mut lines = text.lines();
        let name = lines.next().unwrap().trim().to_owned();
        let (mut step, mut says) = (None, None);
        let (mut old, mut new) = (String::new(), String::new());
        for line in lines.filter(|line| !line.is_empty()) {
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            match first {
                "step" => step = Some(rest.to_owned()),
                "says" => says = Some(rest.to_owned()),
                "-" => old.extend([rest, "\n"]),
                "+" => new.extend([rest, "\n"]),
                _ => panic!("{name}: {line}"),
            }
        }
        assert_eq!(right.matches(&old).count(), 1, "{name}: what is to be changed must be there once:\n{old}");
        Wrong { source: right.replace(&old, &new), step: step.unwrap(), name, kind, says }
    };
    let changes = format!("\n{changes}");
    changes.split("\n== ").skip(1).map(agent).collect()
}

/// Checks an agent quickly. Returns the exit code and the report.
fn check(folder: &Folder, agent: &str) -> (Option<i32>, Value) {
    let run = folder.run(&["check", agent, "--quick", "--format", "json", "-j", "1"]);
    let report = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{agent}: {error}\n{}\n{}", run.stdout, run.stderr));
    (run.code, report)
}

fn step<'a>(report: &'a Value, id: &str) -> &'a Value {
    report["steps"].as_array().unwrap().iter().find(|step| step["step"] == *id).unwrap()
}

/// Runs jobs in a few threads.
fn in_threads(count: usize, job: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    job(number);
                }
            });
        }
    });
}

#[test]
fn bugs_are_found_and_named() {
    let zoo: Vec<Wrong> = ZOO.into_iter().flat_map(wrong_agents).collect();
    assert!(zoo.len() >= ALL, "{}", zoo.len());
    let unnamed = Mutex::new(Vec::new());
    let missed = Mutex::new(Vec::new());
    in_threads(zoo.len(), |number| {
        let Wrong { name, kind, source, step: id, says } = &zoo[number];
        let folder = Folder::new();
        let file = format!("homework.{kind}");
        folder.write(&file, source);
        let (code, report) = check(&folder, &file);
        let step = step(&report, id);
        let is_found = step["verdict"] == "fail" && code != Some(0) || step["verdict"] == "warning";
        if !is_found {
            missed.lock().unwrap().push(format!("{name}.{kind}: exit code {code:?}, {report:#}"));
        }
        let told = step["findings"].to_string();
        if !says.as_ref().is_some_and(|says| told.contains(&json!(says).to_string().trim_matches('"').to_owned())) {
            unnamed.lock().unwrap().push(format!("{name}.{kind}: {says:?} is not in {told}"));
        }
        assert_kept(&folder, step, name);
    });
    let (missed, unnamed) = (missed.into_inner().unwrap(), unnamed.into_inner().unwrap());
    assert!(missed.is_empty(), "not found: {}", missed.join("\n"));
    let named = zoo.len() - unnamed.len();
    assert!(named * ALL >= NAMED * zoo.len(), "{named} of {} are named; not {}", zoo.len(), unnamed.join("\n"));
}

/// What a finding says about how to see it again works.
fn assert_kept(folder: &Folder, step: &Value, name: &str) {
    for finding in step["findings"].as_array().unwrap() {
        let Some(again) = finding["again"].as_str() else { continue };
        let words = shlex::split(again).unwrap();
        let arguments: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let run = folder.run(&arguments);
        assert_ne!(run.code, Some(2), "{name}: {again}: {}", run.stderr);
    }
}

/// Nothing is said against an agent, but what depends on the machine.
fn assert_not_accused(folder: &Folder, agent: &str) {
    let (code, report) = check(folder, agent);
    let is_of_machine = |step: &Value| OF_THE_MACHINE.iter().any(|id| step["step"] == *id);
    let mut is_slow = false;
    for step in report["steps"].as_array().unwrap() {
        let is_fine = step["verdict"] == "pass" || step["verdict"] == "not-reached";
        assert!(is_fine || is_of_machine(step), "{agent}: {step:#}");
        is_slow |= step["verdict"] == "fail";
    }
    assert_eq!(code, Some(i32::from(is_slow)), "{agent}: {report:#}");
    assert_eq!(folder.exists("fruitrage-check"), is_slow, "{agent}: what is kept is kept of mistakes");
}

/// Whether all tools are here; says so if not.
fn has(tools: &[&str]) -> bool {
    let is_there =
        |tool: &&str| std::process::Command::new("which").arg(tool).output().is_ok_and(|found| found.status.success());
    let missing: Vec<&str> = tools.iter().copied().filter(|tool| !is_there(tool)).collect();
    if !missing.is_empty() {
        eprintln!("NOTICE: there is no {} here; agents that need it are NOT checked", missing.join(" and no "));
    }
    missing.is_empty()
}

#[test]
fn kits_are_not_accused() {
    let kits: [(&str, &str, &[&str]); 7] = [
        ("python", "homework.py", &["python3"]),
        ("java", "homework.java", &["javac", "java"]),
        ("cpp", "homework.cpp", &["g++"]),
        ("c", "homework.c", &["gcc"]),
        ("rust", "homework.rs", &["rustc"]),
        ("js", "homework.js", &["node"]),
        ("go", "homework.go", &["go"]),
    ];
    in_threads(kits.len(), |number| {
        let (language, file, tools) = kits[number];
        if !has(tools) {
            return;
        }
        let folder = Folder::new();
        assert_eq!(folder.run(&["new-agent", language, "."]).code, Some(0));
        // Root's own compiler is of no use to the user that agents run as: then the program
        // is built here and handed in.
        if language == "rust" && folder.run(&["check", file, "--quick"]).code == Some(4) {
            let built = folder.call("rustc", &["-O", "--edition", "2021", "-o", "homework", file]).status();
            assert!(built.unwrap().success());
            return assert_not_accused(&folder, "homework");
        }
        assert_not_accused(&folder, file);
    });
}

#[test]
fn right_agents_of_every_style_are_not_accused() {
    let right = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_zoo/right");
    let mut agents: Vec<_> = fs::read_dir(right).unwrap().map(|entry| entry.unwrap().path()).collect();
    agents.sort();
    assert!(agents.len() >= 10, "{agents:?}");
    in_threads(agents.len(), |number| {
        let folder = Folder::new();
        assert_not_accused(&folder, agents[number].to_str().unwrap());
    });
}

/// Every player inside the program, as what a student hands in: a folder with the program and
/// a script. Those that play by no files themselves are asked by way of the bridge.
#[test]
fn built_in_players_are_not_accused() {
    let by_bridge = ["random", "greedy", "minimax:depth=1", "minimax:depth=2", "minimax:depth=3", "minimax:depth=4"]
        .map(|name| {
            (format!("as-{}", name.replace([':', '='], "-")), format!("bridge --files './fruitrage bridge {name}'"))
        });
    let levels = (1..=9).map(|level| (format!("level-{level}"), format!("--level {level}")));
    let players: Vec<(String, String)> = by_bridge.into_iter().chain(levels).collect();
    let program = without_symbols(Path::new(env!("CARGO_BIN_EXE_fruitrage")));
    in_threads(players.len(), |number| {
        use std::os::unix::fs::PermissionsExt as _;
        let (name, arguments) = &players[number];
        let folder = Folder::new();
        folder.make_dir(name);
        let path = folder.path().join(name);
        fs::write(path.join("fruitrage"), &program).unwrap();
        fs::write(path.join("homework"), format!("#!/bin/sh\nexec ./fruitrage {arguments}\n")).unwrap();
        for file in ["fruitrage", "homework"] {
            fs::set_permissions(path.join(file), fs::Permissions::from_mode(0o755)).unwrap();
        }
        assert_not_accused(&folder, name);
    });
}

/// A program as small as it is handed in: it is copied for every game.
fn without_symbols(program: &Path) -> Vec<u8> {
    let folder = Folder::new();
    let stripped = folder.path().join("stripped");
    let done = std::process::Command::new("strip").arg("-o").arg(&stripped).arg(program).status();
    if done.is_ok_and(|status| status.success()) { fs::read(stripped).unwrap() } else { fs::read(program).unwrap() }
}

/// A kit for Python with one changed place, in a folder of its own.
fn changed(old: &str, new: &str) -> Folder {
    let right = ZOO[0].1;
    assert!(right.contains(old));
    let folder = Folder::new();
    folder.write("homework.py", right.replace(old, new));
    folder
}

#[test]
fn a_finding_reads_as_those_of_compilers() {
    let folder = changed("[EMPTY] * (size - len(fruits)) + fruits", "fruits + [EMPTY] * (size - len(fruits))");
    let run = folder.run(&["check", "homework.py", "--quick"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let expected = "\
 5 FAIL        the move is legal, and the board after it right (0 of 6 boards right)

error[board]: wrong board after A1: row 1, character 2 (cell B1) should be '*', but is '0'
 --> output.txt:2:2
  |
1 | A1
2 | *00
  |  ^ should be '*'
3 | *0*
4 | ***
  |
  = expected: this output.txt
              A1
              ***
              *0*
              *00
  = likely cause: the fruit fell upwards; the first row is the top one
  = help: After the group is taken, in each column by itself all fruit falls down as far as it can.
          Columns stay where they are.
  = see it again: fruitrage board check fruitrage-check/homework/board

 6 not reached and all further steps to 21: step 'board' failed

Will I get zero? Yes, as it is: the fruit fell upwards; the first row is the top one. Mend step 'board' first.
";
    assert!(run.stdout.ends_with(expected), "{}", run.stdout);
    let again = folder.run(&["board", "check", "fruitrage-check/homework/board"]);
    assert_eq!(again.code, Some(1), "{}", again.stderr);
    assert!(again.stdout.contains("the fruit fell upwards"), "{}", again.stdout);
    // What was kept goes when it is mended.
    folder.write("homework.py", ZOO[0].1);
    assert_eq!(folder.run(&["check", "homework.py", "--quick"]).code, Some(0));
    assert!(!folder.exists("fruitrage-check"));
}

#[test]
fn a_program_that_is_not_built_is_shown_where() {
    let folder = changed("    board, seconds = read_input()\n", "    board, seconds = read_input(\n");
    let run = folder.run(&["check", "homework.py"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let place = "read_input(\n";
    assert!(run.stdout.contains(place) && run.stdout.contains('^'), "{}", run.stdout);
    assert!(run.stdout.contains("SyntaxError"), "{}", run.stdout);
    assert!(run.stdout.contains("Will I get zero? Yes, as it is: it cannot be built"), "{}", run.stdout);
}

#[test]
fn a_build_server_gets_a_case_for_each_step() {
    let folder = changed("str(row + 1)", "str(row)");
    let run = folder.run(&["check", "homework.py", "--quick", "--format", "junit"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    let xml = &run.stdout;
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>"), "{xml}");
    assert!(xml.contains("tests=\"21\" failures=\"1\" errors=\"0\" skipped=\"17\""), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 21);
    assert!(xml.contains("<failure message=\"output.txt cannot be read as a reply to a 3 x 3 board"), "{xml}");
}

#[test]
fn who_is_no_program_is_told_so() {
    let folder = Folder::new();
    for (agent, words) in [
        ("greedy", "'greedy' is a player inside fruitrage, and cannot be handed in"),
        ("homwork.py", "there is no player or program 'homwork.py'"),
    ] {
        let run = folder.run(&["check", agent]);
        assert_eq!(run.code, Some(2), "{agent}: {}", run.stdout);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    let run = folder.run(&["check", "x.py", "--games", "3"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("expected an even number"), "{}", run.stderr);
    folder.make_dir("empty");
    let run = folder.run(&["check", "empty"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stdout.contains("Will I get zero? Yes, as it is: there is no program in"), "{}", run.stdout);
}

#[test]
fn the_whole_check_predicts_the_grade() {
    let folder = Folder::new();
    folder.write("homework.cpp", ZOO[1].1);
    let run = folder.run(&["check", "homework.cpp", "--games", "4", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let prediction = &report["prediction"];
    assert_eq!(
        (&prediction["certain"], &prediction["cases"], &prediction["most"]),
        (&json!(25), &json!(25), &json!(100))
    );
    let [random, minimax] = prediction["matches"].as_array().unwrap().as_slice() else { panic!("{prediction:#}") };
    for part in [random, minimax] {
        assert_eq!(part["first"]["played"], 2, "{part:#}");
        assert_eq!(part["second"]["played"], 2, "{part:#}");
        for lot in ["begins", "follows"] {
            let [low, value, high] = ["low", "value", "high"].map(|end| part[lot][end].as_f64().unwrap());
            assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{part:#}");
        }
    }
    let expected = prediction["expected"].as_f64().unwrap();
    assert!((45.0..=75.0).contains(&expected), "greedy play wins against random and not against minimax: {expected}");
}

#[test]
fn it_checks_again_on_every_save() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::Stdio;

    let folder = changed("str(row + 1)", "str(row)");
    let mut command = folder.command(&["check", "homework.py", "--quick", "--watch"]);
    let mut watching = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(watching.stderr.take().unwrap()).lines();
    let mut wait = || assert!(said.any(|line| line.unwrap().starts_with("waiting for the next save")));
    wait();
    folder.write("homework.py", ZOO[0].1);
    wait();
    interrupt(watching.id());
    let code = watching.wait().unwrap().code();
    let mut printed = String::new();
    watching.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert_eq!(code, Some(0), "{printed}");
    let answers: Vec<&str> = printed.lines().filter(|line| line.starts_with("Will I get zero?")).collect();
    let [first, second] = answers[..] else { panic!("{answers:?}") };
    assert!(first.contains("Yes, as it is") && second.contains("No: all "), "{answers:?}");
}

/// Sends what Ctrl-C does.
fn interrupt(process: u32) {
    let sent = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status().unwrap();
    assert!(sent.success());
}
