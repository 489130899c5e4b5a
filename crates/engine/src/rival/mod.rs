//! An opponent whose moves can be foreseen, and how to make the most of it.
//!
//! Against perfect play nobody gains by knowing whom he plays against. But most
//! opponents look a fixed, small number of moves ahead and count points, and who
//! looks three moves ahead walks into what happens at the fourth, every time. To
//! see that, one need not look deep, but along what the opponent will really do.
//!
//! ```text
//! foresight.rs  what a player who looks so many moves ahead will do
//! habits.rs     which of these players the opponent has been like so far
//! scheme.rs     own moves that gain the most, given the replies foreseen
//! meter.rs      how many boards may still be looked at
//! ```

mod foresight;
mod habits;
mod meter;
mod scheme;

pub use habits::Rival;
pub(crate) use scheme::Scheme;
