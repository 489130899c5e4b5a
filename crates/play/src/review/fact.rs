//! What can be said about a move that is true by the rules, whatever an
//! engine thinks of it.

use std::fmt;

use fruitrage_rules::{Board, Cell, Group};
use serde::Serialize;

use super::ReviewedMove;
use crate::{effect, named};

/// Something that is true of a move. What the best move *would* have done is said
/// of the board that it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum Fact {
    /// There was no other move.
    Only,
    /// No group on the board was larger.
    TookLargest {
        /// How many fruits it took.
        took: u32,
    },
    /// The best move takes more.
    TookLess {
        /// How many fruits the move took.
        took: u32,
        /// The best move.
        #[serde(serialize_with = "named::cell")]
        best: Cell,
        /// How many fruits that takes.
        size: u32,
        /// The size of the largest group that the best move leaves; 0 if the board is
        /// empty then.
        leaves: u32,
    },
    /// The largest group after the move is made of fruits that did not lie together
    /// before, and the best move leaves no group as large.
    Opened {
        /// A cell of the group, after the move.
        #[serde(serialize_with = "named::cell")]
        cell: Cell,
        /// Its size.
        size: u32,
        /// How many of its fruits lay together before, at most.
        together: u32,
        /// The size of the largest group that the best move leaves.
        otherwise: u32,
        /// Whether the opponent took it with the next move.
        taken: bool,
    },
    /// The largest group after the move lay together before, and the best move
    /// leaves no group as large.
    Left {
        /// A cell of the group, after the move.
        #[serde(serialize_with = "named::cell")]
        cell: Cell,
        /// Its size.
        size: u32,
        /// The size of the largest group that the best move leaves.
        otherwise: u32,
        /// Whether the opponent took it with the next move.
        taken: bool,
    },
    /// The best move takes fewer, and leaves less for the opponent to take next.
    TookTooMuch {
        /// How many fruits the move took.
        took: u32,
        /// The best move.
        #[serde(serialize_with = "named::cell")]
        best: Cell,
        /// How many fruits that takes.
        size: u32,
    },
    /// Nothing of that kind tells the moves apart: what is better about the best one
    /// shows in the moves that are expected to follow.
    FurtherOn {
        /// The best move and those after it.
        #[serde(serialize_with = "named::cells")]
        line: Vec<Cell>,
    },
}

/// How many moves of a line are told.
const LINE: usize = 5;

/// What can be said about a move: on a good one little, on a bad one why.
pub(super) fn facts(
    found: &ReviewedMove,
    before: &Board,
    after: &Board,
    better: Option<&Board>,
    next: Option<Cell>,
) -> Vec<Fact> {
    if found.choices == 1 {
        return vec![Fact::Only];
    }
    let Some(better) = better.filter(|_| found.class.is_fault()) else {
        let largest = largest_size(before) == found.size && found.size > 1;
        return if largest { vec![Fact::TookLargest { took: found.size }] } else { Vec::new() };
    };
    let (took, best, size) = (found.size, found.best, found.best_size);
    let mut facts = Vec::new();
    let otherwise = largest_size(better);
    if size > took {
        facts.push(Fact::TookLess { took, best, size, leaves: otherwise });
    }
    if let Some(&group) = after.groups().first()
        && group.size() as u32 > otherwise
    {
        if size < took {
            facts.push(Fact::TookTooMuch { took, best, size });
        }
        facts.push(gift(found.cell, group, before, after, otherwise, next));
    }
    if facts.is_empty() {
        facts.push(Fact::FurtherOn { line: found.best_line.iter().take(LINE).copied().collect() });
    }
    facts
}

pub(crate) fn largest_size(board: &Board) -> u32 {
    board.groups().first().map_or(0, |group| group.size() as u32)
}

/// What is to be said about the largest group that a move leaves.
pub(crate) fn gift(
    played: Cell,
    group: Group,
    before: &Board,
    after: &Board,
    otherwise: u32,
    next: Option<Cell>,
) -> Fact {
    let cell = group.cell();
    let cells = after.cells_of_group_at(cell).unwrap_or_default();
    let taken = next.is_some_and(|next| cells.contains(&next));
    let (size, together) = (group.size() as u32, together_before(played, &cells, before));
    if together < size {
        Fact::Opened { cell, size, together, otherwise, taken }
    } else {
        Fact::Left { cell, size, otherwise, taken }
    }
}

/// How many of some cells after a move held fruits that were in one group before it,
/// at most.
pub(crate) fn together_before(played: Cell, cells: &[Cell], before: &Board) -> u32 {
    let Ok(effect) = effect(before, played) else { return 0 };
    let origin = |cell: &Cell| effect.falls.iter().find(|fall| fall.to == *cell).map_or(*cell, |fall| fall.from);
    let groups: Vec<Group> = cells.iter().filter_map(|cell| before.group_at(origin(cell)).ok()).collect();
    let count = |group: &Group| groups.iter().filter(|other| *other == group).count() as u32;
    groups.iter().map(count).max().unwrap_or(0)
}

impl fmt::Display for Fact {
    /// As a part of a sentence whose subject is the player, or a whole one. The
    /// alternate form leaves out what the best move leaves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = |taken: bool| if taken { ", and the opponent took it next" } else { "" };
        let nothing_larger = |f: &mut fmt::Formatter<'_>, otherwise: u32| match otherwise {
            // Said already, beside what the best move takes.
            _ if f.alternate() => Ok(()),
            0 => write!(f, " (the best move empties the board)"),
            1 => write!(f, " (the best move leaves single fruits only)"),
            size => write!(f, " (the best move leaves {size} at most)"),
        };
        match self {
            Self::Only => write!(f, "the only move"),
            Self::TookLargest { took } => write!(f, "took the largest group, {took}"),
            Self::TookLess { took, best, size, leaves } => {
                write!(f, "took {took}; {best} takes {size} and ")?;
                match leaves {
                    0 => write!(f, "empties the board"),
                    _ if leaves <= size => write!(f, "leaves nothing bigger"),
                    _ => write!(f, "leaves {leaves} at most"),
                }
            }
            Self::TookTooMuch { took, best, size } => {
                write!(f, "took {took}, but {best}, which takes {size}, leaves less to take")
            }
            Self::Opened { cell, size, together, otherwise, taken } => {
                write!(f, "opened a group of {size} for the opponent at {cell}, of which ")?;
                match together {
                    1 => write!(f, "no two lay together before{}", next(*taken))?,
                    _ => write!(f, "{together} lay together before{}", next(*taken))?,
                }
                nothing_larger(f, *otherwise)
            }
            Self::Left { cell, size, otherwise, taken } => {
                write!(f, "left a group of {size} at {cell}{}", next(*taken))?;
                nothing_larger(f, *otherwise)
            }
            Self::FurtherOn { line } => {
                let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
                write!(f, "{} is better in the end: {}", moves.first().map_or("", String::as_str), moves.join(" "))
            }
        }
    }
}

/// Facts as one text.
pub(super) fn words(facts: &[Fact]) -> String {
    let brief = matches!(facts.first(), Some(Fact::TookLess { .. }));
    let part = |fact: &Fact| if brief { format!("{fact:#}") } else { fact.to_string() };
    facts.iter().map(part).collect::<Vec<String>>().join("; ")
}
