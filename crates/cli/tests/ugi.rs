//! Programs that play by the Universal Game Interface, through the referee: whole games in one
//! process, and every way to lose by one's own fault. And the bridge between both protocols.
//! Unix only: the programs are Python's.

#![cfg(unix)]

mod common;

use std::io::Write as _;
use std::process::Stdio;

use common::ugi::bot;
use common::{FIRST_FRUIT, Folder, Run, RunProgram as _};
use serde_json::{Value, json};

/// A match of the program in `bot.py` against greedy, in two games on a small board.
fn play(bot: &str, options: &[&str]) -> (Folder, Run) {
    let folder = Folder::new();
    folder.write("bot.py", bot);
    let fixed =
        ["match", "ugi:python3 bot.py", "greedy", "--pairs", "1", "-n", "4", "--seed", "2", "-q", "--format", "json"];
    let run = folder.run(&[&fixed[..], options].concat());
    (folder, run)
}

fn json_of(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr))
}

#[test]
fn one_process_plays_a_whole_game_and_is_told_both_clocks() {
    for tier in ["auto", "landlock", "off"] {
        let options = ["--logs", "logs", "--record", "games.jsonl", "--time", "100", "--sandbox", tier];
        let (folder, run) = play(&bot("while time.process_time() < turn / 50: pass", "pass"), &options);
        if tier == "landlock" && run.code == Some(2) {
            eprintln!("NOTICE: landlock is not tested: {}", run.stderr);
            continue;
        }
        let result = json_of(&run);
        assert_eq!((run.code, &result["games"]), (Some(0), &json!(2)), "{result}");
        assert_eq!(result["agents"][0]["faults"], json!({}), "{result}");
        assert_eq!(result["agents"][0]["warnings"], json!(0), "{result}");
        for (log, player) in [("0001-1.1.log", 0), ("0001-2.2.log", 1)] {
            let log = String::from_utf8(folder.read(&format!("logs/{log}"))).unwrap();
            let told: Vec<_> = log.lines().filter(|line| line.contains(" go ")).collect();
            let processes = told.iter().filter_map(|line| line.split(' ').next());
            assert_eq!(processes.collect::<std::collections::BTreeSet<_>>().len(), 1, "{log}");
            assert!(told.len() > 1 && log.matches("answered").count() == told.len(), "{log}");
            let clock = |line: &str, name: &str| -> u32 {
                let words: Vec<_> = line.split(' ').collect();
                let place = words.iter().position(|word| *word == name).expect("a clock");
                words[place + 1].parse().unwrap()
            };
            let [own, other] = if player == 0 { ["p1time", "p2time"] } else { ["p2time", "p1time"] };
            let last = told.last().unwrap();
            assert!(clock(last, own) < 100_000 && clock(told[0], own) == 100_000, "{log}");
            assert!(clock(last, other) <= 100_000 && clock(last, other) > clock(last, own), "{log}");
        }
        let list = folder.run(&["replay", "games.jsonl"]);
        assert!(list.stdout.contains("2 games, all of which can have happened"), "{}", list.stdout);
    }
}

/// The program loses both games with this ending, for a reason that says this.
#[track_caller]
fn loses_by(ending: &str, reason: &str, bot: &str, options: &[&str]) -> Folder {
    let (folder, run) = play(bot, options);
    let result = json_of(&run);
    let [agent, opponent] = [&result["agents"][0], &result["agents"][1]];
    assert_eq!((run.code, &agent["faults"]), (Some(3), &json!({ending: 2})), "{result}");
    assert_eq!((&result["lost"], &opponent["faults"]), (&json!(2), &json!({})), "{result}");
    let message = agent["fault_examples"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains(reason), "{reason}: {message}");
    folder
}

#[test]
fn moves_that_are_none_lose_with_what_was_said() {
    for (move_, ending, reason) in [
        ("b1", "broken-protocol", "expected a move such as B1 after 'bestmove', found 'b1'"),
        ("", "broken-protocol", "expected a move such as B1 after 'bestmove', found ''"),
        ("none", "broken-protocol", "it said that it has no move, though there is fruit to take"),
        ("Z26", "illegal-move", "Z26"),
    ] {
        let folder = loses_by(ending, reason, &bot(&format!("move = '{move_}' if turn > 1 else move"), "pass"), &[]);
        let lost = folder.path().join("fruitrage-faults");
        let lost = std::fs::read_dir(lost).unwrap().next().unwrap().unwrap().path();
        let read = |file: &str| std::fs::read_to_string(lost.join(file)).unwrap();
        let told = read("stdin.txt");
        assert!(told.starts_with("isready\nposition fen ") && told.contains(" moves "), "{told}");
        assert!(read("stdout.txt").ends_with(format!("bestmove {move_}\n").as_str()), "{}", read("stdout.txt"));
        assert!(read("input.txt").starts_with("4\n") && read("stderr.txt").contains(" go p1time "));
        assert!(read("verdict.txt").contains(reason));
    }
}

#[test]
fn death_in_a_turn_and_between_turns_loses() {
    let on_second = |deed: &str| bot(&format!("turn == 2 and {deed}"), "pass");
    loses_by("crashed", "crashed with exit code 1; the end of its stderr", &on_second("sys.exit('oh no')"), &[]);
    loses_by("crashed", "oh no", &on_second("sys.exit('oh no')"), &[]);
    loses_by("crashed", "ended without a move, with exit code 0", &on_second("sys.exit(0)"), &[]);
    loses_by("crashed", "ended without a move, with exit code 0", &bot("pass", "sys.stdout.flush(); os._exit(0)"), &[]);
}

#[test]
fn silence_loses_and_says_what_kind_of_silence_it_was() {
    let short = ["--time", "0.2", "--grace", "0.1"];
    loses_by("killed", "did not answer and hardly used the CPU", &bot("time.sleep(1000)", "pass"), &short);
    let unfinished = "sys.stdout.write('bestmove ' + move); sys.stdout.flush(); time.sleep(1000)";
    loses_by("broken-protocol", "', did not end the line, and said nothing more", &bot(unfinished, "pass"), &short);
    let busy = bot("while True: pass", "pass");
    loses_by("out-of-time", "ran out of time", &busy, &short);
    loses_by(
        "out-of-time",
        "ran out of time",
        &bot("time.sleep(1000)", "pass"),
        &[&short[..], &["--clock", "wall"]].concat(),
    );
}

#[test]
fn who_does_not_get_ready_is_told_what_is_missing() {
    let short = ["--time", "0.2", "--grace", "0.1"];
    let silent = "import time\ntime.sleep(1000)\n";
    loses_by("broken-protocol", "there was no 'ugiok' after", silent, &short);
    loses_by("broken-protocol", "name it without ugi:", silent, &short);
    let unready = "import time\nprint('readyok\\nugiok', flush=True)\ntime.sleep(1000)\n";
    loses_by("broken-protocol", "there was no 'readyok' after", unready, &short);
    loses_by("crashed", "input.txt", FIRST_FRUIT, &[]);
}

#[test]
fn endless_lines_and_floods_lose() {
    let endless = bot("while True: sys.stdout.write('x' * 4096)", "pass");
    loses_by("broken-protocol", "it wrote a line of more than 64 KiB", &endless, &[]);
    let flood = bot("while True: sys.stdout.write('info depth 1\\n' * 1000)", "pass");
    loses_by("broken-protocol", "it wrote more than 16 MiB and no move", &flood, &[]);
}

#[test]
fn what_is_said_too_late_is_no_move_and_costs_a_warning_at_most() {
    let (_, run) = play(&bot("pass", "print('info string late', flush=True)"), &[]);
    let result = json_of(&run);
    assert_eq!((&result["agents"][0]["faults"], &result["agents"][0]["warnings"]), (&json!({}), &json!(0)), "{result}");
    let (_, run) = play(&bot("pass", "print('bestmove Z26', flush=True)"), &[]);
    let result = json_of(&run);
    assert_eq!(result["agents"][0]["faults"], json!({}), "{result}");
    let examples = result["agents"][0]["warning_examples"].to_string();
    assert!(examples.contains("it wrote another 'bestmove' after its last move"), "{result}");
}

#[test]
fn submissions_and_tournaments_take_it_too() {
    let folder = Folder::new();
    folder.make_dir("ada");
    folder.write("ada/homework.py", bot("pass", "pass"));
    let run =
        folder.run(&["match", "ugi:ada", "ugi:ada/homework.py", "--pairs", "1", "-n", "3", "-q", "--format", "json"]);
    let result = json_of(&run);
    for agent in 0..2 {
        assert_eq!(result["agents"][agent]["faults"], json!({}), "{result}");
    }
    folder.write(
        "tournament.toml",
        "format = \"round-robin\"\nboards = [\"3p2\"]\ntime = 60\n[[agents]]\nname = \"ada\"\ncommand = \"ugi:ada\"\n\
         [[agents]]\nname = \"words\"\ncommand = \"ugi:python3 ada/homework.py\"\n[[agents]]\ncommand = \"greedy\"\n",
    );
    let run = folder.run(&["tournament", "run", "."]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let status = json_of(&folder.run(&["tournament", "status", ".", "--format", "json"]));
    assert!(!status.to_string().contains("broken-protocol"), "{status}");
}

/// What the bridge says in a session.
fn session(folder: &Folder, program: &str, commands: &str) -> String {
    let mut command = folder.command(&["bridge", program]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_agent_by_files_is_an_engine_by_the_bridge() {
    let folder = Folder::new();
    // It counts its moves in its folder, and tells on what it was asked.
    let counts = "import sys\nsys.stderr.write(open('input.txt').read())\nopen('moves', 'a').write('x')\n\
                  if len(open('moves').read()) > 2: sys.exit('enough')\n";
    folder.write("agent.py", format!("{FIRST_FRUIT}\n{counts}"));
    let position = "position fen 310/012/302 moves C3\ngo p1time 1000 p2time 2000\n";
    let said = session(
        &folder,
        "python3 agent.py",
        &format!("ugi\nisready\n{position}{position}go movetime 1000\nuginewgame\n{position}position fen 1x\n"),
    );
    let moves: Vec<_> = said.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(moves, ["bestmove A1"; 4], "{said}");
    assert!(said.contains("\nugiok\nreadyok\n"), "in order, though all was said at once: {said}");
    assert_eq!(said.matches("a good reply, but the program ended with exit code 1").count(), 1, "{said}");
    assert!(said.contains("info string the position cannot be read"), "{said}");
    folder.write("bad.py", "open('output.txt', 'w').write('b1')\n");
    let said = session(&folder, "python3 bad.py", position);
    assert!(said.contains("info string python3 bad.py wrote a malformed output.txt"), "{said}");
    assert!(said.ends_with("bestmove none\n"), "{said}");
}

#[test]
fn an_engine_is_an_agent_by_files_by_the_bridge() {
    let folder = Folder::with_input("3\n4\n60\n310\n012\n302\n");
    folder.write("bot.py", bot("pass", "pass"));
    for engine in [format!("{} engine", env!("CARGO_BIN_EXE_fruitrage")), "ugi:python3 bot.py".to_owned()] {
        let run = folder.run(&["bridge", "--files", &engine]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let check = folder.run(&["board", "check", "."]);
        assert_eq!(check.code, Some(0), "{}", check.stdout);
        std::fs::remove_file(folder.path().join("output.txt")).unwrap();
    }
    folder.write("bad.py", bot("move = 'Z26'", "pass"));
    for (engine, words) in [
        ("python3 bad.py", "the engine says Z26"),
        ("true", "there was no 'readyok' from the engine"),
        ("no-such-engine", "the engine 'no-such-engine' cannot be started"),
        ("'", "the quotes in `'` do not match"),
    ] {
        let run = folder.run(&["bridge", "--files", engine]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
        assert!(!folder.exists("output.txt"));
    }
}
