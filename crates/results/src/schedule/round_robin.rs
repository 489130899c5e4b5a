//! Tournaments in which all encounters are known from the beginning:
//! everybody against everybody, and one against all.

use super::{Field, Round};

/// Rounds until everybody has met everybody.
pub(super) fn rounds(players: usize) -> u32 {
    if players < 2 { 0 } else { (players + players % 2 - 1) as u32 }
}

/// A round by the circle method: all but the last seed sit around a table and
/// move on by one seat each round; opposite seats meet, and the last seed meets
/// whoever is left over. With an odd number nobody is the last seed, and who
/// would meet it is free.
pub(super) fn round(field: &Field, order: &[usize], number: u32) -> Round {
    if order.len() < 2 {
        return Round::default();
    }
    let seats = order.len() + order.len() % 2 - 1;
    let turn = number as usize - 1;
    let seat = |offset: usize| order.get((turn + offset) % seats).copied();
    let fixed = if order.len().is_multiple_of(2) { order.last().copied() } else { None };
    let mut round = Round::default();
    let across = (1..=seats / 2).map(|offset| (seat(offset), seat(seats - offset)));
    for pairing in [(seat(0), fixed)].into_iter().chain(across) {
        add(&mut round, field, number, pairing);
    }
    round
}

/// The only round of a gauntlet: the hero against all others, in one round since
/// no encounter depends on another.
pub(super) fn gauntlet(field: &Field, order: &[usize], hero: usize, number: u32) -> Round {
    let mut round = Round::default();
    for &other in order.iter().filter(|&&other| other != hero) {
        if field.is_active(hero, number) && field.is_active(other, number) {
            round.pairings.push([hero, other]);
        }
    }
    round
}

fn add(round: &mut Round, field: &Field, number: u32, (one, two): (Option<usize>, Option<usize>)) {
    let active = |player: &usize| field.is_active(*player, number);
    match (one.filter(active), two.filter(active)) {
        (Some(one), Some(two)) => round.pairings.push([one, two]),
        (Some(free), None) | (None, Some(free)) => round.byes.push(free),
        (None, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Schedule, Seeding, sorted};
    use super::*;
    use crate::Encounter;
    use std::collections::BTreeSet;

    fn schedule(players: usize) -> Schedule {
        Schedule { format: Format::RoundRobin, field: Field::new(players), seeding: Seeding::Drawn { seed: 4 } }
    }

    #[test]
    fn everybody_meets_everybody_once_and_plays_once_a_round() {
        for players in 2..=21 {
            let schedule = schedule(players);
            let mut met = BTreeSet::new();
            for number in 1..=schedule.rounds() {
                let round = schedule.round(number, &[]);
                assert_eq!(round.byes.len(), players % 2);
                let mut here: Vec<_> = round.pairings.iter().flatten().chain(&round.byes).copied().collect();
                here.sort_unstable();
                assert_eq!(here, (0..players).collect::<Vec<_>>());
                assert!(round.pairings.into_iter().all(|pairing| met.insert(sorted(pairing))), "a repeat");
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
        }
        assert_eq!([0, 1].map(|players| schedule(players).rounds()), [0, 0]);
    }

    #[test]
    fn in_the_first_round_the_seeds_meet_from_both_ends() {
        let first = |players| Schedule { seeding: Seeding::AsListed, ..schedule(players) }.round(1, &[]);
        assert_eq!(first(6).pairings, [[0, 5], [1, 4], [2, 3]]);
        assert_eq!((first(5).pairings, first(5).byes), (vec![[1, 4], [2, 3]], vec![0]));
    }

    #[test]
    fn a_result_of_no_round_is_named() {
        let schedule = Schedule { seeding: Seeding::AsListed, ..schedule(4) };
        for round in [0, 4, u32::MAX] {
            let error = schedule.next_round(&[Encounter::new(round, [2, 1])]).unwrap_err();
            assert_eq!((error.round, error.players), (round, [2, 1]));
        }
        let players = schedule.round(2, &[]).pairings[0];
        let error = schedule.next_round(&[Encounter::new(1, players)]).unwrap_err();
        let [one, two] = sorted(players);
        let said = "in round 1, but the schedule has no such encounter";
        assert_eq!(error.to_string(), format!("there is a result of players {one} and {two} {said}"));
    }

    #[test]
    fn opponents_of_who_has_left_are_free() {
        let mut schedule = schedule(6);
        schedule.field.withdraw(2, 3);
        for number in 1..=5 {
            let round = schedule.round(number, &[]);
            let plays = round.pairings.iter().flatten().any(|&player| player == 2);
            assert_eq!((plays, round.byes.len()), if number < 3 { (true, 0) } else { (false, 1) });
        }
    }

    #[test]
    fn in_a_gauntlet_one_meets_all_others() {
        let schedule = Schedule { format: Format::Gauntlet { hero: 2 }, ..schedule(5) };
        let round = schedule.round(1, &[]);
        let mut others: Vec<_> = round.pairings.iter().map(|[_, other]| *other).collect();
        others.sort_unstable();
        assert!(round.pairings.iter().all(|[hero, _]| *hero == 2));
        assert_eq!((others, schedule.rounds()), (vec![0, 1, 3, 4], 1));
        let alone = Schedule { field: Field::new(1), format: Format::Gauntlet { hero: 0 }, ..schedule };
        assert_eq!(alone.rounds(), 0);
    }

    #[test]
    fn who_has_left_a_gauntlet_is_not_met_and_without_its_hero_there_is_none() {
        let mut schedule = Schedule { format: Format::Gauntlet { hero: 2 }, ..schedule(4) };
        schedule.field.withdraw(3, 1);
        assert!(schedule.round(1, &[]).pairings.iter().all(|players| !players.contains(&3)));
        assert_eq!(schedule.round(1, &[]).pairings.len(), 2);
        schedule.field.withdraw(2, 1);
        assert_eq!(schedule.round(1, &[]).pairings, [[0; 2]; 0]);
    }
}
