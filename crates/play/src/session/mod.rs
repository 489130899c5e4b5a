//! Answers for a game under way: people, engines and programs in its seats, one
//! stream of events for all who look on, and a record that can be gone on with.
//!
//! ```text
//! view -- play, take_back, hint, resign, pause, step --> State (behind a lock) --> record on disk
//!   ^                                                      |   ^
//!   +----------- Told { sequence, event } <----------------+   |
//!                machines: one thread a seat, think on a turn -+
//!                timekeeper: ends the turn of a person whose time is over
//! ```
//!
//! Nothing here waits for a machine: what it finds comes as events. Whatever is not
//! wanted any more (a move taken back, a pause, the session dropped) is stopped at
//! once.
//!
//! ```
//! use fruitrage_arena::BoardClass;
//! use fruitrage_engine::Level;
//! use fruitrage_play::session::{Seat, Session, SessionEvent, Setup};
//!
//! let seats = [Seat::human("Ada"), Seat::engine(Level::LOWEST)];
//! let session = Session::start(Setup::random(BoardClass::new(4, 2).unwrap(), 7, seats)).unwrap();
//! let (_, events) = session.events();
//! session.play("A1".parse().unwrap()).unwrap();
//! for told in events {
//!     if let SessionEvent::Moved(played) = &told.event {
//!         println!("{} takes {}", played.cell, played.effect.taken.size);
//!         if played.ply == 2 {
//!             break;
//!         }
//!     }
//! }
//! ```

mod event;
mod hint;
mod machine;
mod setup;
mod state;
mod store;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context as _;
use fruitrage_arena::game::{AgentLine, GameRecord, read_games};
use fruitrage_rules::{Cell, IllegalMove, Player};

pub use event::{Clocks, MovePlayed, SeatView, SessionEvent, Snapshot, Told};
pub use hint::{Clue, Hint, Region};
pub use setup::{Seat, Setup};

use crate::{GroupView, Thought, group};
use machine::Mind;
use state::{State, Task};
use store::Store;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(800);

/// Why something cannot be done now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// Somebody else is to move, and is no person.
    #[error("it is the turn of {0}")]
    NotYourTurn(String),
    /// The game stands still.
    #[error("the game is paused")]
    Paused,
    /// No person has made a move.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Only people resign.
    #[error("{0} is no person and does not resign")]
    NotHuman(String),
    /// Only machines can be made to step.
    #[error("{0} is a person and moves when it pleases")]
    NotAMachine(String),
}

/// A game under way. All its functions return at once and can be called from any
/// thread. Dropping it stops whoever thinks and waits for the threads; what is
/// recorded stays.
pub struct Session {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A machine tells what it thinks, if anybody still wants to know.
    fn think(&self, task: &Task, thought: Thought) {
        let mut state = self.lock();
        if state.generation == task.generation {
            state.think(thought);
        }
    }
}

impl Session {
    /// Starts a game. An error says what is wrong with the box or the record's file.
    pub fn start(setup: Setup) -> anyhow::Result<Self> {
        let record = GameRecord::begin(setup.game_line()).map_err(anyhow::Error::msg)?;
        let store = setup.record.as_deref().map(|path| {
            Store::create(path, &record).with_context(|| format!("cannot record the game in {}", path.display()))
        });
        let state = State::new(record, setup.seats, store.transpose()?, setup.pace);
        Ok(Self::run(state, setup.paused, setup.dice))
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
        let dice = record.game.seed.unwrap_or(0);
        Ok(Self::run(State::new(record, seats, Some(store), Duration::ZERO), false, dice))
    }

    fn run(mut state: State, paused: bool, dice: u64) -> Self {
        let minds = [Player::First, Player::Second].map(|player| match &state.seats[player.index()] {
            Seat::Human { .. } => None,
            Seat::Engine { level, .. } => Some((player, Mind::Engine(*level))),
            Seat::Entrant(entrant) => Some((player, Mind::Entrant(Arc::clone(entrant)))),
        });
        let people = minds.iter().any(Option::is_none);
        state.begin(paused);
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let session = Self { shared, threads: Mutex::default() };
        for (player, mind) in minds.into_iter().flatten() {
            // Two machines throw different dice.
            let dice = dice.wrapping_mul(2).wrapping_add(player.index() as u64);
            session.spawn("player", move |shared| machine::serve(shared, player, &mind, dice));
        }
        if people {
            session.spawn("timekeeper", keep_time);
        }
        session
    }

    fn spawn(&self, name: &str, work: impl FnOnce(&Shared) + Send + 'static) {
        let shared = Arc::clone(&self.shared);
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || work(&shared));
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread.expect("a thread of its own"));
    }

    /// Changes the state, and wakes up whoever may have something to do now.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.shared.lock());
        self.shared.changed.notify_all();
        result
    }

    // To look at.

    /// How it stands.
    pub fn snapshot(&self) -> Snapshot {
        self.shared.lock().snapshot()
    }

    /// Both clocks at this moment.
    pub fn clocks(&self) -> Clocks {
        self.shared.lock().clocks()
    }

    /// The game so far, for a review or to be kept elsewhere.
    pub fn record(&self) -> GameRecord {
        self.shared.lock().record.clone()
    }

    /// The group under a cell, with its cells, size and points.
    pub fn group(&self, cell: Cell) -> Result<GroupView, IllegalMove> {
        group(self.shared.lock().record.last_position().board(), cell)
    }

    /// How it stands, and from then on every event, for as long as `listener`
    /// returns true.
    ///
    /// It is called by whichever thread brought the event about, while the session
    /// is locked: it must pass the event on and return, and not call the session.
    pub fn subscribe(&self, listener: impl FnMut(&Told) -> bool + Send + 'static) -> Snapshot {
        self.shared.lock().listen(Box::new(listener))
    }

    /// How it stands, and a channel with every event from then on.
    pub fn events(&self) -> (Snapshot, mpsc::Receiver<Told>) {
        let (sender, receiver) = mpsc::channel();
        (self.subscribe(move |told| sender.send(told.clone()).is_ok()), receiver)
    }

    // To do.

    /// The person whose turn it is takes the group that a cell belongs to.
    pub fn play(&self, cell: Cell) -> Result<(), Refusal> {
        self.change(|state| {
            state.look_at_clock();
            state.play(cell)
        })
    }

    /// Takes back the last move that a person made, and what was replied to it;
    /// returns how many moves that were. The clocks go back too. Also after the end.
    pub fn take_back(&self) -> Result<usize, Refusal> {
        self.change(State::take_back)
    }

    /// Helps the person whose turn it is: first only with what is worth looking at,
    /// and when asked again, in the same position, with the move. It comes as an
    /// event.
    pub fn hint(&self) -> Result<(), Refusal> {
        let task = self.change(|state| {
            let must_think = state.want_hint()?;
            let board = state.record.last_position().board().clone();
            Ok::<_, Refusal>(must_think.then(|| (state.generation, state.stop.clone(), board)))
        })?;
        if let Some((generation, stop, board)) = task {
            self.spawn("hint", move |shared| {
                let thought = machine::think_for_hint(&board, HINT_TIME, &stop);
                let mut state = shared.lock();
                if let Some(thought) = thought.filter(|_| state.generation == generation) {
                    state.hint_found(thought);
                }
            });
        }
        Ok(())
    }

    /// A person gives up.
    pub fn resign(&self, player: Player) -> Result<(), Refusal> {
        self.change(|state| state.resign(player))
    }

    /// Lets the game and its clocks stand still; a machine that thinks begins
    /// again later.
    pub fn pause(&self) -> Result<(), Refusal> {
        self.change(State::pause)
    }

    /// Goes on after a pause.
    pub fn go_on(&self) -> Result<(), Refusal> {
        self.change(State::go_on)
    }

    /// Pauses, but lets the machine whose turn it is make one move.
    pub fn step(&self) -> Result<(), Refusal> {
        self.change(State::step)
    }

    /// From now on machines take at least so long to move.
    pub fn set_pace(&self, pace: Duration) {
        self.change(|state| state.pace = pace);
    }
}

/// Ends the turn of a person whose time is over.
fn keep_time(shared: &Shared) {
    let mut state = shared.lock();
    while !state.closed {
        state.look_at_clock();
        state = match state.persons_time() {
            Some(left) => shared.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            None => shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.change(State::close);
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
