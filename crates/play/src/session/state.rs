//! Answers for a game under way as a state machine: what is allowed when, and what
//! follows from it. It has a clock but no threads; whoever may touch it holds its
//! lock.

use std::time::{Duration, Instant};

use fruitrage_arena::game::{
    ClockKind, EndLine, Ending, Event, GameRecord, MoveLine, Stop, Turn, conclude, judge_answer,
};
use fruitrage_rules::{Cell, Player};

use super::event::rows;
use super::store::Store;
use super::{Clocks, Hint, MovePlayed, Refusal, Seat, SeatView, SessionEvent, Snapshot, Told, hint};
use crate::Thought;

/// Hears of everything; whether it wants to hear more.
pub(super) type Listener = Box<dyn FnMut(&Told) -> bool + Send>;

/// A game under way.
pub(super) struct State {
    pub(super) record: GameRecord,
    pub(super) seats: [Seat; 2],
    store: Option<Store>,
    listeners: Vec<Listener>,
    sequence: u64,
    /// Since when the clock runs in this turn; none while it stands still.
    running_since: Option<Instant>,
    /// What this turn took before it was paused.
    used_before: Duration,
    /// When the last move was made, for the pace.
    pub(super) moved_at: Instant,
    pub(super) pace: Duration,
    paused: bool,
    /// Whether one move of a machine may be made although the game is paused.
    stepping: bool,
    /// Changes whenever an answer that is being thought about is not wanted any
    /// more.
    pub(super) generation: u64,
    /// Stops whoever thinks for this generation.
    pub(super) stop: Stop,
    thought: Option<Thought>,
    help: Help,
    pub(super) closed: bool,
}

/// How far the player to move was helped.
#[derive(Default)]
enum Help {
    #[default]
    None,
    /// Being thought about; whether the move itself is wanted already.
    Wanted { the_move: bool },
    /// Known, and so much of it told.
    Known { thought: Thought, told: Hint },
}

/// What a machine is to think about.
pub(super) struct Task {
    pub(super) generation: u64,
    pub(super) stop: Stop,
    pub(super) board: fruitrage_rules::Board,
    pub(super) remaining: Duration,
    pub(super) ply: u32,
}

impl State {
    pub(super) fn new(record: GameRecord, seats: [Seat; 2], store: Option<Store>, pace: Duration) -> Self {
        Self {
            record,
            seats,
            store,
            listeners: Vec::new(),
            sequence: 0,
            running_since: None,
            used_before: Duration::ZERO,
            moved_at: Instant::now(),
            pace,
            paused: false,
            stepping: false,
            generation: 0,
            stop: Stop::default(),
            thought: None,
            help: Help::None,
            closed: false,
        }
    }

    // What can be asked.

    pub(super) fn turn(&self) -> Player {
        self.record.last_position().turn()
    }

    fn seat(&self) -> &Seat {
        &self.seats[self.turn().index()]
    }

    fn name(&self, player: Player) -> &str {
        &self.record.game.agents[player.index()].name
    }

    pub(super) fn is_over(&self) -> bool {
        self.record.end.is_some()
    }

    fn is_timed(&self) -> bool {
        self.record.game.clock.kind != ClockKind::None
    }

    /// The time that this turn has taken so far.
    fn used(&self) -> Duration {
        self.used_before + self.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    pub(super) fn clocks(&self) -> Clocks {
        let running = self.running_since.map(|_| self.turn());
        let mut left = [Player::First, Player::Second].map(|player| self.record.left(player));
        if !self.is_over() {
            let turn = self.turn().index();
            left[turn] = left[turn].saturating_sub(self.used());
        } else if let Some(end) = &self.record.end {
            left = end.left;
        }
        Clocks { left: self.is_timed().then_some(left), running }
    }

    /// How long the person whose turn it is may still think, if there is a clock.
    pub(super) fn persons_time(&self) -> Option<Duration> {
        let counts = self.record.game.clock.kind == ClockKind::Wall && self.seat().is_human();
        (counts && !self.is_over() && self.running_since.is_some())
            .then(|| self.record.left(self.turn()).saturating_sub(self.used()))
    }

    /// What there is to think about for a machine, if it is its turn.
    pub(super) fn task_for(&self, player: Player) -> Option<Task> {
        let position = self.record.last_position();
        let wanted = !self.is_over() && !self.closed && position.turn() == player && (!self.paused || self.stepping);
        wanted.then(|| Task {
            generation: self.generation,
            stop: self.stop.clone(),
            board: position.board().clone(),
            remaining: self.record.left(player),
            ply: self.record.moves.len() as u32 + 1,
        })
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let (game, position) = (&self.record.game, self.record.last_position());
        let moves = self.record.moves.iter().zip(self.record.positions.windows(2));
        Snapshot {
            sequence: self.sequence,
            id: game.id.clone(),
            size: position.board().size(),
            kinds: game.kinds,
            seed: game.seed,
            seats: [0, 1].map(|seat| SeatView {
                name: game.agents[seat].name.clone(),
                human: self.seats[seat].is_human(),
                level: self.seats[seat].level().map(fruitrage_engine::Level::number),
            }),
            position: position.clone(),
            rows: rows(position),
            first_rows: rows(&self.record.positions[0]),
            turn: position.turn(),
            points: position.points(),
            clocks: self.clocks(),
            moves: moves.map(|(line, pair)| MovePlayed::of(line, &pair[0], &pair[1])).collect(),
            paused: self.paused,
            thought: self.thought.clone(),
            hint: match &self.help {
                Help::Known { told, .. } => Some(told.clone()),
                Help::None | Help::Wanted { .. } => None,
            },
            end: self.record.end.clone(),
        }
    }

    // What can be done.

    pub(super) fn listen(&mut self, listener: Listener) -> Snapshot {
        self.listeners.push(listener);
        self.snapshot()
    }

    /// Begins the game, or goes on with one that was broken off.
    pub(super) fn begin(&mut self, paused: bool) {
        self.paused = paused && !self.is_over();
        self.begin_turn();
    }

    /// A person takes a group.
    pub(super) fn play(&mut self, cell: Cell) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !self.seat().is_human() {
            return Err(Refusal::NotYourTurn(self.name(self.turn()).to_owned()));
        }
        if self.paused {
            return Err(Refusal::Paused);
        }
        self.record.last_position().board().group_at(cell)?;
        let wall = whole(self.used());
        self.accept(cell, Duration::ZERO, wall, Vec::new());
        Ok(())
    }

    /// A machine has taken its turn.
    pub(super) fn answer(&mut self, turn: &Turn) {
        let (cpu, wall) = (whole(turn.cpu), whole(turn.wall));
        let board = self.record.last_position().board();
        let judged = judge_answer(board, self.record.game.strict_board, &turn.answer);
        let judged = judged.and_then(|(cell, warnings)| match board.group_at(cell) {
            Ok(_) => Ok((cell, warnings)),
            Err(illegal) => Err(Ending::IllegalMove { message: illegal.to_string() }),
        });
        match judged {
            Ok((cell, warnings)) => self.accept(cell, cpu, wall, warnings),
            Err(ending) => self.end(ending, cpu, wall),
        }
    }

    /// Somebody's time may be over.
    pub(super) fn look_at_clock(&mut self) {
        if self.persons_time().is_some_and(|left| left.is_zero()) {
            let used = whole(self.used());
            let left = self.record.left(self.turn());
            self.end(Ending::OutOfTime { used, left }, Duration::ZERO, used);
        }
    }

    /// A person gives up.
    pub(super) fn resign(&mut self, player: Player) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !self.seats[player.index()].is_human() {
            return Err(Refusal::NotHuman(self.name(player).to_owned()));
        }
        self.end(Ending::Resigned { player: player.index() as u8 + 1 }, Duration::ZERO, Duration::ZERO);
        Ok(())
    }

    /// Goes back to before the last move of a person, and tells how many moves
    /// that were.
    pub(super) fn take_back(&mut self) -> Result<usize, Refusal> {
        let by_human = |line: &MoveLine| self.seats[usize::from(line.player) - 1].is_human();
        let to = self.record.moves.iter().rposition(by_human).ok_or(Refusal::NothingToTakeBack)?;
        let moves = self.record.moves.len() - to;
        self.record.take_back_to(to);
        if let Some(store) = &mut self.store {
            let written = store.rewrite(&self.record);
            self.told_if_unwritten(written);
        }
        self.cancel();
        self.stand_still(Duration::ZERO);
        // The number of the event that it comes with.
        let snapshot = Box::new(Snapshot { sequence: self.sequence + 1, ..self.snapshot() });
        self.tell(SessionEvent::TookBack { moves, snapshot });
        self.begin_turn();
        Ok(moves)
    }

    pub(super) fn pause(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !std::mem::replace(&mut self.paused, true) {
            self.cancel();
            // What a machine had thought is lost, and so is not counted either.
            let used = if self.seat().is_human() { self.used() } else { Duration::ZERO };
            self.stand_still(used);
            self.tell(SessionEvent::Paused { clocks: self.clocks() });
        }
        Ok(())
    }

    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if std::mem::replace(&mut self.paused, false) {
            self.stepping = false;
            self.tell(SessionEvent::WentOn);
            self.begin_turn();
        }
        Ok(())
    }

    /// Lets a machine make one move although the game is paused.
    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        self.pause()?;
        if self.seat().is_human() {
            return Err(Refusal::NotAMachine(self.name(self.turn()).to_owned()));
        }
        if !std::mem::replace(&mut self.stepping, true) {
            self.begin_turn();
        }
        Ok(())
    }

    /// Asks for help: whether somebody must think about it.
    pub(super) fn want_hint(&mut self) -> Result<bool, Refusal> {
        self.must_be_open()?;
        if !self.seat().is_human() {
            return Err(Refusal::NotYourTurn(self.name(self.turn()).to_owned()));
        }
        match std::mem::take(&mut self.help) {
            Help::None => {
                self.help = Help::Wanted { the_move: false };
                self.tell(SessionEvent::HintWanted);
                Ok(true)
            }
            Help::Wanted { .. } => {
                self.help = Help::Wanted { the_move: true };
                Ok(false)
            }
            Help::Known { thought, .. } => {
                self.help_with(thought, true);
                Ok(false)
            }
        }
    }

    /// The hint has been thought about.
    pub(super) fn hint_found(&mut self, thought: Thought) {
        if let Help::Wanted { the_move } = self.help {
            self.help_with(thought, the_move);
        }
    }

    fn help_with(&mut self, thought: Thought, the_move: bool) {
        let board = self.record.last_position().board();
        let clue = || hint::clue(board, thought.best().cell);
        let told = if the_move { hint::full(board, thought.best()).unwrap_or_else(clue) } else { clue() };
        self.help = Help::Known { thought, told: told.clone() };
        self.tell(SessionEvent::Hint(told));
    }

    /// A machine tells what it thinks.
    pub(super) fn think(&mut self, thought: Thought) {
        self.thought = Some(thought.clone());
        self.tell(SessionEvent::Thinking { player: self.turn(), thought });
    }

    pub(super) fn close(&mut self) {
        self.closed = true;
        self.cancel();
    }

    // What follows from it.

    fn must_be_open(&self) -> Result<(), Refusal> {
        match &self.record.end {
            Some(end) => Err(Refusal::Over(end.message.clone())),
            None => Ok(()),
        }
    }

    fn begin_turn(&mut self) {
        let runs = !self.is_over() && (!self.paused || self.stepping);
        self.running_since = runs.then(Instant::now);
        if runs {
            let (player, human) = (self.turn(), self.seat().is_human());
            self.tell(SessionEvent::Turn { player, human, clocks: self.clocks() });
        }
    }

    /// Whatever is being thought about is not wanted any more.
    fn cancel(&mut self) {
        self.stop.raise();
        self.stop = Stop::default();
        self.generation += 1;
        self.thought = None;
        self.help = Help::None;
        self.stepping = false;
    }

    fn stand_still(&mut self, used: Duration) {
        self.running_since = None;
        self.used_before = used;
    }

    /// Plays a move that is legal, unless it comes too late.
    fn accept(&mut self, cell: Cell, cpu: Duration, wall: Duration, warnings: Vec<String>) {
        let before = self.record.last_position().clone();
        let player = before.turn();
        let used = self.record.game.clock.rules().cost(cpu, wall);
        let left = self.record.left(player);
        let Some(left) = left.checked_sub(used).filter(|left| !left.is_zero()) else {
            return self.end(Ending::OutOfTime { used, left }, cpu, wall);
        };
        let mut after = before.clone();
        let Ok(group) = after.try_play(cell) else {
            // Both doors to here have looked.
            return self.end(Ending::Void { message: format!("{cell} is not legal after all") }, cpu, wall);
        };
        let line = MoveLine {
            ply: self.record.moves.len() as u32 + 1,
            player: player.index() as u8 + 1,
            cell: cell.to_string(),
            size: group.size() as u32,
            points: after.points(),
            cpu,
            wall,
            left,
            warnings,
        };
        let told = MovePlayed::of(&line, &before, &after);
        self.keep(&Event::Move(line));
        self.cancel();
        self.stand_still(Duration::ZERO);
        self.moved_at = Instant::now();
        self.tell(SessionEvent::Moved(Box::new(told)));
        if after.is_over() {
            self.end(Ending::Cleared, Duration::ZERO, Duration::ZERO);
        } else {
            self.begin_turn();
        }
    }

    fn end(&mut self, ending: Ending, cpu: Duration, wall: Duration) {
        let mut left = [Player::First, Player::Second].map(|player| self.record.left(player));
        if ending.is_fault() {
            let used = self.record.game.clock.rules().cost(cpu, wall);
            let own = &mut left[self.turn().index()];
            *own = own.saturating_sub(used);
        }
        let names = [Player::First, Player::Second].map(|player| self.name(player));
        let end = conclude(ending, self.record.last_position(), left, self.record.game.ties, names);
        let end = EndLine { cpu, wall, ..end };
        self.keep(&Event::End(end.clone()));
        self.cancel();
        self.stand_still(Duration::ZERO);
        self.paused = false;
        self.tell(SessionEvent::Ended(end));
    }

    /// Adds to the record, in memory and on disk.
    fn keep(&mut self, event: &Event) {
        let added = self.record.add(event.clone());
        debug_assert_eq!(added, Ok(()), "a session records what can happen");
        if let Some(store) = &mut self.store {
            let written = store.add(event, &self.record);
            self.told_if_unwritten(written);
        }
    }

    fn told_if_unwritten(&mut self, written: std::io::Result<()>) {
        if let Err(error) = written {
            self.tell(SessionEvent::Trouble { message: format!("the game cannot be recorded: {error}") });
        }
    }

    fn tell(&mut self, event: SessionEvent) {
        self.sequence += 1;
        let told = Told { sequence: self.sequence, event };
        self.listeners.retain_mut(|listener| listener(&told));
    }
}

/// In whole microseconds, as records have it.
fn whole(time: Duration) -> Duration {
    Duration::from_micros(time.as_micros() as u64)
}
