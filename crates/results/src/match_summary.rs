//! What a match gave: games, pairs, points, time and faults.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::{GameResult, GameScore, PairResult, PairTally};
use fruitrage_game::{PlayedGame, PlayedUnit, Turns, Warned};

/// How many faults of a side are told in full.
const MOST_EXAMPLES: usize = 5;

/// What one side did.
#[derive(Clone, Debug, Default)]
pub struct SideSummary {
    /// Its moves.
    pub moves: u64,
    /// The time of all its turns, as its clock counted.
    pub used: Duration,
    /// The longest of its turns.
    pub slowest: Duration,
    /// The most that it used in one game.
    pub most_in_a_game: Duration,
    /// The games that it lost by a fault, by the ending's name.
    pub faults: BTreeMap<&'static str, u64>,
    /// The first few of them.
    pub examples: Vec<FaultExample>,
    /// Moves that were odd but accepted.
    pub warnings: u64,
    /// These by kind, in the order in which they came: the first of each, and how often
    /// there was one.
    pub warned: Vec<(FaultExample, u64)>,
}

/// A fault, or a warning, for people to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultExample {
    /// In which game.
    pub game: String,
    /// At which move.
    pub ply: usize,
    /// What it was.
    pub message: String,
}

impl SideSummary {
    /// The mean time of a turn, those that gave no move included.
    pub fn mean_move(&self) -> Option<Duration> {
        let turns = self.moves + self.faults.values().sum::<u64>();
        (turns > 0).then(|| self.used.div_f64(turns as f64))
    }
}

/// What a match gave, as the first side sees it.
#[derive(Clone, Debug, Default)]
pub struct MatchSummary {
    /// The pairs. Empty for a series that has none.
    pub pairs: PairTally,
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Games won by whoever began them.
    pub won_by_beginner: u64,
    /// Points of both sides.
    pub points: [u64; 2],
    /// What each side did.
    pub sides: [SideSummary; 2],
}

impl MatchSummary {
    /// Counts what belongs together.
    pub fn add(&mut self, unit: &PlayedUnit) {
        let results: Vec<GameResult> = unit.iter().map(|game| self.add_game(game)).collect();
        if let [beginning, following] = results[..] {
            self.pairs.add(&PairResult { beginning, following });
        }
    }

    fn add_game(&mut self, game: &PlayedGame) -> GameResult {
        let sides = [game.began, 1 - game.began];
        let own = game.began;
        let winner = game.end.winner.map(|number| sides[usize::from(number) - 1]);
        let score = match winner {
            Some(0) => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::Draw,
        };
        self.games[score.index()] += 1;
        self.won_by_beginner += u64::from(winner == Some(game.began));
        let points = [game.end.points[own], game.end.points[1 - own]];
        for (sum, points) in self.points.iter_mut().zip(points) {
            *sum += u64::from(points);
        }
        self.add_turns(game, sides);
        GameResult { score, points }
    }

    fn add_turns(&mut self, game: &PlayedGame, sides: [usize; 2]) {
        let turns = Turns::of_events(&game.events);
        let example = |ply: u32, message: &str| FaultExample {
            game: turns.game.map(|line| line.id.clone()).unwrap_or_default(),
            ply: ply as usize,
            message: message.to_owned(),
        };
        for (side, turns) in sides.into_iter().zip(&turns.sides) {
            let summary = &mut self.sides[side];
            summary.moves += u64::from(turns.moves);
            summary.used += turns.used;
            summary.slowest = summary.slowest.max(turns.slowest);
            summary.most_in_a_game = summary.most_in_a_game.max(turns.used);
            summary.warnings += u64::from(turns.warnings);
            for warned in &turns.warned {
                let kind = Warned::kind(&warned.message);
                match summary.warned.iter_mut().find(|(known, _)| Warned::kind(&known.message) == kind) {
                    Some((_, times)) => *times += u64::from(warned.times),
                    None => summary.warned.push((example(warned.ply, &warned.message), warned.times.into())),
                }
            }
        }
        if let Some(number) = turns.at_fault {
            let summary = &mut self.sides[sides[number]];
            *summary.faults.entry(game.end.ending.name()).or_default() += 1;
            if summary.examples.len() < MOST_EXAMPLES {
                summary.examples.push(example(turns.moves() + 1, &game.end.message));
            }
        }
    }
}
