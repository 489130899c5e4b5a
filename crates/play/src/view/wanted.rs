//! A new game as a page wants it.

use std::time::Duration;

use fruitrage_engine::Level;
use fruitrage_game::{BoardClass, StartingBoard, harmless};
use serde::Deserialize;

use super::{ViewError, parse};
use crate::session::{Seat, Setup};

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 40;

/// The most time for a game, in seconds.
const MOST_SECONDS: f64 = 24.0 * 3600.0;

/// The most time that is given for a move, in seconds.
const MOST_INCREMENT: f64 = 3600.0;

/// Numbers above this are not exact in a browser.
const GREATEST_SEED: u64 = (1 << 53) - 1;

/// What is wanted of a new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WantedGame {
    /// Who sits in each seat: a person, or the engine at a level.
    pub seats: [SeatWanted; 2],
    /// Cells a side.
    pub size: usize,
    /// Kinds of fruit.
    pub fruits: u8,
    /// What the board is made from; none for any board.
    pub seed: Option<u64>,
    /// Seconds for each player and game; none to play without clocks.
    pub time: Option<f64>,
    /// Seconds that each player is given for every move, if there are clocks.
    pub increment: f64,
    /// A board to play on, in place of size, fruits and seed.
    pub position: Option<String>,
}

impl Default for WantedGame {
    fn default() -> Self {
        let seats = [SeatWanted { level: None, name: None }, SeatWanted { level: Some(1), name: None }];
        Self { seats, size: 10, fruits: 4, seed: None, time: None, increment: 0.0, position: None }
    }
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatWanted {
    /// The level of the engine; none for a person.
    pub level: Option<u8>,
    /// The name of a person.
    pub name: Option<String>,
}

impl SeatWanted {
    fn seat(self, default: &str) -> Result<Seat, ViewError> {
        let Some(level) = self.level else {
            let name = self.name.filter(|name| !name.trim().is_empty());
            return Ok(Seat::human(name_of(name.as_deref().unwrap_or(default))?));
        };
        let highest = Level::HIGHEST.number();
        let wrong = || ViewError::new(format!("a level is a number from 1 to {highest}"));
        Level::of_number(level).map(Seat::engine).ok_or_else(wrong)
    }
}

/// Returns the name of a person as it is shown, or what is wrong with it.
pub fn name_of(text: &str) -> Result<String, ViewError> {
    let name = harmless(text.trim());
    match name.chars().count() {
        0 => Err(ViewError::new("a name has at least one character")),
        1..=LONGEST_NAME => Ok(name),
        _ => Err(ViewError::new(format!("a name has at most {LONGEST_NAME} characters"))),
    }
}

impl WantedGame {
    /// Returns what is agreed, or what is wrong with it. `random` decides what is left open.
    pub fn setup(self, random: u64) -> Result<Setup, ViewError> {
        let [first, second] = self.seats;
        let people = [first.level, second.level].iter().filter(|level| level.is_none()).count();
        let names = if people == 2 { ["Player 1", "Player 2"] } else { ["You"; 2] };
        let seats = [first.seat(names[0])?, second.seat(names[1])?];
        let seed = self.seed.unwrap_or(random >> 32);
        if seed > GREATEST_SEED {
            return Err(ViewError::new(format!("a seed is a number from 0 to {GREATEST_SEED}")));
        }
        let mut setup = match &self.position {
            Some(text) => {
                let board = parse(text)?.0.board().clone();
                let kinds = board.to_grid().kinds();
                Setup::new(StartingBoard { board, kinds, seed: None }, seats)
            }
            None => Setup::random(BoardClass::new(self.size, self.fruits).map_err(ViewError::new)?, seed, seats),
        };
        setup.dice = random;
        setup.budget = match self.time {
            None => None,
            Some(seconds) if (1.0..=MOST_SECONDS).contains(&seconds) => Some(Duration::from_secs_f64(seconds)),
            Some(_) => return Err(ViewError::new("the time is a number of seconds, from 1 to a day")),
        };
        if !(0.0..=MOST_INCREMENT).contains(&self.increment) {
            return Err(ViewError::new("the time for each move is a number of seconds, from 0 to an hour"));
        }
        setup.increment = Duration::from_secs_f64(self.increment);
        Ok(setup)
    }
}
