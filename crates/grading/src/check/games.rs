//! The whole games of a check: against an opponent of the rubric, in turn from both sides.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fruitrage_game::{Entrant, Event, Failure, GameRecord, PlayedGame, Side, Stop, run_in_order};

use fruitrage_results::WonGames;

use super::step::{Finding, MoveFiles};
use crate::MatchItem;

/// So many games lost by faults are enough to see that something is wrong.
const ENOUGH_FAULTS: usize = 2;

/// The games to be played.
pub(super) struct Games<'a> {
    /// The match of the rubric.
    pub(super) item: &'a MatchItem,
    /// The program.
    pub(super) program: Arc<dyn Entrant>,
    /// Its opponent.
    pub(super) opponent: Arc<dyn Entrant>,
    /// How many, an even number.
    pub(super) count: u64,
    /// After this no game is begun, but two are played.
    pub(super) enough: Option<Duration>,
    /// How many at a time.
    pub(super) jobs: usize,
}

/// What came of the games.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    /// Those that the program began.
    pub(super) first: WonGames,
    /// Those that the opponent began.
    pub(super) second: WonGames,
    /// Games lost by a fault, each with what is to be said.
    pub(super) faults: Vec<Finding>,
    /// The program's moves.
    pub(super) moves: u64,
    /// The most time that it used in a game.
    pub(super) most_used: Duration,
    /// CPU time and time on the wall of all its moves.
    pub(super) cpu: Duration,
    /// As above.
    pub(super) wall: Duration,
    /// What was odd about moves, but not punished.
    pub(super) warnings: Vec<String>,
    /// Whether fewer games were played than asked for, because they take long.
    pub(super) is_short: bool,
}

/// Why games have no end.
pub(super) enum Broken {
    /// Everything is to stop.
    Stopped,
    /// The arena failed.
    Arena(String),
}

impl Games<'_> {
    /// Plays them. Hears of every game that is done.
    pub(super) fn play(&self, stop: &Stop, hear: &mut dyn FnMut(&Played)) -> Result<Played, Broken> {
        let begun = Instant::now();
        let is_enough = AtomicBool::new(false);
        let enough = stop.part();
        let mut played = Played::default();
        let mut broken = None;
        run_in_order(
            self.jobs,
            self.count,
            |number| {
                let is_late = number >= 2 && self.enough.is_some_and(|most| begun.elapsed() > most);
                if is_late || is_enough.load(Ordering::Relaxed) { None } else { Some(self.play_one(number, &enough)) }
            },
            |_, game| {
                match game {
                    None => played.is_short = true,
                    Some(Ok(game)) => {
                        if let Err(message) = played.add(&game) {
                            broken = Some(Broken::Arena(message));
                        }
                    }
                    Some(Err(Failure::Stopped)) => broken = Some(Broken::Stopped),
                    Some(Err(Failure::Listener(error))) => broken = Some(Broken::Arena(format!("{error:#}"))),
                }
                hear(&played);
                if broken.is_some() || played.is_short || played.faults.len() >= ENOUGH_FAULTS {
                    is_enough.store(true, Ordering::Relaxed);
                    enough.raise();
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        broken.map_or(Ok(played), Err)
    }

    fn play_one(&self, number: u64, stop: &Stop) -> Result<PlayedGame, Failure> {
        let side = |entrant: &Arc<dyn Entrant>| Side { entrant: Arc::clone(entrant), time: self.item.time };
        let (pair, began) = self.item.game(number, true, [side(&self.program), side(&self.opponent)]);
        let mut events = Vec::new();
        let end = pair.play(began, stop, &mut |step| {
            events.push(step.event.clone());
            Ok(())
        })?;
        Ok(PlayedGame { began, events, end })
    }
}

impl Played {
    /// Counts a game. A void one is the arena's failure.
    fn add(&mut self, game: &PlayedGame) -> Result<(), String> {
        if let fruitrage_game::Ending::Void { message } = &game.end.ending {
            return Err(message.clone());
        }
        // Player 1 moves first; the program is side 0, which began or did not.
        let own = if game.began == 0 { 1 } else { 2 };
        let is_won = game.end.winner == Some(own);
        let tally = if game.began == 0 { &mut self.first } else { &mut self.second };
        tally.add(is_won);
        let mut used = Duration::ZERO;
        for event in &game.events {
            if let Event::Move(line) = event
                && line.player == own
            {
                self.moves += 1;
                self.cpu += line.cpu;
                self.wall += line.wall;
                used += line.cpu;
                self.warnings.extend(line.warnings.iter().cloned());
            }
        }
        if game.end.at_fault() == Some(usize::from(own) - 1) {
            used += game.end.cpu;
            self.faults.push(fault(game));
        }
        self.most_used = self.most_used.max(used);
        Ok(())
    }
}

/// What is to be said of a game that was lost by a fault.
fn fault(game: &PlayedGame) -> Finding {
    let record = GameRecord::of_events(game.events.iter().cloned()).ok().flatten();
    let ply = record.as_ref().map_or(0, |record| record.moves.len() + 1);
    let (what, cause) = match game.end.ending.sentence().split_once("; likely cause: ") {
        Some((what, cause)) => (what.to_owned(), Some(cause.to_owned())),
        None => (game.end.ending.sentence(), None),
    };
    let who = if game.began == 0 { "which it began" } else { "which the opponent began" };
    let mut finding = Finding::new(format!("in a game {who}, at move {ply}, it {what}"));
    finding.cause = cause;
    if let Some(input) = record.as_ref().and_then(|record| record.input(ply)) {
        let reply = game.end.reply.clone().unwrap_or_default();
        finding.files = Some(MoveFiles {
            input: input.to_string().into_bytes(),
            output: reply.output,
            stderr: reply.stderr.into_bytes(),
            stdout: Vec::new(),
        });
    }
    finding
}
