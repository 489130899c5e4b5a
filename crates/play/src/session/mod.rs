//! A game with people: people, engines and programs in its seats, one stream of events
//! for all who look on, and a record that can be gone on with.
//!
//! ```text
//! state.rs     the state machine, without thread, file or clock
//! exchange.rs  what goes in and comes out: requests, answers and time; events and work
//! event.rs     what is told to views       hint.rs   help in two steps
//! setup.rs     what is agreed before a game thinking.rs  how the engine goes about its turn
//!
//! driver.rs    the state machine with threads and a wall clock (feature `threads`)
//! thinkers.rs  computers in their seats    store.rs  the record on disk
//! ```
//!
//! Nothing here waits for a computer: what it finds comes as events. Whatever is not
//! wanted any more (a move taken back, a pause, the session dropped) is stopped at
//! once.
//!
//! ```
//! use std::time::Duration;
//!
//! use fruitrage_game::BoardClass;
//! use fruitrage_play::session::{Seat, SessionEvent, SessionOutput, SessionRequest, SessionState, Setup};
//!
//! let seats = [Seat::human("Ada"), Seat::human("Ben")];
//! let setup = Setup::random(BoardClass::new(4, 2).unwrap(), 7, seats);
//! let mut state = SessionState::start(setup).unwrap();
//! state.take_outputs();
//! // Ada has thought for three seconds.
//! state.handle(Duration::from_secs(3), SessionRequest::Play("A1".parse().unwrap())).unwrap();
//! for output in state.take_outputs() {
//!     if let SessionOutput::Tell(told) = output
//!         && let SessionEvent::Moved(played) = &told.event
//!     {
//!         println!("{} takes {} and leads to\n{}", played.cell, played.effect.taken.size, played.position.board());
//!     }
//! }
//! ```

#[cfg(feature = "threads")]
mod driver;
mod event;
mod exchange;
mod hint;
mod setup;
mod state;
#[cfg(feature = "threads")]
mod store;
#[cfg(feature = "threads")]
mod thinkers;
mod thinking;

use fruitrage_rules::IllegalMove;

#[cfg(feature = "threads")]
pub use driver::Session;
pub use event::{Clocks, MovePlayed, SeatView, SessionEvent, Snapshot, Told};
pub use exchange::{SessionOutput, SessionRequest, Task};
pub use hint::{Clue, Hint, Region};
pub use setup::{Seat, Setup};
pub use state::SessionState;
pub use thinking::SlicedThinking;

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
    /// Only people resign or take another name.
    #[error("{0} is no person and neither resigns nor takes another name")]
    NotHuman(String),
    /// Only machines can be made to step.
    #[error("{0} is a person and moves when it pleases")]
    NotAMachine(String),
}
