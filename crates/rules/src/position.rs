//! A game under way: the board, whose turn it is, both scores.

use crate::{Board, Cell, Group, IllegalMove};

/// One of the two players, named by who moves first in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player and 1 for the second, to index pairs with.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A board, whose turn it is, and what both players have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Player,
    points: [u32; 2],
}

impl Position {
    /// The start of a game.
    pub const fn start(board: Board) -> Self {
        Self::new(board, Player::First, [0, 0])
    }

    /// A game under way, with the points of the first and the second player.
    pub const fn new(board: Board, turn: Player, points: [u32; 2]) -> Self {
        Self { board, turn, points }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move, or would be if the game were not over.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The points of the first and the second player.
    pub const fn points(&self) -> [u32; 2] {
        self.points
    }

    /// Whether the board is empty.
    pub fn is_over(&self) -> bool {
        self.board.is_empty()
    }

    /// Takes the group that a cell belongs to for the player whose turn it is.
    /// On an error nothing has changed.
    pub fn try_play(&mut self, cell: Cell) -> Result<Group, IllegalMove> {
        let group = self.board.try_play(cell)?;
        self.points[self.turn.index()] += group.points();
        self.turn = self.turn.opponent();
        Ok(group)
    }
}
