//! How often moves of each class occur in games of each level against itself, by
//! which the limits between the classes were chosen.
//!
//! `cargo run --release -p fruitrage-play --example review_classes -- [SIZE] [KINDS] [GAMES] [NODES]`

use std::time::Duration;

use fruitrage_engine::{Engine, Level, Limits, Root, Table};
use fruitrage_game::{AgentLine, ClockKind, ClockLine, GameLine, GameRecord, RECORD_VERSION, Stop, TieRule, TurnTime};
use fruitrage_play::review::{Class, ReviewOptions, review};
use fruitrage_rules::{Board, generate};

/// Nodes for a move of the players: a tenth of what the review looks at by default.
const NODES: u64 = 20_000;

fn main() {
    let number = |place: usize, default: u64| -> u64 {
        std::env::args().nth(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (size, kinds, games) = (number(1, 10) as usize, number(2, 4) as u8, number(3, 4));
    let options = ReviewOptions { nodes: Some(number(4, 200_000)), threads: 2, ..ReviewOptions::default() };
    println!("level  moves{}  lost a game  accuracy", Class::ALL.map(|class| format!(" {class:>10}")).concat());
    for level in Level::all() {
        let (mut classes, mut lost, mut accuracy) = ([0_u32; Class::ALL.len()], 0.0, 0.0);
        for seed in 0..games {
            let record = play(&Board::settled(&generate(size, kinds, seed)), kinds, level, seed);
            let found = review(&record, &options, &Stop::default(), &mut |_, _| {}).expect("nobody stops it");
            if std::env::var_os("SHOW").is_some() {
                for found in found.moves.iter().filter(|found| found.class > Class::Good) {
                    println!(
                        "{:>3} {:>5} lost {:>6} of {:>4} {}: {}",
                        found.ply,
                        found.cell,
                        found.lost.to_string(),
                        found.stake,
                        found.class,
                        found.words
                    );
                }
            }
            for player in &found.players {
                player.classes.iter().zip(&mut classes).for_each(|(count, sum)| *sum += count);
                lost += player.lost.points();
                accuracy += player.accuracy.unwrap_or(100.0);
            }
        }
        let sides = 2.0 * games as f64;
        let moves: u32 = classes.iter().sum();
        let parts = classes.map(|count| format!(" {:>8.1} %", 100.0 * f64::from(count) / f64::from(moves)));
        println!("{level:>5}  {moves:>5}{}  {:>11.1}  {:>6.1} %", parts.concat(), lost / sides, accuracy / sides);
    }
}

fn play(board: &Board, kinds: u8, level: Level, seed: u64) -> GameRecord {
    let agent = || AgentLine::of_builtin("engine", &format!("engine:level={level}"), Duration::from_secs(1));
    let mut record = GameRecord::begin(GameLine {
        version: RECORD_VERSION,
        id: seed.to_string(),
        pair: seed.to_string(),
        board: board.to_line(),
        kinds,
        seed: Some(seed),
        agents: [agent(), agent()],
        clock: ClockLine { kind: ClockKind::None, grace: Duration::ZERO, increment: Duration::ZERO },
        ties: TieRule::Draw,
        strict_board: true,
        strict_format: true,
    })
    .expect("a board with fruit");
    let engine = Engine::default().at_level(level);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    while let Ok(mut root) = Root::of_board(record.last_position().board()) {
        root.shuffle(seed + record.moves.len() as u64);
        let best = engine.search(&root, &limits, &Table::for_nodes(NODES), &mut ()).best;
        record.play(best.cell, TurnTime::ZERO).expect("a legal move");
    }
    record
}
