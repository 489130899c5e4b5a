//! Again on every save: looks at the times of a program's files several times a second.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fruitrage_game::Stop;

use crate::commands::Verdict;
use crate::printing::tell;

/// From one look to the next.
const PAUSE: Duration = Duration::from_millis(300);
/// More files than these are not looked at, nor folders deeper than this.
const MOST_FILES: usize = 1000;
const DEEPEST: usize = 4;

/// Checks, waits until a file of the program at `path` has changed, and checks again, until
/// somebody asks to stop. Returns the last verdict.
pub(super) fn run(
    path: &Path,
    stop: &Stop,
    mut check: impl FnMut() -> anyhow::Result<Verdict>,
) -> anyhow::Result<Verdict> {
    loop {
        let before = times(path);
        let verdict = check()?;
        if stop.is_raised() {
            return Ok(verdict);
        }
        tell("waiting for the next save; Ctrl-C ends it");
        while times(path) == before {
            stop.wait(PAUSE);
            if stop.is_raised() {
                return Ok(verdict);
            }
        }
        // An editor may write a file in several pieces.
        stop.wait(PAUSE);
    }
}

/// The files of a program with the times at which they were changed.
fn times(path: &Path) -> Vec<(PathBuf, Option<SystemTime>)> {
    let mut found = Vec::new();
    let mut open = vec![(path.to_owned(), 0)];
    while let Some((path, depth)) = open.pop() {
        let Ok(kind) = fs::symlink_metadata(&path) else { continue };
        if kind.is_dir() {
            let is_own = path.file_name().is_none_or(|name| name != "fruitrage-check" && name != "__pycache__");
            if is_own && depth < DEEPEST {
                let entries = fs::read_dir(&path).into_iter().flatten().flatten();
                open.extend(entries.map(|entry| (entry.path(), depth + 1)));
            }
        } else if found.len() < MOST_FILES {
            found.push((path, kind.modified().ok()));
        }
    }
    found.sort();
    found
}
