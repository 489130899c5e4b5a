//! Everything that a tournament has brought about, as plain data.

use std::path::PathBuf;
use std::time::Duration;

use super::conditions::{Conditions, Details, FormatName};
use super::store::WorkerEntry;
use crate::agents::AgentSpec;
use fruitrage_game::{EndLine, GameLine};
use fruitrage_results::{Encounter, Field, Format, GameResult, GameScore, Schedule, ScoredGame, Seeding, encounters};

/// Somebody who was entered.
#[derive(Clone, Debug, PartialEq)]
pub struct EnteredAgent {
    /// Its number, from 0: the index among all agents.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// How it was written down.
    pub spec: AgentSpec,
    /// The SHA-256 of what was submitted, if it is known.
    pub hash: Option<String>,
    /// Why it does not take part.
    pub problem: Option<String>,
    /// How it is written down from the view of what was submitted, for who is to run
    /// it.
    pub portable: Option<AgentSpec>,
    /// The first round that it is not in any more, because it was withdrawn.
    pub leaves: Option<u32>,
}

impl EnteredAgent {
    /// Somebody of whom nothing is known but what was written down.
    pub(super) fn new(number: usize, spec: AgentSpec) -> Self {
        Self { number, name: spec.name(), spec, hash: None, problem: None, portable: None, leaves: None }
    }

    /// Whether it takes part and was not withdrawn.
    pub(super) const fn is_playing(&self) -> bool {
        self.problem.is_none() && self.leaves.is_none()
    }
}

/// How far a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairState {
    /// To be played, or being played.
    Open,
    /// Both games are finished.
    Done,
    /// The arena could not play it.
    Void,
}

/// A board and who plays on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledPair {
    /// Its number in the order of scheduling, from 1.
    pub number: i64,
    /// Its name.
    pub id: String,
    /// The round, from 1.
    pub round: u32,
    /// The agents that move first in game 0 and in game 1.
    pub agents: [usize; 2],
    /// The board: its rows from the top, joined by slashes.
    pub board: String,
    /// How many kinds of fruit there are.
    pub kinds: u8,
    /// What the board was made from, if it was.
    pub seed: Option<u64>,
    /// How far it is.
    pub state: PairState,
    /// Why it is void.
    pub problem: Option<String>,
    /// Who has it without playing it to the end, because the other was withdrawn.
    pub awarded: Option<usize>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The index of its pair among all pairs.
    pub pair: usize,
    /// Which of the pair's games, 0 or 1.
    pub game: usize,
    /// The agents that moved first and second.
    pub agents: [usize; 2],
    /// What was known before the first move.
    pub line: GameLine,
    /// How it ended.
    pub end: EndLine,
    /// How many moves were made.
    pub moves: usize,
    /// The time that who moved first and second used, as the clock counts it.
    pub used: [Duration; 2],
    /// The name of the worker that it was played by.
    pub worker: String,
    /// The file with its record.
    pub record: PathBuf,
    /// The files with what who moved first and second has printed. Built-in
    /// players have none.
    pub logs: [PathBuf; 2],
}

/// Everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What all games are played under.
    pub conditions: Conditions,
    /// What it is called, and what else may change.
    pub details: Details,
    /// Whether nothing is left to be played.
    pub is_finished: bool,
    /// Who was entered, by number.
    pub agents: Vec<EnteredAgent>,
    /// The rounds so far and who has a free win in them.
    pub byes: Vec<(u32, usize)>,
    /// All pairs in the order of scheduling.
    pub pairs: Vec<ScheduledPair>,
    /// All finished games, in the order of their pairs.
    pub games: Vec<FinishedGame>,
    /// Everybody who has played, in the order in which they came.
    pub workers: Vec<WorkerEntry>,
}

impl Results {
    /// The encounters of which something is finished, round by round, with
    /// agents by number.
    pub fn encounters(&self) -> Vec<Encounter> {
        let games = self.games.iter().map(|game| {
            let round = self.pairs[game.pair].round;
            scored(round, game.pair, game.agents, &game.end, game.used)
        });
        let awarded = self.pairs.iter().filter_map(|pair| Some((pair.round, pair.agents, pair.awarded?)));
        encounters(games, awarded)
    }

    /// The games that were lost by a fault, each with who lost it: 0 if who moved first.
    pub fn faults(&self) -> impl Iterator<Item = (&FinishedGame, usize)> {
        self.games.iter().filter_map(|game| Some((game, game.end.at_fault()?)))
    }

    /// The schedule, with agents by number.
    pub fn schedule(&self) -> Schedule {
        schedule(&self.conditions, &self.agents)
    }
}

/// Returns who moves first and second in a game of a pair, 0 or 1.
pub(super) const fn movers([one, two]: [usize; 2], game: usize) -> [usize; 2] {
    if game == 0 { [one, two] } else { [two, one] }
}

/// Returns a finished game as schedules and ratings see it.
pub(super) fn scored<P>(round: u32, pair: P, players: [usize; 2], end: &EndLine, used: [Duration; 2]) -> ScoredGame<P> {
    let score = match end.winner {
        Some(1) => GameScore::Win,
        Some(_) => GameScore::Loss,
        None => GameScore::Draw,
    };
    let result = GameResult { score, points: end.points };
    ScoredGame { round, pair, players, result, used, at_fault: end.at_fault() }
}

/// The schedule of a tournament. Players have the numbers of the agents; those
/// who cannot take part have left before the first round.
pub(super) fn schedule(conditions: &Conditions, agents: &[EnteredAgent]) -> Schedule {
    let format = match conditions.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => {
            let is_hero = |agent: &EnteredAgent| Some(&agent.name) == conditions.hero.as_ref();
            Format::Gauntlet { hero: agents.iter().position(is_hero).unwrap_or(0) }
        }
        FormatName::Swiss => Format::Swiss { rounds: conditions.rounds.unwrap_or(1) },
        FormatName::Knockout => Format::Knockout,
    };
    let mut field = Field::new(agents.len());
    for agent in agents.iter().filter(|agent| agent.problem.is_some()) {
        field.withdraw(agent.number, 1);
    }
    for (number, leaves) in agents.iter().filter_map(|agent| Some((agent.number, agent.leaves?))) {
        field.withdraw(number, leaves);
    }
    Schedule { format, field, seeding: Seeding::Drawn { seed: conditions.seed } }
}
