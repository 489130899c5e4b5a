//! What one game gave, seen by one of its players.

use std::cmp::Ordering;

/// How a game ended for one of its players.
///
/// Not a matter of points alone: a game can also be lost by a fault, and equal
/// points can be decided by the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// This player has won it.
    Win,
    /// Nobody has.
    Draw,
    /// The opponent has won it.
    Loss,
}

impl GameScore {
    /// The score if points are all that counts.
    pub fn by_points<T: Ord + Copy>(own: T, other: T) -> Self {
        match own.cmp(&other) {
            Ordering::Greater => Self::Win,
            Ordering::Equal => Self::Draw,
            Ordering::Less => Self::Loss,
        }
    }

    /// Two for a win, one for a draw, none for a loss.
    pub const fn half_points(self) -> u32 {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }

    /// The same game as the opponent sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// Its place in a list of wins, draws and losses.
    pub const fn index(self) -> usize {
        match self {
            Self::Win => 0,
            Self::Draw => 1,
            Self::Loss => 2,
        }
    }
}

/// What a game gave: who has won it, and the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How it ended for this player.
    pub score: GameScore,
    /// Own and the opponent's points, as far as the game went.
    pub points: [u32; 2],
}

impl GameResult {
    /// A game that was decided by its points.
    pub fn by_points(points: [u32; 2]) -> Self {
        Self { score: GameScore::by_points(points[0], points[1]), points }
    }

    /// The same game as the opponent sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [own, other] = self.points;
        Self { score: self.score.reversed(), points: [other, own] }
    }

    /// Own points less the opponent's.
    pub fn margin(&self) -> f64 {
        f64::from(self.points[0]) - f64::from(self.points[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_player_wins_the_other_loses() {
        for points in [[5, 4], [4, 4], [0, 9]] {
            let game = GameResult::by_points(points);
            assert_eq!(game.score.half_points() + game.reversed().score.half_points(), 2);
            assert_eq!(game.reversed().reversed(), game);
            assert_eq!(game.reversed(), GameResult::by_points([points[1], points[0]]));
        }
    }
}
