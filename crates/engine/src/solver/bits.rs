//! Sets of cells as numbers of one or more words, which can be shifted, added and
//! subtracted as a whole.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A number of N words, the lowest first; or a set with a bit for each member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Bits<N> {
    pub(super) const NONE: Self = Self([0; N]);

    /// The set of one.
    #[inline(always)]
    pub(super) fn one(index: u32) -> Self {
        let mut bits = Self::NONE;
        bits.0[(index / u64::BITS) as usize] = 1 << (index % u64::BITS);
        bits
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest of the set, which must have some.
    #[inline(always)]
    pub(super) fn first(self) -> u32 {
        let word = (0..N - 1).find(|&word| self.0[word] != 0).unwrap_or(N - 1);
        word as u32 * u64::BITS + self.0[word].trailing_zeros()
    }

    /// The set of the lowest; none of none.
    #[inline(always)]
    pub(super) fn lowest(self) -> Self {
        self & Self::NONE.minus(self)
    }

    /// Without the lowest.
    #[inline(always)]
    pub(super) fn others(self) -> Self {
        self ^ self.lowest()
    }

    /// The sum, without what is carried out of the highest word.
    #[inline(always)]
    pub(super) fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = word.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, first | second);
        }
        self
    }

    /// The difference, as if something could be borrowed from beyond the highest word.
    #[inline(always)]
    pub(super) fn minus(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (difference, first) = word.overflowing_sub(other);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (difference, first | second);
        }
        self
    }

    /// Shifted down by any number of bits.
    #[inline(always)]
    pub(super) fn down(self, bits: u32) -> Self {
        let words = (bits / u64::BITS) as usize;
        let moved = Self(std::array::from_fn(|word| self.0.get(word + words).copied().unwrap_or(0)));
        moved >> (bits % u64::BITS)
    }

    /// The members one by one.
    #[inline(always)]
    pub(super) fn each(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            (!self.is_empty()).then(|| {
                let first = self.first();
                self = self.others();
                first
            })
        })
    }

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Bits<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// By less than a word.
impl<const N: usize> Shl<u32> for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        Self(std::array::from_fn(|word| {
            // In two steps, because a shift by a whole word is none.
            let from_below = if word == 0 { 0 } else { self.0[word - 1] >> 1 >> (63 - bits) };
            self.0[word] << bits | from_below
        }))
    }
}

/// By less than a word.
impl<const N: usize> Shr<u32> for Bits<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        Self(std::array::from_fn(|word| {
            let from_above = if word + 1 == N { 0 } else { self.0[word + 1] << 1 << (63 - bits) };
            self.0[word] >> bits | from_above
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as one number.
    fn number(bits: Bits<2>) -> u128 {
        u128::from(bits.0[1]) << 64 | u128::from(bits.0[0])
    }

    #[test]
    fn two_words_are_one_number() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            word = word.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(31);
            word >> (word % 64)
        };
        for _ in 0..10_000 {
            let (a, b) = (Bits([next(), next()]), Bits([next(), next()]));
            let (x, y) = (number(a), number(b));
            assert_eq!(number(a.plus(b)), x.wrapping_add(y));
            assert_eq!(number(a.minus(b)), x.wrapping_sub(y));
            let shift = (next() % 64) as u32;
            assert_eq!(number(a << shift), x << shift);
            assert_eq!(number(a >> shift), x >> shift);
            assert_eq!(number(a.down(shift + 64)), x >> 64 >> shift);
            assert_eq!(number(a.lowest()), x & x.wrapping_neg());
            assert_eq!(a.count(), x.count_ones());
            assert_eq!(a.is_empty(), x == 0);
            if x != 0 {
                assert_eq!(a.first(), x.trailing_zeros());
            }
            assert!(a.each().eq((0..128).filter(|&bit| x >> bit & 1 == 1)));
        }
    }
}
