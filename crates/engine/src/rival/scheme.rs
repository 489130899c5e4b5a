//! Schemes: the moves that gain the most against an opponent whose replies are
//! foreseen, to the end of the game if there is time.
//!
//! Own moves are the only ones to choose, so a few lines are followed side by side
//! (a beam): each is continued by its most promising moves, each of these by the
//! reply foreseen, and the best lines are kept. When the lines are through and there
//! is time left, all of it is done again with more lines.
//!
//! The opponent may also do something else, with the probability that the habit
//! leaves for it. Then it is taken to do what is best, and the plan ends there: that is
//! counted in, move by move, so that what a plan promises later counts less.

use std::collections::HashSet;

use fruitrage_rules::{Board, Cell, Group};

use super::foresight::foresee;
use super::habits::Habit;
use super::meter::{Meter, Stopped};
use crate::{Engine, Observer, RatedMove, Report, Value};

/// Lines that no clock is long enough for.
const MOST_LINES: usize = 4096;

/// A search for the best plan.
pub(crate) struct Scheme<'a, O: ?Sized> {
    engine: &'a Engine,
    habit: Habit,
    /// How many lines are kept, and how many moves of each are tried.
    lines: usize,
    moves: usize,
    meter: Meter<'a, O>,
}

/// Own moves and the replies foreseen.
#[derive(Clone)]
struct Line {
    board: Board,
    cells: Vec<Cell>,
    first: Option<Group>,
    /// Points more than the opponent so far.
    ahead: f64,
    /// What the ends count for that other replies lead to.
    elsewhere: f64,
    /// How likely it is that it comes to this.
    probability: f64,
    /// What all of it is worth.
    worth: f64,
}

impl<'a, O: Observer + ?Sized> Scheme<'a, O> {
    /// Creates a scheme that may search so many nodes.
    pub(crate) fn new(engine: &'a Engine, habit: Habit, nodes: u64, observer: &'a mut O) -> Self {
        Self {
            engine,
            habit,
            lines: (engine.tunables.scheme_lines as usize).clamp(1, MOST_LINES),
            moves: (engine.tunables.scheme_moves as usize).max(1),
            meter: Meter::new(observer, nodes),
        }
    }

    /// Returns the best plan found; if there is no time for any, the nodes that were
    /// spent.
    pub(crate) fn find(mut self, board: &Board) -> Result<Report, u64> {
        let mut found: Option<Report> = None;
        loop {
            let (report, ended) = self.follow(board);
            match (report, &found) {
                // What is not through is no better than what is.
                (Some(_), Some(_)) if !ended => break,
                (Some(report), Some(before)) if report.best.value <= before.best.value => {}
                (Some(report), _) => found = Some(report),
                (None, _) => break,
            }
            if !ended || 2 * self.lines > MOST_LINES {
                break;
            }
            self.lines *= 2;
        }
        let nodes = self.meter.nodes();
        found.map(|report| Report { nodes, ..report }).ok_or(nodes)
    }

    /// Follows lines until they end or the time does. Returns the best, and whether
    /// they have ended.
    fn follow(&mut self, board: &Board) -> (Option<Report>, bool) {
        let mut lines = vec![Line {
            board: board.clone(),
            cells: Vec::new(),
            first: None,
            ahead: 0.0,
            elsewhere: 0.0,
            probability: 1.0,
            worth: 0.0,
        }];
        let mut best: Option<Line> = None;
        let mut report = None;
        while !lines.is_empty() {
            let Ok(mut next) = self.continued(&lines) else { return (report, false) };
            next.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            let mut seen = HashSet::new();
            next.retain(|line| seen.insert((line.board.hash(), line.worth.to_bits())));
            next.truncate(self.lines);
            // Of lines that have ended only the best matters any more.
            let ended = next.iter().find(|line| line.board.is_empty());
            if let Some(line) = ended.filter(|line| best.as_ref().is_none_or(|best| line.worth > best.worth)) {
                best = Some(line.clone());
            }
            next.retain(|line| !line.board.is_empty());
            let front = next.first().into_iter().chain(&best).max_by(|a, b| a.worth.total_cmp(&b.worth));
            let now = self.report(front.expect("every line goes on or ends"));
            let wanted = self.meter.observer().iteration(&now);
            report = Some(now);
            if !wanted {
                return (report, false);
            }
            lines = next;
        }
        (report, true)
    }

    /// Returns all lines continued by their most promising moves.
    fn continued(&mut self, lines: &[Line]) -> Result<Vec<Line>, Stopped> {
        let mut next = Vec::with_capacity(lines.len() * self.moves);
        let mut promising = Vec::new();
        for line in lines {
            self.list_promising(&line.board, &mut promising)?;
            for &(_, group) in promising.iter().take(self.moves) {
                next.push(self.after(line, group)?);
            }
        }
        Ok(next)
    }

    /// Lists the moves in order of their value to depth 1.
    fn list_promising(&mut self, board: &Board, moves: &mut Vec<(Value, Group)>) -> Result<(), Stopped> {
        moves.clear();
        let mut child = Board::empty(1);
        for group in board.groups() {
            self.meter.count()?;
            board.play_into(group, &mut child);
            moves.push((Value::from_points(group.points()) - self.engine.evaluation.of(&child), group));
        }
        // A stable sort: of equal moves, the larger group comes first.
        moves.sort_by_key(|&(value, _)| -value);
        Ok(())
    }

    /// Returns a line with one more move and the reply to it.
    fn after(&mut self, line: &Line, group: Group) -> Result<Line, Stopped> {
        self.meter.count()?;
        let mut board = Board::empty(1);
        line.board.play_into(group, &mut board);
        let mut cells = line.cells.clone();
        cells.push(group.cell());
        let mut ahead = line.ahead + f64::from(group.points());
        let otherwise = ahead - self.best_reply(&board)?.points();
        let elsewhere = line.elsewhere + line.probability * (1.0 - self.habit.trust) * otherwise;
        let probability = line.probability * self.habit.trust;
        if !board.is_empty() {
            let reply = foresee(&board, self.habit.depth, &mut self.meter)?;
            self.meter.count()?;
            let mut replied = Board::empty(1);
            board.play_into(reply, &mut replied);
            board = replied;
            cells.push(reply.cell());
            ahead -= f64::from(reply.points());
        }
        let worth = elsewhere + probability * (ahead + self.engine.evaluation.of(&board).points());
        Ok(Line { board, cells, first: line.first.or(Some(group)), ahead, elsewhere, probability, worth })
    }

    /// Returns what the best reply is worth to the opponent, to depth 1.
    fn best_reply(&mut self, board: &Board) -> Result<Value, Stopped> {
        let mut best = Value::EVEN;
        let mut child = Board::empty(1);
        for group in board.groups() {
            let gain = Value::from_points(group.points());
            // No group is worth more than its points, nor is any that follows.
            if gain <= best {
                break;
            }
            self.meter.count()?;
            board.play_into(group, &mut child);
            best = best.max(gain - self.engine.evaluation.of(&child));
        }
        Ok(best)
    }

    fn report(&self, line: &Line) -> Report {
        let first = line.first.expect("a line with a move");
        let steps = line.worth * f64::from(Value::from_points(1).steps());
        let best =
            RatedMove { line: line.cells.clone(), ..RatedMove::alone(first, Value::from_steps(steps as i32), false) };
        Report::of(std::iter::once(best), false, line.cells.len() as u32, self.meter.nodes())
    }
}
