//! Random boards, and their values by trying every game, for tests.

use std::collections::HashMap;

use fruitrage_rules::{Board, Cell, Fruit, Grid, Random};

/// Returns fruits of some kinds, piled up in columns at random.
pub(super) fn random_board(random: &mut Random, columns: u64, kinds: u64, fruits: u64) -> Board {
    let mut grid = Grid::empty(fruits as usize);
    let mut heights = vec![0; columns as usize];
    for _ in 0..fruits {
        let column = random.below(columns) as usize;
        heights[column] += 1;
        let cell = Cell::new(column, fruits as usize - heights[column]);
        grid.set(cell, Some(Fruit::new(random.below(kinds) as u8)));
    }
    Board::try_from(&grid).unwrap()
}

/// Returns how many points more than the opponent the player to move gets. What is known
/// must be of boards of the same size.
pub(super) fn value(board: &Board, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(&known) = known.get(&board.hash()) {
        return known;
    }
    let mut child = Board::empty(1);
    let values = board.groups().into_iter().map(|group| {
        board.play_into(group, &mut child);
        group.points() as i32 - value(&child, known)
    });
    let value = values.max().unwrap_or(0);
    known.insert(board.hash(), value);
    value
}
