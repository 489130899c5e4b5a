//! The Fruit Rage: which group to take.
//!
//! ```
//! use fruitrage_engine::{Engine, Limits, Root, Table};
//! use fruitrage_rules::Board;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board: Board = "310/012/302".parse()?;
//! let root = Root::of_board(&board)?;
//! let limits = Limits { nodes: Some(10_000), best_moves: 2, ..Limits::default() };
//! let report = Engine::default().search(&root, &limits, &Table::for_nodes(10_000), &mut ());
//! for rated in report.moves() {
//!     println!("{} wins {} points more than the opponent will", rated.cell, rated.value);
//! }
//! assert_eq!((report.best.cell.to_string(), report.best.value.points()), ("C2".to_owned(), 3.0));
//! # Ok(())
//! # }
//! ```
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | the best moves within a number of nodes or a depth | [`Engine::search`] with [`Root`], [`Limits`] and a [`Table`]; a [`Report`] comes back |
//! | a move on a clock, with one thread or several | [`TimedSearch`] with a [`Budget`] and a [`Clock`] |
//! | the exact value of a small board | [`solve`]; with several threads, [`SharedSolver`] |
//! | a move at once, without search | [`Engine::glance`] |
//! | an opponent of a person's strength | [`Engine::at_level`] and [`Level`] |
//! | to watch a search, and to stop it | [`Observer`] |
//! | an opponent whose moves can be foreseen | [`Engine::watch`], [`Engine::search_against`], [`Rival`] and [`Memory`] |
//! | another engine, to be measured against this one | [`Tunables`] |
//!
//! The engine knows the rules and nothing else: no files, no clock of its own. It starts
//! threads only in [`TimedSearch::run_with_threads`]; with threads of one's own, run one
//! search in each on the same [`Table`]. Equal limits give equal reports on every machine,
//! as long as no clock and no other thread interferes.
//!
//! # Errors and panics
//!
//! The one thing that can go wrong is a board without fruit: [`Root::of_board`] and
//! [`Root::of_grid`] say [`NoMove`]. Past a root there is always a move, whatever the limits,
//! tunables, traits and times are. Nothing panics but [`Root::play_into`], and only at what is
//! no group of its board.

mod bench;
mod busy;
mod characters;
mod engine;
mod evaluation;
mod glance;
mod level;
mod limits;
mod logarithm;
mod observer;
mod person;
mod ranking;
mod report;
mod rival;
mod root;
mod search;
mod selection;
mod sight;
mod solver;
mod table;
mod takeover;
mod tally;
mod time_plan;
mod timed_search;
mod timekeeper;
mod together;
mod tunables;
mod value;

pub use bench::{BenchPosition, bench, bench_signature};
pub use engine::Engine;
pub use level::{Level, LevelError};
pub use limits::{Limits, Role};
pub use observer::{NODES_BETWEEN_QUESTIONS, Observer};
pub use report::{RatedMove, Report};
pub use rival::{Memory, Rival};
pub use root::{NoMove, Root};
pub use solver::{SharedSolver, solve};
pub use table::Table;
pub use takeover::expected_solver_nodes;
pub use time_plan::TimePlan;
pub use timed_search::{Budget, TimedSearch};
pub use timekeeper::{Clock, Timekeeper};
pub use tunables::{Traits, Tunables};
pub use value::Value;

// Compiled and run with the tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
struct Guide;
