//! Experiments: many short games in this process between two players, in pairs.

mod game;
mod player;
mod report;

pub(crate) use game::{Allowance, Pair, Usage, play_pair};
pub(crate) use player::{Seat, must_keep};
pub(crate) use report::{GainTest, MatchReport, Objective, Tallies, in_percent};

/// As many threads as can run at a time.
pub(crate) fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
