//! The cells of one group: its rows in each column.

use std::ops::Range;

use crate::lanes::Lanes;
use crate::links::Links;

/// The cells of one group.
///
/// Only the lanes from `first` to `last` mean anything, so that one value can
/// be filled again and again without being wiped.
pub(crate) struct Shape {
    first: usize,
    last: usize,
    rows: Lanes,
}

impl Shape {
    /// A shape to be filled.
    pub(crate) const fn new() -> Self {
        Self { first: 1, last: 1, rows: Lanes::EMPTY }
    }

    /// The group around a cell, given as its lane and its row's bit.
    #[inline(always)]
    pub(crate) fn around(links: &Links, lane: usize, cell: u32) -> Self {
        let mut shape = Self::new();
        shape.fill(links, lane, cell);
        shape
    }

    /// The lanes that the group reaches.
    #[inline(always)]
    pub(crate) const fn lanes(&self) -> Range<usize> {
        self.first..self.last + 1
    }

    /// The group's rows in one of its lanes.
    #[inline(always)]
    pub(crate) const fn rows(&self, lane: usize) -> u32 {
        debug_assert!(self.first <= lane && lane <= self.last);
        self.rows.get(lane)
    }

    /// Becomes the group around a cell, given as its lane and its row's bit.
    ///
    /// Sweeps to the right and to the left by turns, a whole column at a step,
    /// until a sweep to the left finds nothing new. Most groups are complete
    /// after one sweep each way.
    #[inline(always)]
    pub(crate) fn fill(&mut self, links: &Links, lane: usize, cell: u32) {
        self.first = lane;
        self.last = lane;
        self.rows.set(lane, run(cell, links.down.get(lane)));
        loop {
            self.sweep_right(links);
            if !self.sweep_left(links) {
                break;
            }
        }
    }

    #[inline(always)]
    fn sweep_right(&mut self, links: &Links) {
        let mut lane = self.first;
        loop {
            let next = lane + 1;
            let known = if lane < self.last { self.rows(next) } else { 0 };
            let new = self.rows(lane) & links.right.get(lane) & !known;
            if new != 0 {
                self.last = self.last.max(next);
                self.rows.set(next, known | runs(new, links.down.get(next)));
            } else if lane >= self.last {
                return;
            }
            lane = next;
        }
    }

    /// Whether it found cells.
    #[inline(always)]
    fn sweep_left(&mut self, links: &Links) -> bool {
        let mut grown = false;
        let mut lane = self.last;
        loop {
            let next = lane - 1;
            let known = if lane > self.first { self.rows(next) } else { 0 };
            let new = self.rows(lane) & links.right.get(next) & !known;
            if new != 0 {
                grown = true;
                self.first = self.first.min(next);
                self.rows.set(next, known | runs(new, links.down.get(next)));
            } else if lane <= self.first {
                return grown;
            }
            lane = next;
        }
    }
}

/// The runs of linked rows that hold some cells of a column.
#[inline(always)]
fn runs(mut cells: u32, down: u32) -> u32 {
    let mut found = 0;
    while cells != 0 {
        let run = run(cells & cells.wrapping_neg(), down);
        found |= run;
        cells &= !run;
    }
    found
}

/// The run of linked rows around one cell of a column, given as its bit.
#[inline(always)]
const fn run(cell: u32, down: u32) -> u32 {
    // Adding the cell to the links lets a carry ripple down the chain of links
    // that starts at it; the bits that change are the cell and those below.
    let below = (down + cell) ^ down;
    // Going up, the run starts under the nearest row that is not linked.
    let breaks = !down & (cell - 1);
    let start = 32 - breaks.leading_zeros();
    below | (cell - (1 << start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_reaches_as_far_as_the_links_and_no_further() {
        // Rows 1-2-3 and 4-5 are linked: 3 and 4 touch but are not.
        let down = 0b01_0110;
        assert_eq!(run(1 << 0, down), 0b00_0001);
        for row in 1..=3 {
            assert_eq!(run(1 << row, down), 0b00_1110, "row {row}");
        }
        for row in 4..=5 {
            assert_eq!(run(1 << row, down), 0b11_0000, "row {row}");
        }
        assert_eq!(runs(0b10_0101, down), 0b11_1111);
    }
}
