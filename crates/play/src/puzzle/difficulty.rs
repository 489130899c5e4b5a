//! How hard a puzzle is: how often the levels find the move because they see it, on the scale
//! of the levels.
//!
//! A level overlooks things. So now and then it takes the best group only because it has not
//! noticed the larger ones, which says nothing about the puzzle: the levels that never look
//! ahead solve 10 to 13 % of the deck in that way. Therefore each level is asked twice with the
//! same eyes: as it is, and as somebody who takes the largest group that they notice. What the
//! second one finds is luck, and is taken off.

use fruitrage_engine::{Engine, Level, Limits, Root, Table, Traits};
use fruitrage_rules::{Board, Cell, Group};

use super::Puzzle;
use crate::rating::{Scored, performance};

/// How often each level tries. A rating is known to about 25 then.
const TRIES: u64 = 96;

/// The same for full strength, which overlooks nothing: only the order of equal moves differs.
const TRIES_AT_FULL_STRENGTH: u64 = 4;

/// Nodes for a try.
const NODES: u64 = 2_000;

/// What a level counts as much as, in games.
const GAMES: usize = 24;

/// The rating that is taken for granted before the first try.
const USUAL: i32 = 1000;

/// Ratings are rounded to so much: they are not known better.
const STEP: i32 = 10;

/// Returns how many of its tries at a puzzle a level solves, as a part of them: it takes the
/// best group.
pub fn solved_by(level: Level, puzzle: &Puzzle) -> f64 {
    let tries = if level.traits().is_some() { TRIES } else { TRIES_AT_FULL_STRENGTH };
    solved(&Engine::default().at_level(level), tries, puzzle)
}

/// Returns the same, but without what it solves by luck.
pub fn seen_by(level: Level, puzzle: &Puzzle) -> f64 {
    let luck = level.traits().map_or(0.0, |traits| {
        let at_first_sight = Traits { ahead: 1.0, candidates: 1.0, searches: 0.0, ..traits };
        solved(&Engine::default().with_traits(&at_first_sight), TRIES, puzzle)
    });
    ((solved_by(level, puzzle) - luck) / (1.0 - luck).max(f64::EPSILON)).max(0.0)
}

fn solved(engine: &Engine, tries: u64, puzzle: &Puzzle) -> f64 {
    let best = puzzle.board.group_at(puzzle.best);
    let solves = |seed: &u64| chosen(engine, &puzzle.board, *seed).is_some_and(|group| best == Ok(group));
    (1..=tries).filter(solves).count() as f64 / tries as f64
}

fn chosen(engine: &Engine, board: &Board, seed: u64) -> Option<Group> {
    let mut root = Root::of_board(board).ok()?;
    root.shuffle(seed);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let cell: Cell = engine.search(&root, &limits, &Table::for_nodes(NODES), &mut ()).best.cell;
    board.group_at(cell).ok()
}

/// Returns the rating of a puzzle: that of a player who beats each level as often as the
/// level does not see the move. Levels that never look ahead have no part in it.
pub(super) fn rating(puzzle: &Puzzle) -> i32 {
    let looks_ahead = |level: &Level| level.traits().is_none_or(|traits| traits.ahead > 1.0);
    let results: Vec<Scored> = Level::all()
        .filter(looks_ahead)
        .flat_map(|level| {
            let unseen = Scored { rating: level.rating(), score: 1.0 - seen_by(level, puzzle) };
            std::iter::repeat_n(unseen, GAMES)
        })
        .collect();
    let exact = performance(&results, USUAL);
    (exact + STEP / 2).div_euclid(STEP) * STEP
}
