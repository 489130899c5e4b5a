//! How many groups of each size a board has.
//!
//! Most are small, so those of up to ten fruits are counted in the bytes of one
//! word, and only the few larger ones are put in order:
//!
//! ```text
//! byte    7    6    5    4    3    2    1    0
//! size   10    9    8    7    6    5    4    3
//! ```

use fruitrage_rules::Board;

use crate::evaluation::RANKED_GROUPS;

/// The sizes that are counted. A byte has room for every board, as none holds more
/// than 225 groups of three.
const COUNTED: std::ops::RangeInclusive<u32> = 3..=10;

/// How many groups of each size there are; of those that are too large to be
/// counted, as many of the largest as matter.
pub(crate) struct Tally {
    larger: [u32; RANKED_GROUPS],
    larger_count: usize,
    counts: u64,
    pairs: usize,
    singles: usize,
}

impl Tally {
    #[inline(always)]
    pub(crate) fn of(board: &Board) -> Self {
        let mut tally = Self {
            larger: [0; RANKED_GROUPS],
            larger_count: 0,
            counts: 0,
            pairs: board.pair_count(),
            singles: board.single_count(),
        };
        for group in board.large_groups() {
            let size = group.size() as u32;
            if size <= *COUNTED.end() {
                tally.counts += 1 << shift(size);
            } else {
                tally.insert(size);
            }
        }
        tally
    }

    /// Puts a size in its place; the smallest falls out at the end.
    #[inline(always)]
    fn insert(&mut self, size: u32) {
        let mut place = self.larger_count.min(RANKED_GROUPS - 1);
        if self.larger[place] >= size {
            return;
        }
        while place > 0 && self.larger[place - 1] < size {
            self.larger[place] = self.larger[place - 1];
            place -= 1;
        }
        self.larger[place] = size;
        self.larger_count = (self.larger_count + 1).min(RANKED_GROUPS);
    }

    /// Calls `tell` with each size, the largest first, and its number of groups.
    #[inline(always)]
    pub(crate) fn for_each_size(&self, mut tell: impl FnMut(u32, usize)) {
        self.larger[..self.larger_count].iter().for_each(|&size| tell(size, 1));
        COUNTED.rev().for_each(|size| tell(size, (self.counts >> shift(size) & 0xff) as usize));
        tell(2, self.pairs);
        tell(1, self.singles);
    }
}

/// Returns the bit at which the count of a size begins.
#[inline(always)]
const fn shift(size: u32) -> u32 {
    8 * (size.wrapping_sub(*COUNTED.start()) & 7)
}
