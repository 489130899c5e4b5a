//! Answers for the held positions: endgames with their exact values, to see how
//! many points a move loses against perfect play.

mod held;
mod make;

pub(crate) use held::{Held, held_positions};
pub(crate) use make::make;
