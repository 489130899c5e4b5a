//! The root of a search: a board and the moves to choose from.

use fruitrage_rules::{Board, Grid, Group, Judge, Random};

/// A board and the moves to choose from: at least one, the largest group first.
#[derive(Clone, Debug)]
pub struct Root {
    start: Start,
    moves: Vec<Group>,
    /// What chance depends on besides the board.
    seed: u64,
    /// Points that the player to move has more than the opponent, if they are known.
    lead: Option<i32>,
}

/// Most often the board is settled. An agent may also be given one with floating
/// fruit: there, groups are taken as drawn and then everything falls, so that only
/// the boards after the first move are settled.
#[derive(Clone, Debug)]
enum Start {
    Settled(Box<Board>),
    Drawn(Box<Judge>),
}

/// There is no fruit to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMove;

impl std::fmt::Display for NoMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the board is empty: there is no move")
    }
}

impl std::error::Error for NoMove {}

impl Root {
    /// Creates a root from a grid, which may have floating fruit.
    pub fn of_grid(grid: &Grid) -> Result<Self, NoMove> {
        if let Ok(board) = Board::try_from(grid) {
            return Self::of_board(&board);
        }
        let judge = Judge::new(grid);
        let mut moves = judge.groups();
        moves.sort_unstable_by(|a, b| b.cmp(a));
        Self::new(Start::Drawn(Box::new(judge)), moves)
    }

    /// Creates a root from a board.
    pub fn of_board(board: &Board) -> Result<Self, NoMove> {
        Self::new(Start::Settled(Box::new(board.clone())), board.groups())
    }

    fn new(start: Start, moves: Vec<Group>) -> Result<Self, NoMove> {
        if moves.is_empty() { Err(NoMove) } else { Ok(Self { start, moves, seed: 0, lead: None }) }
    }

    /// Sets how many points the player to move has more than the opponent. Then the
    /// result counts where the points would not change it.
    #[must_use]
    pub fn with_lead(self, lead: Option<i32>) -> Self {
        // No game has as many points, and sums with more could overflow.
        let most = 1 << 20;
        Self { lead: lead.map(|lead| lead.clamp(-most, most)), ..self }
    }

    /// Returns the lead, if it is known.
    pub(crate) fn lead(&self) -> Option<i32> {
        self.lead
    }

    /// Returns the board once everything has fallen.
    pub(crate) fn settled(&self) -> Board {
        match &self.start {
            Start::Settled(board) => board.as_ref().clone(),
            Start::Drawn(judge) => Board::settled(&judge.to_grid()),
        }
    }

    /// Returns the width of the board.
    pub(crate) fn size(&self) -> usize {
        match &self.start {
            Start::Settled(board) => board.size(),
            Start::Drawn(judge) => judge.size(),
        }
    }

    /// Returns the moves to choose from.
    pub fn moves(&self) -> &[Group] {
        &self.moves
    }

    /// Returns the root with only the moves to keep; with all of them if there would
    /// be none.
    pub(crate) fn with_moves(&self, keep: impl Fn(Group) -> bool) -> Self {
        let mut moves = self.moves.clone();
        moves.retain(|&group| keep(group));
        if moves.is_empty() {
            moves.clone_from(&self.moves);
        }
        Self { moves, ..self.clone() }
    }

    /// Returns the board if nothing floats on it.
    pub(crate) fn board(&self) -> Option<&Board> {
        match &self.start {
            Start::Settled(board) => Some(board),
            Start::Drawn(_) => None,
        }
    }

    /// Returns a hash of the board and the seed.
    pub(crate) fn chance(&self) -> u64 {
        let hash = match &self.start {
            Start::Settled(board) => board.hash(),
            Start::Drawn(judge) => Board::settled(&judge.to_grid()).hash(),
        };
        hash ^ self.seed
    }

    /// Makes `child` the board after one of [`Root::moves`]: the fast door, as
    /// [`Board::play_into`].
    ///
    /// # Panics
    /// At what is no group of the board, in debug builds, or if fruit floats in it.
    pub fn play_into(&self, group: Group, child: &mut Board) {
        match &self.start {
            Start::Settled(board) => board.play_into(group, child),
            Start::Drawn(judge) => *child = after(judge, group),
        }
    }

    /// [`Root::play_into`] without asking which instructions the processor has.
    pub(crate) fn play_into_portably(&self, group: Group, child: &mut Board) {
        match &self.start {
            Start::Settled(board) => board.play_into_portably(group, child),
            Start::Drawn(judge) => *child = after(judge, group),
        }
    }

    /// Puts the moves into a random order, so that of several equally good ones
    /// another is chosen with another seed; and a player below full strength
    /// overlooks other things.
    pub fn shuffle(&mut self, seed: u64) {
        self.seed = seed;
        let mut random = Random::new(seed);
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, random.below(i as u64 + 1) as usize);
        }
    }
}

fn after(judge: &Judge, group: Group) -> Board {
    let mut judge = *judge;
    judge.try_take(group.cell()).expect("a group of this board");
    Board::try_from(&judge.to_grid()).expect("a board settled by the judge")
}
