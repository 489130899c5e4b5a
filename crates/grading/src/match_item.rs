//! A match of a rubric: on which boards, who begins, and when it is decided.

use std::time::Duration;

use fruitrage_game::{BoardClass, ClockRules, Pair, Rules, Side, TieRule, seconds};
use fruitrage_rules::Random;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::{GameOutcome, Mode};

/// A match that is to be won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchItem {
    /// Whom it is played against.
    pub opponent: String,
    /// How many games.
    pub games: u64,
    /// How the boards are dealt.
    pub mode: Mode,
    /// The boards, in turn; one at least.
    #[serde(deserialize_with = "some_boards")]
    pub boards: Vec<BoardClass>,
    /// Each player's time for a game.
    #[serde(with = "seconds")]
    pub time: Duration,
    /// How time is counted.
    pub clock: ClockRules,
    /// What boards and lots come from.
    pub seed: u64,
    /// On how many of its boards the other side is played too, for what pairs of the same
    /// boards say. These games do not count.
    pub fairness_pairs: u64,
    /// Whether all games are played, even if nothing can change any more.
    pub all_games: bool,
}

/// Whoever can write to the database could leave them out.
fn some_boards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BoardClass>, D::Error> {
    let boards = Vec::deserialize(deserializer)?;
    if boards.is_empty() { Err(de::Error::custom("a match has no boards")) } else { Ok(boards) }
}

/// What came of the games of a match so far, for the submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn, which help nobody.
    pub drawn: u64,
}

impl MatchScore {
    /// One game more.
    pub const fn add(&mut self, outcome: GameOutcome) {
        match outcome {
            GameOutcome::Won => self.won += 1,
            GameOutcome::Lost => self.lost += 1,
            GameOutcome::Drawn => self.drawn += 1,
        }
    }

    /// How many games there were.
    pub const fn played(self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Whether the submission has won most of so many games, if that is decided.
    pub const fn decided(self, games: u64) -> Option<bool> {
        let left = games.saturating_sub(self.played());
        if self.won > games / 2 {
            Some(true)
        } else if self.won + left <= games / 2 {
            Some(false)
        } else {
            None
        }
    }
}

impl MatchItem {
    /// Whether games of the other match are games of this one too: only how many are played
    /// differs.
    pub fn has_games_of(&self, other: &Self) -> bool {
        let Self { games, fairness_pairs, all_games, .. } = *self;
        *self == Self { games, fairness_pairs, all_games, ..other.clone() }
    }

    /// Whether the submission begins game `number`, from 0, if the lot says whether it begins
    /// game 0.
    pub const fn began(number: u64, begins: bool) -> bool {
        number.is_multiple_of(2) == begins
    }

    /// Whether the lot says that this submission begins game 1.
    pub fn begins(&self, submission: &str) -> bool {
        let mixed = submission.bytes().fold(self.seed, |mixed, byte| Random::new(mixed ^ u64::from(byte)).next());
        Random::new(mixed).below(2) == 0
    }

    /// Game `number`, from 0: its board, and the side that begins (0 is the submission), if
    /// the lot says whether the submission begins game 0. The pair's game of that side is
    /// the one to play.
    pub fn game(&self, number: u64, begins: bool, sides: [Side; 2]) -> (Pair, usize) {
        let board = match self.mode {
            Mode::Official => number,
            Mode::Paired => number / 2,
        };
        let began = usize::from(!Self::began(number, begins));
        let class = self.boards[(board % self.boards.len() as u64) as usize];
        let seed = self.seed.wrapping_add(board);
        let rules = Rules { clock: self.clock, ties: TieRule::Time, strict_board: true, strict_format: true };
        let pair = Pair {
            id: format!("{:02}", number + 1),
            board: class.board(seed),
            kinds: class.kinds(),
            seed: Some(seed),
            sides,
            rules,
        };
        (pair, began)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(won: u64, lost: u64, drawn: u64) -> MatchScore {
        MatchScore { won, lost, drawn }
    }

    /// Whether most games are won in every course that the rest can take, or in none.
    fn by_every_course(score: MatchScore, games: u64) -> Option<bool> {
        if score.played() == games {
            return Some(2 * score.won > games);
        }
        let courses = [GameOutcome::Won, GameOutcome::Lost, GameOutcome::Drawn].map(|outcome| {
            let mut next = score;
            next.add(outcome);
            by_every_course(next, games)
        });
        courses.iter().all(|course| *course == courses[0]).then_some(courses[0]).flatten()
    }

    #[test]
    fn a_match_is_decided_if_and_only_if_every_course_of_the_rest_says_the_same() {
        for games in 1..=7 {
            for (won, lost, drawn) in (0..512).map(|code| (code % 8, code / 8 % 8, code / 64)) {
                let score = score(won, lost, drawn);
                if score.played() <= games {
                    assert_eq!(score.decided(games), by_every_course(score, games), "{score:?} of {games}");
                }
            }
        }
    }

    #[test]
    fn the_lot_is_even_and_belongs_to_the_seed() {
        let crate::Task::Match(item) = crate::Rubric::course(4).items().remove(26).task else {
            unreachable!("a match")
        };
        let names: Vec<String> = (0..1000).map(|number| format!("student {number}")).collect();
        let begin = names.iter().filter(|name| item.begins(name)).count();
        assert!((420..580).contains(&begin), "{begin}");
        let other = MatchItem { seed: item.seed + 1, ..item.clone() };
        assert!(names.iter().any(|name| item.begins(name) != other.begins(name)));
    }

    #[test]
    fn a_match_is_decided_as_soon_as_nothing_can_change_it() {
        for (score, decided) in [
            (score(0, 0, 0), None),
            (score(5, 5, 0), None),
            (score(6, 0, 0), Some(true)),
            (score(0, 6, 0), Some(false)),
            (score(5, 3, 2), None),
            (score(5, 3, 3), Some(false)),
            (score(0, 5, 1), Some(false)),
        ] {
            assert_eq!(score.decided(11), decided, "{score:?}");
        }
    }
}
