//! Plays whole games between two copies of the real program, one process a move,
//! and tells whether the time was enough: `whole_games --budgets 0.2,1 --busy 1`.

#[path = "../tests/common/whole_game.rs"]
mod whole_game;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Parser;
use fruitrage_rules::text::parse_seconds;
use fruitrage_rules::{MAX_KINDS, MAX_SIZE};

use whole_game::{Clock, End, Game, Record};

/// Plays whole games of the real program against itself.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program; the one beside this example if none is named
    program: Option<PathBuf>,
    /// Size and kinds of the boards
    #[arg(long, value_delimiter = ',', default_value = "5p3,10p4,15p4,20p6,26p2,26p9", value_parser = boards)]
    boards: Vec<(usize, u8)>,
    /// Seconds for a player and a game
    #[arg(long, value_delimiter = ',', default_value = "0.2", value_parser = seconds)]
    budgets: Vec<Duration>,
    /// Games on each kind of board with each budget
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// The seed of the first board of each kind
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which time counts
    #[arg(long, value_enum, default_value = "cpu")]
    clock: Clock,
    /// Keep so many other threads busy all the time
    #[arg(long, default_value_t = 0)]
    busy: usize,
}

fn boards(text: &str) -> Result<(usize, u8), &'static str> {
    let numbers = text.split_once('p').and_then(|(size, kinds)| Some((size.parse().ok()?, kinds.parse().ok()?)));
    match numbers {
        Some((size @ 1..=MAX_SIZE, kinds @ 1..=MAX_KINDS)) => Ok((size, kinds)),
        _ => Err("expected size and kinds such as 10p6, up to 26p10"),
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    parse_seconds(text).filter(|time| !time.is_zero()).ok_or("expected seconds such as 0.2")
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("../fruitrage-agent"),
    };
    let program = program.canonicalize()?;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..arguments.busy {
            scope.spawn(|| spin(&done));
        }
        let result = play_all(&arguments, &program);
        done.store(true, Ordering::Relaxed);
        result
    })
}

fn spin(done: &AtomicBool) {
    let mut x = 1_u64;
    while !done.load(Ordering::Relaxed) {
        for _ in 0..10_000 {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
    }
}

fn play_all(arguments: &Arguments, program: &std::path::Path) -> std::io::Result<()> {
    println!("board  budget  games  moves a game  out of time  faults  least left  mean left  slowest move");
    for &budget in &arguments.budgets {
        for &(size, kinds) in &arguments.boards {
            let mut tally = Tally::default();
            for seed in (arguments.seed..).take(arguments.games as usize) {
                let clock = arguments.clock;
                let record = Game { program: program.to_owned(), size, kinds, seed, budget, clock }.play()?;
                if record.end != End::Finished {
                    eprintln!("{size}p{kinds}, seed {seed}, {} s: {:?}", budget.as_secs_f64(), record.end);
                }
                tally.add(&record);
            }
            println!("{:<6} {:>6}  {}", format!("{size}p{kinds}"), budget.as_secs_f64(), tally.in_words());
        }
    }
    Ok(())
}

/// What was seen in games of one kind.
#[derive(Debug, Default)]
struct Tally {
    games: u32,
    moves: u32,
    out_of_time: u32,
    faults: u32,
    least_left: Option<Duration>,
    sum_left: Duration,
    slowest_move: Duration,
}

impl Tally {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.moves += record.moves;
        match record.end {
            End::Finished => {}
            End::OutOfTime(_) => self.out_of_time += 1,
            End::Fault(_) => self.faults += 1,
        }
        self.least_left = record.left.into_iter().chain(self.least_left).min();
        self.sum_left += record.left.iter().sum::<Duration>();
        self.slowest_move = self.slowest_move.max(record.slowest_move);
    }

    fn in_words(&self) -> String {
        let games = f64::from(self.games);
        format!(
            "{:>5}  {:>12.1}  {:>11}  {:>6}  {:>8.4} s {:>8.4} s  {:>10.4} s",
            self.games,
            f64::from(self.moves) / games,
            self.out_of_time,
            self.faults,
            self.least_left.unwrap_or_default().as_secs_f64(),
            self.sum_left.as_secs_f64() / games / 2.0,
            self.slowest_move.as_secs_f64(),
        )
    }
}
