//! Everything that a tournament's data shows, worked out once for all
//! forms of the report.

use std::collections::BTreeSet;

use super::game_names;
use super::hosts::hosts;
use super::{AgentFindings, HostFindings, SideRecord, TournamentData, encounters};
use crate::{BradleyTerry, Comparison, Crosstable, Encounter, Standing, crosstable, standings};

/// How often games are drawn again for the error bars of ratings: 400 times, which
/// tells the bars to 4 %, but fewer if there is so much to draw that it would take
/// minutes. With 100 they are known to 7 %.
fn resamples(comparisons: usize) -> u32 {
    const MOST_DRAWN: usize = 4_000_000;
    (MOST_DRAWN / comparisons.max(1)).clamp(100, 400) as u32
}

/// What a tournament has shown.
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    /// What it was worked out from.
    pub data: &'a TournamentData,
    /// All encounters so far.
    pub encounters: Vec<Encounter>,
    /// Everybody's record, the first first.
    pub standings: Vec<Standing>,
    /// What everybody gave everybody.
    pub crosstable: Crosstable,
    /// What there is to tell about each agent, by number.
    pub agents: Vec<AgentFindings>,
    /// The machines, side by side, in the order in which they came.
    pub hosts: Vec<HostFindings>,
    /// All games as who moved first sees them.
    pub first_mover: SideRecord,
    /// How the ratings were found.
    pub rating: RatingMethod,
    /// The number of each game in its encounter, from 1, by index.
    pub(super) game_numbers: Vec<u32>,
    /// The games that the page names and that can have a page of their own.
    pub(super) named_games: BTreeSet<usize>,
}

/// How ratings were found, so that they can be found again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingMethod {
    /// The model.
    pub model: BradleyTerry,
    /// How often games were drawn again for the error bars.
    pub resamples: u32,
    /// What they were drawn by.
    pub seed: u64,
}

impl<'a> Findings<'a> {
    /// Works everything out.
    ///
    /// # Panics
    /// If the schedule, the anchor or a game names an agent that is not there.
    pub fn new(data: &'a TournamentData) -> Self {
        let encounters = encounters(&data.games, &data.awarded);
        let model = BradleyTerry { anchor: data.anchor, ..BradleyTerry::default() };
        let comparisons: Vec<Comparison> = encounters.iter().flat_map(Encounter::comparisons).collect();
        let rating = RatingMethod { model, resamples: resamples(comparisons.len()), seed: data.seed };
        let ratings = model.rate_with_bars(data.agents.len(), &comparisons, rating.resamples, rating.seed);
        let mut first_mover = SideRecord::default();
        data.games.iter().filter(|game| game.counts()).for_each(|game| first_mover.add(game, 0));
        let mut standings = standings(&data.schedule, &encounters, &data.byes, &ratings);
        // Who takes no part stands below everybody who does.
        standings.sort_by_key(|standing| data.agents[standing.player].is_excluded);
        let mut findings = Self {
            standings,
            crosstable: crosstable(&encounters),
            agents: by_agent(data),
            hosts: hosts(data),
            first_mover,
            rating,
            encounters,
            game_numbers: game_names::numbers(&data.games),
            named_games: BTreeSet::new(),
            data,
        };
        findings.named_games = findings.named_games();
        findings
    }

    /// The games that do not count, by index.
    pub fn void_games(&self) -> impl Iterator<Item = usize> + '_ {
        self.data.games.iter().enumerate().filter(|(_, game)| !game.counts()).map(|(index, _)| index)
    }

    /// The games that count.
    pub fn games_played(&self) -> u32 {
        self.first_mover.played()
    }

    /// The machines whose games are in the report.
    pub(super) fn hosts_in_use(&self) -> impl Iterator<Item = &HostFindings> {
        self.hosts.iter().filter(|host| host.counted > 0)
    }

    /// Returns an agent's name.
    pub fn name(&self, player: usize) -> &str {
        &self.data.agents[player].name
    }

    /// The place in the standings of each agent, from 0, by number.
    pub(super) fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.standings.len()];
        for (place, standing) in self.standings.iter().enumerate() {
            places[standing.player] = place;
        }
        places
    }
}

fn by_agent(data: &TournamentData) -> Vec<AgentFindings> {
    let mut games = vec![Vec::new(); data.agents.len()];
    for (index, game) in data.games.iter().enumerate().filter(|(_, game)| game.counts()) {
        for (side, agent) in game.agents().into_iter().enumerate() {
            games[agent].push((index, game, side));
        }
    }
    games.iter().map(|games| AgentFindings::new(games)).collect()
}
