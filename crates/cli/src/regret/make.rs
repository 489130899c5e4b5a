//! Makes test positions: endgames of quick games of the engine, as hard as can still be
//! solved.

use fruitrage_engine::{Engine, Limits, Root, Table};
use fruitrage_play::puzzle::value;
use fruitrage_rules::{Board, Position, Random, generate};

use super::TestPosition;

/// Sizes and kinds of the boards that the games are played on.
const BOARDS: [(usize, u8); 8] = [(8, 3), (8, 4), (10, 4), (10, 6), (15, 4), (15, 6), (20, 6), (26, 9)];
/// Nodes for a move of the games.
const QUICK_NODES: u64 = 1_500;
/// The groups of a test position.
const GROUPS: std::ops::Range<u64> = 8..30;
/// Nodes to solve a position with: about a second.
const SOLVER_NODES: u64 = 2_500_000;

/// Returns the test position that a seed names, if it can be solved.
pub(crate) fn make(seed: u64) -> Option<TestPosition> {
    let mut random = Random::new(seed);
    let (size, kinds) = BOARDS[(seed % BOARDS.len() as u64) as usize];
    let most = (GROUPS.start + random.below(GROUPS.end - GROUPS.start)) as usize;
    let engine = Engine::default();
    let mut position = Position::start(Board::settled(&generate(size, kinds, seed)));
    while position.board().group_count() > most {
        let root = Root::of_board(position.board()).expect("a game that is not over");
        let limits = Limits { nodes: Some(QUICK_NODES), ..Limits::default() };
        let report = engine.search(&root, &limits, &Table::for_nodes(QUICK_NODES), &mut ());
        position.try_play(report.best.cell).expect("the engine plays legal moves");
    }
    let board = position.board().clone();
    value(&board, SOLVER_NODES).map(|points| TestPosition { board, points })
}
