//! Hints: first what is worth looking at, then the move.

use std::fmt;

use fruitrage_game::theme;
use fruitrage_rules::{Board, Cell, Fruit, Group};
use serde::Serialize;

use crate::{GroupView, MoveThought, group, named};

/// Help for the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "hint", rename_all = "kebab-case")]
pub enum Hint {
    /// Something about the best move, but not which it is.
    Clue {
        /// What.
        clue: Clue,
        /// How many groups of the board it fits.
        fits: usize,
        /// The same as a sentence.
        words: String,
    },
    /// The best move.
    Move {
        /// The group to take.
        group: GroupView,
        /// What is expected of it.
        thought: MoveThought,
        /// The same as a sentence.
        words: String,
    },
}

/// Something about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Clue {
    /// It takes so many fruits.
    Size {
        /// How many.
        size: u32,
    },
    /// It takes this kind.
    Fruit {
        /// Which.
        #[serde(serialize_with = "named::fruit")]
        fruit: Fruit,
    },
    /// It is in this part of the board.
    Region {
        /// Which.
        region: Region,
    },
    /// There is nothing else to take.
    Only,
}

/// A third of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    /// The columns on the left.
    Left,
    /// Those in the middle.
    Middle,
    /// Those on the right.
    Right,
}

impl Region {
    /// Where the middle of some columns lies in a board.
    fn of(cells: &[Cell], size: usize) -> Self {
        let columns = cells.iter().map(|cell| cell.column());
        let (first, last) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        match (first + last + 1) * 3 / (2 * size) {
            0 => Self::Left,
            1 => Self::Middle,
            _ => Self::Right,
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Left => "on the left",
            Self::Middle => "in the middle",
            Self::Right => "on the right",
        })
    }
}

impl Clue {
    /// Whether it is true of a group.
    pub fn fits(self, board: &Board, found: Group) -> bool {
        match self {
            Self::Size { size } => found.size() as u32 == size,
            Self::Fruit { fruit } => board.get(found.cell()) == Some(fruit),
            Self::Region { region } => {
                board.cells_of_group_at(found.cell()).is_ok_and(|cells| Region::of(&cells, board.size()) == region)
            }
            Self::Only => true,
        }
    }

    fn words(self, fits: usize) -> String {
        let others = |noun: &str| match fits {
            1 => String::new(),
            _ => format!(" There are {fits} such {noun}."),
        };
        match self {
            Self::Size { size: 1 } => format!("The best move takes a single fruit.{}", others("fruits")),
            Self::Size { size } => format!("The best move takes {size} fruits.{}", others("groups")),
            Self::Fruit { fruit } => format!("The best move takes {}.{}", theme::of(fruit).plural, others("groups")),
            Self::Region { region } => format!("The best move is {region} of the board."),
            Self::Only => "There is only one move.".to_owned(),
        }
    }
}

/// What is worth looking at: of all that can be said about the best move, what
/// helps most without giving it away. A clue that fits no other group would.
pub(super) fn clue(board: &Board, best: Cell) -> Hint {
    let clue = choose(board, best).unwrap_or(Clue::Only);
    let fits = board.groups().into_iter().filter(|&found| clue.fits(board, found)).count();
    Hint::Clue { clue, fits, words: clue.words(fits) }
}

fn choose(board: &Board, best: Cell) -> Option<Clue> {
    let view = group(board, best).ok()?;
    let region = Region::of(&view.cells, board.size());
    let clues = [Clue::Size { size: view.size }, Clue::Fruit { fruit: view.fruit }, Clue::Region { region }];
    let groups = board.groups();
    if groups.len() == 1 {
        return None;
    }
    let fits = |clue: Clue| groups.iter().filter(|&&found| clue.fits(board, found)).count();
    // On a board where every clue gives it away, the place gives away the least.
    clues.into_iter().filter(|&clue| fits(clue) > 1).min_by_key(|&clue| fits(clue)).or(clues.last().copied())
}

/// The move itself.
pub(super) fn full(board: &Board, thought: &MoveThought) -> Option<Hint> {
    let group = group(board, thought.cell).ok()?;
    let words = format!(
        "{} takes {} for {} points; {} {} points from here on.",
        thought.cell,
        thought.size,
        thought.points,
        if thought.exact { "with best play it decides the rest by" } else { "expected is a difference of about" },
        thought.margin,
    );
    Some(Hint::Move { group, thought: thought.clone(), words })
}
