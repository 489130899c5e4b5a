//! How long a grading may take, before it begins.

use std::time::Duration;

use fruitrage_game::{BoardClass, greedy};
use fruitrage_rules::Position;

use crate::{MatchItem, Rubric, Task};

/// How long a grading may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// Items that are not graded yet.
    pub items: usize,
    /// All items.
    pub all: usize,
    /// Games of these, at most.
    pub games: u64,
    /// How long it takes if every move takes as long as the first one did at the rehearsal.
    pub likely: Duration,
    /// How long it takes if everybody uses all its time.
    pub longest: Duration,
}

/// What adds up to a forecast.
#[derive(Debug)]
pub(crate) struct Forecaster {
    /// Moves of a game on each kind of board.
    moves: Vec<u32>,
    sum: Forecast,
}

impl Forecaster {
    pub(crate) fn new(rubric: &Rubric) -> Self {
        let moves = rubric.boards.iter().map(|&class| moves_of_game(class, rubric.seed)).collect();
        Self { moves, sum: Forecast::default() }
    }

    /// An item, whether it is still to be graded, how long the submission took for a move, and
    /// how long an opponent does.
    pub(crate) fn add(&mut self, task: &Task, is_open: bool, time: Duration, opponent: impl FnOnce(&str) -> Duration) {
        self.sum.all += 1;
        if !is_open {
            return;
        }
        self.sum.items += 1;
        match task {
            Task::Case { case, clock } => {
                self.sum.likely += time;
                self.sum.longest += case.input.time + clock.grace;
            }
            Task::Match(asked) => {
                let games = most_games(asked);
                let moves: u32 = self.moves.iter().sum::<u32>() / self.moves.len().max(1) as u32;
                let of_game = (time + opponent(&asked.opponent)) * moves / 2;
                let times = u32::try_from(games).unwrap_or(u32::MAX);
                self.sum.games += games;
                self.sum.likely = self.sum.likely.saturating_add(of_game.saturating_mul(times));
                let longest = (asked.time.saturating_mul(2) + asked.clock.grace).saturating_mul(times);
                self.sum.longest = self.sum.longest.saturating_add(longest);
            }
        }
    }

    /// The forecast, with so many items at a time.
    pub(crate) fn finish(self, jobs: usize) -> Forecast {
        let jobs = u32::try_from(jobs.max(1)).unwrap_or(u32::MAX);
        Forecast { likely: self.sum.likely / jobs, longest: self.sum.longest / jobs, ..self.sum }
    }
}

/// The games of a match, at most: those that count, and the other sides of some boards. Where
/// it is decided early, more of the latter are played.
fn most_games(asked: &MatchItem) -> u64 {
    let counted = asked.games;
    counted + asked.fairness_pairs
}

/// How many moves a game has between two greedy players.
fn moves_of_game(class: BoardClass, seed: u64) -> u32 {
    let mut position = Position::start(class.board(seed));
    let mut moves = 0;
    while !position.is_over() {
        let group = greedy(position.board());
        if position.try_play(group.cell()).is_err() {
            break;
        }
        moves += 1;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_adds_up_what_is_left() {
        let rubric = Rubric::course(1);
        let mut forecaster = Forecaster::new(&rubric);
        for (number, item) in rubric.items().iter().enumerate() {
            let second = Duration::from_secs(1);
            forecaster.add(&item.task, number != 0, second, |_| Duration::ZERO);
        }
        let found = forecaster.finish(2);
        assert_eq!((found.items, found.all, found.games), (26, 27, 22));
        // 22 games of two players with 300 s, killed 10 s after.
        assert!(found.longest > Duration::from_secs(22 * 610 / 2) && found.longest < Duration::from_hours(3));
        let moves = moves_of_game(rubric.boards[0], 1);
        assert!((20..60).contains(&moves), "{moves}");
        assert_eq!(found.likely, (Duration::from_secs(24) + Duration::from_secs(22) * moves / 2) / 2);
    }
}
