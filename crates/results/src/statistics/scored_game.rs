//! Games put together: two make a pair, all of two players in a round make an encounter.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Encounter, GameResult, PairResult};

/// A finished game as schedules, standings and ratings see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredGame<P> {
    /// The round, from 1.
    pub round: u32,
    /// What tells its pair from the others of the round.
    pub pair: P,
    /// Who moved first and second, by number.
    pub players: [usize; 2],
    /// How it ended for who moved first.
    pub result: GameResult,
    /// The time that who moved first and second used.
    pub used: [Duration; 2],
    /// Who lost by a fault: 0 if who moved first.
    pub at_fault: Option<usize>,
}

/// Games by their pair.
type Pairs<P> = BTreeMap<P, Vec<ScoredGame<P>>>;

/// Returns the encounters of all games, and those that were awarded (round, players, and to
/// whom of them), round by round. A game whose pair has no other one stands for itself.
pub fn encounters<P: Ord + Clone>(
    games: impl IntoIterator<Item = ScoredGame<P>>,
    awarded: impl IntoIterator<Item = (u32, [usize; 2], usize)>,
) -> Vec<Encounter> {
    let sorted = |[one, two]: [usize; 2]| [one.min(two), one.max(two)];
    let mut found: BTreeMap<(u32, [usize; 2]), Pairs<P>> = BTreeMap::new();
    for game in games {
        let pairs = found.entry((game.round, sorted(game.players))).or_default();
        pairs.entry(game.pair.clone()).or_default().push(game);
    }
    let mut winners = BTreeMap::new();
    for (round, players, winner) in awarded {
        let key = (round, sorted(players));
        found.entry(key).or_default();
        winners.insert(key, usize::from(winner == key.1[1]));
    }
    let encounter = |((round, players), pairs)| Encounter {
        awarded: winners.get(&(round, players)).copied(),
        ..encounter(round, players, pairs)
    };
    found.into_iter().map(encounter).collect()
}

fn encounter<P>(round: u32, players: [usize; 2], pairs: Pairs<P>) -> Encounter {
    let mut encounter = Encounter::new(round, players);
    let moved_first = |game: &ScoredGame<P>| game.players[0] == players[0];
    let result = |game: &ScoredGame<P>| if moved_first(game) { game.result } else { game.result.reversed() };
    for games in pairs.into_values() {
        for game in &games {
            let sides = if moved_first(game) { [0, 1] } else { [1, 0] };
            for (player, side) in sides.into_iter().enumerate() {
                encounter.time_used[player] += game.used[side];
                encounter.faults[player] += u32::from(game.at_fault == Some(side));
            }
        }
        match &games[..] {
            [one, two] if moved_first(one) != moved_first(two) => {
                let (beginning, following) = if moved_first(one) { (one, two) } else { (two, one) };
                encounter.pairs.push(PairResult { beginning: result(beginning), following: result(following) });
            }
            games => encounter.games.extend(games.iter().map(result)),
        }
    }
    encounter
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(round: u32, pair: u32, players: [usize; 2], points: [u32; 2]) -> ScoredGame<u32> {
        let used = [Duration::from_secs(1), Duration::from_secs(2)];
        ScoredGame { round, pair, players, result: GameResult::by_points(points), used, at_fault: None }
    }

    #[test]
    fn games_of_a_pair_are_seen_from_one_side_whatever_their_order() {
        let games = [game(1, 1, [7, 3], [10, 4]), game(1, 1, [3, 7], [9, 5]), game(1, 2, [7, 3], [1, 0])];
        let found = encounters(games, []);
        let mut reversed = games;
        reversed.reverse();
        assert_eq!(found, encounters(reversed, []));
        let [encounter] = &found[..] else { panic!("{found:?}") };
        assert_eq!(encounter.players, [3, 7]);
        let pair = PairResult { beginning: GameResult::by_points([9, 5]), following: GameResult::by_points([4, 10]) };
        assert_eq!((&encounter.pairs[..], &encounter.games[..]), (&[pair][..], &[GameResult::by_points([0, 1])][..]));
        assert_eq!(encounter.time_used, [Duration::from_secs(5), Duration::from_secs(4)]);
    }

    #[test]
    fn two_games_with_the_same_beginner_are_no_pair() {
        let games = [game(1, 1, [3, 7], [10, 4]), game(1, 1, [3, 7], [9, 5])];
        let found = encounters(games, []);
        assert_eq!((found[0].pairs.len(), found[0].games.len()), (0, 2));
    }

    #[test]
    fn faults_and_awards_are_those_of_who_they_belong_to() {
        let fault = ScoredGame { at_fault: Some(0), ..game(2, 1, [7, 3], [0, 0]) };
        let found = encounters([fault], [(1, [7, 3], 7), (1, [4, 5], 4)]);
        let seen: Vec<_> = found.iter().map(|one| (one.round, one.players, one.faults, one.awarded)).collect();
        let expected = [(1, [3, 7], [0, 0], Some(1)), (1, [4, 5], [0, 0], Some(0)), (2, [3, 7], [0, 1], None)];
        assert_eq!(seen, expected);
    }
}
