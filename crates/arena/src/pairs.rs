//! Answers for what pairs of games say about two players.

use crate::Sample;

/// What a pair gave: the same box twice, each player beginning once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// Own and the opponent's points in the game that this player began.
    pub beginning: [u32; 2],
    /// Own and the opponent's points in the game that the opponent began.
    pub following: [u32; 2],
}

impl PairResult {
    fn games(&self) -> [[u32; 2]; 2] {
        [self.beginning, self.following]
    }

    /// Own points as a part of all points of the pair.
    pub fn share(&self) -> f64 {
        let [own, other] = [0, 1].map(|side| f64::from(self.beginning[side] + self.following[side]));
        if own + other == 0.0 { 0.5 } else { own / (own + other) }
    }

    /// Own points less the opponent's, mean of both games.
    pub fn margin(&self) -> f64 {
        let margin = |[own, other]: [u32; 2]| f64::from(own) - f64::from(other);
        self.games().map(margin).iter().sum::<f64>() / 2.0
    }

    /// Half points won: two for a game won, one for a draw. From 0 to 4.
    pub fn half_points(&self) -> usize {
        let half_points = |[own, other]: [u32; 2]| match own.cmp(&other) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        };
        self.games().map(half_points).iter().sum()
    }
}

/// What all pairs so far gave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairTally {
    /// Own points as a part of all, pair by pair.
    pub share: Sample,
    /// Own points less the opponent's, pair by pair.
    pub margin: Sample,
    /// Pairs by the half points won in them, from 0 to 4.
    pub by_half_points: [u64; 5],
    /// Pairs with more, as many and fewer points than the opponent in both games
    /// together.
    pub by_points: [u64; 3],
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Games won by whoever began.
    pub won_by_beginner: u64,
}

impl PairTally {
    /// Counts a pair.
    pub fn add(&mut self, pair: &PairResult) {
        self.share.add(pair.share());
        self.margin.add(pair.margin());
        self.by_half_points[pair.half_points()] += 1;
        let [[own, other], [following_own, following_other]] = pair.games();
        self.by_points[outcome(own + following_own, other + following_other)] += 1;
        for ([own, other], began) in pair.games().into_iter().zip([true, false]) {
            self.games[outcome(own, other)] += 1;
            self.won_by_beginner += u64::from(if began { own > other } else { own < other });
        }
    }

    /// The part of all pairs that had more points in both games together.
    pub fn beaten(&self) -> Option<f64> {
        let all: u64 = self.by_points.iter().sum();
        (all > 0).then(|| self.by_points[0] as f64 / all as f64)
    }

    /// The part of all pairs that were not lost.
    pub fn not_lost(&self) -> Option<f64> {
        let all: u64 = self.by_half_points.iter().sum();
        let not_lost: u64 = self.by_half_points[2..].iter().sum();
        (all > 0).then(|| not_lost as f64 / all as f64)
    }
}

/// 0 for more than the other, 1 for as many, 2 for fewer.
fn outcome(own: u32, other: u32) -> usize {
    if own > other { 0 } else { usize::from(own < other) + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPLIT: PairResult = PairResult { beginning: [60, 40], following: [45, 55] };

    #[test]
    fn a_pair_is_judged_by_both_games_together() {
        assert!((SPLIT.share() - 0.525).abs() < 1e-12);
        assert!((SPLIT.margin() - 5.0).abs() < 1e-12);
        assert_eq!(SPLIT.half_points(), 2);
        assert_eq!(PairResult { beginning: [5, 5], following: [6, 4] }.half_points(), 3);
        assert_eq!(PairResult { beginning: [0, 9], following: [0, 9] }.half_points(), 0);
    }

    #[test]
    fn a_tally_counts_games_pairs_and_who_began() {
        let mut tally = PairTally::default();
        tally.add(&SPLIT);
        tally.add(&PairResult { beginning: [5, 5], following: [6, 4] });
        assert_eq!(tally.games, [2, 1, 1]);
        assert_eq!(tally.by_half_points, [0, 0, 1, 1, 0]);
        assert_eq!(tally.won_by_beginner, 2);
        assert_eq!(tally.not_lost(), Some(1.0));
        tally.add(&PairResult { beginning: [5, 6], following: [5, 5] });
        assert_eq!(tally.by_points, [2, 0, 1]);
        assert_eq!(tally.beaten(), Some(2.0 / 3.0));
    }
}
