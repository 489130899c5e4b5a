//! Links: which neighbouring cells hold the same fruit. Groups follow from them
//! alone; past this file the kinds of fruit no longer matter.

use std::ops::Range;

use crate::column::Column;
use crate::lanes::{LANES, Lanes};

/// The links of a board.
#[derive(Clone, Copy)]
pub(crate) struct Links {
    /// Cells that hold a fruit.
    pub(crate) occupied: Lanes,
    /// Cells that hold the same fruit as the cell below.
    pub(crate) down: Lanes,
    /// Cells that hold the same fruit as the cell to the right.
    pub(crate) right: Lanes,
}

impl Links {
    pub(crate) const NONE: Self = Self { occupied: Lanes::EMPTY, down: Lanes::EMPTY, right: Lanes::EMPTY };

    /// Links the cells of some lanes anew, after their columns have changed.
    #[inline(always)]
    pub(crate) fn update(&mut self, columns: &[Column; LANES], lanes: Range<usize>) {
        for lane in lanes.clone() {
            let column = columns[lane % LANES];
            self.occupied.set(lane, column.occupied());
            self.down.set(lane, column.same_as_below());
        }
        for lane in lanes.start - 1..lanes.end {
            let (column, right) = (columns[lane % LANES], columns[(lane + 1) % LANES]);
            self.right.set(lane, column.same_as(right));
        }
    }

    /// Copies what a board of this size uses.
    #[inline(always)]
    pub(crate) fn copy_used(&mut self, from: &Self, size: usize) {
        self.occupied.copy_used(&from.occupied, size);
        self.down.copy_used(&from.down, size);
        self.right.copy_used(&from.right, size);
    }
}
