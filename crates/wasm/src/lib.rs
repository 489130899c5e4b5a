//! The Fruit Rage for a page: rules, engine, and games with people, without a server.
//!
//! ```text
//! exports.rs   the door for JavaScript: text in, text out
//! calls.rs     what can be asked for, and the answer to each
//! tables.rs    games under way: the session of `play`, driven by a page
//! learning.rs  the lesson and puzzles
//! work.rs      what takes time, in slices: turns, hints, analyses, reviews
//! ```
//!
//! It imports nothing. So it has no clock: the time comes in with each call. And nobody can
//! be told anything during a call: what takes time is done in slices, in a worker that a page
//! can end.

mod calls;
mod exports;
mod learning;
mod tables;
mod work;

pub use calls::{Desk, Refused};
