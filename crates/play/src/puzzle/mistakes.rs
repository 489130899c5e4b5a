//! Exercises from one's own games: the boards on which one went wrong.

use fruitrage_game::GameRecord;
use fruitrage_rules::{Cell, Player};

use super::Exercise;
use crate::review::{Class, Review};
use crate::session::Seat;

/// A move of one's own that was wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The board, on which a better move is to be found.
    pub exercise: Exercise,
    /// The number of the move in its game, from 1.
    pub ply: u32,
    /// Whose it was.
    pub player: Player,
    /// What was taken.
    pub played: Cell,
    /// How bad it was.
    pub class: Class,
}

/// Returns the mistakes and blunders of the people in a game; of both players if there
/// are no people in it.
pub fn mistakes(record: &GameRecord, review: &Review) -> Vec<Mistake> {
    let is_human =
        |player: Player| Seat::of_line(&record.game.agents[player.index()]).is_some_and(|seat| seat.is_human());
    let people = [Player::First, Player::Second].into_iter().any(is_human);
    let own = |player: Player| !people || is_human(player);
    let faults = review.moves.iter().filter(|found| own(found.player) && found.class >= Class::Mistake);
    faults
        .filter_map(|found| {
            let board = record.positions.get(found.ply as usize - 1)?.board().clone();
            Some(Mistake {
                exercise: Exercise { board, one_move: true },
                ply: found.ply,
                player: found.player,
                played: found.cell,
                class: found.class,
            })
        })
        .collect()
}
