//! A set of cells, held as one word of row bits for each column (a *lane*).

use std::ops::Range;

/// Lanes that are worked on at a time: as many words as a common wide vector
/// register holds, so that a loop over a block is vector code without a rest.
pub(crate) const BLOCK: usize = 8;

/// Lanes that can be addressed: the largest board and an edge on either side,
/// rounded up to a power of two so that `lane % LANES` is one cheap instruction
/// which proves to the compiler that an index is in bounds.
pub(crate) const LANES: usize = 32;

/// A few neighbouring lanes.
pub(crate) type Block = [u32; BLOCK];

/// A set of cells: bit r of a lane is row r of a column, row 0 at the top.
///
/// Column c of the board is lane c + 1. The lanes beside the board are always there
/// and always empty, which spares every test for the edge.
///
/// ```text
/// lane       0    1    2    3   ...   n    n+1
/// column   edge   A    B    C             edge    always zero from here on
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lanes([u32; LANES + BLOCK]);

impl Lanes {
    pub(crate) const EMPTY: Self = Self([0; LANES + BLOCK]);

    /// The rows of a lane.
    #[inline(always)]
    pub(crate) const fn get(&self, lane: usize) -> u32 {
        debug_assert!(lane < LANES);
        self.0[lane % LANES]
    }

    /// Sets the rows of a lane.
    #[inline(always)]
    pub(crate) const fn set(&mut self, lane: usize, rows: u32) {
        debug_assert!(lane < LANES);
        self.0[lane % LANES] = rows;
    }

    /// The block that starts at a lane.
    #[inline(always)]
    pub(crate) fn block(&self, lane: usize) -> &Block {
        debug_assert!(lane < LANES);
        self.0[lane % LANES..].first_chunk().expect("room behind every lane")
    }

    /// The block that starts at a lane, to be written.
    #[inline(always)]
    pub(crate) fn block_mut(&mut self, lane: usize) -> &mut Block {
        debug_assert!(lane < LANES);
        self.0[lane % LANES..].first_chunk_mut().expect("room behind every lane")
    }

    /// Copies the lanes that a board of this size uses, edges included.
    #[inline(always)]
    pub(crate) fn copy_used(&mut self, from: &Self, size: usize) {
        for lane in blocks(0..size + 2) {
            *self.block_mut(lane) = *from.block(lane);
        }
    }

    /// The number of cells in a lane.
    #[inline(always)]
    pub(crate) const fn count(&self, lane: usize) -> usize {
        self.get(lane).count_ones() as usize
    }
}

/// The lanes of a board of this size, edges left out.
#[inline(always)]
pub(crate) const fn board_lanes(size: usize) -> Range<usize> {
    1..size + 1
}

/// The first lanes of the blocks that cover some lanes.
#[inline(always)]
pub(crate) fn blocks(lanes: Range<usize>) -> impl Iterator<Item = usize> {
    let count = (lanes.end - lanes.start).div_ceil(BLOCK);
    (0..count).map(move |block| lanes.start + block * BLOCK)
}
