//! One column of a board: its fruit in four bit planes.
//!
//! ```text
//! Each fruit is a 4-bit code, its kind + 1; code 0 is an empty cell. Bit r of
//! plane i is bit i of the code in row r, row 0 the top row of the board:
//!
//!        column      code      plane 3 2 1 0
//! row 0    *         0000      bit 0 of each
//! row 1    2         0011      bit 1
//! row 2    0         0001      bit 2
//! row 3    7         1000      bit 3   <- the floor of a 4 x 4 board
//!                              bits 4..31 stay 0
//! ```
//!
//! So the whole column is 16 bytes, falling is a shift towards the high bits,
//! and one comparison of two columns compares all their rows. The compiler
//! turns the loops over the four planes into single 128-bit instructions.

use crate::{Fruit, MAX_KINDS};

const PLANES: usize = 4;

/// The fruit of one column.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Column([u32; PLANES]);

impl Column {
    /// Which fruit lies in a row.
    pub(crate) fn get(self, row: usize) -> Option<Fruit> {
        let code = (0..PLANES).fold(0, |code, i| code | (self.0[i] >> row & 1) << i);
        code.checked_sub(1).map(|kind| Fruit::new(kind as u8))
    }

    /// Puts a fruit into a row, which must be empty.
    pub(crate) fn put(&mut self, row: usize, fruit: Fruit) {
        let code = u32::from(fruit.kind()) + 1;
        for (i, plane) in self.0.iter_mut().enumerate() {
            *plane |= (code >> i & 1) << row;
        }
    }

    /// The kinds of fruit in the column, a bit for each.
    pub(crate) fn kinds(self) -> u32 {
        let holds = |kind: u8| u32::from(self.equal_rows(Self::pattern(Fruit::new(kind))) != 0) << kind;
        (0..MAX_KINDS).map(holds).sum()
    }

    /// A column that holds nothing but such fruit.
    #[inline]
    pub(crate) fn pattern(fruit: Fruit) -> Self {
        let code = u32::from(fruit.kind()) + 1;
        Self(std::array::from_fn(|i| 0_u32.wrapping_sub(code >> i & 1)))
    }

    /// The rows that are just as in another column, empty ones as well.
    #[inline(always)]
    pub(crate) fn equal_rows(self, other: Self) -> u32 {
        let differs = std::array::from_fn(|plane| self.0[plane] ^ other.0[plane]);
        !Self(differs).occupied()
    }

    /// The rows that hold a fruit.
    #[inline(always)]
    pub(crate) fn occupied(self) -> u32 {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }

    /// The rows that hold the same fruit as the row below them.
    #[inline(always)]
    pub(crate) fn same_as_below(self) -> u32 {
        self.same_as(Self(self.0.map(|plane| plane >> 1)))
    }

    /// The rows that hold the same fruit as the same row of another column.
    #[inline(always)]
    pub(crate) fn same_as(self, other: Self) -> u32 {
        self.occupied() & self.equal_rows(other)
    }

    /// Takes the fruit out of some rows and lets the rest fall.
    #[inline(always)]
    pub(crate) fn remove(&mut self, mut rows: u32) {
        // From the top, one unbroken run of rows at a time: what lies above it
        // moves down, and the runs further below stay where they are. Most
        // groups have one run in a column, so this beats a bit extraction
        // (`pext`) on four planes, and needs no special instruction.
        while rows != 0 {
            let top = rows.trailing_zeros();
            let height = (rows >> top).trailing_ones();
            let above = (1 << top) - 1;
            let kept = u32::MAX << (top + height);
            for plane in &mut self.0 {
                *plane = (*plane & above) << height | (*plane & kept);
            }
            rows &= kept;
        }
    }

    /// A hash of the column's contents under a pair of random keys.
    ///
    /// One 64 x 64 bit multiplication whose halves are folded together, as in
    /// wyhash (Wang Yi).
    #[inline(always)]
    pub(crate) fn hash(self, keys: [u64; 2]) -> u64 {
        let [a, b, c, d] = self.0.map(u64::from);
        let product = u128::from((a | b << 32) ^ keys[0]) * u128::from((c | d << 32) ^ keys[1]);
        (product >> 64) as u64 ^ product as u64
    }
}
