//! The moves that lost games of a match, kept as files to be looked at and tried again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fruitrage_game::harmless;
use fruitrage_game::{GameRecord, PlayedUnit};
use fruitrage_tournament::lost_move::{MOST_LOST_MOVES, keep_lost_move, lost_move};

/// More lost moves of many matches would only be in the way.
const MOST_KEPT: usize = 100;

/// The lost moves of a match.
#[derive(Debug)]
pub(crate) struct LostMoves {
    parent: PathBuf,
    /// How many each agent has, by name.
    counts: BTreeMap<String, usize>,
    /// The folders by the names of games.
    folders: BTreeMap<String, PathBuf>,
    problem: Option<String>,
}

impl LostMoves {
    pub(crate) fn new(parent: &Path) -> Self {
        Self { parent: parent.to_owned(), counts: BTreeMap::new(), folders: BTreeMap::new(), problem: None }
    }

    /// Keeps the moves that lost games by a fault, the first few of each agent.
    pub(crate) fn keep(&mut self, unit: &PlayedUnit) {
        for game in unit.iter().filter(|game| game.end.ending.is_fault()) {
            let Ok(Some(record)) = GameRecord::of_events(game.events.iter().cloned()) else { continue };
            let Some((_, loser)) = lost_move(&record) else { continue };
            let count = self.counts.entry(record.game.agents[loser].name.clone()).or_default();
            if *count >= MOST_LOST_MOVES {
                continue;
            }
            *count += 1;
            match keep_lost_move(&self.parent, MOST_KEPT, &record) {
                Ok(Some(folder)) => drop(self.folders.insert(record.game.id, folder)),
                Ok(None) => self.problem = Some("it is full; remove what is not needed".to_owned()),
                Err(error) => self.problem = Some(error.to_string()),
            }
        }
    }

    /// The folder of the move that lost a game.
    pub(crate) fn folder(&self, game: &str) -> Option<&Path> {
        self.folders.get(game).map(PathBuf::as_path)
    }

    /// Why not all could be kept.
    pub(crate) fn problem(&self) -> Option<String> {
        self.problem.as_ref().map(|problem| format!("lost moves are not kept in {}: {problem}", self.parent.display()))
    }
}

/// The one command that looks at a lost move again, in a sentence.
pub(crate) fn command(folder: &Path) -> String {
    let said =
        if folder.join("stdin.txt").is_file() { " (what was said is in stdin.txt and stdout.txt there)" } else { "" };
    format!("look at it again: {}{said}", again(folder))
}

/// The one command that looks at the files of a move again, also after the program was run
/// again in that folder.
pub(crate) fn again(folder: &Path) -> String {
    let path = folder.display().to_string();
    let path = if path.contains(char::is_whitespace) { format!("'{path}'") } else { path };
    format!("fruitrage board check {}", harmless(&path))
}
