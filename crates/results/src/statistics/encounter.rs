//! What two players gave each other in one round of a tournament.

use std::time::Duration;

use super::{Comparison, GameResult, GameScore, PairResult};

/// A finished encounter: all games that two players have played in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The round, from 1.
    pub round: u32,
    /// Who played, by number.
    pub players: [usize; 2],
    /// The pairs, as the first player sees them.
    pub pairs: Vec<PairResult>,
    /// The games that belong to no pair, as the first player sees them.
    pub games: Vec<GameResult>,
    /// The games that each player has lost by its own fault.
    pub faults: [u32; 2],
    /// The time that each player has used.
    pub time_used: [Duration; 2],
    /// Who of the two gets it without play, 0 or 1, because the other cannot.
    pub awarded: Option<usize>,
}

impl Encounter {
    /// An encounter without any games yet.
    pub const fn new(round: u32, players: [usize; 2]) -> Self {
        let time_used = [Duration::ZERO; 2];
        Self { round, players, pairs: Vec::new(), games: Vec::new(), faults: [0; 2], time_used, awarded: None }
    }

    /// An encounter of pairs and nothing else of note.
    pub fn of_pairs(round: u32, players: [usize; 2], pairs: Vec<PairResult>) -> Self {
        Self { pairs, ..Self::new(round, players) }
    }

    /// All games, as the first player sees them.
    pub fn all_games(&self) -> impl Iterator<Item = GameResult> + '_ {
        self.pairs.iter().flat_map(PairResult::games).chain(self.games.iter().copied())
    }

    /// Half points that each has won: two for a game, one for a draw.
    pub fn half_points(&self) -> [u32; 2] {
        let add = |[one, two]: [u32; 2], game: GameResult| {
            [one + game.score.half_points(), two + game.score.reversed().half_points()]
        };
        self.all_games().fold([0; 2], add)
    }

    /// The fruit points of each.
    pub fn points(&self) -> [u64; 2] {
        let add = |sum: [u64; 2], game: GameResult| [0, 1].map(|side| sum[side] + u64::from(game.points[side]));
        self.all_games().fold([0; 2], add)
    }

    /// How it ended for the first player: by games won, unless it was awarded.
    pub fn score(&self) -> GameScore {
        let [one, two] = self.half_points();
        match self.awarded {
            Some(0) => GameScore::Win,
            Some(_) => GameScore::Loss,
            None => GameScore::by_points(one, two),
        }
    }

    /// What it says about strength: its pairs, and its games without one.
    pub fn comparisons(&self) -> impl Iterator<Item = Comparison> + '_ {
        let pairs = self.pairs.iter().map(|pair| Comparison::of_pair(self.players, pair));
        pairs.chain(self.games.iter().map(|game| Comparison::of_game(self.players, game)))
    }

    /// The same encounter as the second player sees it.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let swapped = |[one, two]: [u32; 2]| [two, one];
        let ([one, two], [time_one, time_two]) = (self.players, self.time_used);
        Self {
            round: self.round,
            players: [two, one],
            pairs: self.pairs.iter().map(|pair| pair.reversed()).collect(),
            games: self.games.iter().map(|game| game.reversed()).collect(),
            faults: swapped(self.faults),
            time_used: [time_two, time_one],
            awarded: self.awarded.map(|side| 1 - side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encounter_is_won_by_games_and_not_by_fruit() {
        let pairs = vec![PairResult::by_points([51, 50], [51, 50]), PairResult::by_points([51, 50], [0, 101])];
        let encounter = Encounter::of_pairs(1, [3, 8], pairs);
        assert_eq!((encounter.half_points(), encounter.points()), ([6, 2], [153, 251]));
        assert_eq!((encounter.score(), encounter.reversed().score()), (GameScore::Win, GameScore::Loss));
        assert_eq!(encounter.reversed().reversed(), encounter);
        let halves: Vec<_> = encounter.comparisons().map(|comparison| comparison.half_points).collect();
        assert_eq!(halves, [4, 2]);
    }

    #[test]
    fn what_was_awarded_to_one_is_lost_to_the_other() {
        for (side, score) in [(0, GameScore::Win), (1, GameScore::Loss)] {
            let encounter = Encounter { awarded: Some(side), ..Encounter::new(2, [5, 6]) };
            let reversed = encounter.reversed();
            assert_eq!((encounter.score(), reversed.score()), (score, score.reversed()));
            assert_eq!((reversed.players, reversed.awarded), ([6, 5], Some(1 - side)));
        }
    }

    #[test]
    fn games_without_a_pair_count_too() {
        let game = GameResult::by_points([7, 2]);
        let pairs = vec![PairResult::by_points([1, 3], [4, 4])];
        let encounter = Encounter { games: vec![game], ..Encounter::of_pairs(1, [0, 1], pairs) };
        assert_eq!((encounter.all_games().count(), encounter.half_points()), (3, [3, 3]));
        assert_eq!((encounter.points(), encounter.score()), ([12, 9], GameScore::Draw));
        let games: Vec<_> = encounter.comparisons().map(|comparison| comparison.games).collect();
        assert_eq!(games, [2, 1]);
    }

    #[test]
    fn what_was_awarded_needs_no_games() {
        let encounter = Encounter { awarded: Some(1), ..Encounter::new(2, [0, 1]) };
        assert_eq!((encounter.score(), encounter.comparisons().count()), (GameScore::Loss, 0));
    }
}
