//! The Fruit Rage: which group to take.
//!
//! An [`Engine`] is made of [`Tunables`]. A [`Root`] and [`Limits`] go in, a
//! [`Report`] comes out; an [`Observer`] is told of each finished iteration and
//! asked when to stop. Where there is no time, [`Engine::glance`] finds a move at
//! once. At a lower [`Level`] it plays as people do. What a [`Rival`] has done so
//! far tells what it will do. The engine knows the rules
//! and nothing else: no files, no clock, no threads of its own. For more than one
//! thread, run one search in each on the same [`Table`], and tell each its
//! [`Role`].
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

mod busy;
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
mod stage;
mod table;
mod takeover;
mod tally;
mod time_plan;
mod tunables;
mod value;
mod weights;

pub use engine::Engine;
pub use evaluation::Evaluation;
pub use level::{Level, LevelError};
pub use limits::{Limits, Role};
pub use observer::{NODES_BETWEEN_QUESTIONS, Observer, nodes_unless};
pub use report::{RatedMove, Report};
pub use rival::Rival;
pub use root::{NoMove, Root};
pub use solver::{SharedSolver, solve};
pub use stage::Stage;
pub use table::Table;
pub use time_plan::TimePlan;
pub use tunables::Tunables;
pub use value::Value;
pub use weights::Weights;
