//! Answers for writing out sets of cells as a list of groups, eight rows at a
//! time and without a branch for each.

use std::ops::Deref;

use crate::lanes::box_lanes;
use crate::{Group, MAX_SIZE};

/// The most groups that a box can hold: all cells different.
const MAX_GROUPS: usize = MAX_SIZE * MAX_SIZE;

/// Rows that are written at a time: as many as one lookup tells.
const ROWS: usize = 8;

/// For every byte the numbers of its one bits in order, then zeros.
const ONES: [[u32; ROWS]; 256] = {
    let mut table = [[0; ROWS]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut end) = (0, 0);
        while bit < ROWS {
            if byte >> bit & 1 == 1 {
                table[byte][end] = bit as u32;
                end += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A list of groups with room for all that a box can hold, to be filled again
/// and again.
#[derive(Clone)]
pub struct GroupList {
    length: usize,
    /// A little more room than needed: rows are written eight at a time, and
    /// only so many of them are kept as there are groups.
    groups: [Group; MAX_GROUPS + ROWS],
}

impl GroupList {
    /// A list with nothing on it.
    pub const fn new() -> Self {
        Self { length: 0, groups: [Group::at(1, 0, 1); MAX_GROUPS + ROWS] }
    }

    /// Makes it a list of these groups, and then of the pairs and single fruits
    /// of a box of this size, given by the rows of their cells in each lane.
    #[inline(always)]
    pub(crate) fn fill(&mut self, size: usize, large: &[Group], pairs_and_singles: impl Fn(usize) -> (u32, u32)) {
        self.groups[..large.len()].copy_from_slice(large);
        let mut length = large.len();
        for lane in box_lanes(size) {
            let (pairs, singles) = pairs_and_singles(lane);
            for first in (0..size.div_ceil(ROWS)).map(|byte| byte * ROWS) {
                let byte = ((pairs | singles) >> first) as u8;
                let room: &mut [Group; ROWS] = self.groups[length..].first_chunk_mut().expect("room for eight more");
                *room = ONES[usize::from(byte)].map(|bit| {
                    let row = first as u32 + bit;
                    Group::at(lane, row, 1 + (pairs >> (row % u32::BITS) & 1) as usize)
                });
                length += byte.count_ones() as usize;
            }
        }
        self.length = length;
    }
}

impl Default for GroupList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for GroupList {
    type Target = [Group];

    fn deref(&self) -> &[Group] {
        &self.groups[..self.length]
    }
}
