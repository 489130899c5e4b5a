//! Answers for where a search starts: the moves to choose from.

use fruitrage_rules::{Board, Cell, Grid, Judge, Random};

/// A move to choose from, and the board that it leads to.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// A cell of the group to take.
    pub cell: Cell,
    /// The points that it is worth.
    pub points: u32,
    /// The board after it.
    pub after: Board,
}

/// The moves to choose from; at least one, the largest group first.
///
/// Most often they are all moves of a [`Board`]. But an agent may be handed a
/// drawing with floating fruit: there, groups are taken as drawn and then
/// everything falls, so that only the boards after the first move are settled.
#[derive(Clone, Debug)]
pub struct Root {
    moves: Vec<RootMove>,
}

/// There is no fruit to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMove;

impl Root {
    /// All moves of a box as drawn.
    pub fn of_grid(grid: &Grid) -> Result<Self, NoMove> {
        match Board::try_from(grid) {
            Ok(board) => Self::of_board(&board),
            Err(_) => Self::new(Self::moves_as_drawn(grid)),
        }
    }

    /// All moves of a board.
    pub fn of_board(board: &Board) -> Result<Self, NoMove> {
        let root_move = |group: fruitrage_rules::Group| {
            let mut after = Board::empty(board.size());
            board.play_into(group, &mut after);
            RootMove { cell: group.cell(), points: group.points(), after }
        };
        Self::new(board.groups().into_iter().map(root_move).collect())
    }

    fn moves_as_drawn(grid: &Grid) -> Vec<RootMove> {
        let judge = Judge::new(grid);
        let mut groups = judge.groups();
        groups.sort_unstable_by(|a, b| b.cmp(a));
        let root_move = |group: fruitrage_rules::Group| {
            let mut after = judge;
            after.try_take(group.cell()).expect("a group can be taken");
            RootMove { cell: group.cell(), points: group.points(), after: Board::settled(&after.to_grid()) }
        };
        groups.into_iter().map(root_move).collect()
    }

    fn new(moves: Vec<RootMove>) -> Result<Self, NoMove> {
        if moves.is_empty() { Err(NoMove) } else { Ok(Self { moves }) }
    }

    /// The moves to choose from.
    pub fn moves(&self) -> &[RootMove] {
        &self.moves
    }

    /// Puts the moves into a random order, so that of several equally good ones
    /// another is chosen with another seed.
    pub fn shuffle(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, random.below(i as u64 + 1) as usize);
        }
    }
}
