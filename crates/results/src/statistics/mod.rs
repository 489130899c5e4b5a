//! What results mean: pure functions of what was counted.

mod bradley_terry;
mod draws;
mod elo;
mod encounter;
mod game;
mod majority;
mod normal;
mod pairs;
mod pentanomial;
mod proportion;
mod sample;
mod scored_game;
mod sequential;
mod sprt;
mod standings;

pub use bradley_terry::{Anchor, BradleyTerry, Comparison};
pub(crate) use draws::chance_of_as_many;
pub use elo::{EloLimit, Estimate, elo_of_score, score_of_elo};
pub use encounter::Encounter;
pub use game::{GameResult, GameScore};
pub use majority::{EstimatedChance, WonGames, chance_of_majority, estimate_majority};
pub use pairs::{PairResult, PairTally};
pub use pentanomial::Pentanomial;
pub use proportion::Proportion;
pub use sample::Sample;
pub use scored_game::{ScoredGame, encounters};
pub use sequential::{Decision, Hypotheses, SequentialTest};
pub use sprt::{EloModel, Sprt, SprtError};
pub use standings::{Crosstable, Meetings, Standing, TieBreaks, crosstable, standings};
