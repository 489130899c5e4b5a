//! The Fruit Rage: which group to take.
//!
//! An [`Engine`] is made of [`Tunables`]. A [`Root`] and [`Limits`] go in, a
//! [`Report`] comes out; an [`Observer`] hears of each iteration and says when to
//! stop. [`TimedSearch`] holds a search to a [`Clock`]. [`Engine::glance`] finds a
//! move at once. At a lower [`Level`] the engine plays like a person. A [`Rival`] is
//! what is known of the opponent, a [`Memory`] what is kept from one move to the next.
//!
//! The engine knows the rules and nothing else: no files, no clock of its own. It starts
//! threads only in [`TimedSearch::run_with_threads`]; with threads of one's own, run one
//! search in each on the same [`Table`].
//!
//! ```
//! use fruitrage_engine::{Engine, Limits, Root, Table};
//! use fruitrage_rules::generate;
//!
//! let root = Root::of_grid(&generate(6, 3, 1)).unwrap();
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let report = Engine::default().search(&root, &limits, &Table::for_nodes(10_000), &mut ());
//! println!("{} wins {} points more than the opponent will", report.best.cell, report.best.value);
//! ```

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
