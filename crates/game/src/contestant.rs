//! What the referee asks of a player and what it gets back, be the
//! player a program or a function.

use std::time::Duration;

use fruitrage_rules::text::Input;
use fruitrage_rules::{Board, Cell, Position};

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
    /// What led to the board; nothing if it stands alone.
    pub course: Option<&'a Course>,
    /// Whether to give up.
    pub stop: &'a Stop,
}

/// What led to a position: where the game began and what was played, with both clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Where the game began.
    pub start: Position,
    /// The moves since then.
    pub moves: Vec<Cell>,
    /// The time that the first and the second player have left.
    pub left: [Duration; 2],
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
    /// What was said, with a program that is spoken to.
    pub dialogue: Dialogue,
}

/// What was said in a turn with a program that plays by lines and not by files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialogue {
    /// What it was told.
    pub told: String,
    /// What it said, or the beginning and the end of that.
    pub said: String,
    /// What was odd but is not punished.
    pub warnings: Vec<String>,
}

impl Turn {
    /// A turn of which nothing is known but its time and the answer.
    pub const fn new(cpu: Duration, wall: Duration, answer: Answer) -> Self {
        let dialogue = Dialogue { told: String::new(), said: String::new(), warnings: Vec::new() };
        Self { cpu, wall, answer, stderr: String::new(), dialogue }
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
    /// A move by a player that writes no board.
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
