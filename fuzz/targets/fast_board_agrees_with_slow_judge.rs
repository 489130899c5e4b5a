//! Holds the fast board to the slow judge through whole games: they agree on
//! every group, every cell and every move, and the hash that moves update is
//! the one that the contents give.

#![no_main]

use fruitrage_rules::{Board, Cell, Fruit, Grid, Group, Judge, MAX_KINDS, MAX_SIZE};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [size, kinds, bytes @ ..] = bytes else { return };
    let size = usize::from(*size) % MAX_SIZE + 1;
    let (cells, moves) = bytes.split_at(bytes.len().min(size * size));
    let grid = draw(size, kinds % MAX_KINDS + 1, cells);

    let (mut board, mut judge) = (Board::settled(&grid), Judge::new(&grid));
    judge.settle();
    assert_agree(&board, &judge);
    for chosen in moves.chunks_exact(2) {
        let cell = Cell::new(usize::from(chosen[0]) % size, usize::from(chosen[1]) % size);
        let parent = board.clone();
        let played = board.try_play(cell);
        assert_eq!(played.map(Group::size), judge.try_take(cell), "{cell} on{parent:?}");
        assert_agree(&board, &judge);
        if let Ok(group) = played {
            let mut child = Board::empty(1);
            parent.play_into(group, &mut child);
            assert_eq!(child.groups(), board.groups(), "{group:?} by the fast door on{parent:?}");
        }
    }
});

/// One byte a cell, row by row. A cell without a byte is empty, and so is about
/// every eleventh other, whatever its kind would be.
fn draw(size: usize, kinds: u8, bytes: &[u8]) -> Grid {
    let mut grid = Grid::empty(size);
    for (cell, byte) in Cell::all(size).zip(bytes) {
        grid.set(cell, (byte % 11 != 0).then(|| Fruit::new(byte % kinds)));
    }
    grid
}

fn assert_agree(board: &Board, judge: &Judge) {
    let grid = judge.to_grid();
    assert_eq!(board.to_grid(), grid);
    assert_eq!(board.is_empty(), judge.is_empty());
    assert_eq!(board.hash(), Board::try_from(&grid).expect("a settled board").hash());
    let mut groups = judge.groups();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(board.groups(), groups, "on{board:?}");
    assert_eq!(board.group_count(), groups.len());
    for group in groups {
        let cells = board.cells_of_group_at(group.cell()).expect("a group of the judge's");
        assert_eq!(cells.len(), group.size(), "{group:?} on{board:?}");
        assert_eq!(board.group_at(cells[group.size() - 1]), Ok(group), "by its last cell, on{board:?}");
    }
}
