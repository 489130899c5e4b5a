//! The options of the engine that a view can set.

use std::fmt::Write as _;

use fruitrage_engine::Level;
use fruitrage_game::{harmless, nearest};
use fruitrage_rules::{MAX_KINDS, MAX_SIZE};

/// An option that is a number within a range.
struct Spin {
    name: &'static str,
    least: u64,
    most: u64,
    usual: u64,
}

/// The largest table that a search makes, in MiB.
const MOST_HASH: u64 = 64;

/// What a view has set.
#[derive(Clone, Debug)]
pub(super) struct EngineOptions {
    values: Vec<u64>,
}

fn spins() -> [Spin; 7] {
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let spin = |name, least, most, usual| Spin { name, least, most, usual };
    let level = |level: Level| u64::from(level.number());
    [
        spin("MultiPV", 1, (MAX_SIZE * MAX_SIZE) as u64, 1),
        spin("Level", level(Level::LOWEST), level(Level::HIGHEST), level(Level::HIGHEST)),
        spin("Threads", 1, cores, 1),
        spin("Hash", 1, MOST_HASH, MOST_HASH),
        spin("Size", 1, MAX_SIZE as u64, 10),
        spin("Kinds", 1, u64::from(MAX_KINDS), 4),
        spin("Seed", 0, u64::MAX, 1),
    ]
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { values: spins().map(|spin| spin.usual).to_vec() }
    }
}

impl EngineOptions {
    /// Tells of all options, a line each.
    pub(super) fn in_words() -> String {
        spins().iter().fold(String::new(), |mut text, Spin { name, least, most, usual }| {
            let _ = writeln!(text, "option name {name} type spin default {usual} min {least} max {most}");
            text
        })
    }

    /// Sets an option, whatever the case of its name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let spins = spins();
        let Some(place) = spins.iter().position(|spin| spin.name.eq_ignore_ascii_case(name)) else {
            let meant = nearest(name, spins.each_ref().map(|spin| spin.name));
            let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            return Err(format!("there is no option '{}'{meant}", harmless(name)));
        };
        let Spin { name, least, most, .. } = spins[place];
        match value.parse() {
            Ok(number) if (least..=most).contains(&number) => {
                self.values[place] = number;
                Ok(())
            }
            _ => Err(format!("{name}: expected a number from {least} to {most}, found '{}'", harmless(value))),
        }
    }

    fn value(&self, name: &str) -> u64 {
        let place = spins().iter().position(|spin| spin.name == name).expect("a name of the list");
        self.values[place]
    }

    /// How many of the best moves to tell of.
    pub(super) fn best_moves(&self) -> usize {
        self.value("MultiPV") as usize
    }

    pub(super) fn level(&self) -> Level {
        let number = self.value("Level");
        Level::all().find(|level| u64::from(level.number()) == number).unwrap_or_default()
    }

    pub(super) fn threads(&self) -> usize {
        self.value("Threads") as usize
    }

    /// How many bytes the transposition table may have.
    pub(super) fn table_bytes(&self) -> u64 {
        self.value("Hash") << 20
    }

    /// Size, kinds and seed of the board that `startpos` means.
    pub(super) fn start(&self) -> (usize, u8, u64) {
        (self.value("Size") as usize, self.value("Kinds") as u8, self.value("Seed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_what_it_was_set_to() {
        let mut options = EngineOptions::default();
        assert_eq!((options.best_moves(), options.level(), options.start()), (1, Level::HIGHEST, (10, 4, 1)));
        options.set("multipv", "3").unwrap();
        options.set("Level", "1").unwrap();
        options.set("Seed", "18446744073709551615").unwrap();
        options.set("Hash", "2").unwrap();
        assert_eq!((options.best_moves(), options.level(), options.start()), (3, Level::LOWEST, (10, 4, u64::MAX)));
        assert_eq!((options.table_bytes(), options.threads()), (2 << 20, 1));
    }

    #[test]
    fn what_cannot_be_set_is_told_and_changes_nothing() {
        let mut options = EngineOptions::default();
        for (name, value, words) in [
            ("MultiPv", "0", "MultiPV: expected a number from 1 to 676, found '0'"),
            ("Size", "27", "Size: expected a number from 1 to 26, found '27'"),
            ("Hash", "lots", "Hash: expected a number from 1 to 64, found 'lots'"),
            ("Thread", "2", "there is no option 'Thread'; did you mean Threads?"),
            ("Contempt", "2", "there is no option 'Contempt'"),
        ] {
            assert_eq!(options.set(name, value), Err(words.to_owned()));
        }
        assert_eq!(options.values, EngineOptions::default().values);
    }
}
