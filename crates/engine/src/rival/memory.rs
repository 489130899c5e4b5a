//! Memory: what is kept from one move to the next, in a game and from game to game.

use fruitrage_rules::{Board, Cell};

use super::Rival;
use crate::{Engine, Report};

/// How much of what is known of an opponent is doubted in another game, as it may be
/// another one.
const DOUBT_IN_ANOTHER_GAME: f64 = 0.2;

/// What is known of the opponent and of the game so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// The opponent, by its moves.
    pub rival: Rival,
    /// The board that was left to it, if there was a move before.
    pub left: Option<Board>,
    /// Points more than the opponent's, if they are known.
    pub lead: Option<i32>,
    /// What is left of the plan: the opponent's move and one's own by turns; once the
    /// opponent has moved as foreseen, one's own first.
    pub plan: Vec<Cell>,
}

impl Memory {
    /// Takes in the board that there is now, looking at a small part of so many boards at
    /// most: the opponent's reply, or the beginning of another game.
    pub fn catch_up(&mut self, engine: &Engine, board: &Board, nodes: u64) {
        let reply = self.left.take().and_then(|left| Some((left.move_to(board)?, left)));
        let Some((group, left)) = reply else {
            self.rival.forget(DOUBT_IN_ANOTHER_GAME);
            self.lead = lead_at_first_sight(board);
            self.plan.clear();
            return;
        };
        let foreseen = self.plan.first().and_then(|&cell| left.group_at(cell).ok());
        engine.watch(&mut self.rival, &left, group, foreseen, nodes);
        self.lead = self.lead.map(|lead| lead - group.points() as i32);
        if foreseen == Some(group) {
            self.plan.remove(0);
        } else {
            self.plan.clear();
        }
    }

    /// Takes in the own move that a search on a board has found.
    pub fn moved(&mut self, board: &Board, report: &Report) {
        let mut left = board.clone();
        let taken = left.try_play(report.best.cell).ok();
        self.lead = self.lead.zip(taken).map(|(lead, group)| lead + group.points() as i32);
        self.left = taken.map(|_| left);
        self.plan = report.best.line.get(1..).unwrap_or_default().to_vec();
    }
}

/// Returns the lead of the player to move on the first board that it sees in a game: none
/// on a full one; what one move was worth if the opponent may have made one. A group has
/// no gap between its columns.
fn lead_at_first_sight(board: &Board) -> Option<i32> {
    let size = board.size();
    let missing = |column: usize| (0..size).filter(|&row| board.get(Cell::new(column, row)).is_none()).count();
    let columns: Vec<usize> = (0..size).filter(|&column| missing(column) > 0).collect();
    let is_one_group = columns.last().is_none_or(|last| last - columns[0] + 1 == columns.len());
    let taken = (size * size - board.fruits()) as i32;
    is_one_group.then_some(-taken * taken)
}
