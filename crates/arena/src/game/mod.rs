//! One game: two contestants, a referee, and the events that tell what happened.

mod builtin;
mod clock;
mod contestant;
mod ending;
mod entrant;
mod event;
mod pair;
mod record;
mod referee;
pub(crate) mod seconds;
mod stop;
mod turns;
mod verdict;

pub use builtin::{Builtin, BuiltinError, TurnClock, measured};
pub use clock::{ClockKind, ClockKindError, ClockRules};
pub use contestant::{Answer, Contestant, Request, Turn};
pub use ending::{DecidedBy, Ending, Exit, Kill};
pub use entrant::{BuiltinEntrant, Entrant, Entry};
pub use event::{AgentLine, ClockLine, EndLine, Event, GameLine, MoveLine, RECORD_VERSION};
pub use pair::{Pair, Places, Side};
pub use record::{GameRecord, RecordError, read_games, write_event};
pub use referee::{Failure, Listener, Referee, Rules, TieRule};
pub use stop::Stop;
pub use turns::{Oddity, SideTurns, Turns};
pub use verdict::{conclude, judge_answer, winner};
