//! What games are called where people read: 'round 3, Ada v Bob, game 2'.

use std::collections::{BTreeMap, BTreeSet};

use fruitrage_game::Harmless;

use super::{Findings, GameSummary};

/// More games than this have no page of their own, so that a report stays small.
const MOST_NAMED: usize = 3_000;

/// Returns the number of each game in its encounter, from 1.
pub(super) fn numbers(games: &[GameSummary]) -> Vec<u32> {
    let mut encounters: BTreeMap<(u32, [usize; 2]), Vec<usize>> = BTreeMap::new();
    for (index, game) in games.iter().enumerate() {
        let [one, two] = game.agents();
        encounters.entry((game.round, [one.min(two), one.max(two)])).or_default().push(index);
    }
    let mut numbers = vec![0; games.len()];
    for mut played in encounters.into_values() {
        // Names end with the numbers of pair and game: the second pair before the tenth.
        played.sort_by_key(|&index| (games[index].id.len(), &games[index].id));
        for (number, index) in (1..).zip(played) {
            numbers[index] = number;
        }
    }
    numbers
}

impl Findings<'_> {
    /// Returns what a game is called; who moved first is named first.
    pub fn game_name(&self, game: usize) -> String {
        let summary = &self.data.games[game];
        let [first, second] = summary.agents().map(|agent| Harmless(&self.data.agents[agent].name));
        format!("round {}, {first} v {second}, game {}", summary.round, self.game_numbers[game])
    }

    /// Returns the games that the page names, by index: faults, warnings, the slowest, the
    /// best and the worst. Those with odd names are left out: files are called after them.
    pub fn named_games(&self) -> BTreeSet<usize> {
        let of_agents = self.agents.iter().flat_map(|agent| {
            let time = [agent.time.slowest, agent.time.most].into_iter().flatten().map(|longest| longest.game);
            let faults = agent.fault_games.iter().copied().take(super::html::MOST_FAULTS);
            let games = agent.worst_losses.iter().chain(&agent.best_wins).copied();
            games.chain(faults).chain(agent.warned.iter().map(|warning| warning.game)).chain(time)
        });
        let is_plain = |&game: &usize| {
            let id = &self.data.games[game].id;
            !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        of_agents.filter(is_plain).collect::<BTreeSet<_>>().into_iter().take(MOST_NAMED).collect()
    }

    /// Returns the path of a game's page from the report, if it has one.
    pub fn replay(&self, game: usize) -> Option<String> {
        let folder = self.data.replays.as_ref().filter(|_| self.named_games.contains(&game))?;
        Some(format!("{folder}/{}.html", self.data.games[game].id))
    }

    /// Returns the standings of those who take part: not of who could not be built.
    pub fn taking_part(&self) -> &[crate::Standing] {
        let excluded = |standing: &crate::Standing| self.data.agents[standing.player].is_excluded;
        let end = self.standings.iter().position(excluded).unwrap_or(self.standings.len());
        &self.standings[..end]
    }

    /// Returns the agents that take no part, by number.
    pub fn excluded(&self) -> Vec<usize> {
        self.standings[self.taking_part().len()..].iter().map(|standing| standing.player).collect()
    }
}
