//! Answers for games put together: two make a pair, all of two players in a round
//! make an encounter.

use std::collections::BTreeMap;

use super::GameSummary;
use crate::{Encounter, PairResult};

/// Games by the name of their pair.
type Pairs<'a> = BTreeMap<&'a str, Vec<&'a GameSummary>>;

/// The encounters of all games that count, and those that were awarded, round by
/// round. A game whose pair has no other one, or none that counts, stands for itself.
pub fn encounters(games: &[GameSummary], awarded: &[Encounter]) -> Vec<Encounter> {
    let mut found: BTreeMap<(u32, [usize; 2]), Pairs<'_>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.counts()) {
        let [one, two] = game.agents();
        let pairs = found.entry((game.round, [one.min(two), one.max(two)])).or_default();
        pairs.entry(&game.pair).or_default().push(game);
    }
    let mut winners = BTreeMap::new();
    for Encounter { round, players: [one, two], awarded, .. } in awarded {
        let key = (*round, [*one.min(two), *one.max(two)]);
        let winner = awarded.map(|side| [*one, *two][side]);
        found.entry(key).or_default();
        winners.insert(key, winner.map(|winner| usize::from(winner == key.1[1])));
    }
    let mut encounters = Vec::with_capacity(found.len());
    for ((round, players), pairs) in found {
        let awarded = winners.get(&(round, players)).copied().flatten();
        encounters.push(Encounter { awarded, ..encounter(round, players, pairs) });
    }
    encounters
}

fn encounter(round: u32, players: [usize; 2], pairs: Pairs<'_>) -> Encounter {
    let mut encounter = Encounter::new(round, players);
    // The side of a game on which the first of the players is.
    let side = |game: &GameSummary| usize::from(game.agents()[0] != players[0]);
    for games in pairs.into_values() {
        for game in &games {
            let first = side(game);
            for (player, side) in [first, 1 - first].into_iter().enumerate() {
                encounter.time_used[player] += game.sides[side].used;
                encounter.faults[player] += u32::from(game.at_fault() == Some(side));
            }
        }
        let result = |game: &GameSummary| game.result(side(game));
        match games[..] {
            [one, two] if side(one) != side(two) => {
                let (beginning, following) = if side(one) == 0 { (one, two) } else { (two, one) };
                encounter.pairs.push(PairResult { beginning: result(beginning), following: result(following) });
            }
            _ => encounter.games.extend(games.into_iter().map(result)),
        }
    }
    encounter
}
