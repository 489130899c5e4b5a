//! A game with people as a state machine: what is allowed when, and what follows from it.
//!
//! It has no thread, file or clock. The time comes in with each request, as the time
//! since the session began; what is to be done goes out as [`SessionOutput`]s. Equal
//! requests at equal times have equal outputs.

use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::{Answer, ClockKind, Ending, Event, GameRecord, MoveLine, Step, Turn, TurnTime, judge_turn};
use fruitrage_rules::{Cell, Player};

use super::event::rows;
use super::{
    Clocks, Hint, MovePlayed, Refusal, Seat, SeatView, SessionEvent, SessionOutput, SessionRequest, Setup, Snapshot,
    Task, Told, hint,
};
use crate::Thought;

/// A game under way, with people and computers in its seats.
#[derive(Clone, Debug)]
pub struct SessionState {
    record: GameRecord,
    seats: [Seat; 2],
    /// What random choices of computers depend on.
    dice: u64,
    first_rows: Vec<String>,
    /// The moves so far, as views show them.
    moves: Vec<Arc<MovePlayed>>,
    sequence: u64,
    /// The time of the last request.
    now: Duration,
    /// Since when the clock runs in this turn; none while it stands still.
    running_since: Option<Duration>,
    /// What this turn took before it was paused.
    used_before: Duration,
    /// When the last move was made, for the pace.
    moved_at: Duration,
    pace: Duration,
    paused: bool,
    /// Whether one move of a computer may be made although the game is paused.
    stepping: bool,
    /// The number of the task that computers may work on. It changes whenever an answer
    /// that is being thought about is not wanted any more.
    task: u64,
    /// Whether a computer works on its turn.
    thinking: bool,
    /// An answer that is early for the pace.
    held: Option<Turn>,
    thought: Option<Thought>,
    help: Help,
    outputs: Vec<SessionOutput>,
}

/// How far the player to move was helped.
#[derive(Clone, Debug, Default)]
enum Help {
    #[default]
    None,
    /// Being thought about; whether the move itself is wanted already.
    Wanted { the_move: bool },
    /// Known, and so much of it told.
    Known { thought: Thought, told: Hint },
}

impl SessionState {
    /// Begins a game, or says what is wrong with its board.
    pub fn start(setup: Setup) -> Result<Self, String> {
        let record = GameRecord::begin(setup.game_line())?;
        let mut state = Self::new(record, setup.seats, setup.dice);
        state.pace = setup.pace;
        state.paused = setup.paused;
        state.begin_turn();
        Ok(state)
    }

    /// Goes on with a game as it stands in its record.
    pub fn resume(record: GameRecord, seats: [Seat; 2]) -> Self {
        let dice = record.game.seed.unwrap_or(0);
        let mut state = Self::new(record, seats, dice);
        state.begin_turn();
        state
    }

    fn new(record: GameRecord, seats: [Seat; 2], dice: u64) -> Self {
        let moves = record.moves.iter().zip(record.positions.windows(2));
        Self {
            moves: moves.map(|(line, pair)| Arc::new(MovePlayed::of(line, &pair[0], &pair[1]))).collect(),
            first_rows: rows(&record.positions[0]),
            record,
            seats,
            dice,
            sequence: 0,
            now: Duration::ZERO,
            running_since: None,
            used_before: Duration::ZERO,
            moved_at: Duration::ZERO,
            pace: Duration::ZERO,
            paused: false,
            stepping: false,
            task: 0,
            thinking: false,
            held: None,
            thought: None,
            help: Help::None,
            outputs: Vec::new(),
        }
    }

    // To look at.

    /// The game so far.
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Who sits where.
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// What the random choices of a player depend on. Two computers throw different dice.
    pub const fn seed(&self, player: Player) -> u64 {
        self.dice.wrapping_mul(2).wrapping_add(player.index() as u64)
    }

    /// Returns when something happens by itself: a person's time is over, or an answer
    /// that was early is played. Then the session wants a [`SessionRequest::Tick`].
    pub fn wake_at(&self) -> Option<Duration> {
        let held = self.held.as_ref().map(|_| self.moved_at.saturating_add(self.pace));
        [self.flag_falls_at(), held].into_iter().flatten().min()
    }

    /// Returns both clocks at a time.
    pub fn clocks(&self, now: Duration) -> Clocks {
        let running = self.running_since.map(|_| self.turn());
        let mut left = self.record.core().left();
        if !self.is_over() {
            let turn = self.turn().index();
            left[turn] = left[turn].saturating_sub(self.used(now));
        }
        Clocks { left: self.is_timed().then_some(left), running, increment: self.record.game.clock.increment }
    }

    /// Returns how the game stands at a time.
    pub fn snapshot(&self, now: Duration) -> Snapshot {
        let (game, position) = (&self.record.game, self.record.last_position());
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
            rows: self.moves.last().map_or(&self.first_rows, |last| &last.rows).clone(),
            first_position: self.record.positions[0].clone(),
            first_rows: self.first_rows.clone(),
            turn: position.turn(),
            points: position.points(),
            clocks: self.clocks(now),
            moves: self.moves.clone(),
            paused: self.paused,
            thought: self.thought.clone(),
            hint: match &self.help {
                Help::Known { told, .. } => Some(told.clone()),
                Help::None | Help::Wanted { .. } => None,
            },
            end: self.record.end.clone(),
        }
    }

    fn turn(&self) -> Player {
        self.record.last_position().turn()
    }

    fn seat(&self) -> &Seat {
        &self.seats[self.turn().index()]
    }

    fn name(&self, player: Player) -> &str {
        &self.record.game.agents[player.index()].name
    }

    const fn is_over(&self) -> bool {
        self.record.end.is_some()
    }

    fn is_timed(&self) -> bool {
        self.record.game.clock.kind != ClockKind::None
    }

    /// The time that this turn has taken so far.
    fn used(&self, now: Duration) -> Duration {
        self.used_before + self.running_since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// When the time of the person whose turn it is will be over, if there is a clock.
    fn flag_falls_at(&self) -> Option<Duration> {
        let counts = self.record.game.clock.kind == ClockKind::Wall && self.seat().is_human() && !self.is_over();
        let left = self.record.left(self.turn()).saturating_sub(self.used_before);
        self.running_since.filter(|_| counts).map(|since| since.saturating_add(left))
    }

    fn must_be_open(&self) -> Result<(), Refusal> {
        match &self.record.end {
            Some(end) => Err(Refusal::Over(end.message.clone())),
            None => Ok(()),
        }
    }

    // To do.

    /// Takes what is to be done, in order, since it was taken the last time.
    pub fn take_outputs(&mut self) -> Vec<SessionOutput> {
        std::mem::take(&mut self.outputs)
    }

    /// Does what is asked for, `now` after the session began, or says why it cannot be
    /// done. What is to be done then is there to be taken, also after a refusal: somebody's
    /// time may have been over.
    pub fn handle(&mut self, now: Duration, request: SessionRequest) -> Result<(), Refusal> {
        self.now = self.now.max(now);
        self.look_at_clock();
        match request {
            SessionRequest::Play(cell) => self.play(cell),
            SessionRequest::TakeBack => self.take_back(),
            SessionRequest::Hint => self.want_hint(),
            SessionRequest::Resign(player) => self.resign(player),
            SessionRequest::Pause => self.pause(),
            SessionRequest::GoOn => self.go_on(),
            SessionRequest::Step => self.step(),
            SessionRequest::SetPace(pace) => {
                self.pace = pace;
                self.look_at_clock();
                Ok(())
            }
            SessionRequest::Rename(player, name) => self.rename(player, name),
            SessionRequest::Tick => Ok(()),
            SessionRequest::Thought { task, thought } => {
                if self.is_wanted(task) && self.held.is_none() {
                    self.thought = Some(thought.clone());
                    self.tell(SessionEvent::Thinking { player: self.turn(), thought });
                }
                Ok(())
            }
            SessionRequest::Answer { task, turn } => {
                if self.is_wanted(task) && turn.answer != Answer::Stopped {
                    self.held.get_or_insert(turn);
                    self.look_at_clock();
                }
                Ok(())
            }
            SessionRequest::HintFound { task, thought } => {
                if let (true, Help::Wanted { the_move }) = (task == self.task, &self.help) {
                    let the_move = *the_move;
                    self.help_with(thought, the_move);
                }
                Ok(())
            }
            SessionRequest::RecordFailed(reason) => {
                self.tell(SessionEvent::Trouble { message: format!("the game cannot be recorded: {reason}") });
                Ok(())
            }
        }
    }

    /// Whether a computer's task is still to be done.
    const fn is_wanted(&self, task: u64) -> bool {
        self.thinking && task == self.task
    }

    /// Does what is due by itself: a person's time may be over, or an answer that was
    /// early may be played now.
    fn look_at_clock(&mut self) {
        if self.flag_falls_at().is_some_and(|flag| flag <= self.now) {
            let used = self.used(self.now);
            let left = self.record.left(self.turn());
            let time = TurnTime::of_person(used);
            let step = self.record.end(Ending::OutOfTime { used: time.wall(), left }, time);
            self.follow(vec![step]);
        } else if self.moved_at.saturating_add(self.pace) <= self.now
            && let Some(turn) = self.held.take()
        {
            let board = self.record.last_position().board();
            let judged = judge_turn(board, &self.record.game.rules(), &turn);
            self.thinking = false;
            let steps = self.record.accept(judged, TurnTime::new(turn.cpu, turn.wall));
            self.follow(steps);
        }
    }

    fn play(&mut self, cell: Cell) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !self.seat().is_human() {
            return Err(Refusal::NotYourTurn(self.name(self.turn()).to_owned()));
        }
        if self.paused {
            return Err(Refusal::Paused);
        }
        let steps = self.record.play(cell, TurnTime::of_person(self.used(self.now)))?;
        self.follow(steps);
        Ok(())
    }

    fn resign(&mut self, player: Player) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !self.seats[player.index()].is_human() {
            return Err(Refusal::NotHuman(self.name(player).to_owned()));
        }
        let time = if self.seat().is_human() { TurnTime::of_person(self.used(self.now)) } else { TurnTime::ZERO };
        let step = self.record.end(Ending::Resigned { player: player.index() as u8 + 1 }, time);
        self.follow(vec![step]);
        Ok(())
    }

    fn rename(&mut self, player: Player, name: String) -> Result<(), Refusal> {
        if !self.seats[player.index()].is_human() {
            return Err(Refusal::NotHuman(self.name(player).to_owned()));
        }
        self.record.rename(player, &name);
        self.seats[player.index()] = Seat::human(&name);
        self.outputs.push(SessionOutput::Retitle(Event::Game(self.record.game.clone())));
        self.tell(SessionEvent::Renamed { player, name });
        Ok(())
    }

    /// Goes back to before the last move of a person.
    fn take_back(&mut self) -> Result<(), Refusal> {
        let by_human = |line: &MoveLine| self.seats[usize::from(line.player) - 1].is_human();
        let to = self.record.moves.iter().rposition(by_human).ok_or(Refusal::NothingToTakeBack)?;
        let moves = self.record.moves.len() - to;
        self.record.take_back_to(to);
        self.moves.truncate(to);
        // The line of the game comes first.
        self.outputs.push(SessionOutput::KeepLines(1 + to));
        self.cancel();
        self.stand_still(Duration::ZERO);
        // The number of the event that it comes with.
        let snapshot = Box::new(Snapshot { sequence: self.sequence + 1, ..self.snapshot(self.now) });
        self.tell(SessionEvent::TookBack { moves, snapshot });
        self.begin_turn();
        Ok(())
    }

    fn pause(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !std::mem::replace(&mut self.paused, true) {
            self.cancel();
            // What a computer has thought is lost, and so is not counted either.
            let used = if self.seat().is_human() { self.used(self.now) } else { Duration::ZERO };
            self.stand_still(used);
            self.tell(SessionEvent::Paused { clocks: self.clocks(self.now) });
        }
        Ok(())
    }

    fn go_on(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if std::mem::replace(&mut self.paused, false) {
            self.stepping = false;
            self.tell(SessionEvent::WentOn);
            self.begin_turn();
        }
        Ok(())
    }

    /// Lets a computer make one move although the game is paused.
    fn step(&mut self) -> Result<(), Refusal> {
        self.pause()?;
        if self.seat().is_human() {
            return Err(Refusal::NotAMachine(self.name(self.turn()).to_owned()));
        }
        if !std::mem::replace(&mut self.stepping, true) {
            self.begin_turn();
        }
        Ok(())
    }

    fn want_hint(&mut self) -> Result<(), Refusal> {
        self.must_be_open()?;
        if !self.seat().is_human() {
            return Err(Refusal::NotYourTurn(self.name(self.turn()).to_owned()));
        }
        match std::mem::take(&mut self.help) {
            Help::None => {
                self.help = Help::Wanted { the_move: false };
                self.tell(SessionEvent::HintWanted);
                self.outputs.push(SessionOutput::FindHint(self.next_task()));
            }
            Help::Wanted { .. } => self.help = Help::Wanted { the_move: true },
            Help::Known { thought, .. } => self.help_with(thought, true),
        }
        Ok(())
    }

    // What follows from it.

    fn help_with(&mut self, thought: Thought, the_move: bool) {
        let board = self.record.last_position().board();
        let clue = || hint::clue(board, thought.best().cell);
        let told = if the_move { hint::full(board, thought.best()).unwrap_or_else(clue) } else { clue() };
        self.help = Help::Known { thought, told: told.clone() };
        self.tell(SessionEvent::Hint(told));
    }

    fn next_task(&self) -> Task {
        let (player, ply) = (self.turn(), self.record.core().next_ply());
        Task {
            number: self.task,
            player,
            board: self.record.last_position().board().clone(),
            kinds: self.record.game.kinds,
            remaining: self.record.left(player),
            clock: self.record.core().rules().clock,
            ply,
            course: Some(self.record.core().course()),
            seed: self.seed(player).wrapping_add(u64::from(ply)),
        }
    }

    fn begin_turn(&mut self) {
        self.paused &= !self.is_over();
        let runs = !self.is_over() && (!self.paused || self.stepping);
        self.running_since = runs.then_some(self.now);
        if runs {
            let (player, human) = (self.turn(), self.seat().is_human());
            self.tell(SessionEvent::Turn { player, human, clocks: self.clocks(self.now) });
            if !human && !std::mem::replace(&mut self.thinking, true) {
                self.outputs.push(SessionOutput::Think(self.next_task()));
            }
        }
    }

    /// Whatever is being thought about is not wanted any more.
    fn cancel(&mut self) {
        if self.thinking || matches!(self.help, Help::Wanted { .. }) {
            self.outputs.push(SessionOutput::StopThinking);
        }
        self.task += 1;
        self.thinking = false;
        self.held = None;
        self.thought = None;
        self.help = Help::None;
        self.stepping = false;
    }

    fn stand_still(&mut self, used: Duration) {
        self.running_since = None;
        self.used_before = used;
    }

    /// Tells what has happened in the game, and what comes next.
    fn follow(&mut self, steps: Vec<Step>) {
        for Step { event, position } in steps {
            self.outputs.push(SessionOutput::Append(event.clone()));
            self.cancel();
            self.stand_still(Duration::ZERO);
            match event {
                Event::Game(_) => {}
                Event::Move(line) => {
                    let before = &self.record.positions[self.moves.len()];
                    let played = Arc::new(MovePlayed::of(&line, before, &position));
                    self.moves.push(Arc::clone(&played));
                    self.moved_at = self.now;
                    self.tell(SessionEvent::Moved(played));
                }
                Event::End(end) => {
                    self.paused = false;
                    self.tell(SessionEvent::Ended(end));
                }
            }
        }
        if !self.is_over() {
            self.begin_turn();
        }
    }

    fn tell(&mut self, event: SessionEvent) {
        self.sequence += 1;
        self.outputs.push(SessionOutput::Tell(Told { sequence: self.sequence, event }));
    }
}
