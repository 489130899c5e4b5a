//! How much of a match's result is luck: what the lot decides, and what pairs of the same
//! boards say.

use fruitrage_results::{EstimatedChance, WonGames, estimate_majority};
use serde::{Deserialize, Serialize};

use crate::{GameOutcome, MatchEvidence, MatchGame, Mode};

/// How much of a match's result is luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fairness {
    /// Whether the lot had the submission begin game 1.
    pub begins: bool,
    /// The games that the submission began.
    pub first: WonGames,
    /// The games that its opponent began.
    pub second: WonGames,
    /// The chance to win most games of such a match for who begins game 1, estimated from
    /// these games.
    pub if_begins: EstimatedChance,
    /// The same for who does not.
    pub if_not: EstimatedChance,
    /// What pairs of the same boards say, if there are any.
    pub pairs: Option<PairedBoards>,
}

/// The boards on which both sides were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PairedBoards {
    /// How many boards.
    pub boards: u64,
    /// Games on them that the submission won, two a board.
    pub won: u64,
    /// Games that it lost.
    pub lost: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// The points of the submission and of its opponent in all of them.
    pub points: [u64; 2],
}

impl PairedBoards {
    /// Whether the submission has won more games on these boards than its opponent. Nothing if
    /// both have won as many; the points may tell more.
    pub fn is_better(&self) -> Option<bool> {
        (self.won != self.lost).then_some(self.won > self.lost)
    }

    fn add(&mut self, game: &MatchGame) {
        match game.outcome() {
            GameOutcome::Won => self.won += 1,
            GameOutcome::Lost => self.lost += 1,
            GameOutcome::Drawn => self.drawn += 1,
        }
        for (sum, points) in self.points.iter_mut().zip(game.points()) {
            *sum += u64::from(points);
        }
    }
}

impl MatchEvidence {
    /// How much of the result is luck, from all games that were played.
    pub fn fairness(&self) -> Fairness {
        let (mut first, mut second) = (WonGames::default(), WonGames::default());
        for game in &self.played {
            let side = if game.began { &mut first } else { &mut second };
            side.add(game.outcome() == GameOutcome::Won);
        }
        let [if_begins, if_not] = [true, false].map(|begins| estimate_majority(self.games, first, second, begins));
        Fairness { begins: self.begins, first, second, if_begins, if_not, pairs: self.pairs() }
    }

    /// The boards on which both sides were played, if there are any.
    fn pairs(&self) -> Option<PairedBoards> {
        let board = |game: &MatchGame| match self.mode {
            Mode::Official => game.number,
            Mode::Paired => game.number / 2,
        };
        let mut pairs = PairedBoards::default();
        for game in self.played.iter().filter(|game| game.began) {
            if let Some(other) = self.played.iter().find(|other| !other.began && board(other) == board(game)) {
                pairs.boards += 1;
                pairs.add(game);
                pairs.add(other);
            }
        }
        (pairs.boards > 0).then_some(pairs)
    }
}

impl Fairness {
    /// How much of the chance the lot alone decides, from 0 to 1.
    pub fn lot(&self) -> f64 {
        (self.if_begins.value - self.if_not.value).abs()
    }

    /// It in words, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let of = |games: WonGames| format!("{} of {}", games.won, games.played);
        let chance = |chance: EstimatedChance| {
            let percent = |chance: f64| (chance * 100.0).round();
            format!("{} % ({} to {} %)", percent(chance.value), percent(chance.low), percent(chance.high))
        };
        let mut sentences = vec![
            format!(
                "The lot had {} begin game 1. Won {} games that it began and {} that its opponent began.",
                if self.begins { "the submission" } else { "the opponent" },
                of(self.first),
                of(self.second),
            ),
            format!(
                "From these games, the chance of winning such a match is {} if it begins game 1, and {} if it does not.",
                chance(self.if_begins),
                chance(self.if_not),
            ),
        ];
        sentences.extend(self.pairs.map(|pairs| {
            let [own, other] = pairs.points;
            format!(
                "On {} board{} played from both sides it won {} games and lost {}, with {own}:{other} points: {}.",
                pairs.boards,
                if pairs.boards == 1 { "" } else { "s" },
                pairs.won,
                pairs.lost,
                match pairs.is_better() {
                    Some(true) => "without the lot it is ahead",
                    Some(false) => "without the lot it is behind",
                    None => "without the lot they are level in games",
                }
            )
        }));
        sentences
    }
}
