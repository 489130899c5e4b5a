//! A game move by move, with all boards so far, so that moves can be taken back at once.

use fruitrage_rules::{Board, Cell, Group, IllegalMove, Player, Position};

/// A position and the moves that led to it from some earlier one.
#[derive(Clone)]
pub(crate) struct Plies {
    /// The boards before each move and after the last one; behind them those that were taken
    /// back, whose memory is used again.
    ///
    /// Each has a place of its own: a list of whole boards would move them all when it grows.
    #[expect(clippy::vec_box, reason = "a board is some kilobytes")]
    boards: Vec<Box<Board>>,
    moves: Vec<Move>,
    turn: Player,
    points: [u32; 2],
}

/// A move as it was named, and what it took.
#[derive(Clone, Copy)]
struct Move {
    cell: Cell,
    group: Group,
}

impl Plies {
    /// A position of which no earlier one is known.
    pub(crate) fn from(position: &Position) -> Self {
        let boards = vec![Box::new(position.board().clone())];
        Self { boards, moves: Vec::new(), turn: position.turn(), points: position.points() }
    }

    /// The board as it is now.
    pub(crate) fn board(&self) -> &Board {
        &self.boards[self.moves.len()]
    }

    /// Who is to move.
    pub(crate) const fn turn(&self) -> Player {
        self.turn
    }

    /// The points of the first and the second player.
    pub(crate) const fn points(&self) -> [u32; 2] {
        self.points
    }

    /// The moves so far, as they were named.
    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.moves.iter().map(|made| made.cell)
    }

    /// The position without what led to it.
    pub(crate) fn position(&self) -> Position {
        Position::new(self.board().clone(), self.turn, self.points)
    }

    /// The same without what was taken back.
    pub(crate) fn copy(&self) -> Self {
        let boards = self.boards[..=self.moves.len()].to_vec();
        Self { boards, moves: self.moves.clone(), ..*self }
    }

    /// Makes a move. On an error nothing has changed.
    pub(crate) fn push(&mut self, cell: Cell) -> Result<Group, IllegalMove> {
        let group = self.board().group_at(cell)?;
        let made = self.moves.len();
        if self.boards.len() == made + 1 {
            self.boards.push(self.boards[made].clone());
        }
        let (before, after) = self.boards.split_at_mut(made + 1);
        before[made].play_into(group, &mut after[0]);
        self.points[self.turn.index()] += group.points();
        self.turn = self.turn.opponent();
        self.moves.push(Move { cell, group });
        Ok(group)
    }

    /// Takes the last move back, and returns it as it was named.
    pub(crate) fn pop(&mut self) -> Option<Cell> {
        let Move { cell, group } = self.moves.pop()?;
        self.turn = self.turn.opponent();
        self.points[self.turn.index()] -= group.points();
        Some(cell)
    }
}
