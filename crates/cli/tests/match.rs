//! `fruitrage match` and `fruitrage replay` as a person or a script uses them, with
//! real programs through the real files.

mod common;

use std::fmt::Write as _;

use common::{FIRST_FRUIT, Folder, Run, RunProgram as _};
use serde_json::Value;

fn json(run: &Run) -> Value {
    assert!(matches!(run.code, Some(0 | 1 | 3)), "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stdout))
}

#[test]
fn built_in_players_meet_in_pairs_and_the_seed_repeats_them() {
    let folder = Folder::new();
    let arguments = ["match", "greedy", "random", "--pairs", "4", "-n", "6", "--seed", "5", "--format", "json", "-q"];
    let (one, two) = (json(&folder.run(&arguments)), json(&folder.run(&arguments)));
    for result in [&one, &two] {
        assert_eq!(result["games"], 8);
        assert_eq!(result["agents"][0]["name"], "greedy");
        assert_eq!(result["agents"][1]["sandbox"], "built-in");
    }
    for key in ["won", "drawn", "lost", "pairs", "sweeps", "share", "elo", "won_by_beginner"] {
        assert_eq!(one[key], two[key], "{key}");
    }
    assert!(one["won"].as_u64() > one["lost"].as_u64(), "{one}");
}

#[test]
fn jobs_do_not_change_the_result() {
    let folder = Folder::new();
    let run = |jobs: &str| {
        let arguments = ["match", "minimax:depth=1", "random", "--games", "12", "-n", "5", "--seed", "9", "-j", jobs];
        json(&folder.run(&[&arguments[..], &["--format", "json", "-q"]].concat()))
    };
    let (one, four) = (run("1"), run("4"));
    assert_eq!((&one["pairs"], &one["share"]), (&four["pairs"], &four["share"]));
}

#[test]
fn extremes_are_told_without_nan_or_infinity() {
    let folder = Folder::new();
    for format in ["table", "json", "csv"] {
        for agents in [["engine", "random"], ["greedy", "greedy"]] {
            let run = folder.run(&["match", agents[0], agents[1], "--pairs", "3", "-n", "4", "--format", format, "-q"]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            let text = run.stdout.to_lowercase();
            assert!(!text.contains("nan") && !text.contains("inf"), "{text}");
        }
    }
}

#[test]
fn a_python_program_plays_legal_games_and_its_record_replays() {
    let folder = Folder::new();
    folder.write("first.py", FIRST_FRUIT);
    let run = folder.run(&[
        "match",
        "python3 first.py",
        "greedy",
        "--pairs",
        "1",
        "-n",
        "4",
        "--seed",
        "2",
        "--record",
        "games.jsonl",
        "--logs",
        "logs",
        "--format",
        "json",
        "-q",
    ]);
    let result = json(&run);
    assert_eq!(result["games"], 2, "{result}");
    assert_eq!(result["agents"][0]["faults"], serde_json::json!({}), "{result}");
    let logs = std::fs::read_dir(folder.path().join("logs")).unwrap();
    let mut logs: Vec<_> = logs.map(|log| log.unwrap().file_name().into_string().unwrap()).collect();
    logs.sort();
    assert_eq!(logs, ["0001-1.1.log", "0001-2.2.log"], "of the program, which moves second in the second game");
    let list = folder.run(&["replay", "games.jsonl"]);
    assert_eq!(list.code, Some(0), "{}{}", list.stdout, list.stderr);
    assert!(list.stdout.contains("2 games, all of which can have happened"), "{}", list.stdout);
    let drawn = folder.run(&["replay", "games.jsonl", "--game", "0001-2", "--ply", "1"]);
    assert!(drawn.stdout.contains("before move 1:") && drawn.stdout.contains("move 1, greedy:"), "{}", drawn.stdout);
    let pgn = folder.run(&["replay", "games.jsonl", "--pgn"]);
    assert_eq!(pgn.stdout.matches("[Result ").count(), 2, "{}", pgn.stdout);
    assert!(pgn.stdout.contains("[White \"python3 first.py\"]"), "{}", pgn.stdout);
    // The moves of each game, with its result, and the day.
    let csv = folder.run(&["replay", "games.jsonl", "--csv"]);
    let rows: Vec<Vec<&str>> = csv.stdout.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][..5], ["game", "ply", "player", "name", "move"], "{}", csv.stdout);
    for game in ["0001-1", "0001-2"] {
        let moves: Vec<&str> = rows.iter().filter(|row| row[0] == game).map(|row| row[4]).collect();
        let one = folder.run(&["replay", "games.jsonl", "--pgn", "--game", game]).stdout;
        let (headers, text) = one.split_once("\n\n").unwrap();
        let written: Vec<&str> = text.split_whitespace().filter(|word| !word.ends_with('.')).collect();
        let (result, written) = written.split_last().unwrap();
        assert_eq!(written, moves, "{one}");
        assert!(!moves.is_empty() && headers.contains(&format!("[Result \"{result}\"]")), "{one}");
        assert!(headers.contains("[Date \"20") && text.lines().all(|line| line.len() < 81), "{one}");
    }
}

#[test]
fn a_forged_record_is_named_with_its_line() {
    let folder = Folder::new();
    let run = folder.run(&["match", "greedy", "greedy", "--pairs", "1", "-n", "4", "--record", "games.jsonl", "-q"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let text = String::from_utf8(folder.read("games.jsonl")).unwrap();
    let forged = text.replacen("\"ply\":2", "\"ply\":7", 1);
    folder.write("forged.jsonl", &forged);
    let run = folder.run(&["replay", "forged.jsonl"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout.contains("forged.jsonl: line 3: the number of the move should be 2, but is 7"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_fault_is_told_in_a_sentence_with_where_it_happened() {
    let folder = Folder::new();
    let mut bad = FIRST_FRUIT.to_owned();
    bad.push_str("import sys\nopen('output.txt', 'w').write('B2\\n')\nprint('I am lost', file=sys.stderr)\n");
    folder.write("bad.py", &bad);
    folder.write("crash.py", "import sys\nprint('no idea', file=sys.stderr)\nsys.exit(3)\n");
    for (program, fault, sentence) in [
        ("python3 bad.py", "malformed-output", "line 2, column 1"),
        ("python3 crash.py", "crashed", "exit code 3; the end of its stderr: no idea"),
        ("python3 missing.py", "crashed", "missing.py"),
    ] {
        let run = folder.run(&["match", program, "greedy", "--pairs", "1", "-n", "4", "--format", "json", "-q"]);
        let result = json(&run);
        assert_eq!(result["agents"][0]["faults"][fault], 2, "{result}");
        assert_eq!((run.code, &result["forfeited_by"]), (Some(3), &program.into()), "{result}");
        let message = result["agents"][0]["fault_examples"][0]["message"].as_str().unwrap_or_default();
        assert!(message.contains(sentence), "{message}");
        assert_eq!(result["lost"], 2);
    }
}

#[test]
fn a_calibration_lasts_through_all_games() {
    let folder = Folder::new();
    let mut agent = String::from("assert open('calibration.txt').read() == 'fast'\n");
    let _ = write!(agent, "{FIRST_FRUIT}");
    agent.push_str("open('moves.txt', 'a').write('x')\n");
    folder.make_dir("agent");
    folder.write("agent/homework.py", &agent);
    folder.write("agent/calibrate.py", "open('calibration.txt', 'w').write('fast')\n");
    for command in [&["agent"][..], &["python3 homework.py", "--a", "dir=agent,calibrate=python3 calibrate.py"]] {
        let mut arguments = vec!["match", command[0], "random", "--pairs", "1", "-n", "3", "--format", "json", "-q"];
        arguments.extend(&command[1..]);
        let result = json(&folder.run(&arguments));
        assert_eq!(result["agents"][0]["faults"], serde_json::json!({}), "{result}");
    }
}

#[test]
fn submissions_in_several_languages_are_built_and_play() {
    let folder = Folder::new();
    folder.write("homework3.py", FIRST_FRUIT);
    folder.write("homework.cpp", "#include <stdlib.h>\nint main() { return system(\"exit 5\") ? 5 : 0; }\n");
    let run =
        folder.run(&["match", "homework3.py", "homework.cpp", "--pairs", "1", "-n", "4", "--format", "json", "-q"]);
    let result = json(&run);
    assert_eq!(result["agents"][0]["faults"], serde_json::json!({}), "{result}");
    assert_eq!(result["agents"][1]["faults"]["crashed"], 2, "{result}");
    folder.write("broken.cpp", "int main() { return }\n");
    let run = folder.run(&["match", "broken.cpp", "greedy", "--pairs", "1"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("broken.cpp:1:21: error"), "{}", run.stderr);
}

#[test]
fn bad_usage_is_refused_with_what_to_do() {
    let folder = Folder::new();
    for (arguments, advice) in [
        (&["engine:depth=0"][..], "a number of moves from 1"),
        (&["minimax:depth=x"], "a number of moves from 1 to 100"),
        (&["greedy", "--games", "3"], "take an even number"),
        (&["greedy", "--boards", "missing.txt"], "neither a list of boards"),
        (&["greedy", "--a", "speed=3"], "an agent has no 'speed'"),
        (&["greedy", "--a", "time=-1"], "expected seconds from 0.001 to 1000000, found '-1'"),
        (&["greedy", "--a", "memory=0"], "expected MiB from 16 to 1048576"),
        (&["greedy", "--a", "calibrate=yes"], "calibrate: expected a command such as 'python3 calibrate.py'"),
        (&["greedy", "--sprt", "elo0=0"], "elo1 is missing"),
        (&["greedy", "--size", "27"], "26p10"),
        (&["python3 'a"], "quotes"),
    ] {
        let run = folder.run(&[&["match", arguments[0], "random"], &arguments[1..]].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(advice), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_name_that_nobody_has_is_told_before_the_first_game() {
    let folder = Folder::new();
    folder.write("mybot", "#!/bin/sh\n");
    folder.write("homework.py", FIRST_FRUIT);
    let sprt = ["--sprt", "elo0=0,elo1=10", "--record", "games.jsonl"];
    for (agents, advice) in [
        (["./mybot", "radnom"], "there is no player or program 'radnom'; did you mean random?"),
        (["engin:level=3", "random"], "'engin:level=3'; did you mean engine?"),
        (["mybto", "random"], "'mybto'; did you mean ./mybot?"),
        (["./mybto", "random"], "'./mybto'; did you mean ./mybot?"),
        (["homewrok.py", "random"], "'homewrok.py'; did you mean ./homework.py?"),
        (["./no-such-program", "random"], "'./no-such-program'; there are random, greedy, minimax, engine"),
        (["", "random"], "a player's name is empty"),
        (["engine:level=10", "random"], "'level=10' for 'engine': expected a level from 1 to 9 or its name ("),
    ] {
        let run = folder.run(&[&["match"], &agents[..], &sprt].concat());
        assert_eq!(run.code, Some(2), "{agents:?}: {}", run.stderr);
        assert!(run.stderr.contains(advice), "{agents:?}: {}", run.stderr);
        assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("", 1), "{}", run.stderr);
        let play = folder.run(&["play", agents[0], agents[1]]);
        assert_eq!(play.code, Some(2));
        assert!(play.stderr.contains(advice), "{agents:?}: {}", play.stderr);
    }
    assert!(!folder.names().contains(&"games.jsonl".to_owned()), "nothing was played");
    let lab = folder.run(&["lab", "./mybot", "random"]);
    assert_eq!(lab.code, Some(2));
    assert!(lab.stderr.contains("for programs there is fruitrage match"), "{}", lab.stderr);
    let lab = folder.run(&["lab", "engine", "radnom"]);
    assert!(lab.stderr.contains("there is no player 'radnom'; did you mean random?"), "{}", lab.stderr);
}

#[test]
fn a_file_in_the_place_of_a_command_leads_to_the_command() {
    let folder = Folder::new();
    folder.write("input.txt", "1\n1\n5\n0\n");
    let run = folder.run(&["input.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("fruitrage --input input.txt"), "{}", run.stderr);
}

#[test]
fn an_exit_code_says_what_a_test_has_found() {
    let folder = Folder::new();
    let code = |arguments: &[&str]| {
        let run = folder.run(arguments);
        (run.code, run.stdout + &run.stderr)
    };
    let small = |agents: [&str; 2], more: &[&str]| {
        code(&[&["match", agents[0], agents[1], "-n", "5", "--seed", "1", "-q"], more].concat())
    };
    // Without --pairs it goes on until it is decided.
    let (accepted, text) = small(["greedy", "random"], &["--sprt", "elo0=0,elo1=50"]);
    assert_eq!(accepted, Some(0), "{text}");
    assert!(text.contains("it is stronger by 50 Elo"), "{text}");
    let (rejected, text) = small(["random", "greedy"], &["--sprt", "elo0=0,elo1=50"]);
    assert_eq!(rejected, Some(1), "{text}");
    let (undecided, text) = small(["greedy", "greedy"], &["--sprt", "elo0=0,elo1=1", "--pairs", "1"]);
    assert_eq!(undecided, Some(5), "{text}");
    assert!(text.contains("not decided; more pairs are needed"), "{text}");
    // Boards of a file are played once: the same again would prove nothing.
    folder.write("boards.txt", "012/120/201\n001/210/222\n");
    let suite = ["match", "greedy", "greedy", "--boards", "boards.txt", "--sprt", "elo0=0,elo1=1", "--format", "json"];
    let (once, text) = code(&suite);
    assert_eq!(once, Some(5), "{text}");
    assert!(text.contains("\"games\": 4"), "{text}");
    let lab = |players: [&str; 2], more: &[&str]| {
        code(&[&["lab", players[0], players[1], "--boards", "5p3", "--depth", "1"], more].concat()).0
    };
    assert_eq!(lab(["greedy", "random"], &["--gain", "2"]), Some(0));
    assert_eq!(lab(["random", "greedy"], &["--gain", "2"]), Some(1));
    assert_eq!(lab(["greedy", "greedy"], &["--gain", "0.1", "--pairs", "1"]), Some(5));
}

#[test]
fn who_loses_every_game_by_its_own_fault_proves_nothing() {
    let folder = Folder::new();
    folder.write("crash.py", "raise SystemExit(3)\n");
    let run = folder.run(&["match", "greedy", "python3 crash.py", "-n", "4", "-q", "--sprt", "elo0=0,elo1=10"]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("python3 crash.py lost every game by its own fault"), "{}", run.stdout);
}

#[test]
fn a_table_for_spreadsheets_has_empty_cells_and_no_minus_zero() {
    let folder = Folder::new();
    let run = folder.run(&["match", "greedy", "greedy", "--pairs", "1", "-n", "4", "--format", "csv", "-q"]);
    for cell in run.stdout.lines().flat_map(|line| line.split(',')) {
        assert!(!["-0", "n/a", "unknown"].contains(&cell), "{}", run.stdout);
    }
}

#[test]
fn the_classic_preset_ends_when_it_is_decided() {
    let folder = Folder::new();
    let run = folder.run(&["match", "engine", "random", "--preset", "classic", "-n", "6", "-q", "--format", "json"]);
    let result = json(&run);
    // Six of eleven are enough, whoever has them.
    let [games, won, drawn, lost] = ["games", "won", "drawn", "lost"].map(|field| result[field].as_u64().unwrap());
    assert_eq!((won.max(lost), games), (6, won + drawn + lost), "{result}");
    assert_eq!(result["agents"][0]["time"], 300.0);
}

/// An agent that writes a lower-case letter from its second move on, and says so.
fn lower_case() -> String {
    format!(
        "{FIRST_FRUIT}\nimport os, sys\nprint('thinking hard', file=sys.stderr)\n\
         if os.path.exists('seen'):\n    text = open('output.txt').read()\n    open('output.txt', 'w').write(text.lower())\n\
         open('seen', 'w').write('x')\n"
    )
}

#[test]
fn a_lost_move_is_kept_and_one_command_shows_it_again() {
    let folder = Folder::new();
    folder.write("lower.py", lower_case());
    let arguments = ["match", "lower.py", "greedy", "--pairs", "4", "-n", "4", "--seed", "2", "--time", "100", "-q"];
    let run = folder.run(&[&arguments[..], &["--record", "games.jsonl"]].concat());
    let kept = "fruitrage-faults/lower-0001-1-move-3";
    assert!(run.stdout.contains(&format!("look at it again: fruitrage board check {kept}")), "{}", run.stdout);
    assert!(run.stdout.contains("game 0001-1, move 3: lower wrote a malformed output.txt"), "{}", run.stdout);
    let check = folder.run(&["board", "check", kept]);
    assert_eq!(check.code, Some(1));
    assert!(check.stdout.contains("the column letter must be a capital"), "{}", check.stdout);
    assert_eq!(folder.read(&format!("{kept}/stderr.txt")), b"thinking hard\n");
    let verdict = String::from_utf8(folder.read(&format!("{kept}/verdict.txt"))).unwrap();
    assert!(verdict.starts_with("lower wrote a malformed output.txt: line 1, column 1"), "{verdict}");
    // A handful of each agent, and another match overwrites nothing.
    let count = |folder: &Folder| std::fs::read_dir(folder.path().join("fruitrage-faults")).unwrap().count();
    assert_eq!(count(&folder), 5);
    folder.run(&arguments);
    assert_eq!(count(&folder), 10);
    assert_eq!(folder.read(&format!("{kept}-2/output.txt")), folder.read(&format!("{kept}/output.txt")));

    // The same move by its number: the board, the clock and the files.
    let shown = folder.run(&["replay", "games.jsonl", "--game", "0001-1", "--ply", "3"]);
    assert!(shown.stdout.contains("before move 3:"), "{}", shown.stdout);
    assert!(shown.stdout.contains("move 3: lower wrote a malformed output.txt"), "{}", shown.stdout);
    let position = shown.stdout.lines().find_map(|line| line.strip_prefix("position: ")).unwrap().to_owned();
    let input = String::from_utf8(folder.read(&format!("{kept}/input.txt"))).unwrap();
    let seconds = input.lines().nth(2).unwrap();
    assert!(position.contains(&format!(" {seconds}:")) && seconds != "100", "{position}: {input}");
    let written = folder.run(&["replay", "games.jsonl", "--game", "0001-1", "--files", "again"]);
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    for file in ["input.txt", "output.txt", "stderr.txt", "verdict.txt"] {
        assert_eq!(folder.read(&format!("again/{file}")), folder.read(&format!("{kept}/{file}")), "{file}");
    }
    let again = folder.run(&["replay", "games.jsonl", "--game", "0001-1", "--files", "again"]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("--files again: it is there already"), "{}", again.stderr);
    let first = folder.run(&["replay", "games.jsonl", "--game", "0001-1", "--ply", "1", "--files", "first"]);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert_eq!(folder.run(&["board", "check", "first"]).code, Some(0));
    for ply in ["0", "4"] {
        let run = folder.run(&["replay", "games.jsonl", "--game", "0001-1", "--ply", ply]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("the game has moves 1 to 3"), "{}", run.stderr);
    }

    // A review begins with what decided the game.
    let review = folder.run(&["review", "games.jsonl", "--game", "0001-1", "--nodes", "1000", "-q"]);
    assert!(review.stdout.starts_with("lost by a fault at move 3: lower wrote a malformed"), "{}", review.stdout);
    assert!(review.stdout.contains("fruitrage replay games.jsonl --game 0001-1 --ply 3"), "{}", review.stdout);
}

#[test]
fn records_and_logs_of_an_earlier_match_are_not_touched() {
    let folder = Folder::new();
    let arguments = ["match", "greedy", "random", "--pairs", "1", "-n", "3", "-q"];
    folder.write("games.jsonl", "precious");
    folder.make_dir("logs");
    folder.write("logs/0001-1.1.log", "old");
    for (option, words) in [
        (["--record", "games.jsonl"], "--record games.jsonl: there is such a file already, and its games are kept"),
        (["--logs", "logs"], "--logs logs: there are files in it, from an earlier match perhaps"),
    ] {
        let run = folder.run(&[&arguments[..], &option].concat());
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        assert!(run.stderr.contains(words) && !run.stderr.contains("os error"), "{}", run.stderr);
    }
    assert_eq!(folder.read("games.jsonl"), b"precious");
    assert!(!folder.path().join("fruitrage-faults").exists(), "there was no fault");
}
