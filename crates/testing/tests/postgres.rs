//! A server that a test starts for itself, and what is left of it.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use fruitrage_testing::Postgres;

/// Enough on any machine, however busy.
const LONG: Duration = Duration::from_mins(10);

/// What is to be seen of a server from outside.
struct Traces {
    port: u16,
    process: String,
    folder: PathBuf,
}

impl Traces {
    fn of(port: u16, folder: &Path) -> Self {
        let pid_file = fs::read_to_string(folder.join("postmaster.pid")).unwrap();
        Self { port, process: pid_file.lines().next().unwrap().to_owned(), folder: folder.to_owned() }
    }

    /// What is still there.
    fn left(&self) -> Vec<String> {
        let mut left = Vec::new();
        if takes_connections(self.port) {
            left.push(format!("port {}", self.port));
        }
        // A process that has ended and that nobody has asked about has no command line.
        if fs::read(format!("/proc/{}/cmdline", self.process)).is_ok_and(|line| !line.is_empty()) {
            left.push(format!("process {}", self.process));
        }
        if self.folder.exists() {
            left.push(self.folder.display().to_string());
        }
        left
    }
}

fn takes_connections(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[test]
fn two_servers_run_at_the_same_time_and_know_nothing_of_each_other() {
    let (one, two) = (Postgres::start(), Postgres::start());
    assert_ne!(one.port(), two.port());
    one.psql("postgres", "CREATE TABLE fruit (kind integer)");
    let tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'fruit'";
    assert_eq!(one.psql("postgres", tables), "1");
    assert_eq!(two.psql("postgres", tables), "0");
}

#[test]
fn data_outlive_a_restart_and_a_crash() {
    let mut server = Postgres::start();
    let port = server.port();
    server.psql("postgres", "CREATE TABLE fruit (kind integer, name text)");
    server.psql("postgres", "INSERT INTO fruit VALUES (1, 'plum'), (2, 'pear')");
    let fruit = |server: &Postgres| server.psql("postgres", "SELECT * FROM fruit ORDER BY kind");

    server.restart();
    assert_eq!(fruit(&server), "1|plum\n2|pear");
    server.kill();
    assert!(!takes_connections(port));
    server.start_again();
    assert_eq!(fruit(&server), "1|plum\n2|pear");
    assert_eq!(server.port(), port);
}

#[test]
fn nobody_answers_between_a_stop_and_the_next_start() {
    let mut server = Postgres::start();
    server.stop();
    assert!(!takes_connections(server.port()));
    server.start_again();
    assert_eq!(server.psql("postgres", "SELECT 1"), "1");
}

#[test]
fn each_database_has_an_address_and_tables_of_its_own() {
    let server = Postgres::start();
    assert_eq!(server.url(), format!("postgres://fruitrage@127.0.0.1:{}/postgres", server.port()));
    let url = server.create_database("league");
    assert_eq!(url, format!("postgres://fruitrage@127.0.0.1:{}/league", server.port()));
    server.psql("league", "CREATE TABLE fruit (kind integer)");
    assert_eq!(server.psql("postgres", "SELECT count(*) FROM pg_tables WHERE tablename = 'fruit'"), "0");
    assert_eq!(server.psql("league", "SHOW server_encoding"), "UTF8");
}

#[test]
#[should_panic(expected = "relation \"fruit\" does not exist")]
fn a_mistake_in_sql_is_told_as_the_server_tells_it() {
    Postgres::start().psql("postgres", "SELECT * FROM fruit");
}

#[test]
fn nothing_is_left_of_a_server_that_is_dropped() {
    let server = Postgres::start();
    let running = Traces::of(server.port(), server.folder());
    assert_eq!(running.left().len(), if cfg!(target_os = "linux") { 3 } else { 2 });
    drop(server);
    assert_eq!(running.left(), Vec::<String>::new());

    let mut stopped = Postgres::start();
    let folder = stopped.folder().to_owned();
    stopped.stop();
    drop(stopped);
    assert!(!folder.exists());
}

#[test]
fn nothing_is_left_of_a_server_whose_test_is_killed() {
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_server_for_whoever_kills_its_process", "--ignored", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = lines.find_map(|line| Some(line.split_once("SERVER ")?.1.to_owned()));
    let line = line.expect("the other process has ended early");
    let (port, folder) = line.split_once(' ').unwrap();
    let server = Traces::of(port.parse().unwrap(), Path::new(folder));
    assert!(takes_connections(server.port));

    process.kill().unwrap();
    process.wait().unwrap();
    let killed = Instant::now();
    while !server.left().is_empty() {
        assert!(killed.elapsed() < LONG, "still there: {:?}", server.left());
        sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "the test above runs it in a process of its own"]
fn a_server_for_whoever_kills_its_process() {
    let server = Postgres::start();
    println!("SERVER {} {}", server.port(), server.folder().display());
    // Until whoever has started it ends, if that is first.
    let _ = std::io::stdin().read(&mut [0]);
}
