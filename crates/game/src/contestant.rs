//! What the referee asks of a player and what it gets back, be the
//! player a program or a function.

use std::time::Duration;

use fruitrage_rules::text::Input;
use fruitrage_rules::{Board, Cell};

use super::{ClockRules, Ending, Exit, Stop};

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The board.
    pub board: &'a Board,
    /// How many kinds of fruit there are, as a player is told.
    pub kinds: u8,
    /// The time left. Never zero.
    pub remaining: Duration,
    /// How time is counted.
    pub clock: ClockRules,
    /// The number of the move in the game, from 1.
    pub ply: u32,
    /// Whether to give up.
    pub stop: &'a Stop,
}

impl Request<'_> {
    /// The request as the protocol's file.
    pub fn input(&self) -> Input {
        Input { kinds: self.kinds, time: self.remaining, grid: self.board.to_grid() }
    }
}

/// What a player did in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The CPU time that it took.
    pub cpu: Duration,
    /// The time on the wall that it took.
    pub wall: Duration,
    /// What it answered.
    pub answer: Answer,
    /// The last of what a program wrote to stderr.
    pub stderr: String,
}

impl Turn {
    /// A turn without anything on stderr.
    pub const fn new(cpu: Duration, wall: Duration, answer: Answer) -> Self {
        Self { cpu, wall, answer, stderr: String::new() }
    }
}

/// What a player answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A program's `output.txt`, not yet read, and how the program ended if not
    /// well, with the last of its stderr.
    Output {
        /// The file.
        text: Vec<u8>,
        /// How the program ended, if not well.
        exit: Option<(Exit, String)>,
    },
    /// A move by a player that needs no files.
    Cell(Cell),
    /// No move, by the player's fault.
    Fault(Ending),
    /// No move, by the arena's fault.
    Void(String),
    /// No move, because everything is to stop.
    Stopped,
}

/// A player of one game.
pub trait Contestant: Send {
    /// Takes its turn.
    fn take_turn(&mut self, request: &Request<'_>) -> Turn;
}
