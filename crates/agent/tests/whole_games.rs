//! Whole games between two copies of the real program, one process a move.
//!
//! There is no assertion about time here, as the machine may be busy with other
//! tests; `cargo run --release -p fruitrage-agent --example whole_games` is for that.

#[path = "common/whole_game.rs"]
mod whole_game;

use std::time::Duration;

use whole_game::{Clock, End, Game};

/// Whoever runs out of time ends the game, but every reply until then is right.
fn play(size: usize, kinds: u8, milliseconds: u64, clock: Clock) {
    let program = env!("CARGO_BIN_EXE_fruitrage-agent").into();
    let budget = Duration::from_millis(milliseconds);
    let record = Game { program, size, kinds, seed: 1, budget, clock }.play().unwrap();
    assert!(!matches!(record.end, End::Fault(_)), "{record:?}");
}

#[test]
fn every_reply_in_a_game_with_little_time_is_right() {
    for (size, kinds) in [(1, 1), (5, 3), (10, 4), (20, 6), (26, 2)] {
        play(size, kinds, 50, Clock::Cpu);
        play(size, kinds, 200, Clock::Wall);
    }
}

#[test]
fn every_reply_in_a_game_of_many_moves_is_right() {
    play(26, 9, 200, Clock::Cpu);
    play(26, 10, 1_000, Clock::Cpu);
}
