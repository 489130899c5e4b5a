//! The solver's transposition table: what is known of positions met before.
//!
//! Several solvers may share it without locks: of an entry the hash XOR the content is
//! kept, so that halves of two entries do not fit together, as in the table of the
//! search.
//!
//! ```text
//! bits   63..44   43..24   23..14      13..8   7..0
//!        lower    upper    best move   work    0
//!        points   points   its key     log2
//!        + 2^19   + 2^19
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::Bounds;
use super::moves::MoveKey;

/// The entries of a bucket, which is a line of the processor's cache.
const WAYS: usize = 4;

/// Buckets in the smallest and the largest table: 1 KiB and 256 MiB.
const BUCKETS: std::ops::RangeInclusive<usize> = 1 << 4..=1 << 22;

const OFFSET: i32 = 1 << 19;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    /// The best move, or one that gave a cutoff.
    pub(super) best: MoveKey,
    /// The logarithm of the nodes that it took.
    pub(super) work: u32,
}

impl Entry {
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
            best: MoveKey((word >> 14 & 0x3ff) as u16),
            work: work_in(word),
        }
    }
}

fn work_in(word: u64) -> u32 {
    (word >> 8 & 63) as u32
}

/// Words of a bucket: for each entry its hash XOR its content, then for each its content.
/// Zeros stand for no entry.
const WORDS: usize = 2 * WAYS;

type Bucket = [AtomicU64; WORDS];

/// The table: small at first, it grows as it fills, unless it is shared. So a short
/// search never pays for memory that it does not use, and what it uses lies close
/// together.
pub(super) struct TranspositionTable {
    buckets: Arc<Buckets>,
    entries: usize,
    may_grow: bool,
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self { buckets: Arc::new(Buckets::smallest()), entries: 0, may_grow: true }
    }

    /// Returns a table on buckets that others use, too.
    pub(super) fn shared(buckets: Arc<Buckets>) -> Self {
        Self { buckets, entries: 0, may_grow: false }
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<Entry> {
        self.buckets.get(hash)
    }

    pub(super) fn put(&mut self, hash: u64, entry: Entry) {
        self.entries += usize::from(self.buckets.put(hash, entry.pack()));
        if self.entries > self.buckets.count() * WAYS / 2 && self.may_grow {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = Some(2 * self.buckets.count()).filter(|count| count <= BUCKETS.end()).and_then(Buckets::try_new);
        let Some(larger) = larger else {
            self.may_grow = false;
            return;
        };
        for (hash, word) in self.buckets.entries() {
            larger.put(hash, word);
        }
        self.buckets = Arc::new(larger);
    }
}

/// The memory of the table.
#[derive(Debug)]
pub(super) struct Buckets {
    words: Box<[AtomicU64]>,
    /// The word that the first bucket starts at, so that each is in one line
    /// of the processor's cache.
    first: usize,
    /// How many buckets there are, less one.
    mask: usize,
}

impl Buckets {
    /// Returns `None` if the system has no memory left.
    fn try_new(count: usize) -> Option<Self> {
        let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box((count + 1) * WORDS).ok()?;
        let first = (words.as_ptr().addr() / size_of::<u64>()).wrapping_neg() % WORDS;
        Some(Self { words, first, mask: count - 1 })
    }

    fn smallest() -> Self {
        Self::try_new(*BUCKETS.start()).expect("1 KiB")
    }

    /// Returns buckets for a search of so many nodes, or as many as there is memory for.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let count = usize::try_from(nodes / WAYS as u64).unwrap_or(usize::MAX).clamp(*BUCKETS.start(), *BUCKETS.end());
        let mut counts = std::iter::successors(Some(count.next_power_of_two()), |count| Some(count / 2));
        counts.find_map(Self::try_new).unwrap_or_else(Self::smallest)
    }

    fn count(&self) -> usize {
        self.mask + 1
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        let start = self.first + (hash as usize & self.mask) * WORDS;
        self.words[start..].first_chunk().expect("a whole bucket")
    }

    #[inline(always)]
    fn get(&self, hash: u64) -> Option<Entry> {
        let bucket = self.bucket(hash);
        let words = (0..WAYS).map(|way| load(bucket, way));
        let mut known = words.filter(|&(its_hash, word)| its_hash == hash && word != 0);
        known.next().map(|(_, word)| Entry::unpack(word))
    }

    /// Stores an entry in place of that of the same hash, or else of that with the least
    /// work: an empty entry has none, and one cheap entry in four is enough for the cheap
    /// ones to come and go. Returns whether there is an entry more.
    fn put(&self, hash: u64, word: u64) -> bool {
        let bucket = self.bucket(hash);
        let known: [(u64, u64); WAYS] = std::array::from_fn(|way| load(bucket, way));
        let same = known.iter().position(|&(its_hash, _)| its_hash == hash);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| work_in(known[way].1)).expect("some ways"));
        bucket[way].store(hash ^ word, Ordering::Relaxed);
        bucket[WAYS + way].store(word, Ordering::Relaxed);
        known[way].1 == 0
    }

    fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let buckets = (0..self.count()).map(|index| self.bucket(index as u64));
        let entries = buckets.flat_map(|bucket| (0..WAYS).map(|way| load(bucket, way)));
        entries.filter(|&(_, word)| word != 0)
    }
}

/// Returns the hash and the content of an entry.
#[inline(always)]
fn load(bucket: &Bucket, way: usize) -> (u64, u64) {
    let word = bucket[WAYS + way].load(Ordering::Relaxed);
    (bucket[way].load(Ordering::Relaxed) ^ word, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_even_after_it_has_grown() {
        let mut table = TranspositionTable::new();
        let entry = |i: i32| Entry {
            bounds: Bounds { lower: -i, upper: 2 * i },
            best: MoveKey((i % 1000) as u16),
            work: 1 + i as u32 % 40,
        };
        let hash = |i: i32| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        for i in 0..200_000 {
            table.put(hash(i), entry(i));
            assert_eq!(table.get(hash(i)), Some(entry(i)));
        }
        let kept = (0..200_000).filter(|&i| table.get(hash(i)).is_some_and(|found| found == entry(i))).count();
        let wrong = (0..200_000).filter(|&i| table.get(hash(i)).is_some_and(|found| found != entry(i))).count();
        assert!(kept > 150_000, "{kept}");
        assert_eq!(wrong, 0);
        assert_eq!(table.get(42), None);
    }

    #[test]
    fn the_largest_values_fit() {
        let bounds = Bounds { lower: -456_976, upper: 456_976 };
        let entry = Entry { bounds, best: MoveKey(1023), work: 63 };
        assert_eq!(Entry::unpack(entry.pack()), entry);
    }
}
