//! Answers for everything that a tournament has brought about, as plain data.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use super::conditions::{Conditions, Details, FormatName};
use super::store::WorkerEntry;
use crate::agents::AgentSpec;
use crate::game::{EndLine, Event, GameLine};
use crate::{Encounter, Field, Format, GameResult, GameScore, PairResult, Schedule, Seeding};

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

/// A box and who plays on it.
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
    /// The box: its rows from the top, joined by slashes.
    pub board: String,
    /// How many kinds of fruit there are.
    pub kinds: u8,
    /// What the box was made from, if it was.
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
    /// The longest turn of each.
    pub longest: [Duration; 2],
    /// The name of the worker that it was played by.
    pub worker: String,
    /// The file with its record.
    pub record: PathBuf,
    /// The files with what who moved first and second has printed. Built-in
    /// players have none.
    pub logs: [PathBuf; 2],
}

/// A game that was lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultEntry {
    /// The name of the game.
    pub game_id: String,
    /// Whose fault.
    pub agent: usize,
    /// The name of the ending, such as `out-of-time`.
    pub ending: String,
    /// What happened, as a sentence.
    pub message: String,
    /// What the agent has printed.
    pub log: PathBuf,
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
    /// All faults, in the order of the games.
    pub faults: Vec<FaultEntry>,
    /// Everybody who has played, in the order in which they came.
    pub workers: Vec<WorkerEntry>,
}

impl Results {
    /// The encounters of which something is finished, round by round, with
    /// agents by number.
    pub fn encounters(&self) -> Vec<Encounter> {
        let games = self.games.iter().map(|game| PlayedGame {
            round: self.pairs[game.pair].round,
            pair: game.pair as i64,
            players: self.pairs[game.pair].agents,
            game: game.game,
            end: &game.end,
            used: game.used,
        });
        let awarded = self.pairs.iter().filter_map(|pair| Some((pair.round, pair.agents, pair.awarded?)));
        encounters(games, awarded)
    }

    /// The schedule, with agents by number.
    pub fn schedule(&self) -> Schedule {
        schedule(&self.conditions, &self.agents)
    }
}

/// A finished game as schedules and ratings see it.
pub(super) struct PlayedGame<'a> {
    pub(super) round: u32,
    pub(super) pair: i64,
    /// Who moves first in game 0, and who in game 1.
    pub(super) players: [usize; 2],
    pub(super) game: usize,
    pub(super) end: &'a EndLine,
    /// By who moved first and second.
    pub(super) used: [Duration; 2],
}

impl PlayedGame<'_> {
    /// As the first of the players sees it, who moved first in game 0 only.
    fn result(&self) -> GameResult {
        let score = match self.end.winner {
            Some(1) => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::Draw,
        };
        let result = GameResult { score, points: self.end.points };
        if self.game == 0 { result } else { result.reversed() }
    }

    /// The places in the pair of who moved first and second.
    const fn sides(&self) -> [usize; 2] {
        if self.game == 0 { [0, 1] } else { [1, 0] }
    }
}

/// Puts games together: two make a pair, all pairs of two players in a round an
/// encounter. Some are awarded: round, players, and to whom.
pub(super) fn encounters<'a>(
    games: impl Iterator<Item = PlayedGame<'a>>,
    awarded: impl IntoIterator<Item = (u32, [usize; 2], usize)>,
) -> Vec<Encounter> {
    let mut found: BTreeMap<(u32, [usize; 2]), BTreeMap<i64, Vec<PlayedGame<'a>>>> = BTreeMap::new();
    for game in games {
        let pairs = found.entry((game.round, game.players)).or_default();
        pairs.entry(game.pair).or_default().push(game);
    }
    let mut winners = BTreeMap::new();
    for (round, players, winner) in awarded {
        found.entry((round, players)).or_default();
        winners.insert((round, players), usize::from(winner == players[1]));
    }
    let mut encounters = Vec::new();
    for ((round, players), pairs) in found {
        let mut encounter = Encounter::new(round, players);
        encounter.awarded = winners.get(&(round, players)).copied();
        for games in pairs.into_values() {
            for game in &games {
                for (player, side) in game.sides().into_iter().enumerate() {
                    encounter.time_used[side] += game.used[player];
                    let lost = game.end.winner.is_some_and(|winner| usize::from(winner) != player + 1);
                    encounter.faults[side] += u32::from(lost && game.end.ending.is_fault());
                }
            }
            match &games[..] {
                [one, two] => {
                    let (beginning, following) = if one.game == 0 { (one, two) } else { (two, one) };
                    let pair = PairResult { beginning: beginning.result(), following: following.result() };
                    encounter.pairs.push(pair);
                }
                games => encounter.games.extend(games.iter().map(PlayedGame::result)),
            }
        }
        encounters.push(encounter);
    }
    encounters
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

/// The line of a record for an event.
pub(super) fn record_line(event: &Event) -> String {
    serde_json::to_string(event).unwrap_or_else(|error| unreachable!("an event is always JSON: {error}"))
}
