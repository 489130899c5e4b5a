//! The review of a game: what was good and what was not: every
//! move against the best one, in numbers and in words.
//!
//! ```text
//! course.rs   a review under way: which boards are to be judged next
//! judge.rs    what a board is worth, and the best move in it
//! class.rs    how bad a loss is: against what was at stake
//! fact.rs     what can be said about a move that is true by the rules
//! summary.rs  each player's accuracy and time, the curve and its turning point
//! ```
//!
//! A move is not compared with the value of the position before it, which was found
//! by another search at another depth, but with the best move on equal terms: the
//! boards after both are searched alike. So a loss is not just noise; and where both
//! are solved, it is exact.

mod class;
mod course;
mod fact;
mod judge;
mod summary;

use std::ops::ControlFlow;
use std::time::Duration;

use fruitrage_engine::Value;
use fruitrage_game::run_in_order;
use fruitrage_game::{GameRecord, Stop};
use fruitrage_rules::{Cell, Player};
use serde::Serialize;

pub use class::Class;
pub use course::ReviewCourse;
pub use fact::Fact;
pub(crate) use fact::{gift, largest_size, together_before};
pub use summary::{Evaluation, PlayerReview, TurningPoint};

use crate::named;

/// How thoroughly to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// About the most boards to look at for one position. With it and without a
    /// time, a review is always the same.
    pub nodes: Option<u64>,
    /// The longest to think about one position.
    pub time: Option<Duration>,
    /// How many positions to judge at a time.
    pub threads: usize,
}

impl Default for ReviewOptions {
    /// Two hundred thousand boards a position, about a twentieth of a second, with
    /// one thread.
    fn default() -> Self {
        Self { nodes: Some(200_000), time: None, threads: 1 }
    }
}

/// A game, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// Every move.
    pub moves: Vec<ReviewedMove>,
    /// What was to be expected before each move, and after the last.
    pub curve: Vec<Evaluation>,
    /// Both players.
    pub players: [PlayerReview; 2],
    /// The move that decided who won, if there was one.
    pub turning_point: Option<TurningPoint>,
}

/// A move, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub ply: u32,
    /// Who made it.
    #[serde(serialize_with = "named::player")]
    pub player: Player,
    /// The cell that was named.
    #[serde(rename = "move", serialize_with = "named::cell")]
    pub cell: Cell,
    /// How many fruits it took.
    pub size: u32,
    /// What they were worth.
    pub points: u32,
    /// How many moves there were to choose from.
    pub choices: usize,
    /// How many points more its player was to expect than the opponent from there
    /// on, this move included.
    #[serde(serialize_with = "named::value")]
    pub margin: Value,
    /// The best move: this one, if none is better.
    #[serde(serialize_with = "named::cell")]
    pub best: Cell,
    /// How many fruits that takes.
    pub best_size: u32,
    /// What was to expect of the best move.
    #[serde(serialize_with = "named::value")]
    pub best_margin: Value,
    /// The moves that both sides were then expected to make, the best one first.
    #[serde(serialize_with = "named::cells")]
    pub best_line: Vec<Cell>,
    /// What the move lost against the best one; never below zero.
    #[serde(serialize_with = "named::value")]
    pub lost: Value,
    /// Whether that is certain.
    pub exact: bool,
    /// What was at stake: the points of the largest group on the board, before the
    /// move, after it or after the best one. Late in a game small things are small,
    /// so it is never less than for the largest group of the first board, or one of half
    /// as many fruits as the board is wide, whichever is smaller.
    pub stake: u32,
    /// How bad that was.
    pub class: Class,
    /// What can be said about it.
    pub facts: Vec<Fact>,
    /// The same in words; empty if there is nothing to say.
    pub words: String,
    /// The time on the wall that it took.
    #[serde(rename = "seconds", serialize_with = "named::seconds")]
    pub wall: Duration,
    /// The CPU time that it took.
    #[serde(rename = "cpu_seconds", serialize_with = "named::seconds")]
    pub cpu: Duration,
}

/// Reviews a game. `progress` hears how many of how many searches are done. Nothing
/// comes of it if `stop` is raised.
pub fn review(
    record: &GameRecord,
    options: &ReviewOptions,
    stop: &Stop,
    progress: &mut dyn FnMut(usize, usize),
) -> Option<Review> {
    let mut course = ReviewCourse::new(record.clone(), options.clone());
    loop {
        let wanted: Vec<_> = course.wanted().map(|(board, depth)| (board.clone(), depth)).collect();
        if wanted.is_empty() {
            let (_, total) = course.progress();
            progress(total, total);
            return Some(course.sum_up());
        }
        let one = |number: u64| {
            let (board, depth) = &wanted[number as usize];
            judge::judge(board, *depth, options, stop)
        };
        run_in_order(options.threads.max(1), wanted.len() as u64, one, |_, judged| {
            course.take(judged);
            let (done, total) = course.progress();
            progress(done, total);
            if stop.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stop.is_raised() {
            return None;
        }
    }
}
