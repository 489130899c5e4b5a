//! What pairs of games say about two players.

use super::{GameResult, GameScore, Sample};

/// What a pair gave: the same board twice, each player beginning once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The game that this player began.
    pub beginning: GameResult,
    /// The game that the opponent began, as this player sees it.
    pub following: GameResult,
}

impl PairResult {
    /// A pair of games that were decided by their points: own and the opponent's
    /// in the game that this player began, and in the other one.
    pub fn by_points(beginning: [u32; 2], following: [u32; 2]) -> Self {
        Self { beginning: GameResult::by_points(beginning), following: GameResult::by_points(following) }
    }

    /// The same pair as the opponent sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { beginning: self.following.reversed(), following: self.beginning.reversed() }
    }

    /// Both games.
    pub const fn games(&self) -> [GameResult; 2] {
        [self.beginning, self.following]
    }

    /// Own and the opponent's points in both games together.
    pub fn points(&self) -> [u32; 2] {
        [0, 1].map(|side| self.beginning.points[side] + self.following.points[side])
    }

    /// Own points as a part of all points of the pair.
    pub fn share(&self) -> f64 {
        let [own, other] = self.points().map(f64::from);
        if own + other == 0.0 { 0.5 } else { own / (own + other) }
    }

    /// Own points less the opponent's, mean of both games.
    pub fn margin(&self) -> f64 {
        f64::midpoint(self.beginning.margin(), self.following.margin())
    }

    /// 1 if both games were won, -1 if both were lost, else 0.
    pub const fn sweep(&self) -> i8 {
        match self.half_points() {
            4 => 1,
            0 => -1,
            _ => 0,
        }
    }

    /// Half points won: two for a game won, one for a draw. From 0 to 4.
    pub const fn half_points(&self) -> usize {
        (self.beginning.score.half_points() + self.following.score.half_points()) as usize
    }
}

/// What all pairs so far gave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairTally {
    /// Own points as a part of all, pair by pair.
    pub share: Sample,
    /// Own points less the opponent's, pair by pair.
    pub margin: Sample,
    /// Sweeps less those of the opponent, pair by pair: 1, 0 or -1.
    pub sweep_lead: Sample,
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
        self.sweep_lead.add(f64::from(pair.sweep()));
        self.by_half_points[pair.half_points()] += 1;
        let [own, other] = pair.points();
        self.by_points[GameScore::by_points(own, other).index()] += 1;
        for (game, won_by_beginner) in pair.games().into_iter().zip([GameScore::Win, GameScore::Loss]) {
            self.games[game.score.index()] += 1;
            self.won_by_beginner += u64::from(game.score == won_by_beginner);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn split() -> PairResult {
        PairResult::by_points([60, 40], [45, 55])
    }

    #[test]
    fn a_pair_is_judged_by_both_games_together() {
        assert!((split().share() - 0.525).abs() < 1e-12);
        assert!((split().margin() - 5.0).abs() < 1e-12);
        assert_eq!(split().half_points(), 2);
        assert_eq!(PairResult::by_points([5, 5], [6, 4]).half_points(), 3);
        assert_eq!(PairResult::by_points([0, 9], [0, 9]).half_points(), 0);
        let swept = [[6, 5], [5, 5], [5, 6]].map(|game| PairResult::by_points(game, game).sweep());
        assert_eq!(swept, [1, 0, -1]);
    }

    #[test]
    fn without_any_points_the_share_is_even_and_without_pairs_there_is_none() {
        let nothing = PairResult::by_points([0, 0], [0, 0]);
        assert!((nothing.share() - 0.5).abs() < 1e-12);
        assert!((PairResult::by_points([0, 3], [0, 0]).share()).abs() < 1e-12);
        let tally = PairTally::default();
        assert_eq!((tally.beaten(), tally.not_lost(), tally.share.mean()), (None, None, None));
    }

    #[test]
    fn a_pair_is_lost_with_less_than_one_game_of_two() {
        let mut tally = PairTally::default();
        for following in [[4, 6], [5, 5], [6, 4]] {
            tally.add(&PairResult::by_points([4, 6], following));
        }
        assert_eq!(tally.by_half_points, [1, 1, 1, 0, 0]);
        assert_eq!(tally.not_lost(), Some(1.0 / 3.0));
        assert!((tally.margin.mean().unwrap() + 1.0).abs() < 1e-12, "the mean of -2, -1 and 0");
        assert!((tally.sweep_lead.mean().unwrap() + 1.0 / 3.0).abs() < 1e-12, "lost twice once");
    }

    #[test]
    fn a_pair_reversed_is_the_opponents() {
        let pair = PairResult::by_points([60, 40], [20, 55]);
        assert_eq!(pair.reversed(), PairResult::by_points([55, 20], [40, 60]));
        assert_eq!(pair.half_points() + pair.reversed().half_points(), 4);
        assert_eq!(pair.sweep() + pair.reversed().sweep(), 0);
    }

    #[test]
    fn a_game_lost_by_a_fault_is_lost_whatever_the_points() {
        let mut pair = split();
        pair.beginning.score = GameScore::Loss;
        assert_eq!(pair.half_points(), 0);
        let mut tally = PairTally::default();
        tally.add(&pair);
        assert_eq!((tally.games, tally.by_points), ([0, 0, 2], [1, 0, 0]));
        assert_eq!(tally.won_by_beginner, 1, "only the opponent has won the game that it began");
    }

    #[test]
    fn a_tally_counts_games_pairs_and_who_began() {
        let mut tally = PairTally::default();
        tally.add(&split());
        tally.add(&PairResult::by_points([5, 5], [6, 4]));
        assert_eq!(tally.games, [2, 1, 1]);
        assert_eq!(tally.by_half_points, [0, 0, 1, 1, 0]);
        assert_eq!(tally.won_by_beginner, 2);
        assert_eq!(tally.not_lost(), Some(1.0));
        tally.add(&PairResult::by_points([5, 6], [5, 5]));
        assert_eq!(tally.by_points, [2, 0, 1]);
        assert_eq!(tally.won_by_beginner, 2, "a draw is won by nobody, and the last one who began has lost");
        assert_eq!(tally.beaten(), Some(2.0 / 3.0));
    }
}
