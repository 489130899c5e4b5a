//! How the engine goes about its turn in a session: by a clock, or in slices for a page.

use std::time::Duration;

use fruitrage_engine::{Budget, Engine, Level, Root, TimePlan};
use fruitrage_game::{Answer, ClockKind, Turn};

use super::{SessionRequest, Task};
use crate::Thought;
use crate::analysis::{AnalysisOptions, SlicedAnalysis};
use crate::slices::SlicedSearch;

/// The part of the time for a move after which no deeper look is begun.
const DEEPENING_PART: f64 = 0.7;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(800);

/// Returns what is agreed for the analysis that a hint comes from.
pub(super) fn hint_options() -> AnalysisOptions {
    AnalysisOptions { top: 1, time: Some(HINT_TIME), ..AnalysisOptions::default() }
}

/// The turn of a computer that was asked about an empty board.
pub(super) fn nothing_to_take() -> Answer {
    Answer::Void("the engine was asked about an empty board".to_owned())
}

impl Task {
    /// Returns the board to search, with equal moves in an order of its own in every game.
    pub(super) fn root(&self) -> Option<Root> {
        let mut root = Root::of_board(&self.board).ok()?;
        root.shuffle(self.seed);
        Some(root)
    }

    /// Returns how much of the time may be used.
    pub(super) fn budget(&self) -> Budget {
        if self.clock.kind == ClockKind::None {
            Budget::Plan(TimePlan::of_move(self.remaining.mul_f64(DEEPENING_PART), self.remaining))
        } else {
            Budget::Game(self.remaining)
        }
    }
}

/// A turn or a hint that is thought about in slices. Each slice returns what to tell the
/// session, and whether it was the last one.
#[derive(Debug)]
pub struct SlicedThinking {
    task: u64,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Turn(Option<Box<SlicedSearch>>),
    Hint(Box<SlicedAnalysis>),
}

impl SlicedThinking {
    /// The engine's turn at a level.
    pub fn turn(task: &Task, level: Level) -> Self {
        let engine = Engine::default().at_level(level);
        let search = task.root().map(|root| Box::new(SlicedSearch::new(engine, root, task.budget(), 1)));
        Self { task: task.number, work: Work::Turn(search) }
    }

    /// A hint; none if there is nothing to take.
    pub fn hint(task: &Task) -> Option<Self> {
        let root = Root::of_board(&task.board).ok()?;
        let analysis = SlicedAnalysis::new(root, hint_options());
        Some(Self { task: task.number, work: Work::Hint(Box::new(analysis)) })
    }

    /// Thinks for a slice, `elapsed` after it began.
    pub fn step(&mut self, elapsed: Duration) -> (SessionRequest, bool) {
        let task = self.task;
        let answer = |answer| SessionRequest::Answer { task, turn: Turn::new(elapsed, elapsed, answer) };
        match &mut self.work {
            Work::Turn(None) => (answer(nothing_to_take()), true),
            Work::Turn(Some(search)) => {
                let slice = search.step(elapsed);
                if slice.is_last {
                    return (answer(Answer::Cell(slice.report.best.cell)), true);
                }
                (SessionRequest::Thought { task, thought: Thought::of(&slice.report, elapsed) }, false)
            }
            Work::Hint(analysis) => {
                let update = analysis.step(elapsed);
                if update.finish.is_none() {
                    return (SessionRequest::Tick, false);
                }
                (SessionRequest::HintFound { task, thought: update.thought }, true)
            }
        }
    }
}
