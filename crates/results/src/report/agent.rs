//! What there is to tell about one agent.

use std::collections::{BTreeMap, BTreeSet};

use super::{GameSummary, GameWarning, TimeUse};
use crate::{GameScore, RecordRow};
use fruitrage_game::Warned;

/// How many of the worst losses and best wins are told.
const MOST_GAMES: usize = 5;

/// What an agent did in the games in which it had one of the two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideRecord {
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Own and the opponents' fruit points.
    pub points: [u64; 2],
}

impl SideRecord {
    /// Returns the record as programs read it.
    pub const fn row(&self) -> RecordRow {
        RecordRow::new(self.games, self.points)
    }

    /// How many games there were.
    pub fn played(&self) -> u32 {
        self.games.iter().sum()
    }

    /// The part of all games won, draws as halves.
    pub fn score(&self) -> Option<f64> {
        let [won, drawn, _] = self.games.map(f64::from);
        (self.played() > 0).then(|| (won + drawn / 2.0) / f64::from(self.played()))
    }

    /// Own fruit points less the opponents', mean of all games.
    pub fn margin(&self) -> Option<f64> {
        let [own, other] = self.points.map(|points| points as f64);
        (self.played() > 0).then(|| (own - other) / f64::from(self.played()))
    }

    pub(super) fn add(&mut self, game: &GameSummary, side: usize) {
        let result = game.result(side);
        self.games[result.score.index()] += 1;
        for (sum, points) in self.points.iter_mut().zip(result.points) {
            *sum += u64::from(points);
        }
    }
}

/// Warnings of one kind in all games of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentWarning {
    /// The first game with one.
    pub game: usize,
    /// The number of the first move with one.
    pub ply: u32,
    /// What that was.
    pub message: String,
    /// How often there was one of this kind.
    pub times: u64,
}

/// All about one agent. Games are told by their index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentFindings {
    /// The games in which it moved first, and those in which it moved second.
    pub by_side: [SideRecord; 2],
    /// Games lost by its own fault, by the ending's name.
    pub faults: BTreeMap<String, u32>,
    /// These games in their order.
    pub fault_games: Vec<usize>,
    /// Moves that were odd but accepted.
    pub warnings: u64,
    /// These by kind, in the order in which they came.
    pub warned: Vec<AgentWarning>,
    /// How it used its time.
    pub time: TimeUse,
    /// On how many machines, as far as they are known.
    pub hosts: usize,
    /// Its losses by points with the largest margins, the worst first.
    pub worst_losses: Vec<usize>,
    /// Its wins by points with the largest margins, the best first.
    pub best_wins: Vec<usize>,
}

impl AgentFindings {
    /// From the agent's games that count, which come with their index and its side.
    pub(super) fn new(games: &[(usize, &GameSummary, usize)]) -> Self {
        let mut findings = Self { time: TimeUse::new(games.iter().copied()), ..Self::default() };
        for &(index, game, side) in games {
            findings.by_side[side].add(game, side);
            if game.at_fault() == Some(side) {
                *findings.faults.entry(game.ending.clone()).or_default() += 1;
                findings.fault_games.push(index);
            }
            findings.warnings += u64::from(game.sides[side].warnings);
            for warning in &game.sides[side].warned {
                findings.add_warning(index, warning);
            }
        }
        let hosts: BTreeSet<&String> = games.iter().filter_map(|(_, game, _)| game.host.as_ref()).collect();
        findings.hosts = hosts.len();
        findings.worst_losses = by_margin(games, GameScore::Loss);
        findings.best_wins = by_margin(games, GameScore::Win);
        findings
    }

    fn add_warning(&mut self, game: usize, warning: &GameWarning) {
        let kind = Warned::kind(&warning.message);
        match self.warned.iter_mut().find(|known| Warned::kind(&known.message) == kind) {
            Some(known) => known.times += u64::from(warning.times),
            None => self.warned.push(AgentWarning {
                game,
                ply: warning.ply,
                message: warning.message.clone(),
                times: warning.times.into(),
            }),
        }
    }

    /// How much larger the part of games won is for who moves first.
    pub fn first_mover_edge(&self) -> Option<f64> {
        Some(self.by_side[0].score()? - self.by_side[1].score()?)
    }
}

/// The games of one kind with the largest margins. Those that a fault has ended
/// are left out: their points say nothing about who played better.
fn by_margin(games: &[(usize, &GameSummary, usize)], score: GameScore) -> Vec<usize> {
    let margins = games.iter().filter_map(|&(index, game, side)| {
        let result = game.result(side);
        let counts = result.score == score && game.at_fault().is_none();
        counts.then(|| (result.points[0].abs_diff(result.points[1]), index))
    });
    let mut margins: Vec<_> = margins.collect();
    margins.sort_by_key(|&(margin, index)| (std::cmp::Reverse(margin), index));
    margins.truncate(MOST_GAMES);
    margins.into_iter().map(|(_, index)| index).collect()
}
