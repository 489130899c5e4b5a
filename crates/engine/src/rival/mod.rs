//! An opponent whose moves can be foreseen, and how to make the most of it.
//!
//! Against perfect play it does not help to know the opponent. But most opponents
//! search to a fixed, small depth and count points, and whoever searches to depth 3
//! walks into what happens at ply 4, every time. To see that, one need not search
//! deep, but along what the opponent will really do.
//!
//! ```text
//! model.rs      kinds of players whose moves can be foreseen
//! foresight.rs  what such a player will do
//! habits.rs     how likely the opponent is each of them, by its moves so far
//! memory.rs     what is kept of a game and of an opponent from one move to the next
//! scheme.rs     own moves that gain the most, given the replies foreseen
//! meter.rs      how many nodes may still be searched
//! ```

mod foresight;
mod habits;
mod memory;
mod meter;
mod model;
mod scheme;

pub use habits::Rival;
pub use memory::Memory;
pub(crate) use scheme::{Plan, Scheme};
