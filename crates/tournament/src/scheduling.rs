//! Which pairs are to be played, given what has been: a pure function, so that whoever
//! schedules comes to the same.

use std::collections::HashSet;

use super::TournamentError;
use super::boards::{self, Chosen};
use super::conditions::{Conditions, FormatName};
use super::results::{EnteredAgent, schedule};
use fruitrage_results::{Encounter, Schedule};

impl FormatName {
    /// Whether a round depends on the results of those before.
    pub const fn has_rounds(self) -> bool {
        matches!(self, Self::Swiss | Self::Knockout)
    }
}

/// What a tournament schedules by.
pub(super) struct Scheduler<'a> {
    pub(super) conditions: &'a Conditions,
    pub(super) agents: &'a [EnteredAgent],
}

/// What is to be added to a tournament.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) rounds: Vec<u32>,
    pub(super) byes: Vec<(u32, usize)>,
    pub(super) pairs: Vec<WantedPair>,
}

/// A pair to be played.
#[derive(Debug)]
pub(super) struct WantedPair {
    pub(super) id: String,
    pub(super) round: u32,
    /// Who moves first in game 0, and who in game 1.
    pub(super) agents: [usize; 2],
    pub(super) chosen: Chosen,
}

impl Scheduler<'_> {
    fn schedule(&self) -> Schedule {
        schedule(self.conditions, self.agents)
    }

    /// The next round, from the results of those before. If nobody plays in it,
    /// because all have a free win, then the one after it as well.
    pub(super) fn rounds_after(&self, last: u32, played: &[Encounter]) -> Result<Wanted, TournamentError> {
        let schedule = self.schedule();
        let mut wanted = Wanted::default();
        for number in last + 1..=schedule.rounds() {
            let round = schedule.round(number, played);
            if round.pairings.is_empty() && round.byes.is_empty() {
                break;
            }
            wanted.rounds.push(number);
            wanted.byes.extend(round.byes.iter().map(|&agent| (number, agent)));
            for agents in round.pairings {
                self.add_encounter(&mut wanted, number, agents)?;
            }
            if !wanted.pairs.is_empty() {
                break;
            }
        }
        Ok(wanted)
    }

    /// All encounters that do not depend on results and have not been scheduled:
    /// in the beginning all, later those of agents that were added.
    pub(super) fn missing(&self, scheduled: &[[usize; 2]]) -> Result<Wanted, TournamentError> {
        let sorted = |[one, two]: [usize; 2]| [one.min(two), one.max(two)];
        let scheduled: HashSet<[usize; 2]> = scheduled.iter().copied().map(sorted).collect();
        let schedule = self.schedule();
        let mut wanted = Wanted::default();
        for number in 1..=schedule.rounds() {
            for agents in schedule.round(number, &[]).pairings {
                // Who was withdrawn does not meet those who came later.
                let are_playing = agents.iter().all(|&agent| self.agents[agent].is_playing());
                if are_playing && !scheduled.contains(&sorted(agents)) {
                    self.add_encounter(&mut wanted, number, agents)?;
                }
            }
            wanted.rounds.push(number);
        }
        Ok(wanted)
    }

    fn add_encounter(&self, wanted: &mut Wanted, round: u32, agents: [usize; 2]) -> Result<(), TournamentError> {
        for number in 0..self.conditions.pairs {
            let chosen = boards::choose(self.conditions, round, agents, number).map_err(TournamentError::Nonsense)?;
            let id = format!("r{round:02}-{}v{}-{}", agents[0] + 1, agents[1] + 1, number + 1);
            wanted.pairs.push(WantedPair { id, round, agents, chosen });
        }
        Ok(())
    }

    /// How many encounters there are in the whole tournament, at most.
    pub(super) fn encounters(&self) -> usize {
        let schedule = self.schedule();
        let players = self.agents.iter().filter(|agent| agent.problem.is_none()).count();
        match self.conditions.format {
            FormatName::RoundRobin => players * players.saturating_sub(1) / 2,
            FormatName::Gauntlet | FormatName::Knockout => players.saturating_sub(1),
            FormatName::Swiss => schedule.rounds() as usize * (players / 2),
        }
    }
}
