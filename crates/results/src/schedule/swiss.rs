//! The pairings of a Swiss tournament.
//!
//! The system, in the order in which its rules give way:
//!
//! 1. Everybody plays. If the number is odd, one of those with the fewest free
//!    wins so far has another: the last in the standings who leaves the others a
//!    round without repeats. So nobody has a second one before all had one.
//! 2. Nobody meets the same opponent twice while a round without that exists, and
//!    if none does, as few do as can be. (If nobody leaves, in the first half of a round robin's
//!    rounds one always exists, by Dirac's theorem on graphs.)
//! 3. From the top of the standings down, everybody meets somebody with as many
//!    points. Within those the upper half meets the lower half in order, the
//!    first of one the first of the other; who cannot, meets the nearest to that
//!    place. Who is left over goes down to the next best.
//!
//! Points are one for an encounter won, half for a draw, one for a free win.
//! Equals are ordered by the part of games won, then by seed.

use std::cmp::Reverse;

use super::matching::Matching;
use super::{Field, Round};
use crate::Encounter;

/// A round from the results of those before.
pub(super) fn round(field: &Field, order: &[usize], number: u32, before: &[&Encounter]) -> Round {
    let history = History::new(field, number, before);
    let mut ranking: Vec<usize> = order.iter().copied().filter(|&player| field.is_active(player, number)).collect();
    // Stable, so that the seeds decide between equals.
    ranking.sort_by(|&one, &two| {
        let games = history.games_won[two].total_cmp(&history.games_won[one]);
        history.half_points[two].cmp(&history.half_points[one]).then(games)
    });
    let byes: Vec<usize> = history.bye(&mut ranking).into_iter().collect();
    Round { number, pairings: history.pairings(&ranking), byes }
}

/// What the rounds so far mean for the next one, by player.
struct History {
    half_points: Vec<u32>,
    /// The part of the points of all games, one half without any.
    games_won: Vec<f64>,
    byes: Vec<u32>,
    meetings: Vec<Vec<u32>>,
}

impl History {
    fn new(field: &Field, number: u32, before: &[&Encounter]) -> Self {
        let players = field.players();
        let mut history = Self {
            half_points: vec![0; players],
            games_won: vec![0.5; players],
            byes: vec![0; players],
            meetings: vec![vec![0; players]; players],
        };
        let mut games = vec![[0, 0]; players];
        let mut played = vec![vec![false; players]; number as usize];
        for encounter in before {
            let scores = [encounter.score(), encounter.score().reversed()];
            let half_points = encounter.half_points();
            let [one, two] = encounter.players;
            history.meetings[one][two] += 1;
            history.meetings[two][one] += 1;
            for (side, &player) in encounter.players.iter().enumerate() {
                history.half_points[player] += scores[side].half_points();
                games[player][0] += half_points[side];
                games[player][1] += half_points[0] + half_points[1];
                played[encounter.round as usize][player] = true;
            }
        }
        for (round, played) in (0..).zip(played).skip(1) {
            for player in (0..players).filter(|&player| field.is_active(player, round) && !played[player]) {
                history.half_points[player] += 2;
                history.byes[player] += 1;
            }
        }
        for (share, [won, all]) in history.games_won.iter_mut().zip(games) {
            if all > 0 {
                *share = f64::from(won) / f64::from(all);
            }
        }
        history
    }

    /// Takes out of the ranking who has a free win, if somebody must.
    fn bye(&self, ranking: &mut Vec<usize>) -> Option<usize> {
        if ranking.len().is_multiple_of(2) {
            return None;
        }
        let fewest = ranking.iter().map(|&player| self.byes[player]).min()?;
        let candidates = (0..ranking.len()).rev().filter(|&place| self.byes[ranking[place]] == fewest);
        let candidates: Vec<usize> = candidates.collect();
        let others = |place: usize| {
            let mut others = ranking.clone();
            others.remove(place);
            others
        };
        let perfect = |place: &&usize| Matching::largest(self.may_meet(&others(**place))).is_perfect();
        let place = *candidates.iter().find(perfect).unwrap_or(&candidates[0]);
        Some(ranking.remove(place))
    }

    fn may_meet(&self, ranking: &[usize]) -> Vec<Vec<bool>> {
        let new = |&one: &usize| ranking.iter().map(|&two| one != two && self.meetings[one][two] == 0).collect();
        ranking.iter().map(new).collect()
    }

    /// Pairs an even number of players.
    fn pairings(&self, ranking: &[usize]) -> Vec<[usize; 2]> {
        let mut matching = Matching::largest(self.may_meet(ranking));
        let (mut pairings, mut without) = (Vec::new(), Vec::new());
        let mut left: Vec<usize> = (0..ranking.len()).collect();
        while !left.is_empty() {
            let first = left[0];
            let wanted = self.wanted(ranking, &left);
            if let Some(index) = wanted.into_iter().find(|&index| matching.fix(first, left[index])) {
                pairings.push([ranking[first], ranking[left[index]]]);
                left.remove(index);
            } else {
                matching.leave_out(first);
                without.push(ranking[first]);
            }
            left.remove(0);
        }
        // They have all met each other. Who has done so least often does it again.
        while !without.is_empty() {
            let first = without.remove(0);
            let fewest = |&index: &usize| self.meetings[first][without[index]];
            let index = (0..without.len()).min_by_key(fewest).expect("an even number of players");
            pairings.push([first, without.remove(index)]);
        }
        pairings
    }

    /// Whom the first of those who are left would like to meet, best first, by
    /// index into them.
    fn wanted(&self, ranking: &[usize], left: &[usize]) -> Vec<usize> {
        let half_points = |index: &usize| self.half_points[ranking[left[*index]]];
        let equals = (0..left.len()).take_while(|index| half_points(index) == half_points(&0)).count();
        let ideal = equals / 2;
        let mut wanted: Vec<usize> = (1..left.len()).collect();
        wanted[..equals - 1].sort_by_key(|&index| (index.abs_diff(ideal), Reverse(index)));
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Next, Schedule, Seeding};
    use super::*;
    use crate::PairResult;
    use fruitrage_rules::Random;
    use std::collections::BTreeMap;

    fn schedule(players: usize, rounds: u32, seed: u64) -> Schedule {
        Schedule { format: Format::Swiss { rounds }, field: Field::new(players), seeding: Seeding::Drawn { seed } }
    }

    /// The lower number wins, mostly.
    fn result(round: u32, players: [usize; 2], random: &mut Random) -> Encounter {
        let points = match random.below(6) {
            0 => [5, 5],
            1 => [3, 7],
            _ => [7, 3],
        };
        let [own, other] = points;
        let points = if players[0] < players[1] { points } else { [other, own] };
        Encounter::of_pairs(round, players, vec![PairResult::by_points(points, points)])
    }

    fn play(schedule: &Schedule, seed: u64) -> Vec<Encounter> {
        let mut random = Random::new(seed);
        let mut results = Vec::new();
        while let Next::Play(round) = schedule.next_round(&results).unwrap() {
            results.extend(round.pairings.iter().map(|&players| result(round.number, players, &mut random)));
        }
        results
    }

    fn meetings(results: &[Encounter]) -> BTreeMap<[usize; 2], u32> {
        let mut meetings = BTreeMap::new();
        for result in results {
            *meetings.entry(super::super::sorted(result.players)).or_default() += 1;
        }
        meetings
    }

    fn byes(schedule: &Schedule, results: &[Encounter]) -> Vec<u32> {
        let mut byes = vec![0; schedule.field.players()];
        for (_, player) in schedule.byes(results) {
            byes[player] += 1;
        }
        byes
    }

    #[test]
    fn everybody_plays_every_round_without_repeats_and_byes_are_fair() {
        for players in 2..=33 {
            for seed in 0..4 {
                // As many rounds as are sure to have no repeats.
                let rounds = (players / 2) as u32;
                let schedule = schedule(players, rounds, seed);
                let results = play(&schedule, seed);
                assert_eq!(results.len(), rounds as usize * (players / 2));
                assert!(meetings(&results).values().all(|&count| count == 1), "{players} players, seed {seed}");
                let byes = byes(&schedule, &results);
                assert!(byes.iter().all(|&count| count <= 1), "{players} players, seed {seed}: {byes:?}");
                for round in 1..=rounds {
                    let mut here: Vec<_> = results.iter().filter(|result| result.round == round).collect();
                    here.sort_by_key(|result| result.players);
                    let mut seen: Vec<_> = here.iter().flat_map(|result| result.players).collect();
                    seen.sort_unstable();
                    seen.dedup();
                    assert_eq!(seen.len(), players / 2 * 2, "nobody plays twice in round {round}");
                }
            }
        }
    }

    #[test]
    fn beyond_what_is_possible_repeats_are_few_and_byes_still_fair() {
        for players in 2..=9_usize {
            let rounds = 3 * players as u32;
            let schedule = schedule(players, rounds, 1);
            let results = play(&schedule, 1);
            assert_eq!(results.len(), rounds as usize * (players / 2));
            let byes = byes(&schedule, &results);
            let (fewest, most) = (byes.iter().min().unwrap(), byes.iter().max().unwrap());
            assert!(most - fewest <= 1, "{players} players: {byes:?}");
        }
    }

    #[test]
    fn who_has_to_meet_again_meets_whom_it_has_met_least() {
        for seed in 0..20 {
            let schedule = schedule(4, 12, seed);
            let results = play(&schedule, seed);
            for rounds in 1..=12 {
                let so_far: Vec<_> = results.iter().filter(|result| result.round <= rounds).cloned().collect();
                let counts = meetings(&so_far);
                let most = counts.values().max().copied().unwrap();
                assert_eq!(most, rounds.div_ceil(3), "seed {seed}, {rounds} rounds: {counts:?}");
            }
        }
    }

    #[test]
    fn after_the_first_round_winners_meet_winners() {
        let schedule = Schedule { seeding: Seeding::AsListed, ..schedule(8, 3, 0) };
        let first = schedule.round(1, &[]);
        assert_eq!(first.pairings, [[0, 4], [1, 5], [2, 6], [3, 7]], "upper half against lower half");
        let won = |players| Encounter::of_pairs(1, players, vec![PairResult::by_points([9, 1], [9, 1])]);
        let results: Vec<_> = first.pairings.into_iter().map(won).collect();
        assert_eq!(schedule.round(2, &results).pairings, [[0, 2], [1, 3], [4, 6], [5, 7]]);
    }

    #[test]
    fn equals_are_ordered_by_the_part_of_games_won() {
        let schedule = Schedule { seeding: Seeding::AsListed, ..schedule(8, 3, 0) };
        // All higher seeds win, the second and the fourth without giving a draw away.
        let won = |players: [usize; 2]| {
            let following = if players[0].is_multiple_of(2) { [5, 5] } else { [9, 1] };
            Encounter::of_pairs(1, players, vec![PairResult::by_points([9, 1], following)])
        };
        let results: Vec<_> = schedule.round(1, &[]).pairings.into_iter().map(won).collect();
        assert_eq!(schedule.round(2, &results).pairings, [[1, 0], [3, 2], [4, 5], [6, 7]]);
    }

    #[test]
    fn a_free_win_is_worth_a_win() {
        let schedule = Schedule { seeding: Seeding::AsListed, ..schedule(5, 3, 0) };
        let first = schedule.round(1, &[]);
        assert_eq!((first.pairings.as_slice(), first.byes.as_slice()), (&[[0, 2], [1, 3]][..], &[4][..]));
        let drawn = |players| Encounter::of_pairs(1, players, vec![PairResult::by_points([9, 1], [1, 9])]);
        let results: Vec<_> = first.pairings.into_iter().map(drawn).collect();
        // With two half points player 4 is ahead of all who have one, and meets the best of them.
        let second = schedule.round(2, &results);
        assert_eq!((second.pairings.as_slice(), second.byes.as_slice()), (&[[4, 0], [1, 2]][..], &[3][..]));
    }

    #[test]
    fn a_free_win_goes_to_the_last_who_leaves_the_others_without_a_repeat() {
        let meetings = vec![vec![0, 1, 0], vec![1, 0, 0], vec![0; 3]];
        let history = History { half_points: vec![0; 3], games_won: vec![0.5; 3], byes: vec![0; 3], meetings };
        let mut ranking = vec![0, 1, 2];
        assert_eq!((history.bye(&mut ranking), ranking), (Some(1), vec![0, 2]), "0 and 1 have met");
    }

    #[test]
    fn an_interrupted_round_goes_on_where_it_was() {
        let schedule = schedule(21, 7, 9);
        let results = play(&schedule, 3);
        for cut in 0..results.len() {
            let mut some = results[..cut].to_vec();
            some.reverse();
            let Next::Play(round) = schedule.next_round(&some).unwrap() else { panic!("more to play") };
            let missing: Vec<_> = results[cut..].iter().filter(|result| result.round == round.number).collect();
            assert_eq!(round.pairings, missing.iter().map(|result| result.players).collect::<Vec<_>>());
        }
        assert_eq!(schedule.next_round(&results), Ok(Next::Finished));
    }

    #[test]
    fn results_of_another_tournament_are_named() {
        let schedule = schedule(8, 3, 1);
        let mut results = play(&schedule, 1);
        let [one, _] = results[0].players;
        let [_, two] = results[1].players;
        results[0].players = [one, two];
        let error = schedule.next_round(&results).unwrap_err();
        assert_eq!((error.round, error.players), (1, super::super::sorted([one, two])));
        results[0].round = 4;
        assert!(schedule.next_round(&results).is_err());
    }

    #[test]
    fn who_has_left_is_not_paired_and_nobody_waits_for_it() {
        let mut schedule = schedule(12, 5, 2);
        schedule.field.withdraw(3, 2);
        schedule.field.withdraw(7, 4);
        let results = play(&schedule, 2);
        let last = |player| results.iter().filter(|one| one.players.contains(&player)).map(|one| one.round).max();
        assert!(last(3) == Some(1) && last(7) <= Some(3));
        assert_eq!(results.len(), 6 + 5 + 5 + 5 + 5);
        assert!(meetings(&results).values().all(|&count| count == 1));
        assert!(byes(&schedule, &results).iter().all(|&count| count <= 1));
    }

    #[test]
    fn three_hundred_players_and_seven_rounds_are_no_effort() {
        for players in [299, 300] {
            let schedule = schedule(players, 7, 1);
            let results = play(&schedule, 1);
            assert_eq!(results.len(), 7 * 150 - if players == 299 { 7 } else { 0 });
            assert!(meetings(&results).values().all(|&count| count == 1));
            // The best are found: who always wins against others is near the top.
            let best = results.iter().filter(|result| result.round == 7).take(10);
            assert!(best.flat_map(|result| result.players).filter(|&player| player < 75).count() >= 15);
        }
    }
}
