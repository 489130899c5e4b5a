//! The folder of a tournament: what is where, who may write to it, and the records of its
//! games.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fruitrage_game::GameRecord;
use fruitrage_sandbox::process::can_be_reached_by_programs;

use super::TournamentError;
use super::lost_move;
use super::settings::FILE_NAME;
use crate::agents::log_name;

/// How long somebody may look whether a tournament is running. It takes no time, unless the
/// machine is busy with other things.
const LONGEST_LOOK: Duration = Duration::from_mins(1);

/// A tournament's folder.
///
/// ```text
/// tournament.toml          what a person writes
/// tournament.db            the system of record
/// tournament.lock          held by who runs it
/// agents/HASH/             what an agent consists of
/// builds/x86_64/HASH/      what was built from it, for machines of this kind
/// games/r01/ID.jsonl       a finished game, made from the database
/// logs/r01/ID.1.log        what who moved first has printed
/// faults/AGENT/...         the files of moves that lost a game by a fault
/// unstored/                finished games until the database has them
/// work/                    private folders of programs; gone after a run
/// ```
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// The right to run a tournament. It ends with the process, however that ends.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

/// Where the private folders of programs are. It goes when this is dropped.
#[derive(Debug)]
pub(super) struct WorkFolder {
    path: PathBuf,
    /// If it is not in the tournament's folder.
    elsewhere: Option<tempfile::TempDir>,
}

impl WorkFolder {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // What cannot be removed now will be by the next run.
        if self.elsewhere.is_none() {
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

impl Folder {
    /// The folder at a path.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.0.join("tournament.db")
    }

    /// What agents consist of, by content.
    pub fn agents(&self) -> PathBuf {
        self.0.join("agents")
    }

    /// Finished games that the database does not have yet.
    pub(super) fn unstored(&self) -> PathBuf {
        self.0.join("unstored")
    }

    /// What submissions were built to. A folder that several machines see may be used by
    /// one after the other, and what was built for one kind does not run on another.
    pub fn builds(&self) -> PathBuf {
        self.0.join("builds").join(std::env::consts::ARCH)
    }

    /// The records of a round's games.
    pub fn games(&self, round: u32) -> PathBuf {
        self.0.join("games").join(round_name(round))
    }

    /// What the agents print in a round's games.
    pub fn logs(&self, round: u32) -> PathBuf {
        self.0.join("logs").join(round_name(round))
    }

    /// The record of a game.
    pub fn record(&self, round: u32, game_id: &str) -> PathBuf {
        self.games(round).join(format!("{game_id}.jsonl"))
    }

    /// What who moved first or second (1 or 2) has printed in a game.
    pub fn log(&self, round: u32, game_id: &str, player: u8) -> PathBuf {
        self.logs(round).join(log_name(game_id, player))
    }

    /// Makes the folder with an example of a tournament in it.
    pub fn init(&self, example: &str) -> Result<PathBuf, TournamentError> {
        let file = self.0.join(FILE_NAME);
        fs::create_dir_all(&self.0).map_err(|error| TournamentError::file(&self.0, error))?;
        let created = File::create_new(&file).and_then(|mut new| io::Write::write_all(&mut new, example.as_bytes()));
        match created {
            Ok(()) => Ok(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(TournamentError::Exists(file)),
            Err(error) => Err(TournamentError::file(file, error)),
        }
    }

    /// Takes the right to run the tournament. The file stays, but the lock on it
    /// goes with the process.
    pub fn lock(&self) -> Result<RunLock, TournamentError> {
        let path = self.lock_file();
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(|error| TournamentError::file(&path, error))?;
        let until = Instant::now() + LONGEST_LOOK;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(RunLock { _file: file }),
                // Whoever looks whether it is running holds the lock for a moment, and shares it.
                Err(TryLockError::WouldBlock) if Instant::now() < until && file.try_lock_shared().is_ok() => {
                    file.unlock().map_err(|error| TournamentError::file(&path, error))?;
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(TryLockError::WouldBlock) => return Err(TournamentError::Busy(self.0.clone())),
                Err(TryLockError::Error(error)) => return Err(TournamentError::file(path, error)),
            }
        }
    }

    /// Whether somebody is running the tournament.
    pub fn is_running(&self) -> bool {
        let file = File::options().append(true).open(self.lock_file());
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    fn lock_file(&self) -> PathBuf {
        self.0.join("tournament.lock")
    }

    /// Makes an empty folder for the private folders of programs. What a killed
    /// run has left there goes. If the arena is run by root, programs are run by
    /// others, who may not be able to reach this folder; then it is elsewhere.
    pub(super) fn make_work(&self) -> Result<WorkFolder, TournamentError> {
        let path = self.0.join("work");
        let wrong = |error| TournamentError::file(&path, error);
        let _ = fs::remove_dir_all(&path);
        if can_be_reached_by_programs(&self.0) {
            fs::create_dir_all(&path).map_err(wrong)?;
            return Ok(WorkFolder { path, elsewhere: None });
        }
        let folder = tempfile::tempdir().map_err(wrong)?;
        Ok(WorkFolder { path: folder.path().to_owned(), elsewhere: Some(folder) })
    }

    /// Writes the record of a game, or leaves what was there if it cannot.
    pub(super) fn write_record(&self, round: u32, game_id: &str, lines: &[String]) -> Result<(), TournamentError> {
        let path = self.record(round, game_id);
        let temporary = path.with_extension("jsonl.new");
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        let written = fs::create_dir_all(self.games(round))
            .and_then(|()| fs::write(&temporary, text))
            .and_then(|()| fs::rename(&temporary, &path));
        written.map_err(|error| TournamentError::file(path, error))
    }

    /// Writes what an agent has printed.
    pub(super) fn write_log(&self, round: u32, game_id: &str, player: u8, text: &str) -> Result<(), TournamentError> {
        let path = self.log(round, game_id, player);
        let written = fs::create_dir_all(self.logs(round)).and_then(|()| fs::write(&path, text));
        written.map_err(|error| TournamentError::file(path, error))
    }

    /// The moves of an agent that lost a game by a fault, a folder each.
    pub fn faults(&self, agent: &str) -> PathBuf {
        self.0.join("faults").join(lost_move::plain(agent))
    }

    /// Keeps the move that lost a game, if it was one of the first few of that agent.
    /// Returns where it is. It is an aid and no result: what goes wrong costs nothing.
    pub(super) fn keep_lost_move(&self, record: &GameRecord) -> Option<PathBuf> {
        let (ply, loser) = lost_move::lost_move(record)?;
        let agent = &record.game.agents[loser].name;
        let parent = self.faults(agent);
        let before = parent.join(lost_move::folder_name(agent, &record.game.id, ply));
        if before.is_dir() {
            return Some(before);
        }
        lost_move::keep_lost_move(&parent, lost_move::MOST_LOST_MOVES, record).ok().flatten()
    }

    /// The names of a round's games that have a record.
    pub(super) fn recorded(&self, round: u32) -> HashSet<String> {
        let Ok(entries) = fs::read_dir(self.games(round)) else { return HashSet::new() };
        let complete = |entry: &fs::DirEntry| entry.metadata().is_ok_and(|metadata| metadata.len() > 0);
        let names = entries.flatten().filter(complete).filter_map(|entry| entry.file_name().into_string().ok());
        names.filter_map(|name| name.strip_suffix(".jsonl").map(str::to_owned)).collect()
    }
}

fn round_name(round: u32) -> String {
    format!("r{round:02}")
}
