//! Answers for learning the evaluation's weights: positions from the engine's
//! own games, what deeper search says about them, and the fit.

mod features;
mod fit;
mod positions;

pub(crate) use features::Features;
pub(crate) use fit::{Fit, Row, fit};
pub(crate) use positions::{Judged, judged_positions};
