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

impl Mistake {
    /// Returns the move of a game with this number as a mistake of a class, if there is one.
    pub fn of(record: &GameRecord, ply: u32, class: Class) -> Option<Self> {
        let at = (ply as usize).checked_sub(1)?;
        let (position, line) = (record.positions.get(at)?, record.moves.get(at)?);
        let exercise = Exercise { board: position.board().clone(), one_move: true };
        Some(Self { exercise, ply, player: position.turn(), played: line.cell, class })
    }
}

/// Returns the mistakes and blunders of the people in a game; of both players if there
/// are no people in it.
pub fn mistakes(record: &GameRecord, review: &Review) -> Vec<Mistake> {
    let is_human =
        |player: Player| Seat::of_line(&record.game.agents[player.index()]).is_some_and(|seat| seat.is_human());
    let people = [Player::First, Player::Second].into_iter().any(is_human);
    let own = |player: Player| !people || is_human(player);
    let faults = review.moves.iter().filter(|found| own(found.player) && found.class >= Class::Mistake);
    faults.filter_map(|found| Mistake::of(record, found.ply, found.class)).collect()
}
