//! The Fruit Rage: what every view of a game shows, without a view of its own.
//!
//! - [`session`]: a game under way, with people, engines and programs in its seats.
//! - [`analysis`]: which moves are best on a board, deeper and deeper.
//! - [`review`]: what was good and what was not in a game that was played.
//! - [`lesson`]: the first lesson, board by board.
//! - [`puzzle`]: boards with one best move, proved; the deck, and somebody solving one.
//! - [`players`]: the classic opponents and the engine, by one grammar.
//! - [`suggested_level`]: the level that suits a person by their own results.
//! - [`view`]: what pages draw of all that, as JSON.
//! - [`group`] and [`effect`]: what lies under a cursor, and what a move does to
//!   every single fruit.
//!
//! A terminal and a page show the same things from the same events; neither needs
//! rules of its own. What is sent to them can be written as JSON.

pub mod analysis;
mod answer;
mod effect;
pub mod lesson;
mod named;
pub mod players;
pub mod puzzle;
mod rating;
mod refutation;
pub mod review;
pub mod session;
mod slices;
mod thought;
pub mod view;

pub use answer::Answer;
pub use effect::{Fall, GroupView, MoveEffect, effect, group};
pub use rating::{Scored, performance, result_against_level, suggested_level};
pub use refutation::Refutation;
pub use thought::{MoveThought, Thought};
