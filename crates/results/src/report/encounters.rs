//! The encounters of a report's games.

use super::GameSummary;
use crate::{Encounter, ScoredGame};

/// Returns the encounters of all games that count, and those that were awarded, round by
/// round. A game whose pair has no other one, or none that counts, stands for itself.
pub fn encounters(games: &[GameSummary], awarded: &[Encounter]) -> Vec<Encounter> {
    let scored = |game: &'_ GameSummary| ScoredGame {
        round: game.round,
        pair: game.pair.clone(),
        players: game.agents(),
        result: game.result(0),
        used: game.sides.each_ref().map(|side| side.used),
        at_fault: game.at_fault(),
    };
    let award =
        |encounter: &Encounter| Some((encounter.round, encounter.players, encounter.players[encounter.awarded?]));
    let games = games.iter().filter(|game| game.counts()).map(scored);
    crate::statistics::encounters(games, awarded.iter().filter_map(award))
}
