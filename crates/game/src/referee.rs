//! The referee of a game between contestants: asks them in turn, holds their answers to
//! the rules by the slow judge, and tells every step.

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::{Board, Player};
use serde::{Deserialize, Serialize};

use super::{
    Answer, ClockRules, Contestant, EndLine, Ending, Event, GameCore, GameLine, Request, Step, Stop, Turn, TurnTime,
    judge_turn,
};

/// What equal points mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieRule {
    /// A draw.
    #[default]
    Draw,
    /// The player with more time left wins.
    Time,
}

impl FromStr for TieRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "draw" => Ok(Self::Draw),
            "time" => Ok(Self::Time),
            _ => Err(format!("equal points can be a 'draw' or decided by 'time', not '{text}'")),
        }
    }
}

impl fmt::Display for TieRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Draw => "draw",
            Self::Time => "time",
        })
    }
}

/// What the referee goes by, beside the rules of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// How time is counted.
    pub clock: ClockRules,
    /// What equal points mean.
    pub ties: TieRule,
    /// Whether a legal move with a wrong board loses, or only gets a warning.
    pub strict_board: bool,
    /// Whether a reply with odd white space loses, or only gets a warning.
    pub strict_format: bool,
}

/// Why a game has no end.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Everything was asked to stop.
    #[error("the game was broken off")]
    Stopped,
    /// A listener could not take an event: the record cannot be kept.
    #[error("what happened cannot be recorded: {0}")]
    Listener(#[from] anyhow::Error),
}

/// Hears what happens.
pub type Listener<'a> = dyn FnMut(&Step) -> anyhow::Result<()> + 'a;

/// Referees one game.
pub struct Referee<'a> {
    core: GameCore,
    kinds: u8,
    listener: &'a mut Listener<'a>,
    stop: &'a Stop,
}

impl<'a> Referee<'a> {
    /// A referee for a game that was announced with this line. The board, the
    /// players' names and their times are the line's; it is the first event.
    pub fn new(board: Board, line: GameLine, stop: &'a Stop, listener: &'a mut Listener<'a>) -> Result<Self, Failure> {
        let core = GameCore::new(&line, board);
        let referee = Self { kinds: line.kinds, core, listener, stop };
        (referee.listener)(&Step { event: Event::Game(line), position: referee.core.position().clone() })?;
        Ok(referee)
    }

    /// Lets the players play to the end.
    pub fn play(mut self, players: [&mut dyn Contestant; 2]) -> Result<EndLine, Failure> {
        let [first, second] = players;
        loop {
            let player = if self.core.position().turn() == Player::First { &mut *first } else { &mut *second };
            let turn = self.ask(player);
            if self.stop.is_raised() || turn.answer == Answer::Stopped {
                return Err(Failure::Stopped);
            }
            let judged = judge_turn(self.core.position().board(), self.core.rules(), &turn);
            for step in self.core.accept(judged, TurnTime::new(turn.cpu, turn.wall)) {
                if let Some(end) = self.tell(step)? {
                    return Ok(end);
                }
            }
        }
    }

    /// Ends a game that cannot be played, by the arena's own fault.
    ///
    /// # Panics
    /// Never: the core ends the game.
    pub fn give_up(mut self, message: String) -> Result<EndLine, Failure> {
        let step = self.core.end(Ending::Void { message }, TurnTime::ZERO);
        Ok(self.tell(step)?.expect("the end of the game"))
    }

    fn ask(&self, player: &mut dyn Contestant) -> Turn {
        let (position, course) = (self.core.position(), self.core.course());
        player.take_turn(&Request {
            board: position.board(),
            kinds: self.kinds,
            remaining: self.core.left()[position.turn().index()],
            clock: self.core.rules().clock,
            ply: self.core.next_ply(),
            course: Some(&course),
            stop: self.stop,
        })
    }

    /// Tells the listener. Returns the end of the game, if this is it.
    fn tell(&mut self, step: Step) -> Result<Option<EndLine>, Failure> {
        (self.listener)(&step)?;
        Ok(if let Event::End(end) = step.event { Some(end) } else { None })
    }
}
