//! Answers for the classic opponents as contestants: they run in this process,
//! on the same clock as everybody else.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fruitrage_rules::Random;

use super::{Answer, ClockKind, Contestant, Ending, Kill, Request, Turn};
use crate::{alpha_beta, greedy, random};

/// How far plain minimax looks if it is not told: as far as the courses' does.
const DEFAULT_DEPTH: u32 = 3;

/// A classic opponent by its name and parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Any move.
    Random,
    /// The largest group.
    Greedy,
    /// Plain minimax to a fixed depth.
    Minimax {
        /// How many moves it looks ahead.
        depth: u32,
    },
}

/// A text that names none of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinError {
    /// It is no name of theirs.
    #[error("there is no built-in player '{0}'; there are random, greedy and minimax:depth=3")]
    Unknown(String),
    /// The name is right, but not what follows.
    #[error("'{0}' is not what {1} takes: {2}")]
    Parameter(String, &'static str, &'static str),
}

impl FromStr for Builtin {
    type Err = BuiltinError;

    fn from_str(text: &str) -> Result<Self, BuiltinError> {
        let (name, parameters) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        match (name, parameters) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("minimax", None) => Ok(Self::Minimax { depth: DEFAULT_DEPTH }),
            ("random", Some(rest)) => Err(BuiltinError::Parameter(rest.to_owned(), "random", "it takes nothing")),
            ("greedy", Some(rest)) => Err(BuiltinError::Parameter(rest.to_owned(), "greedy", "it takes nothing")),
            ("minimax", Some(rest)) => {
                let depth = rest.strip_prefix("depth=").and_then(|depth| depth.parse().ok());
                let depth = depth.filter(|depth| (1..=100).contains(depth));
                let wrong = || BuiltinError::Parameter(rest.to_owned(), "minimax", "it takes depth=N, N from 1 to 100");
                Ok(Self::Minimax { depth: depth.ok_or_else(wrong)? })
            }
            _ => Err(BuiltinError::Unknown(name.to_owned())),
        }
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.pad("random"),
            Self::Greedy => f.pad("greedy"),
            Self::Minimax { depth } => f.pad(&format!("minimax:depth={depth}")),
        }
    }
}

impl Builtin {
    /// The player, ready for a game. The seed is for the dice of those who have
    /// some.
    pub fn contestant(&self, seed: u64) -> Box<dyn Contestant> {
        Box::new(Player { kind: self.clone(), dice: Random::new(seed) })
    }
}

struct Player {
    kind: Builtin,
    dice: Random,
}

impl Contestant for Player {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        measured(|clock| match self.kind {
            Builtin::Random => Answer::Cell(random(request.board, &mut self.dice).cell()),
            Builtin::Greedy => Answer::Cell(greedy(request.board).cell()),
            Builtin::Minimax { depth } => {
                let limit = request.remaining + request.clock.grace;
                match alpha_beta(request.board, depth, &mut || request.stop.is_raised() || clock.used(request) >= limit)
                {
                    Some(group) => Answer::Cell(group.cell()),
                    None if request.stop.is_raised() => Answer::Stopped,
                    None => Answer::Fault(Ending::Killed { kill: Kill::Time, after: clock.wall() }),
                }
            }
        })
    }
}

/// The time since a turn in this process began.
#[derive(Clone, Copy, Debug)]
pub struct TurnClock {
    cpu: ThreadTime,
    wall: Instant,
}

impl TurnClock {
    /// The CPU time of this thread.
    pub fn cpu(&self) -> Duration {
        self.cpu.elapsed()
    }

    /// The time on the wall.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    /// What the referee will charge; where nothing is charged, the time on the wall.
    pub fn used(&self, request: &Request<'_>) -> Duration {
        match request.clock.kind {
            ClockKind::Cpu => self.cpu(),
            ClockKind::Wall | ClockKind::None => self.wall(),
        }
    }
}

/// Takes a turn in this thread and measures it.
pub fn measured(choose: impl FnOnce(&TurnClock) -> Answer) -> Turn {
    let clock = TurnClock { cpu: ThreadTime::now(), wall: Instant::now() };
    let answer = choose(&clock);
    Turn { cpu: clock.cpu(), wall: clock.wall(), answer }
}
