//! Answers for the seats that are not people's: each waits in a thread of its own
//! until it is its turn, thinks, and answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use fruitrage_arena::game::{Answer, ClockKind, ClockRules, Entrant, Entry, Request, Stop, Turn, measured};
use fruitrage_engine::{Engine, Level, Limits, Root, Table, TimePlan};
use fruitrage_rules::{Board, Player};

use super::Shared;
use super::state::Task;
use crate::Thought;
use crate::analysis::Watch;

/// The part of the time for a move after which no deeper look is begun.
const DEEPENING_PART: f64 = 0.7;

/// Serves a seat until the session is closed.
pub(super) fn serve(shared: &Shared, player: Player, mind: &Mind, dice: u64) {
    match mind {
        Mind::Engine(level) => {
            let engine = Engine::default().at_level(*level);
            serve_with(shared, player, |task, clock, kinds| {
                let seed = dice.wrapping_add(u64::from(task.ply));
                let request = request(task, clock, kinds);
                let mut tell = |thought: Thought| shared.think(task, thought);
                think(&engine, &request, seed, &mut tell)
            });
        }
        Mind::Entrant(entrant) => {
            // The folder lasts for the game, as the agent's own does.
            let folder = tempfile::tempdir();
            let contestant = folder.map_err(anyhow::Error::from).and_then(|folder| {
                let entry = Entry { seed: dice, folder: folder.path(), log: None };
                entrant.enter(&entry).map(|contestant| (contestant, folder))
            });
            match contestant {
                Ok((mut contestant, _folder)) => {
                    serve_with(shared, player, |task, clock, kinds| contestant.take_turn(&request(task, clock, kinds)));
                }
                Err(error) => {
                    let turn = void(&format!("{error:#}"));
                    serve_with(shared, player, |_, _, _| turn.clone());
                }
            }
        }
    }
}

/// Who thinks.
pub(super) enum Mind {
    Engine(Level),
    Entrant(Arc<dyn Entrant>),
}

/// The turn of somebody who cannot play, which is nobody's loss.
fn void(message: &str) -> Turn {
    Turn { cpu: Duration::ZERO, wall: Duration::ZERO, answer: Answer::Void(message.to_owned()) }
}

fn request(task: &Task, clock: ClockRules, kinds: u8) -> Request<'_> {
    Request { board: &task.board, kinds, remaining: task.remaining, clock, ply: task.ply, stop: &task.stop }
}

fn serve_with(shared: &Shared, player: Player, mut take_turn: impl FnMut(&Task, ClockRules, u8) -> Turn) {
    while let Some((task, clock, kinds)) = next_task(shared, player) {
        // Whoever fails must not leave the game waiting for ever. What failed is not
        // used again in a way that could show it half changed: the game is void.
        let turn =
            catch_unwind(AssertUnwindSafe(|| take_turn(&task, clock, kinds))).unwrap_or_else(|_| void("it failed"));
        if turn.answer != Answer::Stopped {
            answer(shared, &task, &turn);
        }
    }
}

/// Waits until it is this player's turn; nothing if the session is closed.
fn next_task(shared: &Shared, player: Player) -> Option<(Task, ClockRules, u8)> {
    let mut state = shared.lock();
    loop {
        if state.closed {
            return None;
        }
        if let Some(task) = state.task_for(player) {
            return Some((task, state.record.game.clock.rules(), state.record.game.kinds));
        }
        state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Gives the answer, not before the pace allows and only if it is still wanted.
fn answer(shared: &Shared, task: &Task, turn: &Turn) {
    let mut state = shared.lock();
    loop {
        if state.generation != task.generation {
            return;
        }
        let wait = (state.moved_at + state.pace).saturating_duration_since(Instant::now());
        if wait.is_zero() {
            state.answer(turn);
            shared.changed.notify_all();
            return;
        }
        (state, _) = shared.changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner);
    }
}

/// The engine takes its turn.
fn think(engine: &Engine, request: &Request<'_>, seed: u64, tell: &mut dyn FnMut(Thought)) -> Turn {
    measured(|_| {
        let Ok(mut root) = Root::of_board(request.board) else {
            return Answer::Void("the engine was asked about an empty box".to_owned());
        };
        root.shuffle(seed);
        let groups = root.moves().len() as u32;
        let plan = if request.clock.kind == ClockKind::None {
            TimePlan::of_move(request.remaining.mul_f64(DEEPENING_PART), request.remaining)
        } else {
            engine.plan(request.remaining, Duration::ZERO, groups)
        };
        let started = Instant::now();
        if groups == 1 || plan.stop_at.is_zero() {
            let report = engine.glance(&root);
            tell(Thought::of(&report, started.elapsed()));
            return Answer::Cell(report.best.cell);
        }
        let table = Table::for_nodes(Table::nodes_in(plan.stop_at));
        let mut watch = Watch { started, stop: request.stop, plan: Some(plan), stop_at: Some(plan.stop_at), tell };
        let report = engine.search(&root, &Limits::default(), &table, &mut watch);
        if request.stop.is_raised() { Answer::Stopped } else { Answer::Cell(report.best.cell) }
    })
}

/// What a hint is made of: the best move, as far as it can be found in this time.
pub(super) fn think_for_hint(board: &Board, time: Duration, stop: &Stop) -> Option<Thought> {
    use crate::analysis::{AnalysisOptions, run};
    let root = Root::of_board(board).ok()?;
    let options = AnalysisOptions { top: 1, time: Some(time), ..AnalysisOptions::default() };
    Some(run(&root, &options, stop, &mut |_| {}).thought)
}
