//! A folder of submissions through the real program: what is used and what is not, calibrated
//! once, mended later.

#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use common::tournament::Tournament;
use common::{FIRST_FRUIT, Run};

const SETTINGS: &str = "format = \"round-robin\"\nboards = [\"2p2\"]\ntime = 60\nsubmissions = \"handed-in\"\n\
                        [[agents]]\nname = \"dice\"\ncommand = \"random\"\n";

fn write(tournament: &Tournament, name: &str, text: &str) {
    let path = tournament.path().join("handed-in").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Packs a folder of its own with the one agent in it.
fn pack(tournament: &Tournament, name: &str, text: &str) {
    let inner = tempfile::tempdir().unwrap();
    fs::create_dir(inner.path().join("hw")).unwrap();
    fs::write(inner.path().join("hw/homework.py"), text).unwrap();
    let archive = tournament.path().join("handed-in").join(name);
    let packed = Command::new("tar").arg("-czf").arg(archive).arg("-C").arg(inner.path()).arg("hw").status().unwrap();
    assert!(packed.success());
}

#[test]
fn what_cannot_be_used_is_named_with_the_reason() {
    let tournament = Tournament::new(SETTINGS);
    write(&tournament, "ada/homework.py", FIRST_FRUIT);
    write(&tournament, "deep/hw1/src/homework.py", FIRST_FRUIT);
    pack(&tournament, "cyd.tar.gz", FIRST_FRUIT);
    write(&tournament, "grades.csv", "ada,1\n");
    write(&tournament, "eve.rar", "Rar!");
    write(&tournament, "broken.zip", "PK");
    write(&tournament, "typo/homework.py", "def\n");
    let run = tournament.call("run");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for part in [
        "not used: handed-in/grades.csv: unknown kind .csv; try .py, .c,",
        "eve cannot play: eve.rar: unknown kind .rar; try .py",
        "broken.zip: it cannot be unpacked: ",
        "typo cannot play: `python3 -m py_compile homework.py` failed",
    ] {
        assert!(run.stderr.contains(part), "{part}\n{}", run.stderr);
    }
    let status = tournament.status();
    // Of ada, cyd, deep and dice everybody meets everybody.
    assert_eq!(status["games"]["finished"], 12, "{status}");
    assert_eq!(status["faults"].as_array().map(Vec::len), Some(0), "{status}");
}

#[test]
fn a_calibration_is_announced_and_run_once_for_each_content() {
    let tournament = Tournament::new(SETTINGS);
    let agent = format!("assert open('calibration.txt').read() == 'fast'\n{FIRST_FRUIT}");
    write(&tournament, "ada/homework.py", &agent);
    write(&tournament, "ada/calibrate.py", "open('calibration.txt', 'w').write('fast')\n");
    let announced = "ada: calibrating, which may take 5 min of CPU time; Ctrl-C stops it";
    let run = tournament.call("enter");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains(announced), "{}", run.stderr);
    assert!(run.stderr.contains("2 agents ready"), "{}", run.stderr);
    let run = tournament.call("run");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stderr.contains("calibrating"), "{}", run.stderr);
    assert_eq!(tournament.status()["faults"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_calibration_has_a_limit_that_is_a_setting() {
    let tournament = Tournament::new(&format!("{SETTINGS}\n[limits]\ncalibration = 1\n"));
    write(&tournament, "ada/homework.py", FIRST_FRUIT);
    write(&tournament, "ada/calibrate.py", "while True: pass\n");
    write(&tournament, "ben/homework.py", FIRST_FRUIT);
    let run = tournament.call("run");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let told = "ada cannot play: its calibration failed: it took longer than 1 s of CPU time; calibration=SECONDS \
                allows more";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn entering_can_be_interrupted_while_somebody_is_calibrated() {
    let tournament = Tournament::new(SETTINGS);
    write(&tournament, "ada/homework.py", FIRST_FRUIT);
    write(&tournament, "ada/calibrate.py", "import time\ntime.sleep(600)\n");
    let mut child = tournament.command("enter").stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    while !said.contains("ada: calibrating") {
        assert!(stderr.read_line(&mut said).unwrap() > 0, "it has ended: {said}");
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    stderr.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
    assert!(said.contains("Stopped. Nobody was entered"), "{said}");
}

#[test]
fn a_mended_submission_is_noticed_in_every_format() {
    let tournament = Tournament::new(SETTINGS);
    let cargo = "[package]\nname = \"cargo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let hand_in = |text: &str| {
        write(&tournament, "file.py", text);
        write(&tournament, "folder/homework.py", text);
        pack(&tournament, "archive.tgz", text);
        write(&tournament, "cargo/Cargo.toml", cargo);
        write(&tournament, "cargo/src/main.rs", &format!("fn main() {{ /* {} */ }}", text.len()));
    };
    let mut names = vec!["archive", "file", "folder"];
    hand_in(FIRST_FRUIT);
    let run = tournament.call("enter");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    if run.stderr.contains("cargo cannot play") {
        // For example by root, whose toolchain nobody else can reach.
        eprintln!("NOTICE: no Cargo project can be built here; that one is mended is NOT tested");
    } else {
        names.push("cargo");
    }
    // Before anything is played, the new files simply play.
    hand_in(&format!("{FIRST_FRUIT}# mended\n"));
    let run: Run = tournament.command("enter").output().unwrap().into();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for name in &names {
        let told =
            format!("{name}: its files have changed since it was entered; nothing was played, so the new ones play");
        assert!(run.stderr.contains(&told), "{name}: {}", run.stderr);
    }
    tournament.finish();
    let run = tournament.call("run");
    assert!(!run.stderr.contains("have changed"), "{}", run.stderr);
    // Then they do not.
    hand_in(&format!("{FIRST_FRUIT}# mended again\n"));
    let run = tournament.call("run");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for name in &names {
        let told = format!(
            "{name}: its files have changed since it was entered. The games that it has played stand, and it goes on with \
             the files it was entered with; to let the new ones play, enter them under another name"
        );
        assert!(run.stderr.contains(&told), "{name}: {}", run.stderr);
    }
}
