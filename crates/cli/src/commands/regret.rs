//! `fruitrage regret`: how many points the engine's moves lose against perfect
//! play, on positions whose exact values are known.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::{Args, ValueEnum};
use fruitrage_engine::Memory;
use fruitrage_game::run_in_order;
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_play::puzzle::deck;
use fruitrage_results::Sample;
use fruitrage_rules::Position;
use serde_json::json;

use super::Verdict;
use crate::arguments::Format;
use crate::lab::{Allowance, Seat, default_threads, in_percent};
use crate::printing::{is_watched, print, print_json, tell, tell_progress};
use crate::regret::{TestPosition, TestPositionError, make, test_positions};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The player to be judged, as for fruitrage lab
    #[arg(value_name = "PLAYER", default_value = "engine")]
    player: BuiltinPlayer,
    /// Milliseconds of CPU time for each move
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,10,100")]
    move_time: Vec<f64>,
    /// The positions: endgames of the engine's games, or the deck of puzzles, each with one
    /// best move that is not the largest group
    #[arg(long, value_enum, default_value_t, conflicts_with = "make")]
    suite: Suite,
    /// Make so many new positions instead and print them
    #[arg(long, value_name = "N")]
    make: Option<u64>,
    /// The seed of the first position to make; the next ones follow
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions at a time; their clocks count the CPU time of their own thread only
    #[arg(long, short = 'j', value_name = "N", default_value_t = default_threads())]
    threads: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Which positions a player is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Suite {
    /// Endgames of quick games.
    #[default]
    Endgames,
    /// Puzzles.
    Puzzles,
}

impl Suite {
    fn positions(self) -> Result<Vec<TestPosition>, TestPositionError> {
        match self {
            Self::Endgames => test_positions(),
            Self::Puzzles => Ok(deck().puzzles().iter().map(TestPosition::of_puzzle).collect()),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Endgames => "test positions",
            Self::Puzzles => "puzzles",
        }
    }
}

/// What a player lost at one allowance.
struct Loss {
    milliseconds: f64,
    regrets: Vec<i32>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if let Some(positions) = options.make {
        return options.make(positions);
    }
    let positions = options.suite.positions()?;
    let losses: Vec<Loss> = options
        .move_time
        .iter()
        .map(|&milliseconds| Ok(Loss { milliseconds, regrets: options.regrets(&positions, milliseconds)? }))
        .collect::<anyhow::Result<_>>()?;
    match options.format {
        Format::Text => print(in_words(&options.player, options.suite, &losses))?,
        Format::Json => print_json(&in_json(&losses))?,
    }
    Ok(Verdict::Yes)
}

impl Options {
    fn make(&self, positions: u64) -> anyhow::Result<Verdict> {
        print("# Made by: fruitrage regret --make N; a line is a value and a position\n")?;
        let mut made = 0;
        let job = |number: u64| make(self.seed.wrapping_add(number));
        run_in_order(self.threads.max(1), u64::MAX, job, |_, position| {
            let printed = position.is_none_or(|position| {
                made += 1;
                print(format_args!("{position}\n")).is_ok()
            });
            if printed && made < positions { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(Verdict::Yes)
    }

    /// Returns what the player's move loses in each position.
    fn regrets(&self, positions: &[TestPosition], milliseconds: f64) -> anyhow::Result<Vec<i32>> {
        let allowance = Allowance::MoveTime(Duration::try_from_secs_f64(milliseconds / 1e3)?);
        let job = |number: u64| {
            let position = &positions[number as usize];
            let mut dice = fruitrage_rules::Random::new(number);
            let start = Position::start(position.board.clone());
            let mut memory = Memory::default();
            let group = Seat::new(&self.player, &allowance, &mut memory).choose(&start, &allowance, &mut dice);
            position.regret(group.cell())
        };
        let mut regrets = Vec::new();
        let progress = is_watched();
        run_in_order(self.threads.max(1), positions.len() as u64, job, |_, regret| {
            regrets.push(regret);
            if progress {
                tell_progress(format_args!("{milliseconds} ms: {} of {} positions", regrets.len(), positions.len()));
            }
            ControlFlow::Continue(())
        });
        if progress {
            tell("");
        }
        Ok(regrets)
    }
}

impl Loss {
    fn perfect(&self) -> usize {
        self.regrets.iter().filter(|&&regret| regret == 0).count()
    }

    /// The part of the moves that is perfect.
    fn share(&self) -> Sample {
        self.regrets.iter().map(|&regret| f64::from(u8::from(regret == 0))).collect()
    }

    fn mean(&self) -> f64 {
        self.regrets.iter().map(|&regret| f64::from(regret)).sum::<f64>() / self.regrets.len().max(1) as f64
    }

    fn worst(&self) -> i32 {
        self.regrets.iter().copied().max().unwrap_or(0)
    }
}

fn in_words(player: &BuiltinPlayer, suite: Suite, losses: &[Loss]) -> String {
    let positions = losses.first().map_or(0, |loss| loss.regrets.len());
    let mut text = format!(
        "{player} on {positions} {}\n\n   ms a move         perfect moves   points lost   worst\n",
        suite.name()
    );
    for loss in losses {
        let _ = writeln!(
            text,
            "{:>12} {:>5} {:>15} {:>13.3} {:>7}",
            loss.milliseconds,
            loss.perfect(),
            in_percent(&loss.share()),
            loss.mean(),
            loss.worst()
        );
    }
    text
}

fn in_json(losses: &[Loss]) -> serde_json::Value {
    let loss = |loss: &Loss| {
        json!({
            "milliseconds": loss.milliseconds,
            "positions": loss.regrets.len(),
            "perfect": loss.perfect(),
            "mean_regret": loss.mean(),
            "worst_regret": loss.worst(),
        })
    };
    losses.iter().map(loss).collect()
}
