//! The seats that are not people's: each waits in a thread of its own until it is its
//! turn, thinks, and answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use fruitrage_engine::{Engine, Root, TimedSearch};
use fruitrage_game::{Answer, Entry, Stop, Turn, measured};
use fruitrage_rules::Player;

use super::driver::Shared;
use super::thinking::{hint_options, nothing_to_take};
use super::{Seat, SessionRequest, Task};
use crate::Thought;

/// Serves a computer's seat until the session is closed. Who plays in it comes with the first
/// turn and leaves when the game is over; if moves are taken back then, somebody comes anew.
pub(super) fn serve(shared: &Shared, player: Player, seat: &Seat, seed: u64) {
    while shared.wait_for_turn(player) {
        serve_game(shared, player, seat, seed);
    }
}

fn serve_game(shared: &Shared, player: Player, seat: &Seat, seed: u64) {
    match seat {
        Seat::Human { .. } => {}
        Seat::Engine { level, .. } => {
            let engine = Engine::default().at_level(*level);
            serve_with(shared, player, |task, stop| {
                let mut tell = |thought: Thought| {
                    shared.request(SessionRequest::Thought { task: task.number, thought });
                };
                think(&engine, task, stop, &mut tell)
            });
        }
        Seat::Entrant(entrant) => {
            let game = shared.game_id();
            match entrant.enter(&Entry { seed, game: &game, player }) {
                Ok(mut contestant) => {
                    serve_with(shared, player, |task, stop| contestant.take_turn(&task.request(stop)));
                }
                Err(error) => {
                    let turn = void(&format!("{error:#}"));
                    serve_with(shared, player, |_, _| turn.clone());
                }
            }
        }
    }
}

/// The turn of somebody who cannot play, which is nobody's loss.
fn void(message: &str) -> Turn {
    Turn::new(Duration::ZERO, Duration::ZERO, Answer::Void(message.to_owned()))
}

fn serve_with(shared: &Shared, player: Player, mut take_turn: impl FnMut(&Task, &Stop) -> Turn) {
    while let Some((task, stop)) = shared.next_task(player) {
        // Whoever fails must not leave the game waiting for ever. What failed is not
        // used again in a way that could show it half changed: the game is void.
        let turn = catch_unwind(AssertUnwindSafe(|| take_turn(&task, &stop))).unwrap_or_else(|_| void("it failed"));
        shared.request(SessionRequest::Answer { task: task.number, turn });
    }
}

/// The engine takes its turn.
fn think(engine: &Engine, task: &Task, stop: &Stop, tell: &mut dyn FnMut(Thought)) -> Turn {
    measured(|_| {
        let Some(root) = task.root() else { return nothing_to_take() };
        let started = Instant::now();
        let (clock, is_stopped) = (|| started.elapsed(), || stop.is_raised());
        let report = TimedSearch::new(engine, &root, &clock, task.budget())
            .until(&is_stopped)
            .run(|report, elapsed| tell(Thought::of(report, elapsed)));
        if stop.is_raised() { Answer::Stopped } else { Answer::Cell(report.best.cell) }
    })
}

/// Finds the best move for a hint, and tells the session.
pub(super) fn find_hint(shared: &Shared, task: &Task, stop: &Stop) {
    use crate::analysis::run;
    let Ok(root) = Root::of_board(&task.board) else { return };
    let thought = run(&root, &hint_options(), stop, &mut |_| {}).thought;
    shared.request(SessionRequest::HintFound { task: task.number, thought });
}
