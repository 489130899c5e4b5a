//! Who takes part: something that can be entered for any number of
//! games, as a program or as part of the arena.

use std::fmt;
use std::time::Duration;

use fruitrage_rules::Player;

use super::{AgentLine, Contestant};

/// The game that somebody is entered for.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The seed of the game, for players with dice.
    pub seed: u64,
    /// The game's name in its record.
    pub game: &'a str,
    /// Which side it plays.
    pub player: Player,
}

/// Somebody who takes part in games, several at a time if need be.
pub trait Entrant: fmt::Debug + Send + Sync {
    /// Its line in the record of a game for which it has this time.
    fn line(&self, time: Duration) -> AgentLine;

    /// A player for one game. An error is the arena's fault, not the player's.
    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>>;
}

impl AgentLine {
    /// The line of a player that is part of the program.
    pub fn of_builtin(name: &str, command: &str, time: Duration) -> Self {
        Self {
            name: name.to_owned(),
            command: command.to_owned(),
            hash: None,
            time,
            sandbox: "built-in".to_owned(),
            exact: Vec::new(),
        }
    }
}
