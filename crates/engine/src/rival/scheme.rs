//! Schemes: the moves that gain the most against an opponent whose replies are
//! foreseen, to the end of the game.
//!
//! Own moves are the only ones to choose, so a few lines are followed side by side
//! (a beam): each is continued by its most promising moves, each of these by the
//! reply foreseen, and the best lines are kept. That is done in rounds, each with more
//! lines and moves than the one before. What the last move was planned on is where the
//! next one begins, so that a plan is only ever given up for a better one.
//!
//! The opponent may also do something else, with the probability that the habit
//! leaves for it. Then it is taken to do what is best, and the plan ends there: that is
//! counted in, move by move, so that what a plan promises later counts less.

use std::collections::{HashMap, HashSet};

use fruitrage_rules::{Board, Cell, Group};

use super::foresight::foresee;
use super::habits::Habit;
use super::meter::{Meter, Stopped};
use crate::{Engine, Observer, RatedMove, Report, Value};

/// Lines that no clock is long enough for.
const MOST_LINES: usize = 1024;

/// The most moves of a board that are tried.
const MOST_MOVES: usize = 12;

/// How many boards are remembered.
const MOST_BOARDS: usize = 1 << 18;

/// Up to this depth of the opponent, a plan is worth following that is not through: to
/// foresee deeper ones takes so long that it would be a short one.
const SHALLOW: u32 = 3;

/// The lines of the first round against deeper ones, and the moves of each: few, so that it
/// is soon through.
const FIRST_AGAINST_DEEP: [usize; 2] = [1, 3];

/// A search for the best plan.
pub(crate) struct Scheme<'a, O: ?Sized> {
    engine: &'a Engine,
    habit: Habit,
    /// Points more than the opponent's before the first move.
    lead: i32,
    meter: Meter<'a, O>,
    replies: HashMap<u64, Group>,
    promising: HashMap<u64, Vec<Group>>,
}

/// A plan, and how the game ends by it.
pub(crate) struct Plan {
    pub(crate) report: Report,
    /// Whether it wins the game, if the opponent does as foreseen.
    pub(crate) wins: bool,
}

/// Own moves and the replies foreseen.
#[derive(Clone)]
struct Line {
    board: Board,
    cells: Vec<Cell>,
    first: Option<Group>,
    replies: i32,
    /// Points more than the opponent from here on.
    ahead: f64,
    /// What the ends count for that other replies lead to.
    elsewhere: f64,
    /// What all of it is worth.
    worth: f64,
}

impl Line {
    fn start(board: &Board) -> Self {
        let (cells, first) = (Vec::new(), None);
        Self { board: board.clone(), cells, first, replies: 0, ahead: 0.0, elsewhere: 0.0, worth: 0.0 }
    }
}

/// Lines that were followed: the best of them, to the end or as far as the time went.
enum Followed {
    Through(Line),
    Stopped(Option<Line>),
}

impl<'a, O: Observer + ?Sized> Scheme<'a, O> {
    /// Creates a scheme that may search so many nodes.
    pub(crate) fn new(engine: &'a Engine, habit: Habit, lead: Option<i32>, nodes: u64, observer: &'a mut O) -> Self {
        let meter = Meter::new(observer, nodes);
        let (replies, promising) = (HashMap::new(), HashMap::new());
        Self { engine, habit, lead: lead.unwrap_or(0), meter, replies, promising }
    }

    /// Returns the best plan found, if there is time for any. `kept` is what is left of the
    /// plan before, `also` a move to try whatever it promises.
    pub(crate) fn find(mut self, board: &Board, kept: &[Cell], also: Option<Cell>) -> Option<Plan> {
        let mut best = self.resumed(board, kept).ok().flatten();
        if let Some(group) = also.and_then(|cell| board.group_at(cell).ok())
            && self.list_promising(board).is_ok()
        {
            let moves = self.promising.entry(board.hash()).or_default();
            moves.retain(|&other| other != group);
            moves.insert(0, group);
        }
        let tunables = &self.engine.tunables;
        let usual = [tunables.scheme_lines, tunables.scheme_moves].map(|number| (number as usize).max(1));
        let [mut lines, mut moves] = if self.habit.model.depth <= SHALLOW { usual } else { FIRST_AGAINST_DEEP };
        while lines <= MOST_LINES {
            match self.follow(board, lines, moves) {
                Followed::Through(line) if best.as_ref().is_none_or(|best| line.worth > best.worth) => {
                    best = Some(line);
                }
                Followed::Through(_) => {}
                Followed::Stopped(line) => {
                    best = best.or(line.filter(|_| self.habit.model.depth <= SHALLOW));
                    break;
                }
            }
            let plan = self.plan(best.as_ref().expect("a line that is through"));
            if !self.meter.observer().iteration(&plan.report) {
                break;
            }
            lines *= 2;
            moves = (moves + 1).min(MOST_MOVES);
        }
        best.map(|line| self.plan(&line))
    }

    /// Returns the line of a plan made before, to the end; none if it does not go that
    /// far or the replies are not those that it was made for.
    fn resumed(&mut self, board: &Board, kept: &[Cell]) -> Result<Option<Line>, Stopped> {
        let mut line = Line::start(board);
        while !line.board.is_empty() {
            let Some(group) = kept.get(line.cells.len()).and_then(|&cell| line.board.group_at(cell).ok()) else {
                return Ok(None);
            };
            line = self.after(&line, group)?;
            if !kept.starts_with(&line.cells) {
                return Ok(None);
            }
        }
        Ok((!kept.is_empty()).then_some(line))
    }

    /// Follows lines until they end or the time does.
    fn follow(&mut self, board: &Board, kept_lines: usize, moves: usize) -> Followed {
        let mut lines = vec![Line::start(board)];
        let mut best: Option<Line> = None;
        let mut front = None;
        while !lines.is_empty() {
            let Ok(mut next) = self.continued(&lines, moves) else { return Followed::Stopped(front) };
            next.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            let mut seen = HashSet::new();
            next.retain(|line| seen.insert((line.board.hash(), line.worth.to_bits())));
            next.truncate(kept_lines);
            // Of lines that have ended only the best matters any more.
            let ended = next.iter().find(|line| line.board.is_empty());
            if let Some(line) = ended.filter(|line| best.as_ref().is_none_or(|best| line.worth > best.worth)) {
                best = Some(line.clone());
            }
            next.retain(|line| !line.board.is_empty());
            front = next.first().into_iter().chain(&best).max_by(|a, b| a.worth.total_cmp(&b.worth)).cloned();
            lines = next;
        }
        best.map_or(Followed::Stopped(front), Followed::Through)
    }

    /// Returns all lines continued by their most promising moves.
    fn continued(&mut self, lines: &[Line], moves: usize) -> Result<Vec<Line>, Stopped> {
        let mut next = Vec::with_capacity(lines.len() * moves);
        for line in lines {
            self.list_promising(&line.board)?;
            let promising = self.promising[&line.board.hash()].clone();
            for &group in promising.iter().take(moves) {
                next.push(self.after(line, group)?);
            }
        }
        Ok(next)
    }

    /// Lists the moves with the largest values to depth 1, if they are not listed yet.
    fn list_promising(&mut self, board: &Board) -> Result<(), Stopped> {
        if self.promising.contains_key(&board.hash()) {
            return Ok(());
        }
        if self.promising.len() >= MOST_BOARDS {
            self.promising.clear();
        }
        let mut moves = Vec::new();
        let mut child = Board::empty(1);
        for group in board.groups() {
            self.meter.count()?;
            board.play_into(group, &mut child);
            moves.push((Value::from_points(group.points()) - self.engine.evaluation.of(&child), group));
        }
        // A stable sort: of equal moves, the larger group comes first.
        moves.sort_by_key(|&(value, _)| -value);
        self.promising.insert(board.hash(), moves.into_iter().take(MOST_MOVES).map(|(_, group)| group).collect());
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
        let (mut replies, mut elsewhere) = (line.replies, line.elsewhere);
        if !board.is_empty() {
            replies += 1;
            let surprise = self.habit.chance_of(replies - 1) - self.habit.chance_of(replies);
            elsewhere += surprise * (ahead - self.best_reply(&board)?.points());
            let reply = self.foreseen(&board)?;
            self.meter.count()?;
            let mut next = Board::empty(1);
            board.play_into(reply, &mut next);
            board = next;
            cells.push(reply.cell());
            ahead -= f64::from(reply.points());
        }
        let worth = elsewhere + self.habit.chance_of(replies) * (ahead + self.engine.evaluation.of(&board).points());
        Ok(Line { board, cells, first: line.first.or(Some(group)), replies, ahead, elsewhere, worth })
    }

    fn foreseen(&mut self, board: &Board) -> Result<Group, Stopped> {
        if let Some(&reply) = self.replies.get(&board.hash()) {
            return Ok(reply);
        }
        let reply = foresee(board, self.habit.model, &mut self.meter)?;
        if self.replies.len() >= MOST_BOARDS {
            self.replies.clear();
        }
        self.replies.insert(board.hash(), reply);
        Ok(reply)
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

    fn plan(&self, line: &Line) -> Plan {
        let first = line.first.expect("a line with a move");
        let steps = line.worth * f64::from(Value::from_points(1).steps());
        let best =
            RatedMove { line: line.cells.clone(), ..RatedMove::alone(first, Value::from_steps(steps as i32), false) };
        let wins = line.board.is_empty() && f64::from(self.lead) + line.ahead > 0.0;
        let report = Report::of(std::iter::once(best), false, line.cells.len() as u32, self.meter.nodes());
        Plan { report: Report { settled: wins, ..report }, wins }
    }
}
