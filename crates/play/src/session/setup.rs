//! What is agreed before a game: the board, who sits where, and the time.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_engine::Level;
use fruitrage_game::{AgentLine, ClockKind, ClockLine, Entrant, GameLine, RECORD_VERSION, TieRule};
use fruitrage_game::{BoardClass, StartingBoard};
use fruitrage_rules::Board;

use crate::players::BuiltinPlayer;

/// How long a machine may think about a move when nobody plays on time.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// How long a machine may go on after its time on the clock is over.
const GRACE: Duration = Duration::from_secs(10);

/// What a person's line in a record has for a command.
const HUMAN: &str = "human";

/// Who makes the moves of one side.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A person, whose moves come through the session.
    Human {
        /// The name in views and records.
        name: String,
    },
    /// The engine at a level.
    Engine {
        /// The name in views and records.
        name: String,
        /// How well it plays.
        level: Level,
    },
    /// Anybody whom the arena can enter for a game, such as a program.
    Entrant(Arc<dyn Entrant>),
}

impl Seat {
    /// A person.
    pub fn human(name: impl Into<String>) -> Self {
        Self::Human { name: name.into() }
    }

    /// The engine at a level, under the name of that character.
    pub fn engine(level: Level) -> Self {
        Self::Engine { name: level.name().to_owned(), level }
    }

    /// Whether a person sits here.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }

    /// The level, if it is the engine.
    pub const fn level(&self) -> Option<Level> {
        match self {
            Self::Engine { level, .. } => Some(*level),
            Self::Human { .. } | Self::Entrant(_) => None,
        }
    }

    /// Its line in a record.
    pub fn line(&self, time: Duration) -> AgentLine {
        match self {
            Self::Human { name } => {
                AgentLine { sandbox: "none".to_owned(), ..AgentLine::of_builtin(name, HUMAN, time) }
            }
            Self::Engine { name, level } => AgentLine::of_builtin(name, &format!("engine:level={level}"), time),
            Self::Entrant(entrant) => entrant.line(time),
        }
    }

    /// Who a record's line tells of, if it is a person or a player inside this
    /// program. Anything else names a program, and whether a program
    /// named by a file may be run is not for this crate to say.
    pub fn of_line(line: &AgentLine) -> Option<Self> {
        if line.command == HUMAN {
            return Some(Self::human(&line.name));
        }
        let (name, player) = (line.name.clone(), line.command.parse::<BuiltinPlayer>().ok()?);
        Some(match player.plain_level() {
            Some(level) => Self::Engine { name, level },
            None => Self::Entrant(Arc::new(player.entrant(name).ok()?)),
        })
    }
}

/// Everything that is agreed before a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's name in its record.
    pub id: String,
    /// The board.
    pub start: StartingBoard,
    /// Who moves first, and who second.
    pub seats: [Seat; 2],
    /// The time that each has for the whole game, on the wall; none to play
    /// without clocks.
    pub budget: Option<Duration>,
    /// The time that each is given for every move, if there are clocks.
    pub increment: Duration,
    /// How long a machine thinks about a move at most, if there are no clocks.
    pub move_time: Duration,
    /// Machines take at least so long to move, so that one can follow. It does
    /// not count on their clocks.
    pub pace: Duration,
    /// Whether the game begins paused, as when agents are to be watched step by
    /// step.
    pub paused: bool,
    /// What the machines' dice and the order of equal moves depend on.
    pub dice: u64,
}

impl Setup {
    /// A game in a given board, without clocks.
    pub fn new(start: StartingBoard, seats: [Seat; 2]) -> Self {
        let dice = start.seed.unwrap_or(0);
        Self {
            id: "game".to_owned(),
            start,
            seats,
            budget: None,
            increment: Duration::ZERO,
            move_time: MOVE_TIME,
            pace: Duration::ZERO,
            paused: false,
            dice,
        }
    }

    /// A game on the board that size, kinds and seed name.
    pub fn random(class: BoardClass, seed: u64, seats: [Seat; 2]) -> Self {
        Self::new(StartingBoard { board: class.board(seed), kinds: class.kinds(), seed: Some(seed) }, seats)
    }

    /// A game on this board.
    pub fn of_board(board: Board, seats: [Seat; 2]) -> Self {
        let kinds = board.to_grid().kinds();
        Self::new(StartingBoard { board, kinds, seed: None }, seats)
    }

    /// The first line of the record.
    pub(super) fn game_line(&self) -> GameLine {
        let time = self.budget.unwrap_or(self.move_time);
        GameLine {
            version: RECORD_VERSION,
            id: self.id.clone(),
            pair: self.id.clone(),
            board: self.start.board.to_line(),
            kinds: self.start.kinds,
            seed: self.start.seed,
            agents: [0, 1].map(|seat| self.seats[seat].line(time)),
            clock: ClockLine {
                kind: if self.budget.is_some() { ClockKind::Wall } else { ClockKind::None },
                grace: GRACE,
                increment: if self.budget.is_some() { self.increment } else { Duration::ZERO },
            },
            ties: TieRule::Draw,
            strict_board: true,
            strict_format: false,
        }
    }
}
