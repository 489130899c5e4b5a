//! The ladder of levels: each plays its neighbours and the marks (greedy and minimax to
//! depth 3) in pairs on several boards, and all are rated together.
//!
//! `cargo run --release -p fruitrage-play --example ladder -- [--pairs N] [--nodes N] [PLAYER ..]`
//!
//! Without players it is the ladder of the documentation. With players, each plays the
//! next one. No clock counts here, so that the same command gives the same table
//! everywhere.

use std::ops::ControlFlow;
use std::time::Duration;

use fruitrage_engine::{Budget, Level, Limits, Memory};
use fruitrage_game::{BoardClass, run_in_order};
use fruitrage_play::players::{BuiltinKind, BuiltinPlayer, EngineTask};
use fruitrage_results::{Anchor, BradleyTerry, Comparison, Estimate, PairResult, PairTally};
use fruitrage_rules::{Board, Cell, Position, Random};

const BOARDS: [(usize, u8); 4] = [(8, 4), (10, 4), (10, 6), (15, 4)];
const MARKS: [&str; 2] = ["greedy", "minimax:depth=3"];
/// The rating of always taking the largest group.
const GREEDY: f64 = 1000.0;
const RESAMPLES: u32 = 400;

fn main() {
    let mut options = Options { pairs: 100, nodes: 20_000, threads: 2, players: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<u64>().ok()).expect("a number after an option");
        match word.as_str() {
            "--pairs" => options.pairs = number(),
            "--nodes" => options.nodes = number(),
            "--threads" => options.threads = number() as usize,
            player => options.players.push(player.to_owned()),
        }
    }
    options.run();
}

struct Options {
    /// Pairs of each match on each kind of board.
    pairs: u64,
    /// Nodes for each move of those who search.
    nodes: u64,
    threads: usize,
    players: Vec<String>,
}

impl Options {
    fn run(&self) {
        let is_ladder = self.players.is_empty();
        let levels = Level::all().map(|level| format!("engine:level={level}"));
        let names: Vec<String> =
            if is_ladder { levels.chain(MARKS.map(str::to_owned)).collect() } else { self.players.clone() };
        let players: Vec<BuiltinPlayer> = names.iter().map(|name| name.parse().expect("a player")).collect();
        let mut comparisons = Vec::new();
        println!("match, pairs, pair points of the first, by board {BOARDS:?}; pairs with more points");
        for [above, below] in matches(players.len(), is_ladder) {
            let mut tally = PairTally::default();
            let mut by_board = [PairTally::default(); BOARDS.len()];
            let job = |number: u64| {
                let ((size, kinds), seed) = (BOARDS[number as usize % BOARDS.len()], number / BOARDS.len() as u64 + 1);
                let board = BoardClass::new(size, kinds).expect("a class").board(seed);
                self.pair(&board, [&players[above], &players[below]], seed)
            };
            run_in_order(self.threads, self.pairs * BOARDS.len() as u64, job, |number, pair| {
                tally.add(&pair);
                by_board[number as usize % BOARDS.len()].add(&pair);
                comparisons.push(Comparison::of_pair([above, below], &pair));
                ControlFlow::Continue(())
            });
            let parts = by_board.map(|tally| format!("{:5.1}", points(&tally)));
            println!(
                "{:<24} : {:<24} {:>4}  {:5.1} %  ({} )  {:5.1} %",
                names[above],
                names[below],
                tally.share.count(),
                points(&tally),
                parts.join(" "),
                100.0 * tally.beaten().unwrap_or(0.0)
            );
        }
        let greedy = names.iter().position(|name| name == "greedy");
        let anchor = greedy.map_or(Anchor::Mean(GREEDY), |player| Anchor::Player { player, rating: GREEDY });
        let rated = BradleyTerry { anchor, ..BradleyTerry::default() }.rate_with_bars(
            players.len(),
            &comparisons,
            RESAMPLES,
            1,
        );
        println!("\nratings, 95 %");
        for (name, rating) in names.iter().zip(rated) {
            if let Some(Estimate { value, error_bar }) = rating {
                println!("{name:<24} {value:6.0} +- {:.0}", error_bar.unwrap_or(0.0));
            }
        }
    }

    fn pair(&self, board: &Board, [one, two]: [&BuiltinPlayer; 2], seed: u64) -> PairResult {
        let [own, other] = self.game(board, [one, two], seed);
        let [following_other, following_own] = self.game(board, [two, one], !seed);
        PairResult::by_points([own, other], [following_own, following_other])
    }

    fn game(&self, board: &Board, players: [&BuiltinPlayer; 2], seed: u64) -> [u32; 2] {
        let mut position = Position::start(board.clone());
        let mut dice = Random::new(seed);
        while !position.is_over() {
            let player = players[position.turn().index()];
            let cell = self.choose(player, position.board(), &mut dice);
            position.try_play(cell).expect("players play legal moves");
        }
        position.points()
    }

    fn choose(&self, player: &BuiltinPlayer, board: &Board, dice: &mut Random) -> Cell {
        match player.kind() {
            BuiltinKind::Classic(builtin) => {
                builtin.choose(board, dice, None, &mut || false).expect("it is never given up").cell()
            }
            BuiltinKind::Engine(engine) => {
                let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
                let clock = || Duration::ZERO;
                let (lead, budget) = (None, Budget::Unlimited);
                let task = EngineTask { board, lead, budget, limits, clock: &clock, stop: &|| false };
                engine.choose(&task, &mut Memory::default()).expect("a game that is not over").best.cell
            }
        }
    }
}

/// Who plays whom: the stronger one first.
fn matches(players: usize, is_ladder: bool) -> Vec<[usize; 2]> {
    if !is_ladder {
        return (1..players).map(|place| [place - 1, place]).collect();
    }
    let levels = players - MARKS.len();
    let steps = (1..levels).map(|above| [above, above - 1]);
    let double_steps = (2..levels).map(|above| [above, above - 2]);
    let marks = (levels..players).flat_map(|mark| (0..levels).map(move |level| [level, mark]));
    steps.chain(double_steps).chain(marks).collect()
}

/// Points of pairs in per cent: a game won counts one, a draw a half.
fn points(tally: &PairTally) -> f64 {
    let won: u64 = (0_u64..).zip(tally.by_half_points).map(|(half_points, pairs)| half_points * pairs).sum();
    let all: u64 = 4 * tally.by_half_points.iter().sum::<u64>();
    100.0 * won as f64 / all.max(1) as f64
}
