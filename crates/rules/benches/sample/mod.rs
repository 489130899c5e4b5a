//! Answers for what is measured: boxes that are the same for ever, from all
//! stages of a game, and the ways to make all their children.

use std::fmt;
use std::hint::black_box;

use fruitrage_rules::{Board, Group, GroupList, Judge, Random, generate};

/// The boxes named by one size and one number of kinds.
#[derive(Clone, Copy)]
pub(crate) struct Class {
    size: usize,
    kinds: u8,
}

/// From the size that people play to the largest, with large groups and small.
pub(crate) const CLASSES: [Class; 6] = [
    Class { size: 8, kinds: 4 },
    Class { size: 10, kinds: 6 },
    Class { size: 15, kinds: 4 },
    Class { size: 20, kinds: 6 },
    Class { size: 26, kinds: 2 },
    Class { size: 26, kinds: 9 },
];

/// Enough games that no single box decides the result.
const GAMES: u64 = 4;

impl fmt::Display for Class {
    /// The name of the class: `10p6` is 10 x 10 with 6 kinds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}p{}", self.size, self.kinds)
    }
}

/// One box, in both forms, and all moves on it.
///
/// The moves are listed beforehand, so that nothing but the making of children
/// is measured.
pub(crate) struct Parent {
    pub(crate) board: Board,
    judge: Judge,
    moves: Vec<Group>,
}

impl Parent {
    fn new(board: Board) -> Self {
        Self { judge: Judge::new(&board.to_grid()), moves: board.groups(), board }
    }
}

/// The parents of a class: some full boxes, and the same after a third and
/// after two thirds of a random game.
pub(crate) fn parents(class: Class) -> Vec<Parent> {
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

/// How many children all ways below make.
pub(crate) fn count(parents: &[Parent]) -> usize {
    parents.iter().map(|parent| parent.moves.len()).sum()
}

/// Makes every child with the fast board, and returns how many groups they have
/// together.
pub(crate) fn fast(parents: &[Parent]) -> usize {
    count_groups(parents, Board::play_into)
}

/// The same without special instructions.
pub(crate) fn portable(parents: &[Parent]) -> usize {
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

/// The same, with the groups of each child written to a list.
pub(crate) fn fast_with_list(parents: &[Parent]) -> usize {
    let mut child = parents[0].board.clone();
    let mut list = GroupList::new();
    let mut groups = 0;
    for parent in parents {
        for &group in &parent.moves {
            parent.board.play_into(group, &mut child);
            black_box(&child).list_groups(&mut list);
            groups += black_box(&list).len();
        }
    }
    groups
}

/// The same with the slow judge.
pub(crate) fn judge(parents: &[Parent]) -> usize {
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
