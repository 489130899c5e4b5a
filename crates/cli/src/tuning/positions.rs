//! Answers for the positions to learn from: where they come from and what they
//! are worth.
//!
//! The engine plays quick games against itself, with a careless move now and
//! then so that the positions are not only those of good play. Every so often
//! one is judged by a deeper search. All of it follows from the seed.

use fruitrage_engine::{Engine, Limits, NODES_BETWEEN_QUESTIONS, Observer, Report, Root, Table};
use fruitrage_rules::{Board, Position, Random, generate};

/// Nodes for a move of the games.
const QUICK_NODES: u64 = 1_500;
/// One move in so many is made at a glance.
const CARELESS_EVERY: u64 = 5;
/// Fewer groups than this are the exact solver's affair.
const FEWEST_GROUPS: usize = 8;

const SIZES: [usize; 8] = [6, 8, 10, 12, 15, 18, 20, 26];
const KINDS: [u8; 6] = [2, 3, 4, 5, 6, 9];

/// A position and what it is worth to the player to move.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) board: Board,
    pub(crate) points: f64,
}

/// The judged positions of one game.
pub(crate) fn judged_positions(engine: &Engine, seed: u64, nodes: u64) -> Vec<Judged> {
    let mut random = Random::new(seed);
    let size = SIZES[random.below(SIZES.len() as u64) as usize];
    let kinds = KINDS[random.below(KINDS.len() as u64) as usize];
    let mut position = Position::start(Board::settled(&generate(size, kinds, seed)));
    let moves_between = 2 + (size * size / 50) as u64;
    let mut wait = random.below(moves_between);
    let mut judged = Vec::new();
    while position.board().group_count() >= FEWEST_GROUPS {
        let board = position.board();
        if wait == 0 {
            judged.push(Judged { board: board.clone(), points: worth(engine, board, nodes) });
            wait = moves_between;
        }
        wait -= 1;
        let nodes = if random.below(CARELESS_EVERY) == 0 { 1 } else { QUICK_NODES };
        let cell = search(engine, board, nodes, &mut ()).best.cell;
        position.try_play(cell).expect("the engine plays legal moves");
    }
    judged
}

/// What deeper search says a position is worth: the mean of its last two
/// iterations, because one of them has the mover's word last and the other the
/// opponent's.
fn worth(engine: &Engine, board: &Board, nodes: u64) -> f64 {
    let mut values = Values::default();
    let report = search(engine, board, nodes, &mut values);
    match values.0[..] {
        [.., before, last] if !report.exact => f64::midpoint(before, last),
        _ => report.best.value.points(),
    }
}

fn search(engine: &Engine, board: &Board, nodes: u64, observer: &mut impl Observer) -> Report {
    let root = Root::of_board(board).expect("a game that is not over");
    engine.search(&root, &Limits { nodes: Some(nodes), ..Limits::default() }, &Table::for_nodes(nodes), observer)
}

/// Notes the value of each iteration.
#[derive(Default)]
struct Values(Vec<f64>);

impl Observer for Values {
    fn iteration(&mut self, report: &Report) -> bool {
        self.0.push(report.best.value.points());
        true
    }

    fn nodes_allowed(&mut self) -> u64 {
        NODES_BETWEEN_QUESTIONS
    }
}
