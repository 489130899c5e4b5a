//! Tournaments by the real program, in real processes that are really killed.
//! Unix only: signals are sent.

#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use common::Run;
use common::RunProgram as _;
use common::tournament::{Tournament, swiss};
use fruitrage_rules::Random;
use fruitrage_tournament::storage::{Access, Location, Storage};
use fruitrage_tournament::{EXAMPLE, Folder, Site, Window};
use serde_json::Value;
use tempfile::TempDir;
use wait4::Wait4 as _;

#[test]
fn killed_fifty_times_a_tournament_comes_to_the_same_end() {
    const KILLS: usize = 50;
    let settings = swiss(16, 6, "8p4");
    let whole = Tournament::new(&settings);
    whole.finish();
    whole.assert_in_order();
    let (played, standings) = (whole.played(), whole.standings());
    assert_eq!(played.len(), 16 / 2 * 6 * 2);

    let mut random = Random::new(1);
    let mut kills = 0;
    while kills < KILLS {
        // If it is finished before it was killed often enough, there is another.
        let tournament = Tournament::new(&settings);
        loop {
            let mut child = tournament.start();
            thread::sleep(Duration::from_micros(random.below(250_000)));
            if kills == KILLS || child.try_wait().unwrap().is_some() {
                let output = child.wait_with_output().unwrap();
                let stderr = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(0), "after {kills} kills: {stderr}");
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        tournament.assert_in_order();
        assert_eq!(tournament.played(), played);
        assert_eq!(tournament.standings(), standings);
    }
}

#[test]
fn interrupted_it_says_how_to_go_on() {
    // More than anybody plays until it is interrupted, also by somebody who is slow.
    let tournament = Tournament::new(&swiss(100, 50, "10p4"));
    for signal in ["-INT", "-TERM"] {
        let games = tournament.games();
        let mut child = tournament.start();
        tournament.wait_for_games(games + 2, &mut child);
        // Twice at once, as `timeout` does.
        let id = child.id().to_string();
        assert!(
            Command::new("sh").args(["-c", "kill $0 $1; kill $0 $1 || :", signal, &id]).status().unwrap().success()
        );
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!(run.code, Some(130), "{}", run.stderr);
        let command = format!("fruitrage tournament run {}\n", tournament.path().display());
        assert!(run.stderr.ends_with(&command), "{}", run.stderr);
        assert!(!tournament.path().join("work").exists());
        let status = tournament.call("status").stdout;
        assert!(status.contains("stopped; go on with: fruitrage tournament run"), "{status}");
    }
    tournament.assert_in_order();
}

#[test]
fn a_database_that_is_deleted_or_replaced_under_a_tournament_ends_it_at_once() {
    // One that plays, and one that only waits: then nothing is to be stored.
    for (is_paused, is_replaced) in [(false, false), (false, true), (true, false)] {
        let tournament = Tournament::new(&swiss(100, 50, "10p4"));
        if is_paused {
            assert_eq!(tournament.call("enter").code, Some(0));
            assert_eq!(tournament.call("pause").code, Some(0));
        }
        let mut child = tournament.start();
        if is_paused {
            // Until then it may still find out by itself that there is none.
            while !tournament.has_workers() {
                assert_eq!(child.try_wait().unwrap(), None, "it does not run");
                thread::sleep(Duration::from_millis(20));
            }
        } else {
            tournament.wait_for_games(2, &mut child);
        }
        let database = tournament.folder().database();
        if is_replaced {
            let other = tournament.path().join("other");
            fs::write(&other, "what somebody else has put there").unwrap();
            fs::rename(&other, &database).unwrap();
        } else {
            fs::remove_file(&database).unwrap();
        }
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        let happened = if is_replaced { "replaced by another file" } else { "deleted or moved" };
        let expected = format!("fruitrage: {} was {happened} while it was in use, and nothing", database.display());
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
        assert!(!tournament.path().join("work").exists());
        match fs::read_to_string(&database) {
            Ok(text) => assert_eq!((is_replaced, &*text), (true, "what somebody else has put there")),
            Err(error) => assert!(!is_replaced, "{error}"),
        }
        // Every record that is there is a whole one.
        let games = tournament.path().join("games");
        for round in fs::read_dir(&games).into_iter().flatten() {
            for record in fs::read_dir(round.unwrap().path()).unwrap() {
                let text = fs::read_to_string(record.unwrap().path()).unwrap();
                assert!(text.lines().last().is_some_and(|line| line.contains("\"end\"")), "{text}");
            }
        }
    }
}

#[test]
fn a_tournament_is_run_by_one_at_a_time() {
    let tournament = Tournament::new(&swiss(12, 8, "10p4"));
    // Paused, so that it is not over before anybody has looked.
    assert_eq!(tournament.call("enter").code, Some(0));
    assert_eq!(tournament.call("pause").code, Some(0));
    let mut child = tournament.start();
    while !tournament.folder().is_running() {
        assert_eq!(child.try_wait().unwrap(), None, "it does not run");
        thread::sleep(Duration::from_millis(20));
    }
    let second = tournament.call("run");
    assert_eq!(second.code, Some(2));
    assert!(second.stderr.contains("it is running already"), "{}", second.stderr);
    assert_eq!(tournament.status()["running"], true);
    child.kill().unwrap();
    child.wait().unwrap();
    // What it has left behind keeps nobody away.
    assert_eq!(tournament.status()["running"], false);
    assert_eq!(tournament.call("resume").code, Some(0));
    tournament.finish();
}

#[test]
fn who_names_no_tournament_is_told_both_ways_to_name_one() {
    let folder = common::Folder::new();
    let run: Run = folder.command(&["tournament", "status"]).env_remove("FRUITRAGE_DB").output().unwrap().into();
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("Name its FOLDER, or its database with --db"), "{}", run.stderr);
    // What is not there is not made by who only wants to change it.
    let run = folder.run(&["tournament", "pause", "."]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("there is no tournament yet"), "{}", run.stderr);
    assert_eq!(folder.names(), [] as [String; 0]);
}

#[test]
fn the_example_can_be_run_as_it_is() {
    let folder = common::Folder::new();
    let init = folder.run(&["tournament", "init", "cup"]);
    assert_eq!(init.code, Some(0), "{}", init.stderr);
    assert_eq!(folder.read("cup/tournament.toml"), EXAMPLE.as_bytes());
    let run = folder.run(&["tournament", "run", "cup", "-j", "2"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("12 of 12 games to be played, 2 at a time, seed 1"), "{}", run.stderr);
    assert!(run.stdout.lines().last().unwrap().contains("random"), "{}", run.stdout);
    assert_eq!(folder.run(&["tournament", "verify", "cup"]).stdout, "12 games, 0 problems\n");
    let again = folder.run(&["tournament", "init", "cup"]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("there is a tournament already"), "{}", again.stderr);
}

#[test]
fn submissions_are_built_once_and_a_broken_one_does_not_hold_up_the_rest() {
    let tournament = Tournament::new(
        "format = \"round-robin\"\nboards = [\"3p2\"]\ntime = 20\nsubmissions = \"handed-in\"\n\
         [[agents]]\nname = \"<b>greedy</b>\"\ncommand = \"greedy\"\n",
    );
    let write = |name: &str, text: &str| {
        let path = tournament.path().join("handed-in").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("ada/homework3.py", common::FIRST_FRUIT);
    write("ben/homework11.cpp", "#include <stdexcept>\nint main() { throw std::runtime_error(\"no idea\"); }\n");
    write("bad/homework.cpp", "int main() { return }\n");
    write("none/readme.txt", "I was ill.\n");
    let run = tournament.call("run");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("bad cannot play: `g++"), "{}", run.stderr);
    assert!(run.stderr.contains("none cannot play: there is no program"), "{}", run.stderr);
    let status = tournament.status();
    assert_eq!(status["games"]["finished"], 6, "{status}");
    assert_eq!(status["excluded"].as_array().map(Vec::len), Some(2), "{status}");
    let faults = status["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 4, "{status}");
    for fault in faults {
        assert_eq!((&fault["agent"], &fault["ending"]), (&"ben".into(), &"crashed".into()));
        let log = fs::read_to_string(fault["log"].as_str().unwrap()).unwrap();
        assert!(log.contains("no idea"), "{log}");
    }
    let report = tournament.call("report");
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let file = |name: &str| fs::read_to_string(tournament.path().join(name)).unwrap();
    assert!(file("standings.csv").contains("ada") && file("crosstable.csv").contains("ben"));
    assert!(file("report.html").contains("&lt;b&gt;greedy&lt;/b&gt;") && !file("report.html").contains("<b>greedy"));
    let results: Value = serde_json::from_str(&file("results.json")).unwrap();
    assert!(results.to_string().contains("error: expected"), "the compiler's words are in the report");
    tournament.assert_in_order();
}

#[test]
fn three_hundred_agents_fit_into_a_small_laptop() {
    let tournament = Tournament::new(&swiss(300, 7, "3p2"));
    let mut child = tournament.start();
    tournament.wait_for_games(400, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    let usage = tournament.start().wait4().unwrap();
    assert!(usage.status.success());
    let mib = usage.rusage.maxrss >> 20;
    assert!(mib < 500, "{mib} MiB");
    assert_eq!(tournament.status()["games"]["finished"], 300 / 2 * 7 * 2);
    tournament.assert_in_order();
    // Nobody has met the same opponent twice.
    let results = tournament.window().unwrap().results().unwrap();
    let sorted = |[one, two]: [usize; 2]| [one.min(two), one.max(two)];
    let met: BTreeSet<_> = results.pairs.iter().map(|pair| sorted(pair.agents)).collect();
    assert_eq!(met.len(), results.pairs.len());
}

#[test]
fn a_database_of_a_newer_program_is_refused() {
    let tournament = Tournament::new(&swiss(4, 1, "3p2"));
    tournament.finish();
    let storage = Storage::open(&Location::File(tournament.folder().database()), Access::Write).unwrap();
    let mut transaction = storage.begin().unwrap();
    transaction.execute("UPDATE fruitrage_migrations SET version = 9999", vec![]).unwrap();
    transaction.commit().unwrap();
    drop(storage);
    for command in ["run", "status", "verify"] {
        let run = tournament.call(command);
        assert_eq!(run.code, Some(2), "{command}: {}", run.stderr);
        assert!(run.stderr.contains("it was written by a newer fruitrage"), "{}", run.stderr);
    }
}

#[test]
fn mistakes_in_the_settings_are_told_with_their_line() {
    let tournament = Tournament::new(&swiss(4, 1, "3q2"));
    let run = tournament.call("run");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("tournament.toml, line 3: expected size and kinds such as 10p6"), "{}", run.stderr);
    tournament.write(&swiss(4, 1, "3p2").replace("time = 60", "tiem = 60"));
    let run = tournament.call("run");
    assert!(run.stderr.contains("tournament.toml, line 4: unknown field `tiem`"), "{}", run.stderr);
    assert!(!tournament.folder().database().exists());
}

#[test]
fn games_are_not_mixed_with_those_of_other_conditions() {
    let settings = swiss(4, 2, "3p2");
    let tournament = Tournament::new(&settings);
    tournament.finish();
    tournament.write(&settings.replace("time = 60", "time = 61"));
    let run = tournament.call("run");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("'time' was 60.0 and is 61.0"), "{}", run.stderr);
    tournament.write(&settings);
    tournament.finish();
}

#[test]
fn what_may_take_days_is_not_begun_unasked() {
    let tournament = Tournament::new(&swiss(4, 1, "3p2").replace("time = 60", "time = 100000"));
    let run = tournament.call("run");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("4 of 4 games to be played") && run.stderr.contains("days"), "{}", run.stderr);
    assert!(run.stderr.contains("--yes"), "{}", run.stderr);
    let run: Run = tournament.command("run").arg("--yes").output().unwrap().into();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// A disk of a few MiB, if this process may make one.
struct SmallDisk(TempDir);

impl SmallDisk {
    fn new() -> Option<Self> {
        let disk = Self(tempfile::tempdir().unwrap());
        disk.mount("size=1m").then_some(disk)
    }

    fn mount(&self, options: &str) -> bool {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.0.path()).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).stderr(Stdio::null()).status();
    }
}

#[test]
fn a_full_disk_stops_it_and_with_more_room_it_goes_on() {
    let Some(disk) = SmallDisk::new() else {
        eprintln!("NOTICE: no disk can be mounted here; a full disk is NOT tested");
        return;
    };
    let settings = swiss(16, 6, "8p4");
    let whole = Tournament::new(&settings);
    whole.finish();
    let folder = Folder::new(disk.0.path());
    fs::write(folder.path().join("tournament.toml"), &settings).unwrap();
    let run = || -> Run {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        program.args(["tournament", "run"]).arg(folder.path()).output().unwrap().into()
    };
    for _ in 0..2 {
        let run = run();
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        assert!(run.stderr.contains("the disk is full"), "{}", run.stderr);
    }
    assert!(disk.mount("remount,size=64m"));
    let run = run();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut games = 0;
    let window = Window::open(&Site::of_folder(folder.clone(), None).unwrap()).unwrap();
    let each = window.each_record(|record| {
        games += 1;
        let (board, moves, ..) = &whole.played()[&record.game.id];
        assert_eq!(&record.game.board, board);
        assert!(record.moves.iter().map(|line| line.cell.to_string()).eq(moves.iter().cloned()));
        Ok(())
    });
    each.unwrap();
    assert_eq!(games, whole.played().len());
}

#[test]
fn odd_white_space_is_one_warning_and_a_lost_move_is_laid_down_as_files() {
    let settings = |strict: bool| {
        format!(
            "name = \"forms\"\nformat = \"round-robin\"\nboards = [\"4p3\"]\ntime = 60\nstrict-format = {strict}\n\
             [[agents]]\nname = \"crlf\"\ncommand = \"python3 crlf.py\"\ndir = \"files\"\n\
             [[agents]]\nname = \"lower\"\ncommand = \"python3 lower.py\"\ndir = \"files\"\n\
             [[agents]]\nname = \"greedy\"\ncommand = \"greedy\"\n"
        )
    };
    let rewrite = |change: &str| {
        let first = common::FIRST_FRUIT;
        format!("{first}\ntext = open('output.txt').read()\nopen('output.txt', 'w', newline='').write({change})\n")
    };
    for strict in [false, true] {
        let tournament = Tournament::new(&settings(strict));
        let files = tournament.path().join("files");
        fs::create_dir(&files).unwrap();
        fs::write(files.join("crlf.py"), rewrite("text.replace('\\n', '\\r\\n')")).unwrap();
        fs::write(files.join("lower.py"), rewrite("text.lower()")).unwrap();
        let run = tournament.call("run");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stderr.contains("look at it again: fruitrage board check "), "{}", run.stderr);
        assert_eq!(tournament.call("report").code, Some(0));
        let results: Value =
            serde_json::from_slice(&fs::read(tournament.path().join("results.json")).unwrap()).unwrap();
        let agent = |name: &str| {
            let agents = results["agents"].as_array().unwrap();
            agents.iter().find(|agent| agent["name"] == name).unwrap().clone()
        };
        let lower = agent("lower");
        // In strict mode one of its games is over before it has moved.
        let lost = 4 - u64::from(strict);
        assert_eq!(lower["faults"], serde_json::json!({"malformed-output": lost}), "{lower}");
        let crlf = agent("crlf");
        if strict {
            assert_eq!(crlf["faults"], serde_json::json!({"malformed-output": lost}), "{crlf}");
        } else {
            assert_eq!(crlf["faults"], serde_json::json!({}), "{crlf}");
            let [warning] = &crlf["warned"].as_array().unwrap()[..] else { panic!("{crlf}") };
            assert_eq!(warning["times"], crlf["time"]["moves"]);
            let message = warning["message"].as_str().unwrap();
            assert!(message.ends_with("CRLF instead of LF; a strict grader may give zero for it"), "{message}");
        }
        let kept: Vec<_> = fs::read_dir(tournament.path().join("faults/lower")).unwrap().flatten().collect();
        assert_eq!(kept.len() as u64, lost);
        for folder in kept {
            let folder = folder.path();
            let check = common::Folder::new().run(&["board", "check", folder.to_str().unwrap()]);
            assert!(check.stdout.contains("the column letter must be a capital"), "{}{}", check.stdout, check.stderr);
        }
    }
}
