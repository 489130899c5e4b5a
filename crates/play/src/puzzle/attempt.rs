//! Somebody solving an exercise: a state machine. A cell comes in, an answer goes out.

use fruitrage_rules::{Board, Cell, IllegalMove};

use super::Truth;
use crate::refutation::{Judgement, Refutation, judge};

/// Nodes a move to find out whether there is still something to find.
const SOLVER_NODES: u64 = 300_000;

/// The most groups of a board that is looked at for that.
const MOST_GROUPS: usize = 22;

/// What is to be solved: a board, and whether one move is all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The board.
    pub board: Board,
    /// Whether it is over with the first right move, as it is where a person's own mistake
    /// is to be mended.
    pub one_move: bool,
}

/// An attempt at an exercise.
#[derive(Clone, Debug)]
pub struct Attempt {
    exercise: Exercise,
    board: Board,
    /// Own points, and the opponent's.
    points: [u32; 2],
    /// Right moves so far.
    found: u32,
    /// Wrong moves so far.
    faults: u32,
    /// The last move, if it was wrong, and what follows it.
    refuted: Vec<Cell>,
    strayed: bool,
    over: bool,
}

/// The answer to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// As good as any. The opponent has answered, and there is more to find.
    GoOn {
        /// The best defence.
        defence: Cell,
    },
    /// As good as any, and the advantage is banked: from here on it is enough to take the
    /// largest group.
    Solved {
        /// What is to be expected then.
        line: Vec<Cell>,
    },
    /// Another is better. The board is as it was: one may try again, or
    /// [play on](Attempt::play_on).
    Wrong(Refutation),
}

impl Attempt {
    /// Returns an attempt at its beginning.
    pub fn new(exercise: Exercise) -> Self {
        let board = exercise.board.clone();
        Self { exercise, board, points: [0; 2], found: 0, faults: 0, refuted: Vec::new(), strayed: false, over: false }
    }

    /// Returns the board that a move is to be found on.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns own points and the opponent's since the beginning.
    pub const fn points(&self) -> [u32; 2] {
        self.points
    }

    /// Returns how many right moves were made.
    pub const fn found(&self) -> u32 {
        self.found
    }

    /// Returns how many wrong moves were made.
    pub const fn faults(&self) -> u32 {
        self.faults
    }

    /// Returns whether nothing more is to be found.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Returns whether all was found, from the board of the exercise on.
    pub const fn is_solved(&self) -> bool {
        self.over && !self.strayed
    }

    /// Returns whether a wrong move was played on with.
    pub const fn has_strayed(&self) -> bool {
        self.strayed
    }

    /// Returns whether one may play on with a wrong move that was just refuted.
    pub const fn may_play_on(&self) -> bool {
        !self.refuted.is_empty()
    }

    /// Plays on with the wrong move that was just refuted: it is made, and the best answer
    /// to it. From there on the best that is left is to be found.
    pub fn play_on(&mut self) -> Result<(), IllegalMove> {
        for (points, cell) in self.points.iter_mut().zip(std::mem::take(&mut self.refuted)) {
            *points += self.board.try_play(cell)?.points();
            self.strayed = true;
        }
        self.over = self.board.group_count() == 0;
        Ok(())
    }

    /// Takes the group at a cell, or says why that cannot be done.
    pub fn take(&mut self, cell: Cell) -> Result<Reply, IllegalMove> {
        let group = self.board.group_at(cell)?;
        self.refuted.clear();
        let line = match judge(&self.board, group) {
            Judgement::Wrong(refutation) => {
                self.faults += 1;
                self.refuted.clone_from(&refutation.moves);
                return Ok(Reply::Wrong(refutation));
            }
            Judgement::Right { line, .. } => line,
        };
        self.found += 1;
        self.points[0] += self.board.try_play(cell)?.points();
        let Some(&defence) = line.first().filter(|_| !self.exercise.one_move || self.strayed) else {
            self.over = true;
            return Ok(Reply::Solved { line });
        };
        let mut answered = self.board.clone();
        let points = answered.try_play(defence)?.points();
        if is_banked(&answered) {
            self.over = true;
            return Ok(Reply::Solved { line });
        }
        self.board = answered;
        self.points[1] += points;
        Ok(Reply::GoOn { defence })
    }
}

/// Whether it is enough to take a largest group from here on: it is a best move in every
/// position of the line in which both do.
fn is_banked(board: &Board) -> bool {
    let mut board = board.clone();
    loop {
        if board.group_count() > MOST_GROUPS {
            return true;
        }
        let Some(truth) = Truth::of(&board, SOLVER_NODES) else { return true };
        if !truth.largest_is_best() {
            return false;
        }
        // One's own move, the largest of the best; and the best answer.
        for _ in 0..2 {
            let Some(best) = Truth::of(&board, SOLVER_NODES).and_then(|truth| Some(truth.moves().first()?.0)) else {
                return true;
            };
            if board.try_play(best.cell()).is_err() {
                return true;
            }
        }
    }
}
