//! The layout of a board in a set of cells: which bit stands for which cell.
//!
//! Column after column, each from the floor up, and above it one bit that is never a
//! fruit: its *guard*. What is shifted or carried out of a column stops there, so one
//! operation on one number works on all columns. A guard also stands for its column in
//! a set of columns.
//!
//! ```text
//!   3 . .        bits   8 7 6   5 4 3   2 1 0
//!   0 2 .               . . .   . . 2   . 3 0      guards are bits 2, 5 and 8
//! ```
//!
//! All columns have as many bits as the highest needs. Of neighbouring empty columns one
//! is kept, for nothing crosses it.

use fruitrage_rules::{Board, Cell, Fruit, MAX_KINDS, MAX_SIZE};

use super::bits::Bits;

/// The most kinds of fruit.
pub(super) const KINDS: usize = MAX_KINDS as usize;

/// The number of words that is enough for the largest board.
pub(super) const MOST_WORDS: usize = (MAX_SIZE * (MAX_SIZE + 1)).div_ceil(64);

/// The columns and the kinds of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Bits from a column to the next.
    stride: u32,
    /// The columns of the board that have bits, in order.
    columns: Vec<usize>,
    /// The kinds that are there.
    kinds: Vec<u8>,
}

impl Shape {
    pub(super) fn of(board: &Board) -> Self {
        let mut shape = Self { stride: 1, columns: Vec::new(), kinds: Vec::new() };
        let mut is_apart = false;
        for column in 0..board.size() {
            let height = fruits(board, column).inspect(|fruit| shape.note(fruit.kind())).count();
            shape.stride = shape.stride.max(height as u32 + 1);
            if height > 0 || is_apart {
                shape.columns.push(column);
            }
            is_apart = height > 0;
        }
        shape
    }

    fn note(&mut self, kind: u8) {
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    /// Returns how many words a set of its cells needs.
    pub(super) fn words(&self) -> usize {
        (self.columns.len() * self.stride as usize).div_ceil(64).max(1)
    }
}

/// The fruits of a column from the floor up.
fn fruits(board: &Board, column: usize) -> impl Iterator<Item = Fruit> {
    (0..board.size()).rev().map_while(move |row| board.get(Cell::new(column, row)))
}

/// The layout of all boards of a search.
#[derive(Clone, Debug)]
pub(super) struct Layout<const N: usize> {
    shape: Shape,
    /// The lowest cells.
    pub(super) floor: Bits<N>,
    pub(super) guards: Bits<N>,
    /// All but the guards.
    pub(super) cells: Bits<N>,
}

impl<const N: usize> Layout<N> {
    /// Returns the layout for boards of a shape, which must fit into N words.
    pub(super) fn new(shape: Shape) -> Self {
        let bits = (0..shape.columns.len() as u32).map(|lane| Bits::one(lane * shape.stride));
        let floor = bits.fold(Bits::NONE, |all, bit| all | bit);
        let guards = floor << (shape.stride - 1);
        Self { cells: guards.minus(floor), shape, floor, guards }
    }

    /// Bits from a column to the next.
    #[inline(always)]
    pub(super) fn stride(&self) -> u32 {
        self.shape.stride
    }

    /// How many kinds there are.
    #[inline(always)]
    pub(super) fn kinds(&self) -> usize {
        self.shape.kinds.len()
    }

    /// Returns the fruits of a board as cells and kinds.
    pub(super) fn fruits(&self, board: &Board) -> impl Iterator<Item = (u32, usize)> {
        self.shape.columns.iter().enumerate().flat_map(|(lane, &column)| {
            (lane as u32 * self.stride()..).zip(fruits(board, column)).map(|(cell, fruit)| {
                let kind = self.shape.kinds.iter().position(|&kind| kind == fruit.kind());
                (cell, kind.expect("a kind of the shape"))
            })
        })
    }

    /// Returns the guards of the columns in which some cells are.
    #[inline(always)]
    pub(super) fn columns_of(&self, cells: Bits<N>) -> Bits<N> {
        cells.plus(self.cells) & self.guards
    }

    /// Returns the cells of some columns, given by their guards.
    #[inline(always)]
    pub(super) fn cells_of(&self, columns: Bits<N>) -> Bits<N> {
        columns.minus(columns >> (self.stride() - 1))
    }

    /// Returns what is to the left and to the right of some columns or cells.
    #[inline(always)]
    pub(super) fn beside(&self, columns: Bits<N>) -> Bits<N> {
        columns << self.stride() | columns >> self.stride()
    }

    /// Returns some cells without the lowest in each column.
    #[inline(always)]
    pub(super) fn without_lowest(&self, cells: Bits<N>) -> Bits<N> {
        cells & (cells | self.guards).minus(self.floor)
    }

    /// Returns the columns in which some cells are more than one run.
    #[inline(always)]
    pub(super) fn broken(&self, cells: Bits<N>) -> Bits<N> {
        let starts = cells & !(cells << 1);
        self.columns_of(self.without_lowest(starts))
    }

    /// Returns those of some cells that are connected with `from`.
    #[inline(always)]
    pub(super) fn flood(&self, cells: Bits<N>, from: Bits<N>) -> Bits<N> {
        let mut found = from;
        loop {
            let more = (found | found << 1 | found >> 1 | self.beside(found)) & cells;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Returns all bits from each of some columns, given by their guards, up to the
    /// next of them.
    #[inline(always)]
    pub(super) fn stretches(&self, starts: Bits<N>) -> impl Iterator<Item = Bits<N>> {
        let mut starts = starts >> (self.stride() - 1);
        std::iter::from_fn(move || {
            (!starts.is_empty()).then(|| {
                let start = starts.lowest();
                starts ^= start;
                starts.lowest().minus(start)
            })
        })
    }
}
