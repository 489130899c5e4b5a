//! Those who think along without playing: the analysis of the position
//! that is looked at, and the review of a game that is over.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use fruitrage_engine::Root;
use fruitrage_game::{GameRecord, Stop};
use fruitrage_play::analysis::{Analysis, AnalysisOptions, AnalysisUpdate};
use fruitrage_play::review::{Review, ReviewOptions, review};
use fruitrage_rules::Board;

use super::message::Message;

/// How many moves an analysis tells of.
const TOP: usize = 3;

/// How long a position is analysed: a terminal that is left alone falls quiet.
const TIME: Duration = Duration::from_mins(1);

/// Numbers for analyses.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The analysis of a position.
pub(super) struct AnalysisView {
    board: Board,
    number: u64,
    pub(super) update: Option<AnalysisUpdate>,
    /// Stops when it is dropped. There is none of an empty board.
    _running: Option<Analysis>,
}

impl AnalysisView {
    pub(super) fn start(board: &Board, messages: &Sender<Message>) -> Self {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let messages = messages.clone();
        let tell = move |update: &AnalysisUpdate| {
            // If nobody listens any more it is stopped very soon.
            let _ = messages.send(Message::Analysed(number, Box::new(update.clone())));
        };
        let options = AnalysisOptions { top: TOP, time: Some(TIME), ..AnalysisOptions::default() };
        let running = Root::of_board(board).ok().map(|root| Analysis::start(root, options, tell));
        Self { board: board.clone(), number, update: None, _running: running }
    }

    /// The analysis of a board: this one, if it is of that board already.
    pub(super) fn of(self, board: &Board, messages: &Sender<Message>) -> Self {
        if self.board == *board {
            return self;
        }
        drop(self);
        Self::start(board, messages)
    }

    pub(super) fn hear(&mut self, number: u64, update: AnalysisUpdate) {
        if number == self.number {
            self.update = Some(update);
        }
    }
}

/// The review of a game.
pub(super) enum ReviewView {
    /// Not asked for.
    None,
    /// Under way, so many parts of so many.
    Running { done: usize, total: usize, _work: Reviewing },
    /// Done.
    Done(Box<Review>),
}

/// A review under way, which stops when it is dropped.
pub(super) struct Reviewing {
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl ReviewView {
    /// Starts the review of a game that has this number.
    pub(super) fn start(record: GameRecord, game: u64, messages: &Sender<Message>) -> Self {
        let stop = Stop::default();
        let (messages, asked) = (messages.clone(), stop.clone());
        let work = move || {
            let threads = thread::available_parallelism().map_or(1, usize::from);
            let options = ReviewOptions { threads, ..ReviewOptions::default() };
            let mut progress = |done, total| {
                let _ = messages.send(Message::Reviewing(game, done, total));
            };
            if let Some(found) = review(&record, &options, &asked, &mut progress) {
                let _ = messages.send(Message::Reviewed(game, Box::new(found)));
            }
        };
        match thread::Builder::new().name("review".to_owned()).spawn(work) {
            Ok(thread) => Self::Running { done: 0, total: 0, _work: Reviewing { stop, thread: Some(thread) } },
            Err(_) => Self::None,
        }
    }

    pub(super) fn progress(&mut self, now: usize, of: usize) {
        if let Self::Running { done, total, .. } = self {
            (*done, *total) = (now, of);
        }
    }
}

impl Drop for Reviewing {
    fn drop(&mut self) {
        self.stop.raise();
        if let Some(thread) = self.thread.take() {
            // A panic was told about already, by the thread itself.
            let _ = thread.join();
        }
    }
}
