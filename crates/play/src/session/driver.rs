//! A session with threads, for servers and terminals: it owns the wall clock, the file of
//! the record, the flags that stop computers, and those who look on.
//!
//! There are two locks. Whoever needs both takes the post first.
//!
//! ```text
//! post   the record's file and the listeners. Whoever holds it empties the desk's outbox
//!        in order: lines are on disk before they are told, and told in order.
//! desk   the state machine, the tasks of computers, the outbox. Held for a moment only, so
//!        nobody who looks at a game waits for a disk or a listener.
//! ```

use std::collections::VecDeque;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use fruitrage_game::{AgentLine, Event, GameRecord, Stop, read_games};
use fruitrage_rules::{Cell, IllegalMove, Player};

use super::store::Store;
use super::{
    Clocks, Refusal, Seat, SessionOutput, SessionRequest, SessionState, Setup, Snapshot, Task, Told, thinkers,
};
use crate::{GroupView, group};

/// A game under way. All its functions return at once and can be called from any
/// thread. Dropping it stops whoever thinks and waits for the threads; what is
/// recorded stays.
pub struct Session {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

pub(super) struct Shared {
    started: Instant,
    desk: Mutex<Desk>,
    changed: Condvar,
    post: Mutex<Post>,
}

/// What is changed by requests.
struct Desk {
    state: SessionState,
    /// What each computer is to think about next.
    tasks: [Option<Task>; 2],
    /// What is to be thought about for a hint.
    hint: Option<Task>,
    /// Stops whoever thinks about these.
    stop: Stop,
    outbox: VecDeque<Letter>,
    closed: bool,
}

/// Where letters go to.
struct Post {
    store: Option<Store>,
    listeners: Vec<Listener>,
}

/// Hears of everything; whether it wants to hear more.
type Listener = Box<dyn FnMut(&Told) -> bool + Send>;

/// Something to be sent, in order.
enum Letter {
    Tell(Told),
    Append(Event),
    Retitle(Event),
    KeepLines(usize),
    /// From here on somebody else hears what is told.
    Listen(Listener),
}

impl Desk {
    /// Hands on what the state wants to be done.
    fn sort_outputs(&mut self) {
        for output in self.state.take_outputs() {
            match output {
                SessionOutput::Tell(told) => self.outbox.push_back(Letter::Tell(told)),
                SessionOutput::Append(event) => self.outbox.push_back(Letter::Append(event)),
                SessionOutput::Retitle(event) => self.outbox.push_back(Letter::Retitle(event)),
                SessionOutput::KeepLines(lines) => self.outbox.push_back(Letter::KeepLines(lines)),
                SessionOutput::Think(task) => {
                    let player = task.player.index();
                    self.tasks[player] = Some(task);
                }
                SessionOutput::FindHint(task) => self.hint = Some(task),
                SessionOutput::StopThinking => {
                    self.stop.raise();
                    (self.stop, self.tasks, self.hint) = (Stop::default(), [None, None], None);
                }
            }
        }
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the game's name in its record.
    pub(super) fn game_id(&self) -> String {
        self.desk().state.record().game.id.clone()
    }

    /// Asks or tells the session something, and returns how many moves it took back. What
    /// follows is done before it returns.
    fn ask(&self, request: SessionRequest) -> Result<usize, Refusal> {
        let done = {
            let mut desk = self.desk();
            if desk.closed {
                return Ok(0);
            }
            let before = desk.state.record().moves.len();
            let done = desk.state.handle(self.now(), request);
            desk.sort_outputs();
            done.map(|()| before.saturating_sub(desk.state.record().moves.len()))
        };
        self.changed.notify_all();
        self.send();
        done
    }

    /// Does what a person asks for.
    fn act(&self, request: SessionRequest) -> Result<(), Refusal> {
        self.ask(request).map(drop)
    }

    /// Tells the session something that it does not refuse.
    pub(super) fn request(&self, request: SessionRequest) {
        let done = self.ask(request);
        debug_assert_eq!(done, Ok(0), "only people are refused something");
    }

    /// Waits until it is this player's turn. Returns false if the session is closed.
    pub(super) fn wait_for_turn(&self, player: Player) -> bool {
        let desk = self.desk();
        let idle = |desk: &mut Desk| !desk.closed && desk.tasks[player.index()].is_none();
        let desk = self.changed.wait_while(desk, idle).unwrap_or_else(PoisonError::into_inner);
        !desk.closed
    }

    /// Waits until it is this player's turn; nothing if the game is over or the session
    /// closed.
    pub(super) fn next_task(&self, player: Player) -> Option<(Task, Stop)> {
        let mut desk = self.desk();
        loop {
            if desk.closed || desk.state.record().end.is_some() {
                return None;
            }
            if let Some(task) = desk.tasks[player.index()].take() {
                return Some((task, desk.stop.clone()));
            }
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sends everything that is in the outbox.
    fn send(&self) {
        let mut post = self.post.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let letters = std::mem::take(&mut self.desk().outbox);
            if letters.is_empty() {
                return;
            }
            for error in letters.into_iter().filter_map(|letter| post.send(letter).err()) {
                let mut desk = self.desk();
                let told = desk.state.handle(self.now(), SessionRequest::RecordFailed(error.to_string()));
                debug_assert_eq!(told, Ok(()), "nobody can refuse trouble");
                desk.sort_outputs();
            }
        }
    }
}

impl Post {
    fn send(&mut self, letter: Letter) -> std::io::Result<()> {
        match (letter, &mut self.store) {
            (Letter::Tell(told), _) => self.listeners.retain_mut(|listener| listener(&told)),
            (Letter::Listen(listener), _) => self.listeners.push(listener),
            (Letter::Append(event), Some(store)) => return store.append(&event),
            (Letter::Retitle(event), Some(store)) => return store.retitle(&event),
            (Letter::KeepLines(lines), Some(store)) => return store.keep_lines(lines),
            (Letter::Append(_) | Letter::Retitle(_) | Letter::KeepLines(_), None) => {}
        }
        Ok(())
    }
}

impl Session {
    /// Starts a game that is not recorded. An error says what is wrong with the board.
    pub fn start(setup: Setup) -> anyhow::Result<Self> {
        Self::begin(setup, None)
    }

    /// Starts a game, and records it as it goes in a file that is not there yet. It is made
    /// with the first move. An error says what is wrong with the board or the file.
    pub fn start_recorded(setup: Setup, path: &Path) -> anyhow::Result<Self> {
        Self::begin(setup, Some(path))
    }

    fn begin(setup: Setup, path: Option<&Path>) -> anyhow::Result<Self> {
        let state = SessionState::start(setup).map_err(anyhow::Error::msg)?;
        let store = path.map(|path| {
            Store::new(path, state.record()).with_context(|| format!("cannot record the game in {}", path.display()))
        });
        Ok(Self::run(state, store.transpose()?))
    }

    /// Goes on with the game of a record, as it stands there, and records it there.
    ///
    /// Who sits where is asked of `seat`, with the record's own lines, since a
    /// record may name programs that this machine does not have or nobody trusts;
    /// [`Seat::of_line`] knows the others. A game that is over can be looked at,
    /// and taken back.
    pub fn resume(path: &Path, mut seat: impl FnMut(&AgentLine) -> anyhow::Result<Seat>) -> anyhow::Result<Self> {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let mut games = read_games(BufReader::new(file)).with_context(|| name.to_string())?;
        let count = games.len();
        let record = games.pop().filter(|_| count == 1);
        let record = record.with_context(|| format!("{name} holds {count} games; one can be gone on with"))?;
        let [first, second] = &record.game.agents;
        let seats = [seat(first)?, seat(second)?];
        let store = Store::reopen(path, &record).with_context(|| format!("cannot record the game in {name}"))?;
        Ok(Self::run(SessionState::resume(record, seats), Some(store)))
    }

    fn run(state: SessionState, store: Option<Store>) -> Self {
        let computers = [Player::First, Player::Second].map(|player| {
            let seat = state.seats()[player.index()].clone();
            (!seat.is_human()).then(|| (player, seat, state.seed(player)))
        });
        let mut desk = Desk {
            state,
            tasks: [None, None],
            hint: None,
            stop: Stop::default(),
            outbox: VecDeque::new(),
            closed: false,
        };
        desk.sort_outputs();
        let shared = Arc::new(Shared {
            started: Instant::now(),
            desk: Mutex::new(desk),
            changed: Condvar::new(),
            post: Mutex::new(Post { store, listeners: Vec::new() }),
        });
        shared.send();
        let session = Self { shared, threads: Mutex::default() };
        for (player, seat, seed) in computers.into_iter().flatten() {
            session.spawn("player", move |shared| thinkers::serve(shared, player, &seat, seed));
        }
        session.spawn("timekeeper", keep_time);
        session
    }

    fn spawn(&self, name: &str, work: impl FnOnce(&Shared) + Send + 'static) {
        let shared = Arc::clone(&self.shared);
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&shared));
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread.expect("a thread of its own"));
    }

    // To look at.

    /// How it stands.
    pub fn snapshot(&self) -> Snapshot {
        self.shared.desk().state.snapshot(self.shared.now())
    }

    /// Both clocks at this moment.
    pub fn clocks(&self) -> Clocks {
        self.shared.desk().state.clocks(self.shared.now())
    }

    /// The game so far, for a review or to be kept elsewhere.
    pub fn record(&self) -> GameRecord {
        self.shared.desk().state.record().clone()
    }

    /// How many moves were made.
    pub fn moves(&self) -> usize {
        self.shared.desk().state.record().moves.len()
    }

    /// The group under a cell, with its cells, size and points.
    pub fn group(&self, cell: Cell) -> Result<GroupView, IllegalMove> {
        let board = self.shared.desk().state.record().last_position().board().clone();
        group(&board, cell)
    }

    /// How it stands, and from then on every event, for as long as `listener`
    /// returns true.
    ///
    /// It is called by whichever thread brought the event about, and others wait to tell
    /// what comes next: it must pass the event on and return. It may look at the session,
    /// but not ask it to do something.
    pub fn subscribe(&self, listener: impl FnMut(&Told) -> bool + Send + 'static) -> Snapshot {
        let snapshot = {
            let mut desk = self.shared.desk();
            desk.outbox.push_back(Letter::Listen(Box::new(listener)));
            desk.state.snapshot(self.shared.now())
        };
        self.shared.send();
        snapshot
    }

    /// How it stands, and a channel with every event from then on.
    pub fn events(&self) -> (Snapshot, mpsc::Receiver<Told>) {
        let (sender, receiver) = mpsc::channel();
        (self.subscribe(move |told| sender.send(told.clone()).is_ok()), receiver)
    }

    // To do.

    /// The person whose turn it is takes the group that a cell belongs to.
    pub fn play(&self, cell: Cell) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::Play(cell))
    }

    /// Takes back the last move that a person made, and what was replied to it;
    /// returns how many moves that were. The clocks go back too. Also after the end.
    pub fn take_back(&self) -> Result<usize, Refusal> {
        self.shared.ask(SessionRequest::TakeBack)
    }

    /// Helps the person whose turn it is: first only with what is worth looking at,
    /// and when asked again, in the same position, with the move. It comes as an
    /// event.
    pub fn hint(&self) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::Hint)?;
        let task = {
            let mut desk = self.shared.desk();
            desk.hint.take().map(|task| (task, desk.stop.clone()))
        };
        if let Some((task, stop)) = task {
            self.spawn("hint", move |shared| thinkers::find_hint(shared, &task, &stop));
        }
        Ok(())
    }

    /// A person gives up.
    pub fn resign(&self, player: Player) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::Resign(player))
    }

    /// Calls a person by another name from now on, in the record too.
    pub fn rename(&self, player: Player, name: impl Into<String>) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::Rename(player, name.into()))
    }

    /// Lets the game and its clocks stand still; a computer that thinks begins
    /// again later.
    pub fn pause(&self) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::Pause)
    }

    /// Goes on after a pause.
    pub fn go_on(&self) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::GoOn)
    }

    /// Pauses, but lets the computer whose turn it is make one move.
    pub fn step(&self) -> Result<(), Refusal> {
        self.shared.act(SessionRequest::Step)
    }

    /// From now on computers take at least so long to move.
    pub fn set_pace(&self, pace: Duration) {
        self.shared.request(SessionRequest::SetPace(pace));
    }
}

/// Tells the session the time whenever something happens by itself.
fn keep_time(shared: &Shared) {
    loop {
        let mut desk = shared.desk();
        loop {
            if desk.closed {
                return;
            }
            let wait = desk.state.wake_at().map(|wake| wake.saturating_sub(shared.now()));
            desk = match wait {
                Some(Duration::ZERO) => break,
                Some(wait) => shared.changed.wait_timeout(desk, wait).unwrap_or_else(PoisonError::into_inner).0,
                None => shared.changed.wait(desk).unwrap_or_else(PoisonError::into_inner),
            };
        }
        drop(desk);
        shared.request(SessionRequest::Tick);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        {
            let mut desk = self.shared.desk();
            desk.closed = true;
            desk.stop.raise();
        }
        self.shared.changed.notify_all();
        let threads = std::mem::take(self.threads.get_mut().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A panic was told about already, by the thread itself.
            let _ = thread.join();
        }
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("snapshot", &self.snapshot()).finish_non_exhaustive()
    }
}
