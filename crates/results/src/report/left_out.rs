//! A report without the games of some machines.

use std::collections::BTreeSet;

use fruitrage_game::harmless;

use super::{GameSummary, TournamentData};

/// What was left out of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The machines whose games do not count, in order of their names.
    pub hosts: Vec<String>,
    /// The games that do not count: those of these machines, and what would be half a
    /// pair without them.
    pub games: Vec<GameSummary>,
}

impl LeftOut {
    /// Whether anything was.
    pub const fn any(&self) -> bool {
        !self.hosts.is_empty()
    }

    /// The games that were played elsewhere and would be half a pair.
    pub fn partners(&self) -> impl Iterator<Item = &GameSummary> {
        self.games.iter().filter(|game| !is_of(game, &self.hosts))
    }
}

/// A machine that has not played here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no machine '{name}' has played here; there {}", listed(.known))]
pub struct NoSuchHost {
    /// As it was asked for.
    pub name: String,
    /// Those that have.
    pub known: Vec<String>,
}

fn listed(hosts: &[String]) -> String {
    // Whoever plays names its machine as it likes.
    let hosts: Vec<String> = hosts.iter().map(|host| harmless(host)).collect();
    match &hosts[..] {
        [] => "are none that are known".to_owned(),
        [one] => format!("is '{one}'"),
        hosts => format!("are '{}'", hosts.join("', '")),
    }
}

impl TournamentData {
    /// The same tournament without the games of some machines.
    ///
    /// If one game of a pair is left out, then so is the other: who begins mostly wins,
    /// so half a pair tells more about who began than about who is stronger. It costs
    /// little, because a pair is played by one machine unless that has died in between.
    ///
    /// Free wins and what was awarded stay as they are. They came about by all games,
    /// and nobody can play on as if some had not been.
    pub fn without_hosts(mut self, names: &[String]) -> Result<Self, NoSuchHost> {
        for name in names {
            if !self.hosts.iter().any(|host| host.name == *name) {
                let known = self.hosts.iter().map(|host| host.name.clone()).collect();
                return Err(NoSuchHost { name: name.clone(), known });
            }
        }
        let hosts: BTreeSet<&String> = self.left_out.hosts.iter().chain(names).collect();
        self.left_out.hosts = hosts.into_iter().cloned().collect();
        let hosts = &self.left_out.hosts;
        // A game that is void has left the other one of its pair alone anyway.
        let leaving = self.games.iter().filter(|game| game.counts() && is_of(game, hosts));
        let halved: BTreeSet<String> = leaving.map(|game| game.pair.clone()).collect();
        let leaves = |game: &GameSummary| is_of(game, hosts) || halved.contains(&game.pair);
        let (left_out, games) = self.games.into_iter().partition(leaves);
        self.games = games;
        self.left_out.games.extend::<Vec<_>>(left_out);
        Ok(self)
    }
}

/// Whether a game was played on one of these machines.
fn is_of(game: &GameSummary, hosts: &[String]) -> bool {
    game.host.as_ref().is_some_and(|host| hosts.contains(host))
}
