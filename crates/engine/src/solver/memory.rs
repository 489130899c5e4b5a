//! Answers for what the solver remembers of fields met before.
//!
//! Several solvers may share what they remember without locks: of an entry the hash
//! XOR the content is kept, so that halves of two entries do not fit together, as in
//! the table of the search.
//!
//! ```text
//! bits   63..44   43..24   23..14          13..8    7..0
//!        lower    upper    best move       work     0
//!        points   points   its place       log2     + 2^19 each
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::Bounds;
use super::moves::Place;

/// Entries that share a place: a line of the processor's cache.
const WAYS: usize = 4;

/// Places in the smallest and the largest memory: 1 KiB and 256 MiB.
const PLACES: std::ops::RangeInclusive<usize> = 1 << 4..=1 << 22;

const OFFSET: i32 = 1 << 19;

/// What is known about a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) bounds: Bounds,
    /// The place of the move that was best.
    pub(super) best: Place,
    /// About how much work it was, as a logarithm.
    pub(super) work: u32,
}

impl Memory {
    fn pack(self) -> u64 {
        let points = |points: i32| (points + OFFSET) as u64;
        points(self.bounds.lower) << 44
            | points(self.bounds.upper) << 24
            | u64::from(self.best.0) << 14
            | u64::from(self.work) << 8
    }

    fn unpack(word: u64) -> Self {
        let points = |word: u64| (word & 0xf_ffff) as i32 - OFFSET;
        Self {
            bounds: Bounds { lower: points(word >> 44), upper: points(word >> 24) },
            best: Place((word >> 14 & 0x3ff) as u16),
            work: work_in(word),
        }
    }
}

fn work_in(word: u64) -> u32 {
    (word >> 8 & 63) as u32
}

/// Words of a place: the hashes of its entries, each XOR what is known, then what is
/// known about each. Zeros stand for no entry.
const WORDS: usize = 2 * WAYS;

type Bucket = [AtomicU64; WORDS];

/// All that is remembered: small at first, it grows as it fills, unless it is
/// shared. So a short search never pays for memory that it does not use, and what it
/// uses lies close together.
pub(super) struct Memories {
    places: Arc<Places>,
    entries: usize,
    may_grow: bool,
}

impl Memories {
    pub(super) fn new() -> Self {
        Self { places: Arc::new(Places::smallest()), entries: 0, may_grow: true }
    }

    /// What others remember, too.
    pub(super) fn shared(places: Arc<Places>) -> Self {
        Self { places, entries: 0, may_grow: false }
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<Memory> {
        self.places.get(hash)
    }

    pub(super) fn put(&mut self, hash: u64, memory: Memory) {
        self.entries += usize::from(self.places.put(hash, memory.pack()));
        if self.entries > self.places.count() * WAYS / 2 && self.may_grow {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = Some(2 * self.places.count()).filter(|count| count <= PLACES.end()).and_then(Places::try_new);
        let Some(larger) = larger else {
            self.may_grow = false;
            return;
        };
        for (hash, word) in self.places.entries() {
            larger.put(hash, word);
        }
        self.places = Arc::new(larger);
    }
}

/// Where entries are kept.
#[derive(Debug)]
pub(super) struct Places {
    words: Box<[AtomicU64]>,
    /// The word that the first place starts at, so that each place is in one
    /// line of the processor's cache.
    first: usize,
    /// How many places there are, less one.
    mask: usize,
}

impl Places {
    /// None if the system has no memory left: it goes without.
    fn try_new(count: usize) -> Option<Self> {
        let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box((count + 1) * WORDS).ok()?;
        let first = (words.as_ptr().addr() / size_of::<u64>()).wrapping_neg() % WORDS;
        Some(Self { words, first, mask: count - 1 })
    }

    fn smallest() -> Self {
        Self::try_new(*PLACES.start()).expect("1 KiB")
    }

    /// Places for a search of so many nodes, or as many as there is memory for.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let count = usize::try_from(nodes / WAYS as u64).unwrap_or(usize::MAX).clamp(*PLACES.start(), *PLACES.end());
        let mut counts = std::iter::successors(Some(count.next_power_of_two()), |count| Some(count / 2));
        counts.find_map(Self::try_new).unwrap_or_else(Self::smallest)
    }

    fn count(&self) -> usize {
        self.mask + 1
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> &Bucket {
        let start = self.first + (hash as usize & self.mask) * WORDS;
        self.words[start..].first_chunk().expect("a whole place")
    }

    #[inline(always)]
    fn get(&self, hash: u64) -> Option<Memory> {
        let place = self.place(hash);
        let words = (0..WAYS).map(|way| entry(place, way));
        let mut known = words.filter(|&(its_hash, word)| its_hash == hash && word != 0);
        known.next().map(|(_, word)| Memory::unpack(word))
    }

    /// Remembers, in place of what was known about this field or else of what
    /// cost the least work: an empty entry cost none, and one cheap entry in
    /// four is enough for the cheap ones to come and go. Returns whether there
    /// is an entry more.
    fn put(&self, hash: u64, word: u64) -> bool {
        let place = self.place(hash);
        let known: [(u64, u64); WAYS] = std::array::from_fn(|way| entry(place, way));
        let same = known.iter().position(|&(its_hash, _)| its_hash == hash);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| work_in(known[way].1)).expect("some ways"));
        place[way].store(hash ^ word, Ordering::Relaxed);
        place[WAYS + way].store(word, Ordering::Relaxed);
        known[way].1 == 0
    }

    fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let places = (0..self.count()).map(|place| self.place(place as u64));
        let entries = places.flat_map(|place| (0..WAYS).map(|way| entry(place, way)));
        entries.filter(|&(_, word)| word != 0)
    }
}

/// The hash of an entry and what is known.
#[inline(always)]
fn entry(place: &Bucket, way: usize) -> (u64, u64) {
    let word = place[WAYS + way].load(Ordering::Relaxed);
    (place[way].load(Ordering::Relaxed) ^ word, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_even_after_it_has_grown() {
        let mut memories = Memories::new();
        let memory = |i: i32| Memory {
            bounds: Bounds { lower: -i, upper: 2 * i },
            best: Place((i % 1000) as u16),
            work: 1 + i as u32 % 40,
        };
        let hash = |i: i32| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        for i in 0..200_000 {
            memories.put(hash(i), memory(i));
            assert_eq!(memories.get(hash(i)), Some(memory(i)));
        }
        let kept = (0..200_000).filter(|&i| memories.get(hash(i)).is_some_and(|found| found == memory(i))).count();
        let wrong = (0..200_000).filter(|&i| memories.get(hash(i)).is_some_and(|found| found != memory(i))).count();
        assert!(kept > 150_000, "{kept}");
        assert_eq!(wrong, 0);
        assert_eq!(memories.get(42), None);
    }

    #[test]
    fn the_largest_values_fit() {
        let bounds = Bounds { lower: -456_976, upper: 456_976 };
        let memory = Memory { bounds, best: Place(1023), work: 63 };
        assert_eq!(Memory::unpack(memory.pack()), memory);
    }
}
