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
    ///
    /// ```
    /// use fruitrage_rules::{Player, Position};
    ///
    /// let mut position = Position::start("310/012/302".parse()?);
    /// let group = position.try_play("C2".parse()?)?;
    /// assert_eq!((group.size(), position.points(), position.turn()), (2, [4, 0], Player::Second));
    /// assert_eq!(position.try_play("C1".parse()?).unwrap_err().to_string(), "C1 is empty");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_play(&mut self, cell: Cell) -> Result<Group, IllegalMove> {
        let group = self.board.try_play(cell)?;
        let points = &mut self.points[self.turn.index()];
        *points = points.saturating_add(group.points());
        self.turn = self.turn.opponent();
        Ok(group)
    }
}
