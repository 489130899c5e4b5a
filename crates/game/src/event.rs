//! The events of a game as they are written down: one a line, as JSON.
//!
//! In memory an event travels with the position that it led to, as a [`Step`](super::Step).

use std::time::Duration;

use fruitrage_rules::Cell;
use serde::{Deserialize, Serialize};

use super::{ClockKind, ClockRules, DecidedBy, Ending, LastReply, Rules, TieRule, seconds};

/// The version of the record's form. Readers refuse what is newer.
pub const RECORD_VERSION: u32 = 1;

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The game begins.
    Game(GameLine),
    /// A move was made and accepted.
    Move(MoveLine),
    /// The game is over.
    End(EndLine),
}

/// What is known of a game before its first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The version of the record's form.
    pub version: u32,
    /// The name of the game, unique among those recorded together.
    pub id: String,
    /// The name of the pair that it belongs to: the same board with the sides
    /// swapped.
    pub pair: String,
    /// The board: its rows from the top, joined by slashes.
    pub board: String,
    /// How many kinds of fruit there are, as the players are told.
    pub kinds: u8,
    /// The seed that the board was made from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who moves first, and who second.
    pub agents: [AgentLine; 2],
    /// How time is counted.
    pub clock: ClockLine,
    /// What equal points mean.
    pub ties: TieRule,
    /// Whether a legal move with a wrong board loses.
    pub strict_board: bool,
    /// Whether a reply with odd white space loses. It did before records told, so they
    /// tell only if it does not.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub strict_format: bool,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references to fields")]
const fn is_yes(answer: &bool) -> bool {
    *answer
}

impl GameLine {
    /// What the game is played by, beside the rules of the game.
    pub const fn rules(&self) -> Rules {
        Rules {
            clock: self.clock.rules(),
            ties: self.ties,
            strict_board: self.strict_board,
            strict_format: self.strict_format,
        }
    }
}

/// A player in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentLine {
    /// Its name.
    pub name: String,
    /// The command that runs it, or the name of a built-in player.
    pub command: String,
    /// The SHA-256 of what was submitted, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Its time for the game.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// How it was kept from doing harm; 'built-in' for a player that is part of
    /// the arena.
    pub sandbox: String,
    /// Which of its limits the system kept exactly (cpu, memory, processes, disk); the
    /// others were watched, as best as could be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exact: Vec<String>,
}

/// How time was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockLine {
    /// What was measured.
    pub kind: ClockKind,
    /// How long after its time a program was killed.
    #[serde(with = "seconds")]
    pub grace: Duration,
    /// The time that a player is given for each move that is made. Records tell of it only if
    /// there is any.
    #[serde(with = "seconds", default, skip_serializing_if = "Duration::is_zero")]
    pub increment: Duration,
}

impl ClockLine {
    /// The rules that it tells of.
    pub const fn rules(self) -> ClockRules {
        ClockRules { kind: self.kind, grace: self.grace }
    }
}

/// A move that was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLine {
    /// The number of the move, from 1.
    pub ply: u32,
    /// Who made it: 1 or 2.
    pub player: u8,
    /// The cell that was named.
    #[serde(rename = "move", with = "cell_name")]
    pub cell: Cell,
    /// How many fruits it took.
    pub size: u32,
    /// The points of both players after it.
    pub points: [u32; 2],
    /// The CPU time that it took.
    #[serde(with = "seconds")]
    pub cpu: Duration,
    /// The time on the wall that it took.
    #[serde(with = "seconds")]
    pub wall: Duration,
    /// What the player has left after it.
    #[serde(with = "seconds")]
    pub left: Duration,
    /// What was odd but not punished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndLine {
    /// The way it ended.
    pub ending: Ending,
    /// Who won, 1 or 2; nobody if it is drawn or void.
    pub winner: Option<u8>,
    /// What decided it.
    pub decided_by: DecidedBy,
    /// The points of both players.
    pub points: [u32; 2],
    /// The time that both players have left.
    #[serde(with = "both_seconds")]
    pub left: [Duration; 2],
    /// The CPU time of a last turn that gave no move.
    #[serde(with = "seconds", default)]
    pub cpu: Duration,
    /// The time on the wall of a last turn that gave no move.
    #[serde(with = "seconds", default)]
    pub wall: Duration,
    /// All this in a sentence.
    pub message: String,
    /// What a program left in its last turn, if it lost by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<LastReply>,
}

impl EndLine {
    /// Returns who lost by a fault: 0 if who moved first, 1 if who moved second.
    pub fn at_fault(&self) -> Option<usize> {
        self.winner.filter(|_| self.ending.is_fault()).map(|winner| usize::from(winner == 1))
    }
}

mod cell_name {
    use fruitrage_rules::Cell;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references to fields")]
    pub(super) fn serialize<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(cell)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(|error| de::Error::custom(format!("'{name}' is no move: {error}")))
    }
}

mod both_seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Seconds(#[serde(with = "super::seconds")] Duration);

    pub(super) fn serialize<S: Serializer>(times: &[Duration; 2], serializer: S) -> Result<S::Ok, S::Error> {
        times.map(Seconds).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Duration; 2], D::Error> {
        Ok(<[Seconds; 2]>::deserialize(deserializer)?.map(|Seconds(time)| time))
    }
}
