//! A review under way: first every board of the game is judged, then the board after each
//! better move, and then all is summed up.

use fruitrage_game::{GameRecord, Stop};
use fruitrage_rules::Board;

use super::judge::{self, Judged};
use super::{Review, ReviewOptions, summary};

/// A review that goes on only when it is told to, as in a page.
#[derive(Debug)]
pub struct ReviewCourse {
    record: GameRecord,
    options: ReviewOptions,
    /// What the boards of the game are worth, as far as they are judged.
    judged: Vec<Judged>,
    /// For each move the board after a better one, if there is any; known when all boards of
    /// the game are judged.
    better: Vec<Option<Board>>,
    /// What those are worth, as far as they are judged.
    others: Vec<Judged>,
}

impl ReviewCourse {
    /// Begins a review.
    pub const fn new(record: GameRecord, options: ReviewOptions) -> Self {
        Self { record, options, judged: Vec::new(), better: Vec::new(), others: Vec::new() }
    }

    /// Returns the boards that can be judged now, each with the depth to which to look.
    pub(super) fn wanted(&self) -> impl Iterator<Item = (&Board, Option<u32>)> {
        let positions = self.record.positions.iter().map(|position| (position.board(), None));
        // Where another move was thought to be better, the board after that one is
        // looked at as deeply as the board after the move that was made.
        let others =
            self.better.iter().zip(self.judged.iter().skip(1)).filter_map(|(better, after)| {
                better.as_ref().map(|board| (board, (!after.exact).then_some(after.depth)))
            });
        positions.skip(self.judged.len()).chain(others.skip(self.others.len()))
    }

    /// Takes what the next of these boards is worth.
    pub(super) fn take(&mut self, judged: Judged) {
        if self.judged.len() == self.record.positions.len() {
            self.others.push(judged);
            return;
        }
        self.judged.push(judged);
        if self.judged.len() == self.record.positions.len() {
            let plies = 0..self.record.moves.len();
            self.better = plies.map(|ply| judge::better_board(&self.record, ply, &self.judged[ply])).collect();
        }
    }

    /// Returns how many of how many searches are done. The second number is an estimate until
    /// all boards of the game are judged.
    pub fn progress(&self) -> (usize, usize) {
        let (boards, plies) = (self.record.positions.len(), self.record.moves.len());
        // About every other move is not the best.
        let better = if self.judged.len() < boards { plies / 2 } else { self.better.iter().flatten().count() };
        (self.judged.len() + self.others.len(), boards + better)
    }

    /// Judges one more board; the review when all are.
    pub fn step(&mut self) -> Option<Review> {
        let next = self.wanted().next();
        let judged = next.map(|(board, depth)| judge::judge(board, depth, &self.options, &Stop::default()));
        if let Some(judged) = judged {
            self.take(judged);
        }
        self.wanted().next().is_none().then(|| self.sum_up())
    }

    /// Returns the review, when nothing more is wanted.
    pub(super) fn sum_up(&self) -> Review {
        let mut others = self.others.iter().cloned();
        let judge_one = |ply: usize| {
            let other = self.better[ply].as_ref().and_then(|board| Some((board, others.next()?)));
            judge::judge_move(&self.record, ply, &self.judged, other.as_ref())
        };
        let moves = (0..self.record.moves.len()).map(judge_one).collect();
        summary::sum_up(&self.record, moves, &self.judged)
    }
}
