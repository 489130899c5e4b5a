//! One tournament, several workers and a real PostgreSQL, all of which are stopped,
//! killed and started again. Unix only: signals are sent.

#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::Run;
use common::RunProgram as _;
use common::server::Server;
use common::tournament::{Tournament, agents, swiss};
use fruitrage_rules::Random;
use fruitrage_testing::Postgres;
use fruitrage_tournament::storage::{Access, Location, ServerUrl, Storage, StorageError};
use tempfile::TempDir;

/// Longer than anything here should ever take, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(10);

/// As short as it can be, so that nobody has to wait for the dead.
const SHORT_LEASE: &str = "lease = 2\n";

fn round_robin(count: usize, boards: &str) -> String {
    format!("{SHORT_LEASE}format = \"round-robin\"\nboards = [\"{boards}\"]\ntime = 60\njobs = 2\n{}", agents(count))
}

/// A machine that plays: a process with a folder of its own.
struct Machine {
    folder: TempDir,
    url: String,
    child: Option<Child>,
}

impl Machine {
    fn new(url: &str) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), url: url.to_owned(), child: None }
    }

    fn started(url: &str) -> Self {
        let mut machine = Self::new(url);
        machine.start();
        machine
    }

    fn dir(&self) -> PathBuf {
        self.folder.path().join("worker")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        // The address comes by the environment, as a password would.
        command.args(["worker", "-j", "2", "--dir"]).arg(self.dir()).env("FRUITRAGE_DB", &self.url);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn start(&mut self) {
        self.child = Some(self.command().spawn().unwrap());
    }

    fn id(&self) -> String {
        self.child.as_ref().unwrap().id().to_string()
    }

    fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.id()]).status().unwrap().success());
    }

    fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn has_ended(&mut self) -> bool {
        self.child.as_mut().unwrap().try_wait().unwrap().is_some()
    }

    /// Waits until it ends by itself.
    fn end(&mut self) -> Run {
        let until = Instant::now() + PATIENCE;
        while !self.has_ended() {
            assert!(Instant::now() < until, "a worker does not end");
            thread::sleep(Duration::from_millis(20));
        }
        self.child.take().unwrap().wait_with_output().unwrap().into()
    }

    fn assert_done(&mut self) {
        let run = self.end();
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }

    /// The same for one that may have been started while the database was away for longer
    /// than it waits then: it is started again, as by whatever runs services.
    fn assert_done_at_last(&mut self) {
        let until = Instant::now() + PATIENCE;
        loop {
            let run = self.end();
            if run.code != Some(4) || !run.stderr.contains("the database cannot be reached") || Instant::now() > until {
                assert_eq!(run.code, Some(0), "{}", run.stderr);
                return;
            }
            self.start();
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Enters the agents of a tournament.
fn enter(tournament: &Tournament) {
    let run = tournament.call("enter");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

/// Asserts that every pair counts once and that all is as if one machine had played.
fn assert_same(tournament: &Tournament, alone: &Tournament) {
    tournament.assert_in_order();
    assert_eq!(tournament.played(), alone.played());
    assert_eq!(tournament.standings(), alone.standings());
}

#[test]
fn killed_workers_and_a_restarted_database_change_nothing() {
    const KILLS: usize = 12;
    let settings = round_robin(24, "8p4");
    let alone = Tournament::new(&settings);
    alone.finish();

    let mut postgres = Postgres::start();
    let mut random = Random::new(7);
    let mut kills = 0;
    let mut number = 0;
    while kills < KILLS {
        // If it is over before everybody was killed often enough, there is another.
        number += 1;
        let cup = format!("cup{number}");
        let url = postgres.create_database(&cup);
        let tournament = Tournament::at(&settings, &url);
        enter(&tournament);
        let mut machines: Vec<Machine> = (0..4).map(|_| Machine::started(&url)).collect();
        while kills < KILLS {
            thread::sleep(Duration::from_millis(100 + random.below(250)));
            if postgres.psql(&cup, "SELECT COUNT(*) FROM pairs WHERE state = 'open'").trim() == "0" {
                break;
            }
            let victim = &mut machines[random.below(4) as usize];
            if victim.has_ended() {
                let run = victim.end();
                assert!(matches!(run.code, Some(0 | 4)), "{}", run.stderr);
            } else {
                victim.kill();
            }
            victim.start();
            kills += 1;
            match kills {
                4 => postgres.restart(),
                8 => {
                    // As if its process had crashed, and then not there for a while.
                    postgres.kill();
                    thread::sleep(Duration::from_secs(2));
                    postgres.start_again();
                }
                _ => {}
            }
        }
        machines.iter_mut().for_each(Machine::assert_done_at_last);
        assert_same(&tournament, &alone);
        let plays = postgres.psql(&cup, "SELECT COUNT(*) FROM plays");
        assert_eq!(plays.trim(), (24 * 23).to_string(), "of what the dead have begun nothing is left");
        assert_eq!(postgres.psql(&cup, "SELECT COUNT(*) FROM pairs WHERE state <> 'done'").trim(), "0");
        let leased = "SELECT COUNT(*) FROM pairs WHERE holder IS NOT NULL OR expires IS NOT NULL";
        assert_eq!(postgres.psql(&cup, leased).trim(), "0", "no lease is left behind");
    }
}

#[test]
fn workers_that_start_together_on_an_empty_database_make_it_once() {
    let postgres = Postgres::start();
    // With equal ones among them: who goes through is not a matter of time.
    let eight = agents(8);
    let knockout = format!("format = \"knockout\"\nboards = [\"4p2\"]\ntime = 60\njobs = 2\n{eight}");
    for (settings, rounds, number) in [(swiss(9, 4, "5p3"), 4, 1), (knockout, 3, 2)] {
        let settings = format!("{SHORT_LEASE}{settings}");
        let alone = Tournament::new(&settings);
        alone.finish();
        let url = postgres.create_database(&format!("cup{number}"));
        let mut machines: Vec<Machine> = (0..4).map(|_| Machine::started(&url)).collect();
        let tournament = Tournament::at(&settings, &url);
        enter(&tournament);
        for machine in &mut machines {
            machine.assert_done();
        }
        assert_same(&tournament, &alone);
        let database = format!("cup{number}");
        let found = postgres.psql(&database, "SELECT COUNT(*), COUNT(DISTINCT number) FROM rounds");
        assert_eq!(found.trim(), format!("{rounds}|{rounds}"), "each round was scheduled once");
        let hosts = postgres.psql(&database, "SELECT COUNT(*) FROM workers WHERE speed > 0");
        assert_eq!(hosts.trim(), "4", "everybody has measured its speed");
    }
}

/// An agent that takes the first fruit, but not at once.
fn slow_agent(seconds: &str) -> String {
    format!("import time\ntime.sleep({seconds})\n{}", common::FIRST_FRUIT)
}

/// More pairs than anybody plays until a test has seen what it waits for.
fn without_end(settings: &str) -> String {
    format!("pairs = 1000\n{settings}")
}

fn with_submissions() -> String {
    format!(
        "{SHORT_LEASE}format = \"round-robin\"\nboards = [\"3p2\"]\ntime = 60\nsubmissions = \"handed-in\"\n\
         [[agents]]\nname = \"greedy\"\ncommand = \"greedy\"\n"
    )
}

fn hand_in(tournament: &Tournament, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = tournament.path().join("handed-in").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn a_finished_game_waits_on_the_disk_until_the_database_is_back() {
    let mut postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let slow = slow_agent("0.1");
    let files = [("ada/homework.py", slow.as_str())];
    let tournament = Tournament::at(&without_end(&with_submissions()), &url);
    hand_in(&tournament, &files);
    enter(&tournament);
    let mut machine = Machine::started(&url);
    wait_until("nobody has begun", || postgres.psql("cup", "SELECT COUNT(*) FROM moves").trim() != "0");
    postgres.stop();
    let unstored = machine.dir().join("unstored");
    let kept = || {
        let paths = fs::read_dir(&unstored).into_iter().flatten().flatten().map(|entry| entry.path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect::<Vec<_>>()
    };
    wait_until("no game was kept", || !kept().is_empty());
    machine.kill();
    let file = kept().remove(0);
    let game: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    postgres.start_again();
    let stored = format!("SELECT COUNT(*) FROM games WHERE play = {}", game["play"]);
    assert_eq!(postgres.psql("cup", &stored).trim(), "0");
    machine.start();
    wait_until("the game that was kept does not count", || postgres.psql("cup", &stored).trim() == "1");
    wait_until("it is kept for ever", || !file.exists());
    machine.kill();
    tournament.assert_in_order();
}

#[test]
fn a_worker_that_hangs_loses_its_pair_and_counts_once_when_it_wakes() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let slow = slow_agent("0.2");
    let files = [("ada/homework.py", slow.as_str())];
    let tournament = Tournament::at(&without_end(&with_submissions()), &url);
    hand_in(&tournament, &files);
    enter(&tournament);
    let mut asleep = Machine::started(&url);
    wait_until("nobody has begun", || postgres.psql("cup", "SELECT COUNT(*) FROM moves").trim() != "0");
    // What it holds when it falls asleep. It may just be between two pairs.
    let mut held = String::new();
    wait_until("it never has a pair", || {
        asleep.signal("-STOP");
        held = postgres.psql("cup", "SELECT number FROM pairs WHERE holder IS NOT NULL").trim().replace('\n', ", ");
        if held.is_empty() {
            asleep.signal("-CONT");
        }
        !held.is_empty()
    });
    let sleeper = postgres.psql("cup", "SELECT name FROM workers").trim().to_owned();
    let mut awake = Machine::started(&url);
    wait_until("nobody else plays its pairs", || {
        let open = format!("SELECT COUNT(*) FROM pairs WHERE number IN ({held}) AND state = 'open'");
        postgres.psql("cup", &open).trim() == "0"
    });
    let of_sleeper = format!("SELECT COUNT(*) FROM games JOIN plays ON plays.id = play WHERE worker = '{sleeper}'");
    let last_games = format!("{of_sleeper} AND plays.game = 1 AND plays.pair IN ({held})");
    assert_eq!(postgres.psql("cup", &last_games).trim(), "0", "who was awake has finished the pairs");
    let before = postgres.psql("cup", &of_sleeper);
    asleep.signal("-CONT");
    wait_until("it does not wake up", || postgres.psql("cup", &of_sleeper) != before);
    asleep.kill();
    awake.kill();
    assert_eq!(postgres.psql("cup", &last_games).trim(), "0", "nor does it finish them again");
    let others = format!(
        "SELECT COUNT(*) FROM plays WHERE pair IN ({held}) AND NOT EXISTS (SELECT 1 FROM games WHERE play = plays.id)"
    );
    assert_eq!(postgres.psql("cup", &others).trim(), "0", "of what it had begun and not finished nothing is left");
    tournament.assert_in_order();
}

#[test]
fn agents_reach_the_workers_by_content() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let crash =
        "#include <cstdio>\nint main() { std::putchar(0); std::fwrite(\"no \\0 idea\", 1, 9, stderr); return 3; }\n";
    let files = [
        ("ada/homework.py", common::FIRST_FRUIT),
        ("copy/homework.py", common::FIRST_FRUIT),
        ("ben/homework.cpp", crash),
        ("bad/homework.cpp", "int main() { return }\n"),
    ];
    let tournament = Tournament::at(&with_submissions(), &url);
    hand_in(&tournament, &files);
    enter(&tournament);
    // Workers have nothing but the database.
    fs::remove_dir_all(tournament.path().join("handed-in")).unwrap();
    fs::remove_dir_all(tournament.folder().agents()).unwrap();
    fs::remove_dir_all(tournament.folder().builds()).unwrap();
    assert_eq!(postgres.psql("cup", "SELECT COUNT(*) FROM archives").trim(), "3", "the copy is stored once");
    let mut machines = [Machine::started(&url), Machine::started(&url)];
    for machine in &mut machines {
        machine.assert_done();
        let unpacked: BTreeSet<_> = fs::read_dir(machine.dir().join("agents"))
            .unwrap()
            .flatten()
            .collect::<Vec<_>>()
            .iter()
            .map(fs::DirEntry::file_name)
            .collect();
        assert_eq!(unpacked.len(), 2, "what plays is unpacked once: {unpacked:?}");
        let built = machine.dir().join("builds").join(std::env::consts::ARCH);
        assert_eq!(fs::read_dir(built).unwrap().count(), 2, "and built once, for machines of this kind");
    }
    hand_in(&tournament, &files);
    // What is damaged on a machine's disk is fetched again.
    let [machine, _] = &mut machines;
    let unpacked = fs::read_dir(machine.dir().join("agents")).unwrap().flatten().map(|entry| entry.path());
    let program = unpacked.map(|folder| folder.join("homework.py")).find(|file| file.exists()).unwrap();
    fs::write(&program, "raise SystemExit").unwrap();
    machine.start();
    machine.assert_done();
    assert_eq!(fs::read_to_string(&program).unwrap(), common::FIRST_FRUIT);
    let status = tournament.status();
    assert_eq!(status["games"]["finished"], 12, "{status}");
    assert_eq!(status["excluded"][0]["agent"], "bad");
    let faults = status["faults"].as_array().unwrap();
    assert!(faults.len() == 6 && faults.iter().all(|fault| fault["agent"] == "ben"), "{status}");
    // The report has the records and the logs of what was played elsewhere.
    let report = tournament.call("report");
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let status = tournament.status();
    let log = fs::read_to_string(status["faults"][0]["log"].as_str().unwrap()).unwrap();
    assert!(log.contains("idea"), "{log}");
    assert_eq!(fs::read_dir(tournament.folder().games(1)).unwrap().count(), 4);
    tournament.assert_in_order();
}

#[test]
fn agents_come_and_go_while_others_play() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let settings = round_robin(6, "4p2");
    let tournament = Tournament::at(&settings, &url);
    assert_eq!(tournament.call("pause").code, Some(2), "there is none yet");
    enter(&tournament);
    assert_eq!(tournament.call("pause").code, Some(0));
    let mut machine = Machine::started(&url);
    wait_until("it does not come", || tournament.status()["workers"][0]["alive"] == true);
    let status = tournament.status();
    assert_eq!(
        (&status["games"]["finished"], &status["paused"], &status["running"]),
        (&0.into(), &true.into(), &true.into())
    );
    // One comes, one goes, while a worker waits that knows nothing of the newcomer.
    tournament.write(&format!("{settings}[[agents]]\nname = \"late\"\ncommand = \"greedy\"\n"));
    enter(&tournament);
    let withdrawn = tournament.command("withdraw").args(["--agent", "agent 2"]).output().unwrap();
    assert!(withdrawn.status.success());
    assert_eq!(tournament.call("resume").code, Some(0));
    machine.assert_done();
    let status = tournament.status();
    assert!(status["games-per-hour"].as_f64().unwrap() > 0.0, "{status}");
    assert!(status["seconds-left"].is_null(), "{status}");
    assert_eq!(status["games"]["finished"], 15 * 2, "the six others have met: {status}");
    assert_eq!(status["withdrawn"][0], "agent 2");
    tournament.assert_in_order();
    let unknown: Run = tournament.command("withdraw").args(["--agent", "nobody"]).output().unwrap().into();
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("there is no agent 'nobody'; there are agent 0"), "{}", unknown.stderr);
}

#[test]
fn a_worker_with_other_tables_says_so_and_stops() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let tournament = Tournament::at(&round_robin(4, "4p2"), &url);
    enter(&tournament);
    // Also one that is at work when somebody changes the tables.
    assert_eq!(tournament.call("pause").code, Some(0));
    let mut at_work = Machine::started(&url);
    wait_until("it does not come", || tournament.status()["workers"][0]["alive"] == true);
    postgres.psql("cup", "UPDATE fruitrage_migrations SET version = 9999");
    let newer = at_work.end();
    assert_eq!(newer.code, Some(2));
    assert!(newer.stderr.contains("it was written by a newer fruitrage"), "{}", newer.stderr);
    let mut machine = Machine::started(&url);
    assert!(machine.end().stderr.contains("has version 9999 of its tables"));
    postgres.psql("cup", "UPDATE fruitrage_migrations SET version = 2");
    machine.start();
    let older = machine.end();
    assert_eq!(older.code, Some(2));
    assert!(older.stderr.contains("it was written by an older fruitrage"), "{}", older.stderr);
}

#[test]
fn whoever_hangs_in_a_transaction_is_sent_away_by_the_server() {
    let postgres = Postgres::start();
    let url: ServerUrl = postgres.create_database("cup").parse().unwrap();
    let storage = Storage::open(&Location::Server(url), Access::Write).unwrap();
    let mut transaction = storage.begin().unwrap();
    for setting in ["SHOW idle_in_transaction_session_timeout", "SHOW lock_timeout"] {
        let found = transaction.query_one(setting, vec![]).unwrap().unwrap();
        assert_eq!(found.text(0).unwrap(), "1min", "{setting}");
    }
    // What becomes of it then is not an error of anybody's: it is tried again.
    transaction.execute("SET LOCAL idle_in_transaction_session_timeout TO '100ms'", vec![]).unwrap();
    transaction.execute("INSERT INTO rounds (number) VALUES (1)", vec![]).unwrap();
    wait_until("it is still there", || {
        let there = "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction'";
        postgres.psql("cup", there).trim() == "0"
    });
    let error = transaction.query("SELECT number FROM rounds", vec![]).unwrap_err();
    assert!(matches!(error, StorageError::Away(_)), "{error}");
    drop(transaction);
    assert_eq!(storage.execute("INSERT INTO rounds (number) VALUES (1)", vec![]).unwrap(), 1);
}

#[test]
fn a_server_that_lets_nobody_in_is_told_with_what_to_do() {
    let postgres = Postgres::start();
    let told = |url: &str| {
        let mut machine = Machine::started(url);
        let run = machine.end();
        assert_eq!(run.code, Some(4), "{}", run.stderr);
        run.stderr
    };
    let missing = told(&postgres.url().replace("/postgres", "/nowhere"));
    assert!(missing.contains("createdb --owner"), "{missing}");
    let stranger = told(&postgres.url().replace("fruitrage@", "nobody:secret@"));
    assert!(stranger.contains("~/.pgpass") && !stranger.contains("secret"), "{stranger}");
    let encrypted = told(&format!("{}?sslmode=verify-full", postgres.url()));
    assert!(encrypted.contains("sslmode"), "{encrypted}");
}

#[test]
fn a_database_that_cannot_be_reached_is_named_without_its_password() {
    // Nobody listens at a port that was just given back.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut machine = Machine::new(&format!("postgres://ada:secret@127.0.0.1:{port}/cup"));
    machine.start();
    let run = machine.end();
    assert_eq!(run.code, Some(4));
    let expected = format!("the database cannot be reached: postgres://ada@127.0.0.1:{port}/cup: ");
    assert!(run.stderr.contains(&expected) && !run.stderr.contains("secret"), "{}", run.stderr);
    let mut machine = Machine::new("mysql://ada:secret@127.0.0.1/cup");
    machine.start();
    let run = machine.end();
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("postgres://USER@HOST/DATABASE") && !run.stderr.contains("secret"), "{}", run.stderr);
}

#[test]
fn whoever_watches_sees_moves_as_they_are_made_elsewhere() {
    let mut postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let slow = slow_agent("0.2");
    let tournament = Tournament::at(&without_end(&with_submissions()), &url);
    hand_in(&tournament, &[("ada/homework.py", slow.as_str())]);
    enter(&tournament);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), 0, &["--db", &url]);
    let mut events = server.events("/api/watch");
    assert_eq!(events.status, 200);
    let first = events.next().unwrap();
    assert_eq!((&first["running"], &first["games"]["finished"]), (&false.into(), &0.into()), "{first}");
    let mut machine = Machine::started(&url);
    // Until a game was seen at several moves, and one at its end.
    let mut seen = BTreeSet::new();
    let last = loop {
        let event = events.next().unwrap();
        if let Some(moves) = event["live"][0]["moves"].as_u64() {
            seen.insert(moves);
        }
        if seen.len() > 1 && event["games"]["finished"] != 0 {
            break event;
        }
    };
    machine.kill();
    // A finished game can be replayed, and a database that was away is asked again.
    postgres.restart();
    let id = last["last"][0]["id"].as_str().unwrap();
    wait_until("the server does not find the database again", || {
        server.get(&format!("/api/record.jsonl?file=watched:{id}")).status == 200
    });
}

#[test]
fn a_machine_that_cannot_run_an_agent_does_not_let_it_lose() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let tournament = Tournament::at(&with_submissions(), &url);
    hand_in(&tournament, &[("ada/homework.py", common::FIRST_FRUIT)]);
    enter(&tournament);
    // A machine on which there is no Python.
    let mut bare = Machine::new(&url);
    let nothing = tempfile::tempdir().unwrap();
    bare.child = Some(bare.command().env("PATH", nothing.path()).spawn().unwrap());
    let run = bare.end();
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(
        run.stderr.contains("this machine cannot run all agents") && run.stderr.contains("ada: "),
        "{}",
        run.stderr
    );
    assert_eq!(tournament.games(), 0);
    Machine::started(&url).assert_done();
    assert_eq!((tournament.games(), tournament.status()["faults"].as_array().map(Vec::len)), (2, Some(0)));
}

#[test]
fn a_tournament_takes_the_place_of_another_only_if_asked_to() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    enter(&Tournament::at(&round_robin(3, "3p2"), &url));
    let other = Tournament::at(&round_robin(4, "4p2"), &url);
    let refused = other.call("enter");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("There is a tournament in this database already"), "{}", refused.stderr);
    assert!(other.command("enter").arg("--replace").status().unwrap().success());
    Machine::started(&url).assert_done();
    assert_eq!(other.games(), 12);
    // Now there is something to lose.
    let third = Tournament::at(&round_robin(3, "5p2"), &url);
    let refused: Run = third.command("enter").arg("--replace").output().unwrap().into();
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("There are finished games"), "{}", refused.stderr);
}

#[test]
fn the_report_shows_machines_side_by_side_and_can_leave_one_out() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let tournament = Tournament::at(&round_robin(12, "6p3"), &url);
    enter(&tournament);
    let mut machines = [Machine::new(&url), Machine::new(&url)];
    for (machine, host) in machines.iter_mut().zip(["lab-1", "lab-2"]) {
        machine.child = Some(machine.command().args(["--host", host, "--require-sandbox"]).spawn().unwrap());
        // So that there is something that the first has played, however slow it is.
        wait_until("nobody has played", || tournament.games() > 0);
    }
    machines.iter_mut().for_each(Machine::assert_done);
    // From anywhere: nothing but the address is needed.
    let elsewhere = common::Folder::new();
    let report = |more: &[&str]| {
        let run = elsewhere.run(&[&["tournament", "report", "--db", &url, "--output", "out"], more].concat());
        (run.code, run.stderr)
    };
    let read = || -> serde_json::Value { serde_json::from_slice(&elsewhere.read("out/results.json")).unwrap() };
    assert_eq!(report(&[]).0, Some(0));
    let all = read();
    let hosts = all["hosts"].as_array().unwrap();
    let games_of = |name: &str| {
        let host = hosts.iter().find(|host| host["host"] == name).unwrap_or_else(|| panic!("{hosts:?}"));
        assert_ne!(host["speed"], 0, "{host}");
        host["games"].as_u64().unwrap()
    };
    let (one, two) = (games_of("lab-1"), games_of("lab-2"));
    assert!(one > 0 && one + two == 66 * 2, "{one} + {two}");
    assert_eq!(report(&["--without-host", "lab-1"]).0, Some(0));
    assert_eq!(read()["games_left_out"].as_u64(), Some(one));
    let (code, stderr) = report(&["--without-host", "lab-3"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("lab-3") && stderr.contains("lab-1"), "{stderr}");
}

#[test]
fn the_address_may_stand_in_the_settings() {
    let postgres = Postgres::start();
    let url = postgres.create_database("cup");
    let tournament = Tournament::new(&format!("database = \"{url}\"\n{}", round_robin(3, "3p2")));
    tournament.finish();
    assert!(!tournament.folder().database().exists(), "nothing is kept in a file");
    assert_eq!(tournament.status()["games"]["finished"], 6);
    assert_eq!(postgres.psql("cup", "SELECT COUNT(*) FROM games").trim(), "6");
    // What is typed is stronger.
    let empty = postgres.create_database("empty");
    let status: Run = tournament.command("status").args(["--db", &empty]).output().unwrap().into();
    assert_eq!(status.code, Some(2));
    assert!(status.stderr.contains("there is no tournament yet"), "{}", status.stderr);
}
