//! Tournaments in which who loses is out.
//!
//! The bracket is the usual one: if every seed beats all lower ones, the first
//! two meet in the final, the first four in the semifinals and so on. The places
//! that are missing to a power of two are free wins for the first seeds.

use super::{Field, Round, sorted};
use crate::{Encounter, GameScore};

/// Rounds until one is left.
pub(super) fn rounds(players: usize) -> u32 {
    if players < 2 { 0 } else { players.next_power_of_two().ilog2() }
}

/// A round: neighbours in the bracket meet. Who has no neighbour, because there
/// was none or it has left, goes on without play. Who does not know its neighbour
/// yet waits.
pub(super) fn round(field: &Field, order: &[usize], number: u32, before: &[&Encounter]) -> Round {
    let mut round = Round::default();
    for &[one, two] in survivors(field, order, number, before).as_chunks().0 {
        match (one, two) {
            (Slot::Of(one), Slot::Of(two)) => round.pairings.push([one, two]),
            (Slot::Of(free), Slot::Empty) | (Slot::Empty, Slot::Of(free)) => round.byes.push(free),
            (Slot::Open | Slot::Empty, _) | (_, Slot::Open) => {}
        }
    }
    round
}

/// Who is left at the end, if all rounds have been played.
pub(super) fn champion(field: &Field, order: &[usize], results: &[&Encounter]) -> Option<usize> {
    // A withdrawal after the final takes nothing back.
    let places = Bracket { field, order, results }.after(rounds(order.len()));
    match places.first()? {
        Slot::Of(player) => Some(*player),
        Slot::Open | Slot::Empty => None,
    }
}

/// The places of the bracket at the beginning of a round.
fn survivors(field: &Field, order: &[usize], number: u32, before: &[&Encounter]) -> Vec<Slot> {
    let places = Bracket { field, order, results: before }.after(number - 1);
    places.into_iter().map(|place| place.at(field, number)).collect()
}

/// A slot of the bracket.
#[derive(Clone, Copy)]
enum Slot {
    /// This player has come to it.
    Of(usize),
    /// It is not decided who will.
    Open,
    /// Nobody will.
    Empty,
}

impl Slot {
    /// Returns the place as it is in a round: empty if its player has left.
    fn at(self, field: &Field, number: u32) -> Self {
        match self {
            Self::Of(player) if !field.is_active(player, number) => Self::Empty,
            place => place,
        }
    }
}

struct Bracket<'a> {
    field: &'a Field,
    order: &'a [usize],
    results: &'a [&'a Encounter],
}

impl Bracket<'_> {
    /// Returns the places when so many rounds have been played.
    fn after(&self, played: u32) -> Vec<Slot> {
        let mut places = first_slots(self.order);
        for number in 1..=played {
            let through = |&[one, two]: &[Slot; 2]| self.through(number, one, two);
            places = places.as_chunks().0.iter().map(through).collect();
        }
        places
    }

    /// Returns who comes through if these are neighbours in a round.
    fn through(&self, number: u32, one: Slot, two: Slot) -> Slot {
        match (one.at(self.field, number), two.at(self.field, number)) {
            (Slot::Of(one), Slot::Of(two)) => {
                let same =
                    |result: &&&Encounter| result.round == number && sorted(result.players) == sorted([one, two]);
                self.results.iter().find(same).map_or(Slot::Open, |result| Slot::Of(winner(result, self.order)))
            }
            (Slot::Open, _) | (_, Slot::Open) => Slot::Open,
            (slot, Slot::Empty) | (Slot::Empty, slot) => slot,
        }
    }
}

/// The players in their places of the first round.
fn first_slots(order: &[usize]) -> Vec<Slot> {
    // Each seed makes room for the one that it should meet in a round with twice
    // as many places: together they are one more than the number of places.
    let mut seeds = vec![0];
    while seeds.len() < order.len() {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    seeds.into_iter().map(|seed| order.get(seed).map_or(Slot::Empty, |&player| Slot::Of(player))).collect()
}

/// Returns who goes through: by games, else by fruit points, else by seed. There is always
/// somebody.
///
/// Not by time used: between programs that answer at once it is noise, and the same games
/// played once more would let another one through. The seeding is drawn by lot before
/// the first game, so it favours nobody, and it is the same each time. Nor by another
/// pair: two copies of a program that always moves alike would tie for ever.
pub(super) fn winner(encounter: &Encounter, order: &[usize]) -> usize {
    let [one, two] = encounter.players;
    let [points, other_points] = encounter.points();
    match [encounter.score(), GameScore::by_points(points, other_points)] {
        [GameScore::Win, _] | [GameScore::Draw, GameScore::Win] => one,
        [GameScore::Loss, _] | [GameScore::Draw, GameScore::Loss] => two,
        [GameScore::Draw, GameScore::Draw] => {
            *order.iter().find(|player| encounter.players.contains(player)).unwrap_or(&one)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Next, Schedule, Seeding};
    use super::*;
    use crate::PairResult;
    use std::time::Duration;

    fn schedule(players: usize) -> Schedule {
        Schedule { format: Format::Knockout, field: Field::new(players), seeding: Seeding::AsListed }
    }

    /// Plays on until the end; the lower number wins.
    fn play(schedule: &Schedule) -> Vec<Encounter> {
        let mut results = Vec::new();
        while let Next::Play(round) = schedule.next_round(&results).unwrap() {
            for players in round.pairings {
                let points = if players[0] < players[1] { [9, 5] } else { [5, 9] };
                results.push(Encounter::of_pairs(round.number, players, vec![PairResult::by_points(points, points)]));
            }
        }
        results
    }

    #[test]
    fn the_first_seeds_meet_as_late_as_can_be() {
        assert_eq!(schedule(8).round(1, &[]).pairings, [[0, 7], [3, 4], [1, 6], [2, 5]]);
        let results = play(&schedule(8));
        assert_eq!(results.last().unwrap().players, [0, 1]);
        assert_eq!(results.iter().map(|result| result.round).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn all_but_one_lose_once_and_free_wins_go_to_the_first_seeds() {
        for players in 2..=40 {
            let schedule = schedule(players);
            let results = play(&schedule);
            assert_eq!(results.len(), players - 1);
            assert_eq!(schedule.champion(&results), Some(0));
            let mut byes = schedule.byes(&results);
            byes.sort_unstable();
            let expected = players.next_power_of_two() - players;
            assert_eq!(byes, (0..expected).map(|player| (1, player)).collect::<Vec<_>>());
        }
        assert_eq!(schedule(1).champion(&[]), Some(0));
        assert_eq!(schedule(0).champion(&[]), None);
        assert_eq!(schedule(1).next_round(&[]), Ok(Next::Finished));
    }

    #[test]
    fn there_is_a_champion_when_the_final_is_played_and_not_before() {
        let results = play(&schedule(5));
        for played in 0..results.len() {
            assert_eq!(schedule(5).champion(&results[..played]), None, "{played} played");
        }
        assert_eq!(schedule(5).champion(&results), Some(0));
        let league = Schedule { format: Format::RoundRobin, ..schedule(2) };
        assert_eq!(league.champion(&play(&schedule(2))), None, "only a knockout has one");
    }

    #[test]
    fn only_rounds_that_have_begun_have_free_wins() {
        let schedule = schedule(3);
        assert_eq!(schedule.byes(&[]), []);
        assert_eq!(schedule.byes(&play(&schedule)), [(1, 0)]);
        let league = Schedule { format: Format::RoundRobin, ..schedule };
        assert_eq!(league.byes(&[Encounter::new(1, [1, 2])]), [], "to be free in a league is no win");
    }

    #[test]
    fn a_result_that_is_missing_is_no_free_win() {
        let results = play(&schedule(4));
        // The second semifinal and the final, but not the first semifinal.
        let known = &results[1..];
        assert_eq!(schedule(4).byes(known), []);
        assert_eq!(schedule(4).round(2, known), Round { number: 2, ..Round::default() });
        assert_eq!(schedule(4).champion(known), None);
    }

    #[test]
    fn who_has_left_loses_the_place_to_the_next_opponent() {
        let mut schedule = schedule(4);
        schedule.field.withdraw(0, 2);
        let results = play(&schedule);
        assert_eq!(results.len(), 2);
        assert_eq!(schedule.champion(&results), Some(1));
    }

    #[test]
    fn a_tie_is_broken_by_fruit_then_by_seed_and_never_by_time() {
        let even = |points| vec![PairResult::by_points(points, [5, 9])];
        let schedule = Schedule { seeding: Seeding::AsListed, ..schedule(2) };
        let mut encounter = Encounter::of_pairs(1, [1, 0], even([10, 5]));
        assert_eq!(schedule.knockout_winner(&encounter), 1, "15 to 14 points");
        encounter.pairs = even([9, 5]);
        assert_eq!(schedule.knockout_winner(&encounter), 0, "the first seed");
        encounter.time_used = [Duration::from_secs(3), Duration::from_secs(4)];
        assert_eq!(schedule.knockout_winner(&encounter), 0, "still the first seed");
        encounter.awarded = Some(0);
        assert_eq!(schedule.knockout_winner(&encounter), 1, "awarded");
    }
}
