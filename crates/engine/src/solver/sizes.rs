//! Answers for sets of cluster sizes, and for their place in a list of all of them.
//!
//! Single fruits are left out. The sets are listed by how many fruits they have in all,
//! and those of as many by the largest size, then by the next one, and so on. So the
//! place of a set is the number of sets before it, summed up size by size.
//!
//! (This is also part of the build script, which makes the list of burdens.)

/// The most fruits that a set in the list has.
pub(crate) const MOST_FRUITS: usize = 31;

/// The largest size in the list.
pub(crate) const LARGEST: usize = 17;

/// What stands in the list for burdens that are larger: too large to be of use.
pub(crate) const TOO_MUCH: u8 = u8::MAX;

/// How many sets there are in the list.
pub(crate) const SETS: usize = FIRST[MOST_FRUITS + 1] as usize;

/// How many sets have so many fruits and no size that is larger.
const WAYS: [[u16; LARGEST + 1]; MOST_FRUITS + 1] = {
    let mut ways = [[0; LARGEST + 1]; MOST_FRUITS + 1];
    let mut fruits = 0;
    while fruits <= MOST_FRUITS {
        let mut largest = 0;
        while largest <= LARGEST {
            ways[fruits][largest] = if fruits == 0 {
                1
            } else if largest < 2 {
                0
            } else if largest > fruits {
                ways[fruits][largest - 1]
            } else {
                ways[fruits][largest - 1] + ways[fruits - largest][largest]
            };
            largest += 1;
        }
        fruits += 1;
    }
    ways
};

/// Where the sets of so many fruits begin.
const FIRST: [u16; MOST_FRUITS + 2] = {
    let mut first = [0; MOST_FRUITS + 2];
    let mut fruits = 0;
    while fruits <= MOST_FRUITS {
        first[fruits + 1] = first[fruits] + WAYS[fruits][LARGEST];
        fruits += 1;
    }
    first
};

/// How large some clusters are: for each size how many have it. Sets that are too large
/// for the list may be kept, too, as long as nobody asks for their place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// Four bits for each size from two on. They are added to and taken from as a whole,
    /// so that what overflows comes back.
    counts: u64,
    /// The sum of the sizes.
    fruits: i32,
}

impl Sizes {
    pub(crate) const NONE: Self = Self { counts: 0, fruits: 0 };

    /// With a cluster more of a size.
    #[inline(always)]
    pub(crate) const fn with(self, size: i32) -> Self {
        Self { counts: self.counts.wrapping_add(one(size)), fruits: self.fruits + fruits(size) }
    }

    /// With a cluster less of a size.
    #[inline(always)]
    pub(crate) const fn without(self, size: i32) -> Self {
        Self { counts: self.counts.wrapping_sub(one(size)), fruits: self.fruits - fruits(size) }
    }

    /// The place in the list, if it is in it.
    #[inline(always)]
    pub(crate) fn place(self) -> Option<usize> {
        let mut left = self.fruits as usize;
        if left > MOST_FRUITS {
            return None;
        }
        let mut place = FIRST[left];
        let mut counts = self.counts;
        // Before pairs there is nothing.
        while counts > 0xf {
            let digit = counts.ilog2() / 4;
            let size = (digit + 2) as usize;
            place += WAYS[left][size - 1];
            left -= size;
            counts -= 1 << (4 * digit);
        }
        Some(place as usize)
    }
}

#[inline(always)]
const fn one(size: i32) -> u64 {
    if 2 <= size && size <= LARGEST as i32 { 1 << (4 * (size - 2)) } else { 0 }
}

#[inline(always)]
const fn fruits(size: i32) -> i32 {
    if size < 2 {
        0
    } else if size <= LARGEST as i32 {
        size
    } else {
        // A cluster that is too large for the list.
        MOST_FRUITS as i32 + size
    }
}
