//! The games of a match: on which boards, who begins, how many.

use std::ops::ControlFlow;

use crate::{BoardSource, run_in_order};
use crate::{EndLine, Event, Failure, Pair, Rules, Side, Stop};

/// What a match consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// So many boards, each played twice with the sides swapped.
    Pairs(u64),
    /// Boards without end, each played twice with the sides swapped, until whoever counts
    /// has had enough.
    Endless,
    /// As the courses play: a new board for each game, the players begin in turn,
    /// and whoever has won more than half of so many games has won. A drawn game
    /// does not count.
    BestOf {
        /// How many games, an odd number.
        games: u64,
        /// Who begins the first one: 0 or 1.
        first: usize,
    },
}

/// How often a best-of series may be as long as it says, if games are drawn.
const MOST_DRAWN: u64 = 10;

/// A match: two sides, boards, and how many games.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Who plays.
    pub sides: [Side; 2],
    /// On what.
    pub boards: BoardSource,
    /// How many games.
    pub series: Series,
    /// What the referee goes by.
    pub rules: Rules,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The side that began: 0 or 1.
    pub began: usize,
    /// All that happened, tries that are void included.
    pub events: Vec<Event>,
    /// Its end.
    pub end: EndLine,
}

/// What belongs together: a pair, or one game of a best-of series.
pub type PlayedUnit = Vec<PlayedGame>;

impl MatchPlan {
    /// How many units there are at most.
    pub const fn units(&self) -> u64 {
        match self.series {
            Series::Pairs(pairs) => pairs,
            Series::Endless => u64::MAX,
            Series::BestOf { games, .. } => games * MOST_DRAWN,
        }
    }

    /// How many games there are, if none is drawn and none decides early; unknown if there
    /// is no end to them.
    pub const fn games(&self) -> Option<u64> {
        match self.series {
            Series::Pairs(pairs) => Some(2 * pairs),
            Series::Endless => None,
            Series::BestOf { games, .. } => Some(games),
        }
    }

    fn pair(&self, number: u64) -> Pair {
        let start = self.boards.get(number);
        Pair {
            id: format!("{:04}", number + 1),
            board: start.board,
            kinds: start.kinds,
            seed: start.seed,
            sides: self.sides.clone(),
            rules: self.rules,
        }
    }

    /// The sides that begin the games of a unit.
    fn beginners(&self, number: u64) -> Vec<usize> {
        match self.series {
            Series::Pairs(_) | Series::Endless => vec![0, 1],
            Series::BestOf { first, .. } => vec![(number as usize + first) % 2],
        }
    }

    fn play_unit(&self, number: u64, stop: &Stop) -> Result<PlayedUnit, Failure> {
        let pair = self.pair(number);
        let play = |began: usize| {
            let mut events = Vec::new();
            let end = pair.play(began, stop, &mut |step| {
                events.push(step.event.clone());
                Ok(())
            })?;
            Ok(PlayedGame { began, events, end })
        };
        self.beginners(number).into_iter().map(play).collect()
    }

    /// Plays, several units at a time, and hands them over in order until there
    /// are no more or `take` has had enough. Stops at the first failure.
    pub fn run(
        &self,
        jobs: usize,
        stop: &Stop,
        mut take: impl FnMut(u64, PlayedUnit) -> anyhow::Result<ControlFlow<()>>,
    ) -> Result<(), Failure> {
        let mut outcome = Ok(());
        // What is still under way when it is decided is broken off.
        let enough = stop.part();
        let job = |number| self.play_unit(number, &enough);
        run_in_order(jobs, self.units(), job, |number, unit| {
            let flow = unit.and_then(|unit| Ok(take(number, unit)?));
            let flow = flow.unwrap_or_else(|failure| {
                outcome = Err(failure);
                ControlFlow::Break(())
            });
            if flow.is_break() {
                enough.raise();
            }
            flow
        });
        outcome
    }
}
