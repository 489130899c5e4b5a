//! Answers for a game from the first move to its end: asks the players in turn,
//! holds their answers to the rules by the slow judge, keeps the clocks, and
//! tells everything that happens as events.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fruitrage_rules::{Board, Player, Position};
use serde::{Deserialize, Serialize};

use super::{
    Answer, ClockRules, Contestant, EndLine, Ending, Event, GameLine, MoveLine, Request, Stop, Turn, conclude,
    judge_answer,
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
pub type Listener<'a> = dyn FnMut(&Event) -> anyhow::Result<()> + 'a;

/// Referees one game.
pub struct Referee<'a> {
    rules: Rules,
    kinds: u8,
    position: Position,
    clocks: [Duration; 2],
    names: [String; 2],
    ply: u32,
    listener: &'a mut Listener<'a>,
    stop: &'a Stop,
}

impl<'a> Referee<'a> {
    /// A referee for a game that was announced with this line. The box, the
    /// players' names and their times are the line's; it is the first event.
    pub fn new(board: Board, game: GameLine, stop: &'a Stop, listener: &'a mut Listener<'a>) -> Result<Self, Failure> {
        let rules = Rules { clock: game.clock.rules(), ties: game.ties, strict_board: game.strict_board };
        let referee = Self {
            rules,
            kinds: game.kinds,
            position: Position::start(board),
            clocks: [0, 1].map(|player| game.agents[player].time),
            names: [0, 1].map(|player| game.agents[player].name.clone()),
            ply: 0,
            listener,
            stop,
        };
        (referee.listener)(&Event::Game(game))?;
        Ok(referee)
    }

    /// Lets the players play to the end.
    pub fn play(mut self, players: [&mut dyn Contestant; 2]) -> Result<EndLine, Failure> {
        let [first, second] = players;
        loop {
            if self.position.is_over() {
                return self.end(Ending::Cleared, None);
            }
            let player = if self.position.turn() == Player::First { &mut *first } else { &mut *second };
            let turn = self.ask(player);
            if self.stop.is_raised() || turn.answer == Answer::Stopped {
                return Err(Failure::Stopped);
            }
            if let Err(ending) = self.accept(&turn)? {
                return self.end(ending, Some(&turn));
            }
        }
    }

    /// Ends a game that cannot be played, by the arena's own fault.
    pub fn give_up(self, message: String) -> Result<EndLine, Failure> {
        self.end(Ending::Void { message }, None)
    }

    fn ask(&mut self, player: &mut dyn Contestant) -> Turn {
        self.ply += 1;
        let turn = player.take_turn(&Request {
            board: self.position.board(),
            kinds: self.kinds,
            remaining: self.clocks[self.position.turn().index()],
            clock: self.rules.clock,
            ply: self.ply,
            stop: self.stop,
        });
        // In whole microseconds, as records have it, so that who reads a record
        // comes to the same clocks.
        let whole = |time: Duration| Duration::from_micros(time.as_micros() as u64);
        Turn { cpu: whole(turn.cpu), wall: whole(turn.wall), ..turn }
    }

    /// Plays a turn that holds a move, or tells how the game ends with it.
    fn accept(&mut self, turn: &Turn) -> Result<Result<(), Ending>, Failure> {
        let (cell, warnings) = match judge_answer(self.position.board(), self.rules.strict_board, &turn.answer) {
            Ok(accepted) => accepted,
            Err(ending) => return Ok(Err(ending)),
        };
        let player = self.position.turn();
        let used = self.rules.clock.cost(turn.cpu, turn.wall);
        let left = self.clocks[player.index()];
        // A budget that is used up to the last microsecond is used up.
        let Some(left) = left.checked_sub(used).filter(|left| !left.is_zero()) else {
            return Ok(Err(Ending::OutOfTime { used, left }));
        };
        self.clocks[player.index()] = left;
        let group = match self.position.try_play(cell) {
            Ok(group) => group,
            // The slow judge has accepted it, or it is a move of our own.
            Err(error) => return Ok(Err(Ending::Void { message: format!("the arena contradicts itself: {error}") })),
        };
        (self.listener)(&Event::Move(MoveLine {
            ply: self.ply,
            player: player.index() as u8 + 1,
            cell: cell.to_string(),
            size: group.size() as u32,
            points: self.position.points(),
            cpu: turn.cpu,
            wall: turn.wall,
            left,
            warnings,
        }))?;
        Ok(Ok(()))
    }

    /// Ends the game; with a fault, the player whose turn it is loses.
    fn end(mut self, ending: Ending, last: Option<&Turn>) -> Result<EndLine, Failure> {
        if let (Some(last), true) = (last, ending.is_fault()) {
            let used = self.rules.clock.cost(last.cpu, last.wall);
            let left = &mut self.clocks[self.position.turn().index()];
            *left = left.saturating_sub(used);
        }
        let names = [0, 1].map(|player| self.names[player].as_str());
        let mut end = conclude(ending, &self.position, self.clocks, self.rules.ties, names);
        if let Some(last) = last {
            (end.cpu, end.wall) = (last.cpu, last.wall);
        }
        (self.listener)(&Event::End(end.clone()))?;
        Ok(end)
    }
}
