//! The Fruit Rage: one game, and the boards and opponents it is played with.
//!
//! The [`GameCore`] plays moves, keeps the clocks and tells each [`Step`]: what happened,
//! and the position that it led to. The [`Referee`] asks contestants and hands their
//! answers to it; a [`GameRecord`] is the steps so far, and is read back through the same
//! core. Nothing here knows a process, a file or a database.
//!
//! Strength shows in pairs ([`Pair`]): the same board twice with the sides
//! swapped, because between equals the first to move wins nearly every game.

mod boards;
mod builtin;
mod classic;
mod clock;
mod contestant;
mod core;
pub mod diagnosis;
mod ending;
mod entrant;
mod event;
mod harmless;
mod in_order;
mod last_reply;
mod match_plan;
mod nearest;
mod pair;
mod parameters;
mod record;
mod referee;
pub mod seconds;
mod stop;
mod style;
pub mod theme;
mod turn_clock;
mod turns;
pub mod ugi;
mod verdict;
#[cfg(not(target_arch = "wasm32"))]
mod written_reply;

pub use boards::{BoardClass, BoardClassError, BoardSource, StartingBoard, SuiteError};
pub use builtin::Builtin;
pub use classic::{Foreseeable, alpha_beta, greedy, random};
pub use clock::{ClockKind, ClockKindError, ClockRules};
pub use contestant::{Answer, Contestant, Course, Dialogue, Request, Turn};
pub use core::{GameCore, JudgedMove, Step, TurnTime};
pub use ending::{DecidedBy, Ending, Exit, FolderLimit, Kill};
pub use entrant::{Entrant, Entry};
pub use event::{AgentLine, ClockLine, EndLine, Event, GameLine, MoveLine, RECORD_VERSION};
pub use harmless::{Harmless, HarmlessLines, harmless, harmless_cell, harmless_json, is_harmful, make_harmless};
pub use in_order::run_in_order;
pub use last_reply::{LastReply, Refused};
pub use match_plan::{MatchPlan, PlayedGame, PlayedUnit, Series};
pub use nearest::nearest;
pub use pair::{Pair, Side, game_id};
pub use parameters::{PLAYER_NAMES, Parameters, PlayerError, Protocol};
pub use record::{GameRecord, RecordError, read_games, write_event};
pub use referee::{Failure, Listener, Referee, Rules, TieRule};
pub use stop::Stop;
pub use style::Style;
pub use turn_clock::{TurnClock, measured};
pub use turns::{SideTurns, Turns, Warned};
use verdict::conclude;
pub use verdict::judge_turn;
