//! A board as it is drawn: n rows of n cells, not yet known to be settled.

use std::fmt;

use crate::{Cell, Fruit, MAX_SIZE, NoSuchBoard};

/// A drawing of a board. Fruit may float in it; [`crate::Board`] cannot be wrong
/// in that way, and [`crate::Judge`] plays on drawings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    size: u8,
    cells: [[Option<Fruit>; MAX_SIZE]; MAX_SIZE],
}

impl Grid {
    /// A board of this size with nothing in it.
    ///
    /// # Panics
    /// If the size is not from 1 to 26. [`Grid::try_empty`] is the door for numbers from
    /// outside.
    pub const fn empty(size: usize) -> Self {
        assert!(1 <= size && size <= MAX_SIZE, "a board is 1 to 26 a side");
        Self { size: size as u8, cells: [[None; MAX_SIZE]; MAX_SIZE] }
    }

    /// A board of this size with nothing in it, if there are boards of this size.
    pub fn try_empty(size: usize) -> Result<Self, NoSuchBoard> {
        NoSuchBoard::must_be_size(size)?;
        Ok(Self::empty(size))
    }

    /// Cells a side.
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// What lies in a cell; nothing if it is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Fruit> {
        self.cells[cell.row()][cell.column()]
    }

    /// Puts a fruit into a cell, or empties it.
    ///
    /// # Panics
    /// If the board has no such cell, as writing beyond the end of a slice does;
    /// [`Cell::is_inside`] tells.
    pub fn set(&mut self, cell: Cell, fruit: Option<Fruit>) {
        assert!(cell.is_inside(self.size()), "{cell} is outside the board");
        self.cells[cell.row()][cell.column()] = fruit;
    }

    /// The rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Fruit>]> {
        self.cells[..self.size()].iter().map(|row| &row[..self.size()])
    }

    /// The number of fruits drawn.
    pub fn fruits(&self) -> usize {
        self.rows().flatten().flatten().count()
    }

    /// The fruits that have an empty cell right below them, row by row from the
    /// top.
    pub fn floating(&self) -> impl Iterator<Item = Cell> {
        Cell::all(self.size()).filter(|&cell| {
            cell.row() + 1 < self.size()
                && self.get(cell).is_some()
                && self.get(Cell::new(cell.column(), cell.row() + 1)).is_none()
        })
    }

    /// One more than the highest kind drawn; 1 for an empty board.
    pub fn kinds(&self) -> u8 {
        let highest = self.rows().flatten().flatten().max();
        highest.map_or(1, |fruit| fruit.kind() + 1)
    }

    /// The board as seen in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirror = Self::empty(self.size());
        for cell in Cell::all(self.size()) {
            mirror.set(cell.mirrored(self.size()), self.get(cell));
        }
        mirror
    }
}

/// What the files write for the contents of a cell: a digit, or `*` for none.
pub(crate) const fn symbol(content: Option<Fruit>) -> char {
    match content {
        Some(fruit) => fruit.digit(),
        None => '*',
    }
}

impl fmt::Display for Grid {
    /// The rows as the files write them, each ended by a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            let line: String = row.iter().map(|&content| symbol(content)).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    /// The picture itself, so that a failed assertion shows the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
