//! What a report has to know of one game, and no more than that.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{GameResult, GameScore};
use fruitrage_game::{DecidedBy, EndLine, GameLine, GameRecord, SideTurns, Turns, Warned, seconds};

/// Longer messages are cut: they end in what a program wrote to its stderr.
const LONGEST_MESSAGE: usize = 2_000;

/// What one side did in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSide {
    /// Who, by number.
    pub agent: usize,
    /// Its points.
    pub points: u32,
    /// Its moves.
    pub moves: u32,
    /// The time that it had for the game.
    #[serde(rename = "allowed_seconds", with = "seconds")]
    pub allowed: Duration,
    /// The time that it used.
    #[serde(rename = "used_seconds", with = "seconds")]
    pub used: Duration,
    /// Its longest turn.
    #[serde(rename = "slowest_move_seconds", with = "seconds")]
    pub slowest: Duration,
    /// Moves that were odd but accepted.
    pub warnings: u32,
    /// The first of these, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_warning: Option<String>,
    /// All of them by kind, in the order in which they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warned: Vec<GameWarning>,
    /// The file with what it printed, relative to the report, with slashes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

/// Warnings of one kind in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameWarning {
    /// The number of the first move with one.
    pub ply: u32,
    /// What that was.
    pub message: String,
    /// How often there was one of this kind.
    pub times: u32,
}

/// A game that has an end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its name.
    pub id: String,
    /// The name of the pair that it belongs to.
    pub pair: String,
    /// The round, from 1.
    pub round: u32,
    /// The size of the board and its kinds of fruit, as `10p6`.
    pub board: String,
    /// What the board was made from, if it was.
    pub seed: Option<u64>,
    /// Who moved first, and who second.
    pub sides: [GameSide; 2],
    /// Who won: 0 if who moved first, 1 if who moved second.
    pub winner: Option<usize>,
    /// What decided it.
    pub decided_by: DecidedBy,
    /// The name of its ending: `cleared`, `out-of-time`, ...
    pub ending: String,
    /// How it ended in a sentence.
    pub message: String,
    /// The machine that it was played on, if it is known.
    #[serde(default)]
    pub host: Option<String>,
    /// How fast that is: positions a second in the engine's benchmark.
    #[serde(default)]
    pub speed: Option<u64>,
    /// The file with its record, relative to the report, with slashes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

impl GameSummary {
    /// A game from its first and its last line, and what its turns came to. Files
    /// and the machine are for the caller to add.
    pub fn new(round: u32, agents: [usize; 2], game: &GameLine, end: &EndLine, turns: [SideTurns; 2]) -> Self {
        let mut turns = turns.into_iter();
        let warning = |warned: Warned| GameWarning {
            ply: warned.ply,
            message: shortened(&warned.message, LONGEST_MESSAGE),
            times: warned.times,
        };
        let mut side = |number: usize| {
            let turns = turns.next().unwrap_or_default();
            let warned: Vec<GameWarning> = turns.warned.into_iter().map(warning).collect();
            GameSide {
                agent: agents[number],
                points: end.points[number],
                moves: turns.moves,
                allowed: game.agents[number].time,
                used: turns.used,
                slowest: turns.slowest,
                warnings: turns.warnings,
                first_warning: warned.first().map(|first| first.message.clone()),
                warned,
                log: None,
            }
        };
        Self {
            id: game.id.clone(),
            pair: game.pair.clone(),
            round,
            board: format!("{}p{}", game.board.split('/').count(), game.kinds),
            seed: game.seed,
            sides: [side(0), side(1)],
            winner: end.winner.map(|number| usize::from(number) - 1),
            decided_by: end.decided_by,
            ending: end.ending.name().to_owned(),
            message: shortened(&end.message, LONGEST_MESSAGE),
            host: None,
            speed: None,
            record: None,
        }
    }

    /// A game from what the referee told. None without an end.
    pub fn of_events(round: u32, agents: [usize; 2], events: &[fruitrage_game::Event]) -> Option<Self> {
        let turns = Turns::of_events(events);
        let fruitrage_game::Event::End(end) = events.last()? else { return None };
        Some(Self::new(round, agents, turns.game?, end, turns.sides))
    }

    /// A game from its record. None without an end.
    pub fn of_record(round: u32, agents: [usize; 2], record: &GameRecord) -> Option<Self> {
        let turns = Turns::of_record(record);
        Some(Self::new(round, agents, &record.game, record.end.as_ref()?, turns.sides))
    }

    /// Who moved first, and who second, by number.
    pub const fn agents(&self) -> [usize; 2] {
        [self.sides[0].agent, self.sides[1].agent]
    }

    /// Whether it counts. Games that are void, by the arena's fault, do not.
    pub fn counts(&self) -> bool {
        self.ending != "void"
    }

    /// Who lost by a fault: 0 or 1.
    pub fn at_fault(&self) -> Option<usize> {
        self.winner.filter(|_| self.decided_by == DecidedBy::Fault).map(|winner| 1 - winner)
    }

    /// The game as one side sees it.
    pub fn result(&self, side: usize) -> GameResult {
        let score = match self.winner {
            Some(winner) if winner == side => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::Draw,
        };
        GameResult { score, points: [self.sides[side].points, self.sides[1 - side].points] }
    }
}

/// A text of at most so many characters; what is left out shows.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
