//! Tournaments by the real program, in a folder of their own or at a server.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use fruitrage_tournament::{Folder, Site, TournamentError, Window};
use serde_json::Value;
use tempfile::TempDir;

use super::Run;

/// A tournament in a folder that is not waited for: what is killed here are
/// processes, not machines.
pub(crate) struct Tournament {
    temporary: TempDir,
    /// The address of its database, if that is not in the folder.
    database: Option<String>,
}

impl Tournament {
    pub(crate) fn new(settings: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let tournament = Self { temporary: folder.unwrap(), database: None };
        fs::create_dir(tournament.path()).unwrap();
        tournament.write(settings);
        tournament
    }

    /// The same at a server.
    pub(crate) fn at(settings: &str, database: &str) -> Self {
        Self { database: Some(database.to_owned()), ..Self::new(settings) }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.temporary.path().join("cup")
    }

    pub(crate) fn folder(&self) -> Folder {
        Folder::new(self.path())
    }

    pub(crate) fn site(&self) -> Site {
        let url = self.database.as_ref().map(|url| url.parse().unwrap());
        Site::of_folder(self.folder(), url).unwrap()
    }

    pub(crate) fn window(&self) -> Result<Window, TournamentError> {
        Window::open(&self.site())
    }

    /// How many games are stored.
    pub(crate) fn games(&self) -> usize {
        self.window().and_then(|window| window.results()).map_or(0, |results| results.games.len())
    }

    /// Whether somebody is at work on it.
    pub(crate) fn has_workers(&self) -> bool {
        let status = self.window().and_then(|window| window.status());
        status.is_ok_and(|status| status.workers_alive().next().is_some())
    }

    pub(crate) fn write(&self, settings: &str) {
        fs::write(self.path().join("tournament.toml"), settings).unwrap();
    }

    pub(crate) fn command(&self, command: &str) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fruitrage"));
        program.args(["tournament", command]).arg(self.path()).env_remove("FRUITRAGE_DB");
        if let Some(url) = &self.database {
            program.args(["--db", url]);
        }
        program
    }

    pub(crate) fn call(&self, command: &str) -> Run {
        self.command(command).stdin(Stdio::null()).output().unwrap().into()
    }

    /// Runs it to the end.
    pub(crate) fn finish(&self) {
        let run = self.call("run");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }

    pub(crate) fn start(&self) -> Child {
        let mut command = self.command("run");
        command.arg("--yes").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    pub(crate) fn status(&self) -> Value {
        let output = self.command("status").args(["--format", "json"]).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Waits until so many games are stored.
    pub(crate) fn wait_for_games(&self, games: usize, child: &mut Child) {
        while self.games() < games {
            assert_eq!(child.try_wait().unwrap(), None, "it has ended before {games} games");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// What was played, without what is never the same: times.
    pub(crate) fn played(&self) -> Played {
        let mut played = Played::new();
        let each = self.window().unwrap().each_record(|record| {
            let end = record.end.unwrap();
            let moves = record.moves.into_iter().map(|line| line.cell.to_string()).collect();
            let again = played.insert(record.game.id, (record.game.board, moves, end.points, end.winner));
            assert!(again.is_none(), "a game counted twice");
            Ok(())
        });
        each.unwrap();
        played
    }

    /// Who stands where, with all that counts.
    pub(crate) fn standings(&self) -> Vec<Value> {
        let status = self.status();
        assert_eq!(status["finished"], true);
        let without_time = |mut standing: Value| {
            standing.as_object_mut().unwrap().remove("used_seconds");
            standing
        };
        status["standings"].as_array().unwrap().iter().cloned().map(without_time).collect()
    }

    pub(crate) fn assert_in_order(&self) {
        let run = self.call("verify");
        assert_eq!(run.code, Some(0), "{}", run.stdout);
    }
}

/// By game: the board, the moves, the points and the winner.
pub(crate) type Played = BTreeMap<String, (String, Vec<String>, [u32; 2], Option<u8>)>;

/// So many agents: random, greedy and those that look one move ahead.
pub(crate) fn agents(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let command = ["greedy", "random", "minimax:depth=1"][number % 3];
        writeln!(text, "[[agents]]\nname = \"agent {number}\"\ncommand = \"{command}\"").unwrap();
    }
    text
}

pub(crate) fn swiss(agents_count: usize, rounds: usize, boards: &str) -> String {
    let agents = agents(agents_count);
    format!("format = \"swiss\"\nrounds = {rounds}\nboards = [\"{boards}\"]\ntime = 60\njobs = 2\n{agents}")
}
