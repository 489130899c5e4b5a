//! The slow judge: the rules in the most obvious way, with one byte a cell, a flood
//! fill with a stack, and fruit that falls one column at a time.
//!
//! Every fast path of the project is held to this file by property tests. It is
//! a decent implementation all the same (nothing is allocated, and a frame of
//! empty cells spares the edge tests), because the benchmarks compare the fast
//! board with it. It also plays on drawings with floating fruit, where the fast
//! board cannot.

use std::fmt;

use crate::{Cell, Fruit, Grid, Group, IllegalMove, MAX_SIZE};

const EMPTY: u8 = u8::MAX;
/// A row in memory: the largest board with a frame of one empty cell around it.
const WIDTH: usize = MAX_SIZE + 2;
const CELLS: usize = WIDTH * WIDTH;
/// The cells still to visit in a flood fill.
type Stack = [u16; CELLS];

/// The slow judge: a board in which groups are taken and fruit falls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Judge {
    size: usize,
    cells: [u8; CELLS],
}

const fn index(column: usize, row: usize) -> usize {
    (row + 1) * WIDTH + column + 1
}

impl Judge {
    /// The board as drawn, floating fruit left where it is.
    pub fn new(grid: &Grid) -> Self {
        let mut cells = [EMPTY; CELLS];
        for (row, contents) in grid.rows().enumerate() {
            for (cell, content) in cells[index(0, row)..].iter_mut().zip(contents) {
                *cell = content.map_or(EMPTY, Fruit::kind);
            }
        }
        Self { size: grid.size(), cells }
    }

    /// The board as a drawing.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::empty(self.size);
        for cell in Cell::all(self.size) {
            let content = self.cells[index(cell.column(), cell.row())];
            grid.set(cell, (content != EMPTY).then(|| Fruit::new(content)));
        }
        grid
    }

    /// Cells a side.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Whether the game is over.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|&content| content == EMPTY)
    }

    /// Calls `visit` with every group, in the order of their canonical cells:
    /// columns from the left, within a column from the top.
    pub fn for_each_group(&self, mut visit: impl FnMut(Group)) {
        let mut left = *self;
        let mut stack = [0; CELLS];
        for column in 0..self.size {
            for row in 0..self.size {
                let size = left.clear_group(index(column, row), &mut stack);
                if size > 0 {
                    visit(Group::at(column + 1, row as u32, size));
                }
            }
        }
    }

    /// The groups as a list, in the order of [`Judge::for_each_group`].
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        self.for_each_group(|group| groups.push(group));
        groups
    }

    /// The cells of the group that a cell belongs to, row by row; none if it is
    /// empty or outside the board.
    pub fn cells_of_group_at(&self, cell: Cell) -> Vec<Cell> {
        let mut without = *self;
        without.clear_group(index(cell.column(), cell.row()), &mut [0; CELLS]);
        let (before, after) = (self.to_grid(), without.to_grid());
        Cell::all(self.size).filter(|&cell| before.get(cell) != after.get(cell)).collect()
    }

    /// Takes the group that a cell belongs to, lets all fruit fall, and returns
    /// how many fruits were taken. On an error nothing has changed.
    pub fn try_take(&mut self, cell: Cell) -> Result<usize, IllegalMove> {
        if !cell.is_inside(self.size) {
            return Err(IllegalMove::Outside { cell, size: self.size });
        }
        match self.clear_group(index(cell.column(), cell.row()), &mut [0; CELLS]) {
            0 => Err(IllegalMove::Empty(cell)),
            size => {
                self.settle();
                Ok(size)
            }
        }
    }

    /// Lets all fruit fall straight down.
    pub fn settle(&mut self) {
        for column in 0..self.size {
            let mut floor = self.size;
            for row in (0..self.size).rev() {
                let content = std::mem::replace(&mut self.cells[index(column, row)], EMPTY);
                if content != EMPTY {
                    floor -= 1;
                    self.cells[index(column, floor)] = content;
                }
            }
        }
    }

    /// Empties the group around an index and returns its size.
    fn clear_group(&mut self, start: usize, stack: &mut Stack) -> usize {
        let kind = self.cells[start];
        if kind == EMPTY {
            return 0;
        }
        // A cell is emptied as it is pushed, so each is pushed once at most and
        // the stack cannot overflow.
        self.cells[start] = EMPTY;
        stack[0] = start as u16;
        let mut height = 1;
        let mut size = 0;
        while height > 0 {
            height -= 1;
            size += 1;
            let at = usize::from(stack[height]);
            for neighbour in [at - 1, at + 1, at - WIDTH, at + WIDTH] {
                if self.cells[neighbour] == kind {
                    self.cells[neighbour] = EMPTY;
                    stack[height] = neighbour as u16;
                    height += 1;
                }
            }
        }
        size
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_grid(), f)
    }
}
