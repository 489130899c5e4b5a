//! An opponent whose moves can be foreseen, and how to make the most of it.
//!
//! Against perfect play it does not help to know the opponent. But most opponents
//! search to a fixed, small depth and count points, and whoever searches to depth 3
//! walks into what happens at ply 4, every time. To see that, one need not search
//! deep, but along what the opponent will really do.
//!
//! ```text
//! foresight.rs  what a player who searches to a fixed depth will do
//! habits.rs     which of these players the opponent has been like so far
//! scheme.rs     own moves that gain the most, given the replies foreseen
//! meter.rs      how many nodes may still be searched
//! ```

mod foresight;
mod habits;
mod meter;
mod scheme;

pub use habits::Rival;
pub(crate) use scheme::Scheme;
