//! `fruitrage lab`: which of two players is stronger?

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use fruitrage_game::{BoardClass, PLAYER_NAMES, PlayerError, run_in_order};
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_results::Decision;

use super::Verdict;
use crate::arguments::Format;
use crate::lab::{
    Allowance, GainTest, MatchReport, Objective, Tallies, default_threads, in_percent, must_keep, play_pair,
};
use crate::printing::{is_watched, print, print_json, tell, tell_progress};

/// From small to large, few kinds to many.
const DEFAULT_BOARDS: &str = "8p4,10p6,15p4,20p6,26p9";

#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes: 0 all pairs were played, and if --gain was given, A gains that much; 1 A does not
gain that much; 2 bad usage; 5 --gain has not decided.")]
pub(crate) struct Options {
    /// The player whose gain is asked for, such as engine, engine:level=3, engine:overtime=2,
    /// or engine:habits=1, which learns what the opponent does and makes plans on it
    #[arg(value_name = "A", value_parser = lab_player)]
    one: BuiltinPlayer,
    /// The player it is measured against: engine, minimax:depth=3, minimax:deepen=1,
    /// greedy or random; with time=F it gets F times the allowance, minimax with slow=1
    /// plays on a board of one byte a cell, with leaf=best, counts=fruits, ties=last,
    /// beam=N or singles=0 in another style
    #[arg(value_name = "B", value_parser = lab_player)]
    two: BuiltinPlayer,
    #[command(flatten)]
    allowance: AllowanceOptions,
    /// The boards to play on, by size and kinds
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = DEFAULT_BOARDS)]
    boards: Vec<BoardClass>,
    /// Pairs of games on each kind of board, at most [default: 20; with --gain until it is
    /// decided]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,
    /// Stop as soon as it is decided (95 %) whether A gains so many percent of
    /// the points (or pairs, see --objective), or nothing
    #[arg(long, value_name = "PERCENT")]
    gain: Option<f64>,
    /// What --gain is counted in
    #[arg(long, value_enum, default_value_t, requires = "gain")]
    objective: Objective,
    /// The seed of the first board; the next ones follow
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time; their clocks count the CPU time of their own thread only
    #[arg(long, short = 'j', value_name = "N", default_value_t = default_threads())]
    threads: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct AllowanceOptions {
    /// Milliseconds of CPU time for each move [default: 10]
    #[arg(long, value_name = "MS")]
    move_time: Option<f64>,
    /// Seconds of CPU time for each player and game; what they used of it is told
    #[arg(long, value_name = "SECONDS")]
    game_time: Option<f64>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Moves to look ahead
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl AllowanceOptions {
    fn chosen(&self) -> anyhow::Result<Allowance> {
        let time = |seconds: f64| Ok::<_, anyhow::Error>(Duration::try_from_secs_f64(seconds)?);
        Ok(match self {
            Self { nodes: Some(nodes), .. } => Allowance::Nodes(*nodes),
            Self { depth: Some(depth), .. } => Allowance::Depth(*depth),
            Self { game_time: Some(seconds), .. } => Allowance::GameTime(time(*seconds)?),
            Self { move_time, .. } => Allowance::MoveTime(time(move_time.unwrap_or(10.0) / 1e3)?),
        })
    }
}

/// Pairs on each kind of board, if nothing else is said.
const USUAL_PAIRS: u64 = 20;

/// A player as typed. Programs are for matches.
fn lab_player(text: &str) -> Result<BuiltinPlayer, String> {
    text.parse().map_err(|error: PlayerError| {
        let is_program = text.contains([' ', '.']) || text.contains(std::path::is_separator);
        match error {
            PlayerError::Unknown(_) if is_program || Path::new(text).exists() => format!(
                "the laboratory has only players inside this program ({}); for programs there is fruitrage match",
                PLAYER_NAMES.join(", ")
            ),
            error => error.to_string(),
        }
    })
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let allowance = options.allowance.chosen()?;
    must_keep(&options.one, &allowance)?;
    must_keep(&options.two, &allowance)?;
    let test = options.gain.map(|percent| GainTest::new(options.objective, percent));
    let mut tallies = Tallies::new(&options.boards);
    let kinds = options.boards.len() as u64;
    let pairs = match (options.pairs, options.gain) {
        (None, Some(_)) => None,
        (pairs, _) => Some(pairs.unwrap_or(USUAL_PAIRS).saturating_mul(kinds)),
    };
    let progress = is_watched();
    // Board by board through all kinds, so that a match that is stopped early has
    // seen them all alike.
    let job = |number: u64| {
        let (boards, seed) = (options.boards[(number % kinds) as usize], options.seed + number / kinds);
        play_pair(&boards.board(seed), [&options.one, &options.two], &allowance, seed)
    };
    run_in_order(options.threads.max(1), pairs.unwrap_or(u64::MAX), job, |number, pair| {
        tallies.add((number % kinds) as usize, &pair);
        if progress {
            let share = in_percent(&tallies.all.pairs.share);
            let of = pairs.map(|pairs| format!(" of {pairs}")).unwrap_or_default();
            tell_progress(format_args!("{}{of} pairs, share {share}", number + 1));
        }
        match test.map(|test| test.decide(&tallies)) {
            Some(Decision::Accept | Decision::Reject) if (number + 1) % kinds == 0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    if progress {
        tell("");
    }
    let match_report = MatchReport {
        players: [&options.one, &options.two],
        allowance: &allowance,
        seed: options.seed,
        tallies: &tallies,
        test,
    };
    match options.format {
        Format::Text => print(&match_report)?,
        Format::Json => print_json(&match_report.in_json())?,
    }
    Ok(match test.map(|test| test.decide(&tallies)) {
        None | Some(Decision::Accept) => Verdict::Yes,
        Some(Decision::Reject) => Verdict::No,
        Some(Decision::Undecided) => Verdict::Undecided,
    })
}
