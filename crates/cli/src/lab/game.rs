//! A pair of games between two players in this process.

use std::fmt;
use std::ops::Add;
use std::time::Duration;

use fruitrage_engine::Memory;
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_results::PairResult;
use fruitrage_rules::{Board, Position, Random};

use super::Seat;

/// What a player may use up, before its own factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Allowance {
    /// CPU time for each move.
    MoveTime(Duration),
    /// CPU time for a game; running out is not punished here, as it would be by
    /// a referee, but there is no time to think then.
    GameTime(Duration),
    /// Nodes for each move.
    Nodes(u64),
    /// Moves to look ahead.
    Depth(u32),
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_nanos() as f64 / 1e6),
            Self::GameTime(time) => write!(f, "{} s a game", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "{depth} moves ahead"),
        }
    }
}

/// A pair of games as the first player sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) result: PairResult,
    /// What both players used in both games, the first player's first.
    pub(crate) used: [Usage; 2],
}

/// What a player used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    pub(crate) time: Duration,
    pub(crate) moves: u32,
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { time: self.time + other.time, moves: self.moves + other.moves }
    }
}

impl Usage {
    /// The mean CPU time of a move, in milliseconds.
    pub(crate) fn milliseconds_a_move(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / f64::from(self.moves.max(1))
    }
}

/// Plays a board twice, each player beginning once. What a player has learned of the other
/// in the first game, it knows in the second, as in a match.
pub(crate) fn play_pair(board: &Board, players: [&BuiltinPlayer; 2], allowance: &Allowance, seed: u64) -> Pair {
    let [one, two] = players;
    let mut memories = [Memory::default(), Memory::default()];
    let ([own, other], used) = play(board, [one, two], &mut memories, allowance, seed);
    memories.reverse();
    let ([following_other, following_own], used_following) = play(board, [two, one], &mut memories, allowance, !seed);
    Pair {
        result: PairResult::by_points([own, other], [following_own, following_other]),
        used: [used[0] + used_following[1], used[1] + used_following[0]],
    }
}

/// The points of both and what they used, the one who begins first.
fn play(
    board: &Board,
    [one, two]: [&BuiltinPlayer; 2],
    [memory_of_one, memory_of_two]: &mut [Memory; 2],
    allowance: &Allowance,
    seed: u64,
) -> ([u32; 2], [Usage; 2]) {
    let mut position = Position::start(board.clone());
    let mut seats = [Seat::new(one, allowance, memory_of_one), Seat::new(two, allowance, memory_of_two)];
    let mut moves = [0; 2];
    let mut dice = Random::new(seed);
    while !position.is_over() {
        let side = position.turn().index();
        let group = seats[side].choose(&position, allowance, &mut dice);
        position.try_play(group.cell()).expect("players play legal moves");
        moves[side] += 1;
    }
    let used = [0, 1].map(|side| Usage { time: seats[side].used, moves: moves[side] });
    (position.points(), used)
}
