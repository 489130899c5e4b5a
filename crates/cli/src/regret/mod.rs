//! Test positions: endgames with their exact values, to measure how many points a move
//! loses against perfect play.

mod make;
mod position;

pub(crate) use make::make;
pub(crate) use position::{TestPosition, TestPositionError, test_positions};
