//! What a board is worth, and a move against the best one.

use std::time::{Duration, Instant};

use fruitrage_engine::{
    Engine, Limits, Report, Root, Table, TimePlan, Timekeeper, Value, expected_solver_nodes, solve,
};
use fruitrage_game::{GameRecord, Stop};
use fruitrage_rules::{Board, Cell};

use super::{Class, ReviewOptions, ReviewedMove, fact};

/// How many more boards a look to a given depth may take than one by count: the
/// board after another move is about as hard, but not quite.
const PATIENCE: u64 = 4;

/// What a board is worth to the player to move.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) value: Value,
    pub(super) exact: bool,
    pub(super) depth: u32,
    /// The moves that both sides are expected to make; none in an empty board.
    pub(super) line: Vec<Cell>,
}

impl From<Report> for Judged {
    fn from(report: Report) -> Self {
        Self { value: report.best.value, exact: report.exact, depth: report.depth, line: report.best.line }
    }
}

/// Judges a board: exactly if it can be solved, else by a search, to a depth if one
/// is given.
pub(super) fn judge(board: &Board, depth: Option<u32>, options: &ReviewOptions, stop: &Stop) -> Judged {
    let Ok(root) = Root::of_board(board) else {
        return Judged { value: Value::EVEN, exact: true, depth: 0, line: Vec::new() };
    };
    let by_time = options.time.map(Table::nodes_in);
    let at_hand = [options.nodes, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    // Without a limit of time there need be no clock, as in a page.
    let started = options.time.is_some().then(Instant::now);
    let clock = || started.map_or(Duration::ZERO, |started| started.elapsed());
    let stop = || stop.is_raised();
    let plan = options.time.map(|time| TimePlan::of_move(time, time));
    let mut keeper = Timekeeper::new(&clock, plan, &stop);
    if expected_solver_nodes(root.moves().len()) <= at_hand
        && let Some(report) = solve(&root, at_hand, &mut keeper)
    {
        return report.into();
    }
    let nodes = options.nodes.map(|nodes| if depth.is_some() { nodes.saturating_mul(PATIENCE) } else { nodes });
    let limits = Limits { depth, nodes, ..Limits::default() };
    let table = Table::for_nodes(at_hand);
    Engine::default().search(&root, &limits, &table, &mut keeper).into()
}

/// The board after the best move, if the one that was made was another.
pub(super) fn better_board(record: &GameRecord, ply: usize, judged: &Judged) -> Option<Board> {
    let board = record.positions[ply].board();
    let best = board.group_at(*judged.line.first()?).ok()?;
    let played = board.group_at(record.moves[ply].cell).ok()?;
    let mut after = board.clone();
    (best != played && after.try_play(best.cell()).is_ok()).then_some(after)
}

/// Judges a move, given what all boards of the game are worth and, if another move
/// was thought to be better, the board after that and its worth.
pub(super) fn judge_move(
    record: &GameRecord,
    ply: usize,
    judged: &[Judged],
    other: Option<&(&Board, Judged)>,
) -> ReviewedMove {
    let (line, before, after) = (&record.moves[ply], &record.positions[ply], &record.positions[ply + 1]);
    let cell = line.cell;
    let points = line.size * line.size;
    let margin = Value::from_points(points) - judged[ply + 1].value;
    let mut found = ReviewedMove {
        ply: line.ply,
        player: before.turn(),
        cell,
        size: line.size,
        points,
        choices: before.board().group_count(),
        margin,
        best: cell,
        best_size: line.size,
        best_margin: margin,
        best_line: std::iter::once(cell).chain(judged[ply + 1].line.iter().copied()).collect(),
        lost: Value::EVEN,
        // What is certain before the move is certain about all moves.
        exact: judged[ply + 1].exact && judged[ply].exact,
        stake: largest(before.board()).max(largest(after.board())).max(least_stake(record.positions[0].board())),
        class: Class::Best,
        facts: Vec::new(),
        words: String::new(),
        wall: line.wall,
        cpu: line.cpu,
    };
    if let Some((board, worth)) = other {
        found.compare(before.board(), board, &judged[ply], worth);
    }
    let next = record.moves.get(ply + 1).map(|next| next.cell);
    let better = other.map(|(board, _)| *board).filter(|_| found.best != cell);
    found.facts = fact::facts(&found, before.board(), after.board(), better, next);
    found.words = fact::words(&found.facts);
    found
}

impl ReviewedMove {
    /// Holds the move against another one that was thought to be better.
    fn compare(&mut self, before: &Board, after_other: &Board, judged: &Judged, worth: &Judged) {
        let Some(group) = judged.line.first().and_then(|&cell| before.group_at(cell).ok()) else { return };
        let margin = if judged.exact { judged.value } else { Value::from_points(group.points()) - worth.value };
        if margin <= self.margin {
            // Looked at alike, it is not.
            return;
        }
        self.best = group.cell();
        self.best_size = group.size() as u32;
        self.best_margin = margin;
        self.best_line = std::iter::once(group.cell()).chain(worth.line.iter().copied()).collect();
        self.lost = margin - self.margin;
        self.stake = self.stake.max(largest(after_other));
        self.class = Class::of(self.lost, self.stake);
    }
}

/// Late in a game small things are small: there is never less at stake than the
/// largest group of the first board, or one of half as many fruits as the board is wide if
/// that is less, for the largest may be out of all proportion.
fn least_stake(first: &Board) -> u32 {
    let fruits = (first.size() / 2).max(1) as u32;
    largest(first).min(fruits * fruits)
}

/// The points of the largest group on a board.
fn largest(board: &Board) -> u32 {
    board.groups().first().map_or(0, |group| group.points())
}
