//! The level that suits a person, by the games in their own folder.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::SystemTime;

use fruitrage_engine::Level;
use fruitrage_game::read_games;
use fruitrage_play::{result_against_level, suggested_level};

use crate::printing::plural;

/// The latest records that are looked at; older ones would not change anything.
const RECORDS: usize = 100;

/// A level for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suggestion {
    pub(crate) level: Level,
    /// How many games it is based on.
    games: usize,
}

impl Suggestion {
    /// The suggestion by the games that were recorded in a folder. What cannot be read does
    /// not count.
    pub(crate) fn of_games(folder: &Path) -> Self {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut records: Vec<(SystemTime, _)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "jsonl"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        records.sort();
        let latest = &records[records.len().saturating_sub(RECORDS)..];
        let games = latest.iter().filter_map(|(_, path)| read_games(BufReader::new(File::open(path).ok()?)).ok());
        let results: Vec<(Level, f64)> = games.flatten().filter_map(|record| result_against_level(&record)).collect();
        Self::of_results(&results)
    }

    pub(super) fn of_results(results: &[(Level, f64)]) -> Self {
        Self { level: suggested_level(results), games: results.len() }
    }

    /// In words, if it is based on anything.
    pub(super) fn words(&self) -> Option<String> {
        let games = self.games;
        (games > 0).then(|| format!("{} suits you, by {games} game{} of yours.", self.level.name(), plural(games)))
    }
}
