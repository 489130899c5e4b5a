//! Does the predicted grade come true? Ten players of different strength are each predicted
//! from trial games, as `fruitrage check` does, and then really graded 200 times.
//!
//! cargo run --release -p fruitrage-grading --example prediction
//!
//! Prints a table for BENCHMARKS.md: for both results of the lot the chance that was stated
//! with its error, and how often the majority was really won. Then, over many predictions of
//! the same players, how often the stated error held the truth, and how often the majority was
//! won where a chance of so much was stated.

#![expect(clippy::print_stdout, reason = "a table for a person")]

use std::sync::Arc;
use std::time::Duration;

use fruitrage_game::{
    AgentLine, Answer, BoardClass, Builtin, Contestant, Entrant, Entry, Parameters, Request, Side, Stop, Turn,
    measured, run_in_order,
};
use fruitrage_grading::{MatchItem, Mode, Part, Rubric, Task};
use fruitrage_results::{EstimatedChance, WonGames, estimate_majority};
use fruitrage_rules::Random;

/// Trial games of a check, half of them begun by the player: as it plays by itself, and with
/// `--games 100`. The table is of the first.
const TRIALS: [u64; 2] = [20, 100];
/// Real gradings of each player, half of them with either result of the lot.
const GRADINGS: u64 = 200;
/// Predictions of each player, to see how often their errors hold.
const PREDICTIONS: u64 = 20;
/// Smaller boards than the course's: it is the prediction that is tried, not the players.
const BOARD: (usize, u8) = (6, 3);

/// A player that makes a random move now and then.
#[derive(Clone, Debug)]
struct Player {
    name: String,
    kind: Builtin,
    /// How many of a hundred moves are random ones.
    blunders: u64,
}

impl Player {
    fn new(name: &str, blunders: u64) -> Self {
        let kind = Parameters::parse(name).and_then(Builtin::of_parameters).expect("a name that is right");
        Self { name: format!("{name}, {blunders} % random"), kind, blunders }
    }
}

impl Entrant for Player {
    fn line(&self, time: Duration) -> AgentLine {
        AgentLine::of_builtin(&self.name, &self.name, time)
    }

    fn enter<'a>(&'a self, entry: &Entry<'_>) -> anyhow::Result<Box<dyn Contestant + 'a>> {
        Ok(Box::new(Game { player: self, dice: Random::new(entry.seed) }))
    }
}

struct Game<'a> {
    player: &'a Player,
    dice: Random,
}

impl Contestant for Game<'_> {
    fn take_turn(&mut self, request: &Request<'_>) -> Turn {
        measured(|_| {
            let is_blunder = self.dice.below(100) < self.player.blunders;
            let kind = if is_blunder { &Builtin::Random } else { &self.player.kind };
            let chosen = kind.choose(request.board, &mut self.dice, None, &mut || false);
            chosen.map_or(Answer::Stopped, |group| Answer::Cell(group.cell()))
        })
    }
}

/// The course's match against minimax, with boards of a seed.
fn course_match(seed: u64) -> MatchItem {
    let (size, kinds) = BOARD;
    let course = Rubric::course(seed);
    let parts: Vec<Part> = course.parts.into_iter().skip(2).collect();
    let boards = BoardClass::new(size, kinds).into_iter().collect();
    let rubric = Rubric { mode: Mode::Official, boards, parts, seed, ..course };
    let Some(Task::Match(item)) = rubric.items().pop().map(|item| item.task) else { panic!("the course has a match") };
    item
}

/// Whether the player wins a game of a match, if the lot says whether it begins game 0.
fn wins(item: &MatchItem, number: u64, begins: bool, players: &[Arc<dyn Entrant>; 2]) -> (bool, usize) {
    let side = |entrant: &Arc<dyn Entrant>| Side { entrant: Arc::clone(entrant), time: item.time };
    let (pair, began) = item.game(number, begins, [side(&players[0]), side(&players[1])]);
    let end = pair.play(began, &Stop::default(), &mut |_| Ok(())).expect("a game that nobody breaks off");
    (end.winner == Some(if began == 0 { 1 } else { 2 }), began)
}

/// The chances that a check states, begun and not, from the trial games of a seed.
fn predict(seed: u64, trials: u64, players: &[Arc<dyn Entrant>; 2]) -> [EstimatedChance; 2] {
    let item = course_match(seed);
    let mut tallies = [WonGames::default(); 2];
    for number in 0..trials {
        let (is_won, began) = wins(&item, number, true, players);
        tallies[began].add(is_won);
    }
    let [first, second] = tallies;
    [true, false].map(|begins| estimate_majority(item.games, first, second, begins))
}

/// Whether the player wins the majority in a real grading.
fn graded(seed: u64, begins: bool, players: &[Arc<dyn Entrant>; 2]) -> bool {
    let item = course_match(seed);
    let won = (0..item.games).filter(|&number| wins(&item, number, begins, players).0).count() as u64;
    won > item.games / 2
}

fn main() {
    let reference = Player::new("minimax:depth=3", 0);
    let agents = [
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
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!("| player | begins: stated | really | follows: stated | really |\n|---|---|---|---|---|");
    let mut summaries = TRIALS.map(|_| Summary::default());
    for (number, (name, blunders)) in agents.into_iter().enumerate() {
        let players: [Arc<dyn Entrant>; 2] = [Arc::new(Player::new(name, blunders)), Arc::new(reference.clone())];
        let base = 1_000_000 * (number as u64 + 1);
        let mut won = [0_u64; 2];
        run_in_order(
            jobs,
            GRADINGS,
            |grading| graded(base + grading, grading % 2 == 0, &players),
            |grading, is_won| {
                won[(grading % 2) as usize] += u64::from(is_won);
                std::ops::ControlFlow::Continue(())
            },
        );
        let really = won.map(|won| won as f64 / (GRADINGS / 2) as f64);
        let mut shown = None;
        for (trials, summary) in TRIALS.into_iter().zip(&mut summaries) {
            run_in_order(
                jobs,
                PREDICTIONS,
                |prediction| predict(base + 500_000 + prediction, trials, &players),
                |_, predicted| {
                    shown.get_or_insert(predicted);
                    for (chance, really) in predicted.iter().zip(really) {
                        summary.add(chance, really);
                    }
                    std::ops::ControlFlow::Continue(())
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
    for (trials, summary) in TRIALS.into_iter().zip(summaries) {
        summary.print(trials);
    }
}

/// How many statements held.
#[derive(Default)]
struct Summary {
    held: u32,
    stated: u32,
    /// By fifths of the stated chance: how many, the sum of them, and of what was really won.
    fifths: [(u64, f64, f64); 5],
}

impl Summary {
    fn add(&mut self, chance: &EstimatedChance, really: f64) {
        // What was really won has an error of its own.
        let error = 1.96 * (really * (1.0 - really) / (GRADINGS / 2) as f64).sqrt() + 0.005;
        self.held += u32::from(chance.low - error <= really && really <= chance.high + error);
        self.stated += 1;
        let fifth = &mut self.fifths[((chance.value * 5.0) as usize).min(4)];
        *fifth = (fifth.0 + 1, fifth.1 + chance.value, fifth.2 + really);
    }

    fn print(&self, trials: u64) {
        let (held, stated) = (self.held, self.stated);
        println!(
            "\n{trials} trial games: the error held the truth in {held} of {stated} statements; 95 % are meant to."
        );
        for (part, (count, stated, really)) in self.fifths.into_iter().enumerate().filter(|(_, fifth)| fifth.0 > 0) {
            let [stated, really] = [stated, really].map(|sum| sum / count as f64 * 100.0);
            let (from, to) = (part * 20, part * 20 + 20);
            println!("stated {from} to {to} %: {count} times, {stated:.0} % on average; really {really:.0} %");
        }
    }
}
