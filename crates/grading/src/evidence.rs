//! What a grade rests on: the reply to a case, the games of a match.

use std::time::Duration;

use fruitrage_game::{EndLine, Ending, Event, GameRecord, LastReply, seconds};
use serde::{Deserialize, Serialize};

use crate::{MatchScore, Mode};

/// What was played for an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// Nothing.
    #[default]
    None,
    /// The reply to a case.
    Case(CaseEvidence),
    /// The games of a match.
    Match(MatchEvidence),
}

impl Evidence {
    /// Whether nothing was played.
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// The reply, if it is a case.
    pub const fn of_case(&self) -> Option<&CaseEvidence> {
        match self {
            Self::Case(evidence) => Some(evidence),
            _ => None,
        }
    }

    /// The games, if it is a match.
    pub const fn of_match(&self) -> Option<&MatchEvidence> {
        match self {
            Self::Match(evidence) => Some(evidence),
            _ => None,
        }
    }
}

/// The reply to a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CaseEvidence {
    /// The `input.txt`.
    pub input: String,
    /// The move, if it was right.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// How it went wrong, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// What the program left, if it went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<LastReply>,
    /// The CPU time that it took.
    #[serde(with = "seconds")]
    pub cpu: Duration,
    /// The time on the wall that it took.
    #[serde(with = "seconds")]
    pub wall: Duration,
}

/// The games of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchEvidence {
    /// Whom it was played against.
    pub opponent: String,
    /// How many games the match has.
    pub games: u64,
    /// How the boards were dealt.
    pub mode: Mode,
    /// Whether the lot has the submission begin game 1.
    pub begins: bool,
    /// The games that were played, those that count first.
    pub played: Vec<MatchGame>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchGame {
    /// Its number in the match, from 0.
    pub number: u64,
    /// Whether the submission moved first.
    pub began: bool,
    /// Whether it counts. Others show what the other side of the same board is worth.
    pub counts: bool,
    /// All that happened, from the line that announces the game to its end.
    pub events: Vec<Event>,
}

/// What came of a game for the submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameOutcome {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// Nobody won.
    Drawn,
}

impl MatchGame {
    /// The end; none if the game was broken off, which such a game never was.
    pub fn end(&self) -> Option<&EndLine> {
        match self.events.last() {
            Some(Event::End(end)) => Some(end),
            _ => None,
        }
    }

    /// What came of it for the submission.
    pub fn outcome(&self) -> GameOutcome {
        match self.end().and_then(|end| end.winner) {
            None => GameOutcome::Drawn,
            Some(winner) if (winner == 1) == self.began => GameOutcome::Won,
            Some(_) => GameOutcome::Lost,
        }
    }

    /// The points of the submission and of its opponent.
    pub fn points(&self) -> [u32; 2] {
        let [first, second] = self.end().map_or([0, 0], |end| end.points);
        if self.began { [first, second] } else { [second, first] }
    }

    /// How the submission lost it by a fault, if it did.
    pub fn fault(&self) -> Option<&Ending> {
        let end = self.end()?;
        (end.at_fault()? == usize::from(!self.began)).then_some(&end.ending)
    }

    /// The game to be looked at: replayed, reviewed, or its lost move kept.
    pub fn record(&self) -> Option<GameRecord> {
        GameRecord::of_events(self.events.iter().cloned()).ok().flatten()
    }
}

impl MatchEvidence {
    /// What came of the games that count.
    pub fn score(&self) -> MatchScore {
        let mut score = MatchScore::default();
        for game in self.counted() {
            score.add(game.outcome());
        }
        score
    }

    /// The games that count.
    pub fn counted(&self) -> impl Iterator<Item = &MatchGame> {
        self.played.iter().filter(|game| game.counts)
    }

    /// The games that the submission did not win and that count.
    pub fn not_won(&self) -> impl Iterator<Item = &MatchGame> {
        self.counted().filter(|game| game.outcome() != GameOutcome::Won)
    }
}
