//! What some groups rest on: the cells from which nothing can be taken without
//! moving a part of these groups.

use crate::lanes::LANES;
use crate::shape::Shape;
use crate::{Board, Group};

/// The cells below some groups, the groups' own lower cells included.
#[derive(Clone, Debug)]
pub struct Support {
    rows: [u32; LANES],
}

impl Support {
    /// What no group rests on.
    pub const NONE: Self = Self { rows: [0; LANES] };

    /// Adds what one more group of a board rests on.
    pub fn add(&mut self, board: &Board, group: Group) {
        let shape = Shape::around(board.links(), group.lane(), 1 << group.row());
        for lane in shape.lanes() {
            let top = shape.rows(lane).trailing_zeros();
            self.rows[lane % LANES] |= (u32::MAX << top) << 1;
        }
    }

    /// Whether taking a group of the same board may move a part of the groups.
    /// Never wrong if it says no.
    #[inline]
    pub fn may_carry(&self, group: Group) -> bool {
        let rows = self.rows[group.lane() % LANES];
        // A pair lies in one lane or in two, side by side.
        let beside = self.rows[(group.lane() + 1) % LANES];
        match group.size() {
            1 => rows >> group.row() & 1 == 1,
            2 => (rows | beside) >> group.row() & 1 == 1,
            _ => true,
        }
    }
}
