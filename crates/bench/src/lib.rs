//! What is measured: boards from all stages of a game, the same in every version,
//! and the ways to make all their children.

use std::fmt;
use std::hint::black_box;

use fruitrage_rules::{Board, Group, Judge, Random, generate};

/// The boards of one size and one number of kinds.
#[derive(Clone, Copy)]
pub struct Class {
    size: usize,
    kinds: u8,
}

/// From the size that people play to the largest, with large groups and small.
pub const CLASSES: [Class; 6] = [
    Class { size: 8, kinds: 4 },
    Class { size: 10, kinds: 6 },
    Class { size: 15, kinds: 4 },
    Class { size: 20, kinds: 6 },
    Class { size: 26, kinds: 2 },
    Class { size: 26, kinds: 9 },
];

/// Enough games that no single board decides the result.
const GAMES: u64 = 4;

impl fmt::Display for Class {
    /// The name of the class: `10p6` is 10 x 10 with 6 kinds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}p{}", self.size, self.kinds)
    }
}

/// One board, in both forms, and all moves on it.
///
/// The moves are listed beforehand, so that nothing but the making of children
/// is measured.
pub struct Parent {
    /// The board.
    pub board: Board,
    judge: Judge,
    moves: Vec<Group>,
}

impl Parent {
    fn new(board: Board) -> Self {
        Self { judge: Judge::new(&board.to_grid()), moves: board.groups(), board }
    }
}

/// Returns the parents of a class: some full boards, and the same after a third and
/// after two thirds of a random game.
pub fn parents(class: Class) -> Vec<Parent> {
    let stages = |seed| {
        let game = random_game(Board::settled(&generate(class.size, class.kinds, seed)), seed);
        [0, 1, 2].map(|third| Parent::new(game[game.len() * third / 3].clone()))
    };
    (1..=GAMES).flat_map(stages).collect()
}

/// Every board of a random game, the empty one at the end left out.
fn random_game(mut board: Board, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut game = Vec::new();
    while !board.is_empty() {
        let groups = board.groups();
        let group = groups[random.below(groups.len() as u64) as usize];
        game.push(board.clone());
        board.try_play(group.cell()).expect("a group of the board");
    }
    game
}

/// Returns how many children each of the ways below makes.
pub fn count(parents: &[Parent]) -> usize {
    parents.iter().map(|parent| parent.moves.len()).sum()
}

/// Makes every child with the fast board, and returns how many groups they have
/// together.
pub fn fast(parents: &[Parent]) -> usize {
    count_groups(parents, Board::play_into)
}

/// Does the same without special instructions.
pub fn portable(parents: &[Parent]) -> usize {
    count_groups(parents, Board::play_into_portably)
}

fn count_groups(parents: &[Parent], play_into: impl Fn(&Board, Group, &mut Board)) -> usize {
    let mut child = parents[0].board.clone();
    let mut groups = 0;
    for parent in parents {
        for &group in &parent.moves {
            play_into(&parent.board, group, &mut child);
            // The whole child is wanted, not only the number that is summed.
            groups += black_box(&child).group_count();
        }
    }
    groups
}

/// Does the same with the slow judge.
///
/// # Panics
/// Never: the moves are groups of the board.
pub fn judge(parents: &[Parent]) -> usize {
    let mut groups = 0;
    for parent in parents {
        for group in &parent.moves {
            let mut child = parent.judge;
            child.try_take(group.cell()).expect("a group of the board");
            black_box(&child).for_each_group(|_| groups += 1);
        }
    }
    groups
}
