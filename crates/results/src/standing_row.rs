//! One line of the standings, in the form that programs read: `results.json`,
//! `fruitrage tournament status --format json` and the page that is watched.

use std::time::Duration;

use fruitrage_game::seconds;
use serde::Serialize;

use crate::Standing;

/// The record of one agent, with its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingRow<'a> {
    /// From 1; who is equal in everything has the same.
    pub rank: usize,
    /// The agent's number.
    pub agent: usize,
    /// The agent's name.
    pub name: &'a str,
    /// Points of the tournament.
    pub points: f64,
    /// Encounters won.
    pub encounters_won: u32,
    /// Encounters drawn.
    pub encounters_drawn: u32,
    /// Encounters lost.
    pub encounters_lost: u32,
    /// Free wins.
    pub byes: u32,
    /// Games and fruit points.
    #[serde(flatten)]
    pub record: RecordRow,
    /// The part of all fruit points in its games.
    pub share: Option<f64>,
    /// Fruit points more than the opponents', mean of all games.
    pub margin: Option<f64>,
    /// The part of its pairs of which it won both games.
    pub sweeps: Option<f64>,
    /// The least and the most that this part may be (95 %).
    pub sweeps_interval: Option<[f64; 2]>,
    /// How many pairs gave 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// The points of all opponents, without the weakest one.
    pub buchholz_cut_1: f64,
    /// The points of all opponents.
    pub buchholz: f64,
    /// The points of those who were beaten, and half of those drawn with.
    pub sonneborn_berger: f64,
    /// Points against those who are equal so far.
    pub direct: Option<f64>,
    /// Games lost by an own fault.
    pub faults: u32,
    /// The time used in all games.
    #[serde(with = "seconds")]
    pub used_seconds: Duration,
    /// The rating in the pool.
    pub rating: Option<f64>,
    /// How far off the rating may be.
    pub rating_error_bar: Option<f64>,
}

/// Games won, drawn and lost, and fruit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RecordRow {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Own fruit points.
    pub fruit_points: u64,
    /// Fruit points of the opponents.
    pub fruit_points_against: u64,
}

impl RecordRow {
    /// Puts games won, drawn and lost together with own and the opponents' points.
    pub const fn new([won, drawn, lost]: [u32; 3], [fruit_points, fruit_points_against]: [u64; 2]) -> Self {
        Self { won, drawn, lost, fruit_points, fruit_points_against }
    }
}

impl Standing {
    /// Returns the record as programs read it; `name` is the agent's.
    pub fn row<'a>(&self, name: &'a str) -> StandingRow<'a> {
        let halves = |half_points: u32| f64::from(half_points) / 2.0;
        let [encounters_won, encounters_drawn, encounters_lost] = self.encounters;
        StandingRow {
            rank: self.rank,
            agent: self.player,
            name,
            points: halves(self.half_points),
            encounters_won,
            encounters_drawn,
            encounters_lost,
            byes: self.byes,
            record: RecordRow::new(self.games, self.points),
            share: self.share(),
            margin: self.margin(),
            sweeps: self.pairs.sweeps().part(),
            sweeps_interval: self.pairs.sweeps().interval(),
            pairs: self.pairs.0,
            buchholz_cut_1: halves(self.tie_breaks.buchholz_cut_1),
            buchholz: halves(self.tie_breaks.buchholz),
            sonneborn_berger: f64::from(self.tie_breaks.sonneborn_berger) / 4.0,
            direct: self.tie_breaks.direct.map(halves),
            faults: self.faults,
            used_seconds: self.time_used,
            rating: self.rating.map(|rating| rating.value),
            rating_error_bar: self.rating.and_then(|rating| rating.error_bar),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Encounter, Field, Format, PairResult, Schedule, Seeding, standings};

    #[test]
    fn points_and_tie_breaks_are_written_in_whole_points() {
        let encounter =
            |round, players, points| Encounter::of_pairs(round, players, vec![PairResult::by_points(points, points)]);
        let results = [
            encounter(1, [0, 2], [9, 1]),
            encounter(1, [1, 3], [9, 1]),
            encounter(2, [0, 1], [5, 5]),
            encounter(2, [2, 3], [9, 1]),
        ];
        let schedule =
            Schedule { format: Format::Swiss { rounds: 2 }, field: Field::new(4), seeding: Seeding::AsListed };
        let table = standings(&schedule, &results, &[], &[]);
        let row = table[0].row("Ada");
        assert_eq!((row.agent, row.name, row.points), (0, "Ada", 1.5), "a win and a draw");
        // The opponents have 1 and 1.5 points; the first was beaten, with the other it was drawn.
        assert_eq!((row.buchholz_cut_1, row.buchholz, row.sonneborn_berger), (1.5, 2.5, 1.75));
    }
}
