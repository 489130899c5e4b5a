//! The answer to a wrong move: what it allows, move by move and in a sentence.

use fruitrage_engine::{Engine, Limits, Root, Table, Value, solve};
use fruitrage_rules::{Board, Cell, Group};

use crate::review::{Class, gift, largest_size};

/// How many moves of a refutation are shown, the wrong one included.
const SHOWN: usize = 5;

/// The most groups of a board that an attempt is made to solve.
const SOLVED_GROUPS: usize = 22;

/// Nodes for that attempt.
const SOLVER_NODES: u64 = 300_000;

/// Nodes for a search where a board cannot be solved.
const SEARCH_NODES: u64 = 40_000;

/// What a wrong move allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The wrong move and those that follow if both play well.
    pub moves: Vec<Cell>,
    /// How many points it loses against the best move.
    pub lost: Value,
    /// Whether that is certain.
    pub exact: bool,
    /// All this in a sentence or two.
    pub words: String,
}

/// What a move turns out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// No other is better, or hardly.
    Right {
        /// What is to be expected from there on, beginning with the best answer.
        line: Vec<Cell>,
        /// Whether it is proved to be a best move.
        exact: bool,
    },
    Wrong(Refutation),
}

/// Judges a move: exactly if the board can be solved, else by searches as deep as each
/// other. `group` must be one of the board.
pub(crate) fn judge(board: &Board, group: Group) -> Judgement {
    let best = Outlook::of(board, None);
    let Some(&best_cell) = best.line.first() else { return Judgement::Right { line: Vec::new(), exact: true } };
    let own = Outlook::after(board, group, (!best.exact).then_some(best.depth));
    let best_group = board.group_at(best_cell).unwrap_or(group);
    let reference = if best.exact { best } else { Outlook::after(board, best_group, Some(best.depth)) };
    let exact = own.exact && reference.exact;
    let lost = if best_group == group { Value::EVEN } else { reference.value - own.value };
    let is_right = if exact {
        lost <= Value::EVEN
    } else {
        let stake = largest_points(board).max(largest_points(&played(board, group)));
        Class::of(lost, stake) <= Class::Good
    };
    let mut line = own.line;
    if is_right {
        line.remove(0);
        return Judgement::Right { line, exact };
    }
    line.truncate(SHOWN);
    let words = words(board, group, best_group, lost, exact, &line);
    Judgement::Wrong(Refutation { moves: line, lost, exact, words })
}

fn words(board: &Board, group: Group, best: Group, lost: Value, exact: bool, line: &[Cell]) -> String {
    let after = played(board, group);
    let otherwise = largest_size(&played(board, best));
    let took = group.size();
    let what = match after.groups().first() {
        Some(&left) if left.size() as u32 > otherwise => {
            format!("You took {took} and {}", gift(group.cell(), left, board, &after, otherwise, line.get(1).copied()))
        }
        _ => format!("You took {took}, and the opponent gets more out of what is left"),
    };
    let points = lost.points().round() as i64;
    let about = if exact { "" } else { "about " };
    let s = if points == 1 { "" } else { "s" };
    format!("{what}. In the end that is {about}{points} point{s} less than with the best move.")
}

/// What is to be expected: by how many points the player to move will be ahead, and by
/// which moves.
struct Outlook {
    value: Value,
    exact: bool,
    depth: u32,
    line: Vec<Cell>,
}

impl Outlook {
    /// The outlook on a board; to a depth if it cannot be solved.
    fn of(board: &Board, depth: Option<u32>) -> Self {
        let Ok(root) = Root::of_board(board) else {
            return Self { value: Value::EVEN, exact: true, depth: 0, line: Vec::new() };
        };
        let solved = (board.group_count() <= SOLVED_GROUPS).then(|| solve(&root, SOLVER_NODES, &mut ())).flatten();
        let report = solved.unwrap_or_else(|| {
            // To a depth that was reached with these nodes, no limit of nodes is needed.
            let nodes = depth.is_none().then_some(SEARCH_NODES);
            let limits = Limits { depth, nodes, ..Limits::default() };
            Engine::default().search(&root, &limits, &Table::for_nodes(SEARCH_NODES), &mut ())
        });
        let (depth, exact) = (report.depth, report.exact);
        Self { value: report.best.value, exact, depth, line: report.best.line }
    }

    /// The outlook after a move, as its player sees it, to a depth that counts the move.
    fn after(board: &Board, group: Group, depth: Option<u32>) -> Self {
        let rest = Self::of(&played(board, group), depth.map(|depth| depth.saturating_sub(1).max(1)));
        let line = std::iter::once(group.cell()).chain(rest.line).collect();
        Self { value: Value::from_points(group.points()) - rest.value, line, ..rest }
    }
}

pub(crate) fn played(board: &Board, group: Group) -> Board {
    let mut after = Board::empty(1);
    board.play_into(group, &mut after);
    after
}

fn largest_points(board: &Board) -> u32 {
    board.groups().first().map_or(0, |group| group.points())
}
