//! One group of connected equal fruits, which is also a move.

use std::fmt;

use crate::{Cell, MAX_SIZE};

/// A connected group of equal fruits, which is also a move: there is exactly
/// one value for each group of a board, named by its canonical cell, the
/// topmost of its leftmost column.
///
/// Groups order by size first, so that a list sorted in reverse has the largest
/// first, and the order of equal ones does not depend on how they were found.
///
/// ```text
/// bits   19..10   9..5         4..0
///        size     column + 1   row
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(u32);

const LANE_SHIFT: u32 = 5;
const SIZE_SHIFT: u32 = 10;
const MASK: u32 = 31;

impl Group {
    /// The group of this size with this canonical cell. Boards make their own groups; this
    /// is for tests and tables.
    ///
    /// # Panics
    /// If the size is not from 1 to 676.
    pub const fn new(cell: Cell, size: usize) -> Self {
        assert!(1 <= size && size <= MAX_SIZE * MAX_SIZE, "no group is that large");
        Self::at(cell.column() + 1, cell.row() as u32, size)
    }

    /// The same, with the column given as a lane of the board.
    #[inline(always)]
    pub(crate) const fn at(lane: usize, row: u32, size: usize) -> Self {
        debug_assert!(1 <= size && size <= MAX_SIZE * MAX_SIZE);
        Self((size as u32) << SIZE_SHIFT | (lane as u32) << LANE_SHIFT | row)
    }

    /// The topmost cell of the group's leftmost column.
    pub const fn cell(self) -> Cell {
        Cell::new(self.lane() - 1, self.row() as usize)
    }

    /// The canonical cell's lane on the board.
    #[inline(always)]
    pub(crate) const fn lane(self) -> usize {
        (self.0 >> LANE_SHIFT & MASK) as usize
    }

    /// The canonical cell's row.
    #[inline(always)]
    pub(crate) const fn row(self) -> u32 {
        self.0 & MASK
    }

    /// The number of fruits.
    #[inline]
    pub const fn size(self) -> usize {
        (self.0 >> SIZE_SHIFT) as usize
    }

    /// What taking it is worth: its size squared.
    #[inline]
    pub const fn points(self) -> u32 {
        (self.0 >> SIZE_SHIFT).pow(2)
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.cell(), self.size())
    }
}
