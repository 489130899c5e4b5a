//! The boards that searches on one table are at right now, so that each begins
//! with another one.
//!
//! A move that another search is at is put off; most often its value is in the
//! table when its turn comes again. The idea is ABDADA (Weill, 1996) in the
//! simplified form of Tom Kerrigan.

use std::sync::atomic::{AtomicU64, Ordering};

/// Each search is at no more boards than it is deep, so there is room for many.
const MOST_PLACES: usize = 1 << 10;

/// The boards that searches are at, by hash, in a power of two of places. A mark
/// may be lost to another one in the same place: then some work is done twice.
#[derive(Debug)]
pub(crate) struct Busy {
    hashes: Box<[AtomicU64]>,
}

impl Busy {
    /// Creates room for marks beside a table with so many entries. A search with a
    /// small table is over before it has company.
    pub(crate) fn for_entries(entries: usize) -> Self {
        Self { hashes: bytemuck::zeroed_slice_box(entries.min(MOST_PLACES)) }
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        // The table takes the low bits of the hash; these are others.
        &self.hashes[(hash >> 32) as usize & (self.hashes.len() - 1)]
    }

    pub(crate) fn is_marked(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }

    pub(crate) fn mark(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    pub(crate) fn unmark(&self, hash: u64) {
        // If another mark is in its place by now, that one stays.
        let _ = self.place(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// Moves in the order in which they are tried: those put off come again when all
/// others have been.
pub(crate) struct Queue<T, I> {
    moves: I,
    put_off: Vec<T>,
    /// How many of those put off have come again.
    again: usize,
}

impl<T: Copy, I: Iterator<Item = T>> Queue<T, I> {
    pub(crate) const fn new(moves: I) -> Self {
        Self { moves, put_off: Vec::new(), again: 0 }
    }

    /// Returns the next move to try.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<T> {
        self.moves.next().or_else(|| {
            self.again += 1;
            self.put_off.get(self.again - 1).copied()
        })
    }

    /// Puts off the move that came last, unless it was put off before. Returns
    /// whether it did.
    pub(crate) fn put_off(&mut self, last: T) -> bool {
        let first_time = self.again == 0;
        if first_time {
            self.put_off.push(last);
        }
        first_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_seen_until_it_is_taken_away() {
        let busy = Busy::for_entries(64);
        let (one, other) = (7 << 32 | 1, 7 << 32 | 2);
        busy.mark(one);
        assert!(busy.is_marked(one) && !busy.is_marked(other));
        busy.mark(other);
        busy.unmark(one);
        assert!(busy.is_marked(other), "a mark in the same place stays");
        busy.unmark(other);
        assert!(!busy.is_marked(other));
    }

    #[test]
    fn what_is_put_off_comes_again_once_at_the_end() {
        let mut queue = Queue::new(0..5);
        let mut tried = Vec::new();
        while let Some(number) = queue.next() {
            if number % 2 == 0 && queue.put_off(number) {
                continue;
            }
            tried.push(number);
        }
        assert_eq!(tried, [1, 3, 0, 2, 4]);
    }
}
