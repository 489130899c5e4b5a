//! Who plays whom, round by round: pure functions of the format, the
//! field, a seed and the results so far, so that an interrupted tournament goes
//! on as if nothing had happened.

mod field;
mod knockout;
mod matching;
mod round_robin;
mod swiss;

pub use field::{Field, Seeding};

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::Encounter;

/// How a tournament is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody once.
    RoundRobin,
    /// One meets all others.
    Gauntlet {
        /// Who, by number.
        hero: usize,
    },
    /// Some rounds of equals against equals, without repeats (see `swiss.rs` for
    /// the system).
    Swiss {
        /// How many.
        rounds: u32,
    },
    /// Who loses is out.
    Knockout,
}

/// A tournament as it was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How it is held.
    pub format: Format,
    /// Who takes part.
    pub field: Field,
    /// In which order they are seeded.
    pub seeding: Seeding,
}

/// A round: who meets whom, and who does not play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Who meets whom. Nobody is in two of them, except in a gauntlet.
    pub pairings: Vec<[usize; 2]>,
    /// Who has a free win because there is no opponent.
    pub byes: Vec<usize>,
}

/// What a tournament needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These encounters; those of the round that have a result are left out.
    Play(Round),
    /// Nothing.
    Finished,
}

/// Results that do not belong to this schedule: its seed, its players or its
/// format are not those that it was begun with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unscheduled {
    /// The round of the result.
    pub round: u32,
    /// Who met in it.
    pub players: [usize; 2],
}

impl fmt::Display for Unscheduled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, players: [one, two] } = self;
        write!(
            f,
            "there is a result of players {one} and {two} in round {round}, but the schedule has no such encounter"
        )
    }
}

impl std::error::Error for Unscheduled {}

impl Schedule {
    /// What is to be played next. Rounds come one after the other: a round's
    /// pairings may depend on all results before it.
    pub fn next_round(&self, results: &[Encounter]) -> Result<Next, Unscheduled> {
        let mut played = vec![BTreeSet::new(); self.rounds() as usize + 1];
        for result in results {
            let unscheduled = Unscheduled { round: result.round, players: result.players };
            let round = played.get_mut(result.round as usize).filter(|_| result.round > 0).ok_or(unscheduled)?;
            round.insert(sorted(result.players));
        }
        for (number, mut played) in (1..).zip(played.into_iter().skip(1)) {
            let mut round = self.round(number, results);
            round.pairings.retain(|&players| !played.remove(&sorted(players)));
            if let Some(&players) = played.first() {
                return Err(Unscheduled { round: number, players });
            }
            if !round.pairings.is_empty() {
                return Ok(Next::Play(round));
            }
        }
        Ok(Next::Finished)
    }

    /// How many rounds there are at most.
    pub fn rounds(&self) -> u32 {
        let players = self.field.players();
        match self.format {
            Format::RoundRobin => round_robin::rounds(players),
            Format::Gauntlet { .. } => u32::from(players > 1),
            Format::Swiss { rounds } => rounds,
            Format::Knockout => knockout::rounds(players),
        }
    }

    /// A round by its number from 1, from the results of all rounds before it;
    /// results of later ones change nothing. Rounds of a round robin depend on no
    /// results and can be had at any time.
    pub fn round(&self, number: u32, results: &[Encounter]) -> Round {
        let order = self.seeding.order(self.field.players());
        let before: Vec<_> = results.iter().filter(|result| result.round < number).collect();
        let mut round = match self.format {
            Format::RoundRobin => round_robin::round(&self.field, &order, number),
            Format::Gauntlet { hero } => round_robin::gauntlet(&self.field, &order, hero, number),
            Format::Swiss { .. } => swiss::round(&self.field, &order, number, &before),
            Format::Knockout => knockout::round(&self.field, &order, number, &before),
        };
        round.number = number;
        round
    }

    /// The winner of a knockout as far as the results decide it.
    pub fn champion(&self, results: &[Encounter]) -> Option<usize> {
        let order = self.seeding.order(self.field.players());
        let results: Vec<_> = results.iter().collect();
        matches!(self.format, Format::Knockout).then(|| knockout::champion(&self.field, &order, &results)).flatten()
    }

    /// Who goes through if these two meet in a knockout: whoever has won more
    /// games; else has more fruit points; else is seeded higher.
    pub fn knockout_winner(&self, encounter: &Encounter) -> usize {
        knockout::winner(encounter, &self.seeding.order(self.field.players()))
    }

    /// Who had no opponent in which of the rounds so far (a free win in a Swiss
    /// tournament and a knockout).
    pub fn byes(&self, results: &[Encounter]) -> Vec<(u32, usize)> {
        // A round has begun if it has a result, or if there is nothing more to play.
        let last = match self.next_round(results) {
            Ok(Next::Finished) => self.rounds(),
            _ => results.iter().map(|result| result.round).max().unwrap_or(0),
        };
        let byes = |number| self.round(number, results).byes.into_iter().map(move |player| (number, player));
        match self.format {
            Format::Swiss { .. } | Format::Knockout => (1..=last).flat_map(byes).collect(),
            Format::RoundRobin | Format::Gauntlet { .. } => Vec::new(),
        }
    }
}

fn sorted([one, two]: [usize; 2]) -> [usize; 2] {
    [one.min(two), one.max(two)]
}
