//! The first lesson: eight small boards, a minute in all. A state machine: a cell comes in,
//! an answer goes out.

mod steps;

use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell, IllegalMove};

use crate::Answer;
use crate::refutation::{Judgement, judge};
use steps::{Goal, STEPS};

pub use steps::Step;

/// Somebody at the first lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    at: usize,
    board: Board,
}

impl Default for Lesson {
    /// Returns the lesson at its beginning.
    fn default() -> Self {
        Self { at: 0, board: STEPS[0].board() }
    }
}

impl Lesson {
    /// How many boards there are.
    pub const STEPS: usize = STEPS.len();

    /// Returns the lesson at the board of a number, from 1.
    pub fn at(number: usize) -> Option<Self> {
        let at = number.checked_sub(1)?;
        Some(Self { at, board: STEPS.get(at)?.board() })
    }

    /// Returns the titles of all boards.
    pub fn titles() -> impl Iterator<Item = &'static str> {
        STEPS.iter().map(|step| step.title)
    }

    /// Returns the number of the board, from 1.
    pub const fn number(&self) -> usize {
        self.at + 1
    }

    /// Returns what the board is about.
    pub const fn step(&self) -> &'static Step {
        &STEPS[self.at]
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Answers a move, or says why it cannot be made. The lesson stays where it is.
    pub fn take(&self, cell: Cell) -> Result<Answer, IllegalMove> {
        let group = self.board.group_at(cell)?;
        let step = self.step();
        let praise = |moves: Vec<Cell>| Answer { right: true, done: true, moves, words: step.praise.to_owned() };
        let wrong = |moves: Vec<Cell>, words: String| Answer { right: false, done: false, moves, words };
        Ok(match &step.goal {
            Goal::Take(cells, otherwise) => {
                let is_right = |name: &&str| name.parse().is_ok_and(|cell| self.board.group_at(cell) == Ok(group));
                if cells.iter().any(is_right) { praise(vec![cell]) } else { wrong(vec![cell], (*otherwise).to_owned()) }
            }
            Goal::Best => match judge(&self.board, group) {
                // The answer, and what one gets by it.
                Judgement::Right { line, .. } => {
                    praise(std::iter::once(cell).chain(line.into_iter().take(2)).collect())
                }
                Judgement::Wrong(refuted) => wrong(refuted.moves, refuted.words),
            },
        })
    }

    /// Goes on to the next board, whether this one is done or skipped. Returns whether there
    /// is one.
    pub fn go_on(&mut self) -> bool {
        let is_more = self.at + 1 < STEPS.len();
        if is_more {
            self.at += 1;
            self.board = self.step().board();
        }
        is_more
    }
}

impl Step {
    /// Returns its board.
    ///
    /// # Panics
    /// If it is no board, which a test rules out.
    fn board(&self) -> Board {
        let line: PositionLine = format!("{} 1 0:0 -", self.rows).parse().expect("the lesson's own boards are boards");
        line.position.board().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each group of the board is right.
    fn answers(lesson: &Lesson) -> Vec<(usize, Answer)> {
        let groups = lesson.board().groups();
        groups.into_iter().map(|group| (group.size(), lesson.take(group.cell()).unwrap())).collect()
    }

    #[test]
    fn every_board_has_a_right_move_and_a_wrong_one_that_is_answered() {
        let mut lesson = Lesson::default();
        for number in 1..=Lesson::STEPS {
            assert_eq!(lesson.number(), number);
            let answers = answers(&lesson);
            assert!(answers.iter().any(|(_, reply)| reply.right), "{}", lesson.board());
            assert!(answers.iter().any(|(_, reply)| !reply.right), "{}", lesson.board());
            for (_, reply) in answers {
                assert!(!reply.words.is_empty() && !reply.moves.is_empty());
                let mut board = lesson.board().clone();
                assert!(reply.moves.iter().all(|&cell| board.try_play(cell).is_ok()), "the moves can be made");
            }
            assert_eq!(lesson.go_on(), number < Lesson::STEPS);
        }
    }

    #[test]
    fn from_the_fifth_board_on_the_largest_group_is_wrong() {
        let mut lesson = Lesson::default();
        while lesson.go_on() {
            let answers = answers(&lesson);
            let largest = answers.iter().map(|(size, _)| *size).max();
            let is_right = answers.iter().any(|(size, reply)| Some(*size) == largest && reply.right);
            assert!(lesson.number() < 5 || !is_right, "{}", lesson.board());
        }
    }

    #[test]
    fn what_a_lesson_says_will_happen_happens() {
        let mut lesson = Lesson::default();
        let after = |lesson: &Lesson| {
            let (_, reply) = answers(lesson).into_iter().find(|(_, reply)| reply.right).unwrap();
            let mut board = lesson.board().clone();
            board.try_play(reply.moves[0]).unwrap();
            board
        };
        // The third: something falls. The fourth: four cherries come together.
        while lesson.number() < 3 {
            lesson.go_on();
        }
        assert!(after(&lesson).get("C3".parse().unwrap()).is_some());
        lesson.go_on();
        assert_eq!(after(&lesson).groups()[0].size(), 4);
    }
}
