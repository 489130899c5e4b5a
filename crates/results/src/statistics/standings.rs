//! How a tournament stands: everybody's record in order of rank, and
//! what everybody gave everybody.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Encounter, Estimate, GameScore, Pentanomial};
use crate::schedule::{Format, Schedule};

/// What decides between players with as many points, in this order.
///
/// A free win counts as a meeting with somebody who has as many points as the
/// player itself, since there is no opponent whose points could be counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TieBreaks {
    /// The half points of all opponents, without the weakest one (Buchholz, cut 1).
    pub buchholz_cut_1: u32,
    /// The half points of all opponents (Buchholz).
    pub buchholz: u32,
    /// The points of those who were beaten and half of those drawn with, in
    /// quarters (Sonneborn and Berger).
    pub sonneborn_berger: u32,
    /// Half points against those who are still equal, if all of them have met.
    pub direct: Option<u32>,
}

/// The record of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// From 1; who is equal in everything has the same.
    pub rank: usize,
    /// Who, by number.
    pub player: usize,
    /// Half points of the tournament: two for an encounter won or a free win, one
    /// for a draw.
    pub half_points: u32,
    /// Encounters won, drawn and lost, free wins left out.
    pub encounters: [u32; 3],
    /// Free wins.
    pub byes: u32,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Pairs by the half points won in them.
    pub pairs: Pentanomial,
    /// Own and the opponents' fruit points.
    pub points: [u64; 2],
    /// What decides between equals.
    pub tie_breaks: TieBreaks,
    /// Games lost by an own fault.
    pub faults: u32,
    /// The time used in all games.
    pub time_used: Duration,
    /// The rating in the pool, if it is known.
    pub rating: Option<Estimate>,
}

impl Standing {
    fn new(player: usize) -> Self {
        Self {
            rank: 0,
            player,
            half_points: 0,
            encounters: [0; 3],
            byes: 0,
            games: [0; 3],
            pairs: Pentanomial::default(),
            points: [0; 2],
            tie_breaks: TieBreaks::default(),
            faults: 0,
            time_used: Duration::ZERO,
            rating: None,
        }
    }

    /// How many games there were.
    pub fn games_played(&self) -> u32 {
        self.games.iter().sum()
    }

    /// The part of all fruit points in its games.
    pub fn share(&self) -> Option<f64> {
        let [own, other] = self.points.map(|points| points as f64);
        (own + other > 0.0).then(|| own / (own + other))
    }

    /// Fruit points more than the opponents', mean of all games.
    pub fn margin(&self) -> Option<f64> {
        let [own, other] = self.points.map(|points| points as f64);
        (self.games_played() > 0).then(|| (own - other) / f64::from(self.games_played()))
    }

    /// Counts an encounter in which it is the first player, with this outcome.
    fn count(&mut self, encounter: &Encounter, score: GameScore) {
        self.half_points += score.half_points();
        self.encounters[score.index()] += 1;
        for game in encounter.all_games() {
            self.games[game.score.index()] += 1;
        }
        for pair in &encounter.pairs {
            self.pairs.0[pair.half_points()] += 1;
        }
        let points = encounter.points();
        self.points = [0, 1].map(|side| self.points[side] + points[side]);
        self.faults += encounter.faults[0];
        self.time_used += encounter.time_used[0];
    }
}

/// What two players gave each other, in all their encounters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// Games won, drawn and lost by the player of the row.
    pub games: [u32; 3],
    /// Fruit points of the player of the row, and of the other.
    pub points: [u64; 2],
}

/// Everybody against everybody, by the numbers of the players: the row's view.
/// Only those who have met are in it.
pub type Crosstable = BTreeMap<[usize; 2], Meetings>;

/// What everybody gave everybody.
pub fn crosstable(results: &[Encounter]) -> Crosstable {
    let mut table = Crosstable::new();
    for encounter in results.iter().flat_map(|encounter| [encounter.clone(), encounter.reversed()]) {
        let cell = table.entry(encounter.players).or_default();
        for game in encounter.all_games() {
            cell.games[game.score.index()] += 1;
        }
        let points = encounter.points();
        cell.points = [0, 1].map(|side| cell.points[side] + points[side]);
    }
    table
}

/// How a tournament stands, the first first: by points, then by the tie-breaks in
/// their order, then by the mean margin of fruit points. Who is equal in all of
/// these shares a rank and is listed by number. In a knockout a tied encounter
/// counts as won by whoever went through.
///
/// Free wins are given as they were given out, by round and player, and not worked
/// out again: some of the results that they depend on may have been left out.
/// Ratings are those of the players by number; without any, there are none.
pub fn standings(
    schedule: &Schedule,
    results: &[Encounter],
    byes: &[(u32, usize)],
    ratings: &[Option<Estimate>],
) -> Vec<Standing> {
    let knockout = matches!(schedule.format, Format::Knockout);
    let outcome = |encounter: &Encounter| {
        if !knockout {
            encounter.score()
        } else if schedule.knockout_winner(encounter) == encounter.players[0] {
            GameScore::Win
        } else {
            GameScore::Loss
        }
    };
    let mut standings: Vec<Standing> = (0..schedule.field.players()).map(Standing::new).collect();
    let mut meetings = vec![Vec::new(); standings.len()];
    for encounter in results {
        let score = outcome(encounter);
        let [one, two] = encounter.players;
        standings[one].count(encounter, score);
        standings[two].count(&encounter.reversed(), score.reversed());
        meetings[one].push((two, score));
        meetings[two].push((one, score.reversed()));
    }
    for &(_, player) in byes {
        standings[player].byes += 1;
        standings[player].half_points += 2;
    }
    let half_points: Vec<u32> = standings.iter().map(|standing| standing.half_points).collect();
    for standing in &mut standings {
        standing.rating = ratings.get(standing.player).copied().flatten();
        standing.tie_breaks = tie_breaks(standing, &meetings[standing.player], &half_points);
    }
    rank(&mut standings, &meetings);
    standings
}

/// All but the direct encounter, which needs to know who is equal so far.
fn tie_breaks(standing: &Standing, meetings: &[(usize, GameScore)], half_points: &[u32]) -> TieBreaks {
    let met = meetings.iter().map(|&(opponent, score)| (half_points[opponent], score));
    let free = (0..standing.byes).map(|_| (standing.half_points, GameScore::Win));
    let opponents: Vec<_> = met.chain(free).collect();
    let buchholz = opponents.iter().map(|(points, _)| points).sum();
    let weakest = opponents.iter().map(|(points, _)| points).min().copied().unwrap_or(0);
    let sonneborn_berger = opponents.iter().map(|(points, score)| points * score.half_points()).sum();
    TieBreaks { buchholz_cut_1: buchholz - weakest, buchholz, sonneborn_berger, direct: None }
}

/// Puts them in order and gives out ranks.
fn rank(standings: &mut [Standing], meetings: &[Vec<(usize, GameScore)>]) {
    let so_far = |standing: &Standing| (standing.half_points, standing.tie_breaks);
    standings.sort_by_key(|standing| std::cmp::Reverse(so_far(standing)));
    for equals in standings.chunk_by_mut(|one, two| so_far(one) == so_far(two)) {
        let players: Vec<usize> = equals.iter().map(|standing| standing.player).collect();
        let among = |player: usize| {
            let met = move |other: usize| meetings[player].iter().filter(move |(opponent, _)| *opponent == other);
            let everybody = players.iter().filter(|&&other| other != player).all(|&other| met(other).count() > 0);
            let scores = players.iter().flat_map(|&other| met(other)).map(|(_, score)| score.half_points());
            everybody.then(|| scores.sum::<u32>())
        };
        let direct: Option<Vec<u32>> = players.iter().map(|&player| among(player)).collect();
        if let Some(direct) = direct.filter(|direct| direct.len() > 1) {
            for (standing, direct) in equals.iter_mut().zip(direct) {
                standing.tie_breaks.direct = Some(direct);
            }
        }
    }
    let margin = |standing: &Standing| standing.margin().unwrap_or(0.0);
    standings.sort_by(|one, two| so_far(two).cmp(&so_far(one)).then(margin(two).total_cmp(&margin(one))));
    let mut rank = 1;
    for place in 0..standings.len() {
        let equal = |other: &Standing, standing: &Standing| {
            so_far(other) == so_far(standing) && margin(other).total_cmp(&margin(standing)).is_eq()
        };
        if place > 0 && !equal(&standings[place - 1], &standings[place]) {
            rank = place + 1;
        }
        standings[place].rank = rank;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, PairResult, Seeding};

    fn schedule(format: Format, players: usize) -> Schedule {
        Schedule { format, field: Field::new(players), seeding: Seeding::AsListed }
    }

    fn encounter(round: u32, players: [usize; 2], points: [u32; 2]) -> Encounter {
        Encounter::of_pairs(round, players, vec![PairResult::by_points(points, points)])
    }

    fn table(schedule: &Schedule, results: &[Encounter]) -> Vec<Standing> {
        standings(schedule, results, &schedule.byes(results), &[])
    }

    fn order(standings: &[Standing]) -> Vec<(usize, usize)> {
        standings.iter().map(|standing| (standing.rank, standing.player)).collect()
    }

    #[test]
    fn a_record_is_the_sum_of_its_encounters() {
        let mut first = Encounter::of_pairs(1, [0, 1], vec![PairResult::by_points([6, 4], [3, 7])]);
        first.faults = [0, 1];
        first.time_used = [Duration::from_secs(1), Duration::from_secs(9)];
        let results = [first, encounter(2, [2, 0], [8, 2])];
        let estimate = Estimate { value: 12.0, error_bar: None };
        let table = standings(&schedule(Format::RoundRobin, 3), &results, &[], &[None, Some(estimate), None]);
        assert_eq!(order(&table), [(1, 2), (2, 0), (3, 1)], "0 has met the better opponents");
        let [_, zero, one] = &table[..] else { panic!("three players") };
        assert_eq!((zero.half_points, zero.encounters, zero.games), (1, [0, 1, 1], [1, 0, 3]));
        assert_eq!((zero.points, zero.pairs, zero.games_played()), ([13, 27], Pentanomial([1, 0, 1, 0, 0]), 4));
        assert_eq!((zero.share(), zero.margin()), (Some(0.325), Some(-3.5)));
        assert_eq!((one.faults, one.time_used, one.rating), (1, Duration::from_secs(9), Some(estimate)));
        let cells = crosstable(&results);
        assert_eq!(cells[&[1, 0]], Meetings { games: [1, 0, 1], points: [11, 9] });
        assert_eq!((cells.get(&[1, 2]), cells.len()), (None, 4));
    }

    #[test]
    fn equal_points_are_broken_by_the_strength_of_opponents() {
        // Four players, two rounds: 0 and 1 have a win each and a draw of their own.
        let results = [
            encounter(1, [0, 2], [9, 1]),
            encounter(1, [1, 3], [9, 1]),
            encounter(2, [0, 1], [5, 5]),
            encounter(2, [2, 3], [9, 1]),
        ];
        let table = table(&schedule(Format::Swiss { rounds: 2 }, 4), &results);
        assert_eq!(order(&table), [(1, 0), (2, 1), (3, 2), (4, 3)]);
        let expected = TieBreaks { buchholz_cut_1: 3, buchholz: 5, sonneborn_berger: 7, direct: None };
        assert_eq!(table[0].tie_breaks, expected, "opponents with 2 and 3 half points");
        assert_eq!(table[1].tie_breaks, TieBreaks { buchholz: 3, sonneborn_berger: 3, ..expected });
    }

    #[test]
    fn a_circle_of_wins_is_decided_by_margin_or_not_at_all() {
        let circle = |last| [encounter(1, [0, 1], [9, 1]), encounter(2, [1, 2], [9, 1]), encounter(3, [2, 0], last)];
        let schedule = schedule(Format::RoundRobin, 3);
        let tied = table(&schedule, &circle([9, 1]));
        assert_eq!(order(&tied), [(1, 0), (1, 1), (1, 2)]);
        assert!(tied.iter().all(|standing| standing.tie_breaks.direct == Some(2)));
        assert_eq!(order(&table(&schedule, &circle([9, 8]))), [(1, 0), (2, 1), (3, 2)]);
    }

    #[test]
    fn what_equals_did_against_each_other_counts_only_if_all_of_them_have_met() {
        let results = [encounter(1, [0, 2], [9, 1]), encounter(1, [1, 3], [9, 1])];
        let table = table(&schedule(Format::Swiss { rounds: 2 }, 4), &results);
        assert!(table.iter().all(|standing| standing.tie_breaks.direct.is_none()), "{table:?}");
    }

    #[test]
    fn a_free_win_is_a_point_against_an_equal() {
        let schedule = schedule(Format::Swiss { rounds: 1 }, 3);
        let table = table(&schedule, &[encounter(1, [0, 1], [9, 1])]);
        let free = table.iter().find(|standing| standing.byes == 1).unwrap();
        assert_eq!((free.player, free.half_points, free.encounters), (2, 2, [0; 3]));
        assert_eq!((free.tie_breaks.buchholz, free.margin(), free.share()), (2, None, None));
    }

    #[test]
    fn in_a_knockout_who_goes_through_is_ahead() {
        let schedule = schedule(Format::Knockout, 4);
        let results = [encounter(1, [0, 3], [5, 5]), encounter(1, [1, 2], [1, 9]), encounter(2, [0, 2], [4, 6])];
        let table = table(&schedule, &results);
        assert_eq!(order(&table)[..2], [(1, 2), (2, 0)]);
        assert_eq!(schedule.champion(&results), Some(2));
        assert_eq!(table[1].encounters, [1, 0, 1], "the drawn encounter went to the higher seed");
    }

    #[test]
    fn who_wins_the_final_because_the_other_has_left_is_first() {
        let mut schedule = schedule(Format::Knockout, 4);
        let results = [encounter(1, [0, 3], [9, 5]), encounter(1, [1, 2], [9, 5])];
        assert_eq!(order(&table(&schedule, &results))[0], (1, 0), "equal so far");
        schedule.field.withdraw(0, 2);
        let table = table(&schedule, &results);
        assert_eq!((table[0].player, table[0].byes, schedule.champion(&results)), (1, 1, Some(1)));
    }

    #[test]
    fn who_leaves_the_opponent_nothing_has_all_and_the_opponent_none() {
        let table = table(&schedule(Format::RoundRobin, 2), &[encounter(1, [0, 1], [9, 0])]);
        assert_eq!([table[0].share(), table[1].share()], [Some(1.0), Some(0.0)]);
    }

    #[test]
    fn before_the_first_game_all_are_first() {
        let table = table(&schedule(Format::RoundRobin, 3), &[]);
        assert_eq!(order(&table), [(1, 0), (1, 1), (1, 2)]);
    }
}
