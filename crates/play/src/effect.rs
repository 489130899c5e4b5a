//! What a move does to every single fruit: which are taken, and which
//! fall from where to where.

use fruitrage_rules::{Board, Cell, Fruit, IllegalMove};
use serde::Serialize;

use crate::named;

/// The group that a cell belongs to, as a view outlines it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupView {
    /// What it is made of.
    #[serde(serialize_with = "named::fruit")]
    pub fruit: Fruit,
    /// Its cells, column by column from the left, each from the top.
    #[serde(serialize_with = "named::cells")]
    pub cells: Vec<Cell>,
    /// How many they are.
    pub size: u32,
    /// What taking it is worth.
    pub points: u32,
}

/// A fruit that falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fall {
    /// What falls.
    #[serde(serialize_with = "named::fruit")]
    pub fruit: Fruit,
    /// Where it was.
    #[serde(serialize_with = "named::cell")]
    pub from: Cell,
    /// Where it comes to lie: in the same column, further down.
    #[serde(serialize_with = "named::cell")]
    pub to: Cell,
}

/// What a move does to the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveEffect {
    /// The group that is taken.
    pub taken: GroupView,
    /// The fruits that fall then, column by column from the left, each from the
    /// bottom, so that one after the other they fall into empty cells.
    pub falls: Vec<Fall>,
}

/// The group that a cell belongs to, or why there is none.
pub fn group(board: &Board, cell: Cell) -> Result<GroupView, IllegalMove> {
    let cells = board.cells_of_group_at(cell)?;
    let fruit = board.get(cell).ok_or(IllegalMove::Empty(cell))?;
    let size = cells.len() as u32;
    Ok(GroupView { fruit, cells, size, points: size * size })
}

/// What taking the group that a cell belongs to does, or why it cannot be taken.
pub fn effect(board: &Board, cell: Cell) -> Result<MoveEffect, IllegalMove> {
    let taken = group(board, cell)?;
    let mut falls = Vec::new();
    for column in 0..board.size() {
        let mut gap = 0;
        for row in (0..board.size()).rev() {
            let from = Cell::new(column, row);
            let Some(fruit) = board.get(from) else { break };
            if taken.cells.contains(&from) {
                gap += 1;
            } else if gap > 0 {
                falls.push(Fall { fruit, from, to: Cell::new(column, row + gap) });
            }
        }
    }
    Ok(MoveEffect { taken, falls })
}
