//! Finished games until the database has them: a file each on this machine's own disk, so
//! that neither a database that is away nor a process that is killed costs a game.

use std::fs;
use std::io;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::store::{FinishedItem, FinishedPlay};
use super::{Folder, TournamentError};

/// Something finished that the database is to have.
pub(super) trait Finished: Serialize + DeserializeOwned {
    /// What it belongs to.
    fn tournament(&self) -> &str;

    /// A name that nothing else of the same tournament has.
    fn name(&self) -> String;
}

impl Finished for FinishedPlay {
    fn tournament(&self) -> &str {
        &self.tournament
    }

    fn name(&self) -> String {
        format!("{}-{}", self.pair, self.game + 1)
    }
}

impl Finished for FinishedItem {
    fn tournament(&self) -> &str {
        &self.tournament
    }

    fn name(&self) -> String {
        format!("item-{}-{}", self.item, self.part.as_deref().unwrap_or("result"))
    }
}

/// Finished games that are not stored yet.
#[derive(Debug)]
pub(super) struct Spool {
    folder: PathBuf,
}

/// A finished game in its file.
#[derive(Debug)]
pub(super) struct Spooled {
    path: PathBuf,
}

impl Spool {
    pub(super) fn new(folder: &Folder) -> Result<Self, TournamentError> {
        let folder = folder.unstored();
        fs::create_dir_all(&folder).map_err(|error| TournamentError::file(&folder, error))?;
        Ok(Self { folder })
    }

    /// Keeps a game, whatever happens to this process. The disk is not waited for: what
    /// a power failure takes along is played again.
    pub(super) fn keep(&self, played: &impl Finished) -> Result<Spooled, TournamentError> {
        let name = format!("{}-{}.json", played.tournament(), played.name());
        let path = self.folder.join(name);
        let temporary = path.with_extension("new");
        let write = || -> io::Result<()> {
            fs::write(&temporary, serde_json::to_vec(played)?)?;
            fs::rename(&temporary, &path)
        };
        write().map_err(|error| TournamentError::file(&path, error))?;
        Ok(Spooled { path })
    }

    /// The games of a tournament that an earlier process could not store. What belongs to
    /// another, or is not whole, is left where it is.
    pub(super) fn left<T: Finished>(&self, tournament: &str) -> Vec<(T, Spooled)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
        paths.sort();
        let read = |path: PathBuf| {
            let played = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
            Some((played, Spooled { path }))
        };
        let found = paths.into_iter().filter_map(read);
        found.filter(|(played, _): &(T, Spooled)| played.tournament() == tournament).collect()
    }
}

impl Spooled {
    /// Removes it: the database has it, or does not want it.
    pub(super) fn remove(self) {
        // If it stays, it is stored again, and that changes nothing.
        let _ = fs::remove_file(self.path);
    }
}
