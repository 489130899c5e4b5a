//! Answers for experiments: many short games in this process between two
//! players, in pairs.

mod game;
mod player;
mod report;
mod schedule;

pub(crate) use game::{Allowance, play_pair};
pub(crate) use player::Player;
pub(crate) use report::{MatchReport, Tallies, in_percent};
pub(crate) use schedule::{Boards, default_threads, run_in_order};
