//! What goes into a session and what comes out of it: requests, answers and time in;
//! events, lines for the record and work for computers out.

use std::time::Duration;

use fruitrage_game::{ClockRules, Course, Event, Request, Stop, Turn};
use fruitrage_rules::{Board, Cell, Player};

use super::Told;
use crate::Thought;

/// Something that a session is asked or told.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionRequest {
    /// The person whose turn it is takes the group that a cell belongs to.
    Play(Cell),
    /// A person takes back the last own move, and what was replied to it.
    TakeBack,
    /// The person whose turn it is wants help.
    Hint,
    /// A person gives up.
    Resign(Player),
    /// The game and its clocks stand still.
    Pause,
    /// The game goes on after a pause.
    GoOn,
    /// The computer whose turn it is makes one move, and then the game stands still.
    Step,
    /// From now on computers take at least so long to move.
    SetPace(Duration),
    /// A person is called by another name from now on.
    Rename(Player, String),
    /// Nothing but that time has passed.
    Tick,
    /// A computer has thought a bit further.
    Thought {
        /// The number of its task.
        task: u64,
        /// What it thinks.
        thought: Thought,
    },
    /// A computer has taken its turn.
    Answer {
        /// The number of its task.
        task: u64,
        /// What it did.
        turn: Turn,
    },
    /// The best move is found for a hint.
    HintFound {
        /// The number of the task.
        task: u64,
        /// What was found.
        thought: Thought,
    },
    /// The record cannot be written, for this reason.
    RecordFailed(String),
}

/// Something that a session wants to be done, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionOutput {
    /// Tell this to everybody who looks on.
    Tell(Told),
    /// Add this to the record.
    Append(Event),
    /// Put this in the place of the record's first line: somebody has another name.
    Retitle(Event),
    /// Keep only so many lines of the record: moves were taken back.
    KeepLines(usize),
    /// Let a computer take its turn, and send its thoughts and its answer.
    Think(Task),
    /// Find the best move of this task for a hint.
    FindHint(Task),
    /// Stop whoever works on a task: nobody wants the result any more.
    StopThinking,
}

/// What a computer is to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, for the answer.
    pub number: u64,
    /// Whose turn it is.
    pub player: Player,
    /// The board.
    pub board: Board,
    /// How many kinds of fruit there are.
    pub kinds: u8,
    /// The time left, or the time for a move if there are no clocks.
    pub remaining: Duration,
    /// How time is counted.
    pub clock: ClockRules,
    /// The number of the move in the game, from 1.
    pub ply: u32,
    /// What led to the board, for whoever wants more than the board.
    pub course: Option<Course>,
    /// What random choices depend on.
    pub seed: u64,
}

impl Task {
    /// Returns the task as it is put to a contestant.
    pub const fn request<'a>(&'a self, stop: &'a Stop) -> Request<'a> {
        Request {
            board: &self.board,
            kinds: self.kinds,
            remaining: self.remaining,
            clock: self.clock,
            ply: self.ply,
            course: self.course.as_ref(),
            stop,
        }
    }
}
