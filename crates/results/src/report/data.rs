//! What a report is made from: plain data, without boards and moves,
//! so that tens of thousands of games fit into memory.

use super::{GameSummary, LeftOut};
use crate::{Anchor, Encounter, Schedule};

/// Somebody who takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentInfo {
    /// What it is called.
    pub name: String,
    /// The command that runs it, or the name of a built-in player.
    pub command: String,
    /// The SHA-256 of what was submitted, if it is known.
    pub hash: Option<String>,
    /// How it was kept from doing harm.
    pub sandbox: String,
    /// What else is to be known, such as why it cannot be built or has left.
    pub note: Option<String>,
    /// Whether it takes no part, because it cannot be built or run; the note says why.
    pub is_excluded: bool,
}

/// A machine that has played or was ready to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostInfo {
    /// What it is called.
    pub name: String,
    /// How fast it is: positions a second in the engine's benchmark, as each of its
    /// workers has measured it when it was started; 0 if one could not.
    pub speeds: Vec<u64>,
}

/// A tournament, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentData {
    /// What it is called.
    pub name: String,
    /// Format, seeding and field. Players have the numbers of the agents.
    pub schedule: Schedule,
    /// What everything random comes from.
    pub seed: u64,
    /// Which rating is fixed.
    pub anchor: Anchor,
    /// The conditions of all games as names and values, to be printed as they
    /// are: `time` and `10 s`, `boards` and `8p4, 10p6`.
    pub conditions: Vec<(String, String)>,
    /// Whether nothing is left to be played.
    pub is_finished: bool,
    /// Who takes part, by number.
    pub agents: Vec<AgentInfo>,
    /// All machines, in the order in which they came.
    pub hosts: Vec<HostInfo>,
    /// All games that have an end, but for those that are left out.
    pub games: Vec<GameSummary>,
    /// What is left out.
    pub left_out: LeftOut,
    /// The folder with pages of the games that the report names, if there is one.
    pub replays: Option<String>,
    /// Encounters that were decided without any games.
    pub awarded: Vec<Encounter>,
    /// Who has had a free win in which round, as they were given out.
    pub byes: Vec<(u32, usize)>,
}
