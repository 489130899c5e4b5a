//! The folder of recorded games: what is in it, and nothing outside.
//!
//! A name that a page sends is never made a path. It is looked for among the names
//! that the folder has.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use fruitrage_game::{GameRecord, read_games};
use fruitrage_play::view::{GameSummary, value};
use serde::Serialize;
use serde_json::{Value, json};

use crate::App;
use crate::failure::{Failure, aside};

/// Files that are listed: the newest.
const MOST_FILES: usize = 200;

/// Games of one file that are listed: the last.
const MOST_GAMES: usize = 50;

/// The longest file that is read.
const LONGEST_FILE: u64 = 32 << 20;

/// Folders in folders: a tournament has one for each round.
const DEEPEST: usize = 3;

/// The folder of games.
#[derive(Clone, Debug)]
pub(crate) struct Records {
    folder: Arc<Path>,
    /// What was found in a file the last time it was read.
    known: Arc<Mutex<HashMap<PathBuf, (Stamp, Listed)>>>,
}

/// Tells whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stamp {
    changed: SystemTime,
    length: u64,
}

impl Stamp {
    pub(crate) fn of(data: &Metadata) -> Self {
        Self { changed: data.modified().unwrap_or(UNIX_EPOCH), length: data.len() }
    }
}

/// A file with games, as it is listed.
#[derive(Clone, Debug, Serialize)]
struct Listed {
    file: String,
    /// When it was last written, in seconds since 1970.
    changed: u64,
    /// How many games there are; not all may be listed.
    count: usize,
    games: Vec<GameSummary>,
    /// Why it cannot be read.
    problem: Option<String>,
}

impl Records {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder: folder.into(), known: Arc::default() }
    }

    /// All records, by the names that pages know them by.
    fn files(&self) -> Vec<(String, PathBuf, Stamp)> {
        let mut found = Vec::new();
        collect(&self.folder, "", DEEPEST, &mut found);
        found
    }

    /// The path of a record that is there.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        self.files().into_iter().find(|(known, ..)| known == name).map(|(_, path, _)| path)
    }

    /// The path of a record to be made, with a name of our own.
    pub(crate) fn new_path(&self, name: &str) -> Result<PathBuf, String> {
        let wrong = |error: io::Error| format!("cannot make the folder {}: {error}", self.folder.display());
        fs::create_dir_all(&self.folder).map_err(wrong)?;
        Ok(self.folder.join(name))
    }

    /// The games of a file.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<GameRecord>, Failure> {
        let found = self.files().into_iter().find(|(known, ..)| known == name);
        let (_, path, stamp) = found.ok_or_else(|| Failure::missing("there is no such record"))?;
        read_file(&path, stamp).map_err(Failure::conflict)
    }

    /// The newest records with their games.
    pub(crate) fn index(&self) -> Value {
        let mut files = self.files();
        files.sort_by_key(|(_, _, stamp)| std::cmp::Reverse(stamp.changed));
        let count = files.len();
        files.truncate(MOST_FILES);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|path, _| files.iter().any(|(_, listed, _)| listed == path));
        let listed = files.into_iter().map(|(name, path, stamp)| match known.get(&path) {
            Some((before, listed)) if *before == stamp => value(listed),
            _ => {
                let listed = list(name, &path, stamp);
                let shown = value(&listed);
                known.insert(path, (stamp, listed));
                shown
            }
        });
        let listed: Vec<Value> = listed.collect();
        json!({ "count": count, "files": listed })
    }
}

fn collect(folder: &Path, prefix: &str, depth: usize, found: &mut Vec<(String, PathBuf, Stamp)>) {
    // A folder that is not there has no games.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        // What a link leads to may be outside.
        let Ok(data) = entry.metadata() else { continue };
        if data.is_dir() && depth > 0 && !name.starts_with('.') {
            collect(&entry.path(), &format!("{prefix}{name}/"), depth - 1, found);
        } else if data.is_file() && Path::new(&name).extension().is_some_and(|ending| ending == "jsonl") {
            found.push((format!("{prefix}{name}"), entry.path(), Stamp::of(&data)));
        }
    }
}

fn read_file(path: &Path, stamp: Stamp) -> Result<Vec<GameRecord>, String> {
    if stamp.length > LONGEST_FILE {
        return Err(format!("longer than {} MiB", LONGEST_FILE >> 20));
    }
    let file = File::open(path).map_err(|error| format!("cannot be opened: {error}"))?;
    read_games(BufReader::new(file)).map_err(|error| error.to_string())
}

fn list(file: String, path: &Path, stamp: Stamp) -> Listed {
    let changed = stamp.changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    match read_file(path, stamp) {
        Ok(games) => {
            let last = games.iter().rev().take(MOST_GAMES).map(GameSummary::of).collect();
            Listed { file, changed, count: games.len(), games: last, problem: None }
        }
        Err(problem) => Listed { file, changed, count: 0, games: Vec::new(), problem: Some(problem) },
    }
}

/// `GET /api/records`: what was recorded.
pub(crate) async fn index(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    Ok(axum::Json(aside(move || app.records.index()).await?).into_response())
}

/// `GET /api/records/events`: the same, again whenever it changes.
pub(crate) async fn events(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let records = app.records.clone();
    app.watchers.watch(move |before: &mut Option<Vec<(String, PathBuf, Stamp)>>| {
        let files = records.files();
        if before.as_ref() == Some(&files) {
            return None;
        }
        *before = Some(files);
        Some(records.index())
    })
}
