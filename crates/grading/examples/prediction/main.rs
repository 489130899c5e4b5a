//! Does the predicted grade come true? Ten players of different strength are each predicted
//! from trial games, as `fruitrage check` does, and then graded 200 times by the grader itself.
//!
//! ```text
//! cargo run --release -p fruitrage-grading --example prediction [-- programs]
//! ```
//!
//! With `programs` each player is a program that plays by files in a sandbox (landlock), as
//! what students hand in: this program itself, called with `play`. Otherwise they are players of
//! this process, which takes seconds.
//!
//! Prints a table for BENCHMARKS.md: for both results of the lot the chance that was stated
//! with its error, and how often the majority was really won. Then, over many predictions of
//! the same players, how often the stated error held the truth, how often the majority was won
//! where a chance of so much was stated, and how far the stated chances were off.

#![expect(clippy::print_stdout, reason = "a table for a person")]

mod player;
mod summary;

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

use fruitrage_game::{BoardClass, Entrant, Side, Stop, run_in_order};
use fruitrage_grading::{Grader, Item, MatchItem, Mode, Outcome, Part, Rubric, Task};
use fruitrage_results::{EstimatedChance, WonGames, estimate_majority};

use player::Player;
use summary::Summary;

/// The players: a name, and how many of a hundred moves are random ones.
const PLAYERS: [(&str, u64); 10] = [
    ("random", 0),
    ("greedy", 0),
    ("minimax:depth=2", 20),
    ("minimax:depth=2", 0),
    ("minimax:depth=3", 30),
    ("minimax:depth=3", 0),
    ("minimax:depth=4", 15),
    ("minimax:depth=4", 0),
    ("minimax:depth=5", 0),
    ("minimax:depth=7", 0),
];
/// Trial games of a check, half of them begun by the player: of one that is slow, as many as it
/// plays by itself, and with `--games 100`. The table is of the first, and programs play only
/// those.
const TRIALS: [u64; 3] = [20, 40, 100];
/// Real gradings of each player, half of them with either result of the lot.
const GRADINGS: u64 = 200;
/// Predictions of each player, to see how often their errors hold.
const PREDICTIONS: u64 = 20;
/// Smaller boards than the course's: it is the prediction that is tried, not the players.
const BOARD: (usize, u8) = (6, 3);

/// The course's match against minimax, with boards of a seed.
fn course_match(seed: u64) -> (Item, MatchItem) {
    let (size, kinds) = BOARD;
    let course = Rubric::course(seed);
    let mut parts: Vec<Part> = course.parts.into_iter().skip(2).collect();
    if let Some(Part::Match { fairness_pairs, .. }) = parts.last_mut() {
        *fairness_pairs = 0;
    }
    let boards = BoardClass::new(size, kinds).into_iter().collect();
    let rubric = Rubric { mode: Mode::Official, boards, parts, seed, ..course };
    let Some(item) = rubric.items().pop() else { panic!("the course has a match") };
    let Task::Match(asked) = &item.task else { panic!("the course ends with a match") };
    let asked = asked.clone();
    (item, asked)
}

/// The chances that a check states, begun and not, from the trial games of a seed.
fn predict(seed: u64, trials: u64, players: &[Arc<dyn Entrant>; 2]) -> [EstimatedChance; 2] {
    let (_, asked) = course_match(seed);
    let mut tallies = [WonGames::default(); 2];
    for number in 0..trials {
        let sides = players.each_ref().map(|entrant| Side { entrant: Arc::clone(entrant), time: asked.time });
        let (pair, began) = asked.game(number, true, sides);
        let end = pair.play(began, &Stop::default(), &mut |_| Ok(())).expect("a game that nobody breaks off");
        tallies[began].add(end.winner == Some(if began == 0 { 1 } else { 2 }));
    }
    let [first, second] = tallies;
    [true, false].map(|begins| estimate_majority(asked.games, first, second, begins))
}

/// Whether the player wins the majority in a real grading.
fn graded(seed: u64, begins: bool, players: &[Arc<dyn Entrant>; 2]) -> bool {
    let (item, asked) = course_match(seed);
    // The lot is drawn by the name.
    let name = (0..1000).map(|number| format!("student {number}")).find(|name| asked.begins(name) == begins);
    let grader = Grader {
        name: &name.unwrap_or_default(),
        submission: Arc::clone(&players[0]),
        opponent: &|_| Ok(Arc::clone(&players[1])),
        stop: &Stop::default(),
    };
    let grade = grader.grade(&item, Vec::new(), &mut |_| Ok(())).expect("a grading that nobody breaks off");
    assert_ne!(grade.outcome, Outcome::NotGraded, "{}", grade.reason);
    assert!(grade.notes.is_empty(), "{:?}", grade.notes);
    grade.outcome == Outcome::Earned
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        #[cfg(target_os = "linux")]
        ["warden", ..] => return fruitrage_sandbox::warden().into(),
        ["play", name, blunders] => play(name, blunders),
        [] => compare(false),
        ["programs"] => compare(true),
        _ => Err("expected nothing, or: programs".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn play(name: &str, blunders: &str) -> Result<(), Box<dyn Error>> {
    Player::new(name, blunders.parse()?)?.play_by_files()
}

fn compare(as_programs: bool) -> Result<(), Box<dyn Error>> {
    let work = tempfile::tempdir()?;
    let reference: Arc<dyn Entrant> = Arc::new(Player::new("minimax:depth=3", 0)?);
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!("| player | begins: stated | really | follows: stated | really |\n|---|---|---|---|---|");
    let trials = if as_programs { &TRIALS[..1] } else { &TRIALS };
    let mut summaries: Vec<Summary> = trials.iter().map(|_| Summary::default()).collect();
    for (number, (name, blunders)) in PLAYERS.into_iter().enumerate() {
        let player = Player::new(name, blunders)?;
        let submission = if as_programs { player.as_program(work.path())? } else { Arc::new(player) };
        let players = [submission, Arc::clone(&reference)];
        let base = 1_000_000 * (number as u64 + 1);
        let mut won = [0_u64; 2];
        run_in_order(
            jobs,
            GRADINGS,
            |grading| graded(base + grading, grading % 2 == 0, &players),
            |grading, is_won| {
                won[(grading % 2) as usize] += u64::from(is_won);
                ControlFlow::Continue(())
            },
        );
        let gradings = (GRADINGS / 2) as f64;
        let really = won.map(|won| won as f64 / gradings);
        let mut shown = None;
        for (&trials, summary) in trials.iter().zip(&mut summaries) {
            run_in_order(
                jobs,
                PREDICTIONS,
                |prediction| predict(base + 500_000 + prediction, trials, &players),
                |_, predicted| {
                    shown.get_or_insert(predicted);
                    for (chance, really) in predicted.iter().zip(really) {
                        summary.add(chance, really, gradings);
                    }
                    ControlFlow::Continue(())
                },
            );
        }
        let cell = |chance: EstimatedChance| {
            let [likely, low, high] = [chance.value, chance.low, chance.high].map(|part| (part * 100.0).round());
            format!("{likely} % ({low} to {high})")
        };
        let Some([begins, follows]) = shown else { continue };
        println!(
            "| {name}, {blunders} % random moves | {} | {:.0} % | {} | {:.0} % |",
            cell(begins),
            really[0] * 100.0,
            cell(follows),
            really[1] * 100.0
        );
    }
    for (&trials, summary) in trials.iter().zip(&summaries) {
        summary.print(trials);
    }
    Ok(())
}
