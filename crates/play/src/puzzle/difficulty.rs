//! How hard a puzzle is: how often each level finds the move, on the scale of the levels.

use fruitrage_engine::{Engine, Level, Limits, Root, Table};
use fruitrage_rules::Board;

use super::Puzzle;
use crate::rating::{Scored, performance};

/// How often each level tries.
const TRIES: u64 = 24;

/// Nodes for a try.
const NODES: u64 = 2_000;

/// The rating that is taken for granted before the first try.
const USUAL: i32 = 1000;

/// Ratings are rounded to so much: they are not known better.
const STEP: i32 = 10;

/// Returns how often each level tries a puzzle.
pub const fn tries() -> u64 {
    TRIES
}

/// Returns how many of its tries at a puzzle a level solves: it takes the best group.
pub fn solved_by(level: Level, puzzle: &Puzzle) -> u64 {
    let engine = Engine::default().at_level(level);
    let best = puzzle.board.group_at(puzzle.best);
    let solves = |seed: &u64| chosen(&engine, &puzzle.board, *seed).is_some_and(|group| best == Ok(group));
    (1..=TRIES).filter(solves).count() as u64
}

fn chosen(engine: &Engine, board: &Board, seed: u64) -> Option<fruitrage_rules::Group> {
    let mut root = Root::of_board(board).ok()?;
    root.shuffle(seed);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let cell = engine.search(&root, &limits, &Table::for_nodes(NODES), &mut ()).best.cell;
    board.group_at(cell).ok()
}

/// Returns the rating of a puzzle: that of a player who beats each level as often as the
/// level fails.
pub(super) fn rating(puzzle: &Puzzle) -> i32 {
    let results: Vec<Scored> = Level::all()
        .flat_map(|level| {
            let failed = 1.0 - solved_by(level, puzzle) as f64 / TRIES as f64;
            std::iter::repeat_n(Scored { rating: level.rating(), score: failed }, TRIES as usize)
        })
        .collect();
    let exact = performance(&results, USUAL);
    (exact + STEP / 2).div_euclid(STEP) * STEP
}
