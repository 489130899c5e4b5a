//! The check of one program: will it get zero, and what grade is to be expected?
//!
//! [`Check::run`] runs the program and takes the steps; all else here is values: what a
//! [`Step`] claims and what came of it ([`StepReport`]), why a reply is wrong, how choices
//! are explained, and the predicted grade ([`Prediction`]).

mod boards;
mod build;
mod choosing;
mod crash;
mod elsewhere;
mod games;
mod prediction;
mod reply;
mod report;
mod run;
mod source;
mod step;
mod usage;

pub use build::not_built;
pub use prediction::{MatchPrediction, Prediction};
pub use report::{CheckReport, Outcome as CheckOutcome};
pub use run::{ArenaFailure, Check, CheckOptions, Opponent};
pub use step::{Evidence, Finding, MoveFiles, Step, StepReport, Verdict};
