//! How an agent used its time, over all its games.

use std::time::Duration;

use super::{GameSide, GameSummary};

/// The upper ends of the parts of its time that an agent can have used in a game,
/// in percent. Narrow where it matters: next to nothing, and nearly all.
const UPPER_ENDS: [u32; 7] = [1, 10, 25, 50, 75, 90, 100];

/// Into how many parts games are divided by the time used; the last is for those
/// in which all of it was used.
pub const TIME_PARTS: usize = UPPER_ENDS.len() + 1;

/// What each part is called.
pub const TIME_PART_NAMES: [&str; TIME_PARTS] =
    ["under 1 %", "1–10 %", "10–25 %", "25–50 %", "50–75 %", "75–90 %", "90–100 %", "all of it"];

/// The longest of some times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// How long.
    pub time: Duration,
    /// The index of the game that it was in.
    pub game: usize,
}

/// The time of one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Games.
    pub games: u32,
    /// Moves.
    pub moves: u64,
    /// The time of all turns.
    pub used: Duration,
    /// The longest turn.
    pub slowest: Option<Longest>,
    /// The most that it used in one game.
    pub most: Option<Longest>,
    /// The middle one of all games' times.
    pub median: Option<Duration>,
    /// The least and the most that it had for a game.
    pub allowed: Option<[Duration; 2]>,
    /// Games by the part of the time used in them.
    pub parts: [u32; TIME_PARTS],
}

impl TimeUse {
    /// That of an agent in its games, which come with their index and its side.
    pub(super) fn new<'a>(games: impl Iterator<Item = (usize, &'a GameSummary, usize)>) -> Self {
        let mut time = Self::default();
        let mut times = Vec::new();
        for (index, game, side) in games {
            time.add(index, &game.sides[side]);
            times.push(game.sides[side].used);
        }
        times.sort_unstable();
        time.median = times.get(times.len() / 2).copied();
        time
    }

    fn add(&mut self, index: usize, side: &GameSide) {
        self.games += 1;
        self.moves += u64::from(side.moves);
        self.used += side.used;
        longer(&mut self.slowest, Longest { time: side.slowest, game: index });
        longer(&mut self.most, Longest { time: side.used, game: index });
        let [least, most] = self.allowed.unwrap_or([side.allowed; 2]);
        self.allowed = Some([least.min(side.allowed), most.max(side.allowed)]);
        self.parts[part(side.used, side.allowed)] += 1;
    }

    /// The mean time of a move.
    pub fn mean_move(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.used.div_f64(self.moves as f64))
    }

    /// The mean time of a game.
    pub fn mean_game(&self) -> Option<Duration> {
        (self.games > 0).then(|| self.used / self.games)
    }
}

/// Keeps the longer one; of equals the first.
fn longer(longest: &mut Option<Longest>, other: Longest) {
    if longest.is_none_or(|longest| other.time > longest.time) {
        *longest = Some(other);
    }
}

/// The part into which a game falls.
fn part(used: Duration, allowed: Duration) -> usize {
    UPPER_ENDS.iter().position(|&end| used * 100 < allowed * end).unwrap_or(UPPER_ENDS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_divided_by_the_part_of_the_time_used() {
        let allowed = Duration::from_secs(10);
        for (used, expected) in
            [(0, 0), (99, 0), (100, 1), (2_499, 2), (2_500, 3), (9_999, 6), (10_000, 7), (60_000, 7)]
        {
            assert_eq!(part(Duration::from_millis(used), allowed), expected, "{used} ms");
        }
        assert_eq!(part(Duration::ZERO, Duration::ZERO), TIME_PARTS - 1);
    }
}
