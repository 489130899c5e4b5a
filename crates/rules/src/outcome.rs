//! Who has won a finished game.

use std::time::Duration;

use crate::Player;

/// How a finished game ended between two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has more points.
    Win(Player),
    /// Both have the same.
    Draw,
}

/// How a finished game ended in a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player has more points.
    ByPoints(Player),
    /// The points are equal and this player has more time left.
    ByTime(Player),
    /// Points and time are equal: the game is played again on another board.
    PlayAgain,
}

fn leader<T: Ord>([first, second]: [T; 2]) -> Option<Player> {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Player::First),
        std::cmp::Ordering::Less => Some(Player::Second),
        std::cmp::Ordering::Equal => None,
    }
}

impl Outcome {
    /// The outcome of a finished game by its points.
    pub fn of(points: [u32; 2]) -> Self {
        leader(points).map_or(Self::Draw, Self::Win)
    }
}

impl Verdict {
    /// The verdict on a finished game by its points and, if these are equal, by
    /// the time that the players have left.
    pub fn of(points: [u32; 2], time_left: [Duration; 2]) -> Self {
        let by_time = || leader(time_left).map_or(Self::PlayAgain, Self::ByTime);
        leader(points).map_or_else(by_time, Self::ByPoints)
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::ByPoints(player) | Self::ByTime(player) => Some(player),
            Self::PlayAgain => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{First, Second};

    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_millis(2);

    #[test]
    fn more_points_win_whatever_the_clocks_say() {
        assert_eq!(Outcome::of([5, 4]), Outcome::Win(First));
        assert_eq!(Verdict::of([4, 5], [LONG, SHORT]), Verdict::ByPoints(Second));
        assert_eq!(Verdict::of([4, 5], [LONG, SHORT]).winner(), Some(Second));
    }

    #[test]
    fn equal_points_are_a_draw_for_people_and_a_matter_of_time_in_a_competition() {
        assert_eq!(Outcome::of([4, 4]), Outcome::Draw);
        assert_eq!(Verdict::of([4, 4], [SHORT, LONG]), Verdict::ByTime(Second));
        assert_eq!(Verdict::of([4, 4], [LONG, SHORT]).winner(), Some(First));
        assert_eq!(Verdict::of([4, 4], [LONG, LONG]), Verdict::PlayAgain);
        assert_eq!(Verdict::of([4, 4], [LONG, LONG]).winner(), None);
    }
}
