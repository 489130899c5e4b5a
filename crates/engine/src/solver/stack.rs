//! Answers for one column of a field: a stack of fruits, four bits each, the
//! lowest at the bottom.
//!
//! ```text
//!    column      bits     15..12  11..8  7..4  3..0
//!      3                    0       4     1     2      codes are kinds + 1
//!      0                                               nothing above: zeros
//!      1
//! ```
//!
//! So falling is a shift, and an emptied column is the number zero. Sets of
//! rows have one bit a row as well, the lowest of its four.

use std::ops::{BitAnd, BitOr, BitXor, Not, Range, Shl, Shr};

/// Bits of a fruit.
pub(super) const FRUIT: u32 = 4;

/// A number wide enough for a column.
pub(super) trait Stack:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The set of all rows.
    const ROWS: Self;
    /// The set of the lowest row; also the fruit with code 1 lying there.
    const LOWEST: Self;
    /// Bits of the number.
    const BITS: u32;

    /// Zeros below the lowest bit.
    fn below(self) -> u32;
    /// Zeros above the highest bit.
    fn above(self) -> u32;
    /// The lowest four bits.
    fn code(self) -> usize;
    /// This code in every row of a set.
    fn fill(self, code: usize) -> Self;
    /// The number of rows in a set.
    fn count(self) -> u32;
    /// Two words with all the bits.
    fn words(self) -> [u64; 2];

    /// Whether there is nothing.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::default()
    }

    /// The rows that hold a fruit, or whatever is not zero.
    #[inline(always)]
    fn rows(self) -> Self {
        (self | self >> 1 | self >> 2 | self >> 3) & Self::ROWS
    }

    /// The number of fruits, all of them in an unbroken pile, times their bits.
    #[inline(always)]
    fn top(self) -> u32 {
        (Self::BITS - self.above()).next_multiple_of(FRUIT)
    }

    /// The rows whose fruit is not the one above.
    #[inline(always)]
    fn ends(self) -> Self {
        (self ^ self >> FRUIT).rows()
    }

    /// The rows that hold the same fruit as another column.
    #[inline(always)]
    fn same_as(self, other: Self) -> Self {
        self.rows() & !(self ^ other).rows()
    }

    /// The bits below a bit, which may be one more than there are.
    #[inline(always)]
    fn up_to(bit: u32) -> Self {
        if bit >= Self::BITS { !Self::default() } else { !(!Self::default() << bit) }
    }

    /// The rows of a range of bits, which must hold some.
    #[inline(always)]
    fn between(bits: &Range<u32>) -> Self {
        (Self::ROWS >> (Self::BITS + bits.start - bits.end)) << bits.start
    }

    /// Takes out a range of bits; what is above falls.
    #[inline(always)]
    fn without(self, bits: &Range<u32>) -> Self {
        let kept = Self::up_to(bits.start);
        // In two steps, because a shift by all bits is none.
        let fallen = self >> (bits.end - bits.start - FRUIT) >> FRUIT;
        (self & kept) | (fallen & !kept)
    }

    /// The runs of equal fruits from the bottom, each a range of bits.
    #[inline(always)]
    fn runs(self) -> impl Iterator<Item = Range<u32>> {
        let mut ends = self.ends();
        let mut start = 0;
        std::iter::from_fn(move || {
            if ends.is_none() {
                return None;
            }
            let end = ends.below() + FRUIT;
            ends = ends & !Self::up_to(end);
            let run = start..end;
            start = end;
            Some(run)
        })
    }
}

macro_rules! stack {
    ($word:ty, $rows:literal) => {
        impl Stack for $word {
            const ROWS: Self = $rows;
            const LOWEST: Self = 1;
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn below(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn above(self) -> u32 {
                self.leading_zeros()
            }
            #[inline(always)]
            fn code(self) -> usize {
                (self & 15) as usize
            }
            #[inline(always)]
            fn fill(self, code: usize) -> Self {
                self * code as Self
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn words(self) -> [u64; 2] {
                [self as u64, (u128::from(self) >> 64) as u64]
            }
        }
    };
}

stack!(u64, 0x1111_1111_1111_1111);
stack!(u128, 0x1111_1111_1111_1111_1111_1111_1111_1111);
