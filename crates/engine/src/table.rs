//! The transposition table: what is known of a position, shared between threads.
//!
//! Several searches may share a table without locks: an entry is two words, and
//! the first is the hash XOR the second, so that halves of two different
//! entries do not fit together (Hyatt and Mann, 2002).
//!
//! ```text
//! bits   63..32   31..16     15..8    7..3   2         1..0
//!        value    move       depth    0      complete  bound
//!        steps    group's    moves           to     what the value is
//!                 cell       ahead           the end
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fruitrage_rules::Cell;

use crate::Value;
use crate::busy::Busy;
use crate::value::Window;

/// Entries for the smallest and the largest table: 1 KiB and 64 MiB.
const ENTRIES: std::ops::RangeInclusive<usize> = 1 << 6..=1 << 22;

/// Bytes of an entry: two words.
const ENTRY_BYTES: u64 = 16;

/// Nodes that are searched in a second, roughly.
const NODES_PER_SECOND: f64 = 4e6;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the value.
    Equal = 1,
    /// The value is as high or higher.
    Lower = 2,
    /// The value is as low or lower.
    Upper = 3,
}

impl Bound {
    /// Returns what a value is that was found with a window.
    pub(crate) fn of(value: Value, window: Window) -> Self {
        match value {
            _ if value >= window.beta => Self::Lower,
            _ if value <= window.alpha => Self::Upper,
            _ => Self::Equal,
        }
    }
}

/// All bits of a move: the largest row is 25.
const NO_MOVE: u64 = 0xffff;

/// What is known about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// The depth of the search, in plies.
    pub(crate) depth: u32,
    /// Whether every line was followed to the end: then more depth adds nothing.
    pub(crate) complete: bool,
    /// The best move, if it is known.
    pub(crate) best: Option<Cell>,
}

impl Entry {
    fn pack(self) -> u64 {
        let best = self.best.map_or(NO_MOVE, |best| (best.column() << 8 | best.row()) as u64);
        u64::from(self.value.steps() as u32) << 32
            | best << 16
            | u64::from(self.depth.min(255)) << 8
            | u64::from(self.complete) << 2
            | self.bound as u64
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word & 3 {
            1 => Bound::Equal,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            value: Value::from_steps((word >> 32) as i32),
            bound,
            depth: (word >> 8 & 0xff) as u32,
            complete: word >> 2 & 1 == 1,
            best: (word >> 16 & NO_MOVE != NO_MOVE)
                .then(|| Cell::new((word >> 24 & 0xff) as usize, (word >> 16 & 0xff) as usize)),
        })
    }
}

/// A transposition table, to be shared by searches of one root.
#[derive(Debug)]
pub struct Table {
    /// Pairs of words: hash XOR content, content.
    words: Box<[AtomicU64]>,
    /// The nodes that it was made for.
    nodes: u64,
    /// Where the searches that share it are.
    pub(crate) busy: Busy,
}

impl Table {
    /// Returns about how many nodes are searched in some time.
    pub fn nodes_in(time: Duration) -> u64 {
        (time.as_secs_f64() * NODES_PER_SECOND) as u64
    }

    /// Creates a table for a search of about so many nodes.
    ///
    /// The memory comes zeroed from the system and costs nothing until it is used.
    pub fn for_nodes(nodes: u64) -> Self {
        Self::for_nodes_within(nodes, u64::MAX)
    }

    /// Creates a table for a search of about so many nodes that has no more than so many
    /// bytes, or the fewest that a table can have.
    pub fn for_nodes_within(nodes: u64, bytes: u64) -> Self {
        let largest = (bytes / ENTRY_BYTES).clamp(*ENTRIES.start() as u64, *ENTRIES.end() as u64).ilog2();
        let entries = usize::try_from(nodes).unwrap_or(usize::MAX).clamp(*ENTRIES.start(), *ENTRIES.end());
        let entries = entries.next_power_of_two().min(1 << largest);
        Self { words: bytemuck::zeroed_slice_box(2 * entries), nodes, busy: Busy::for_entries(entries) }
    }

    /// Returns the number of nodes that the table was made for.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn words(&self, hash: u64) -> (&AtomicU64, &AtomicU64) {
        let entry = hash as usize & (self.words.len() / 2 - 1);
        (&self.words[2 * entry], &self.words[2 * entry + 1])
    }

    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let (check, content) = self.words(hash);
        let word = content.load(Ordering::Relaxed);
        if check.load(Ordering::Relaxed) ^ word != hash {
            return None;
        }
        Entry::unpack(word)
    }

    /// Stores an entry in place of whatever was there: the newest is the most likely
    /// to be needed. Only a deeper entry for the same board stays.
    pub(crate) fn put(&self, hash: u64, entry: Entry) {
        if !entry.complete && self.get(hash).is_some_and(|known| known.depth > entry.depth) {
            return;
        }
        let (check, content) = self.words(hash);
        let word = entry.pack();
        check.store(hash ^ word, Ordering::Relaxed);
        content.store(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        for (steps, depth, complete, name) in
            [(0, 0, false, "A1"), (-29_246_464, 255, true, "Z26"), (29_246_464, 7, false, "B10"), (1, 3, true, "")]
        {
            for bound in [Bound::Equal, Bound::Lower, Bound::Upper] {
                let table = Table::for_nodes(1);
                let entry = Entry { value: Value::from_steps(steps), bound, depth, complete, best: name.parse().ok() };
                table.put(0x1234_5678_9abc_def0, entry);
                assert_eq!(table.get(0x1234_5678_9abc_def0), Some(entry));
                assert_eq!(table.get(0x0234_5678_9abc_def0), None, "same place, other board");
            }
        }
    }

    #[test]
    fn a_table_has_no_more_bytes_than_it_may_and_never_none() {
        for (nodes, bytes, expected) in [
            (1 << 20, u64::MAX, 1 << 24),
            (1 << 20, 1 << 20, 1 << 20),
            (1 << 20, (1 << 20) - 1, 1 << 19),
            (100, 1 << 20, 128 * 16),
            (1 << 40, 0, 1 << 10),
        ] {
            let table = Table::for_nodes_within(nodes, bytes);
            assert_eq!((size_of_val(&*table.words) as u64, table.nodes()), (expected, nodes), "{nodes}, {bytes}");
        }
    }

    #[test]
    fn a_shallow_look_does_not_replace_a_deep_one_unless_it_saw_the_end() {
        let table = Table::for_nodes(1);
        let entry = |depth, complete| Entry {
            value: Value::from_points(depth),
            bound: Bound::Equal,
            depth,
            complete,
            best: None,
        };
        for (put, found) in [((5, false), 5), ((3, false), 5), ((6, false), 6), ((2, true), 2)] {
            table.put(42, entry(put.0, put.1));
            assert_eq!(table.get(42).unwrap().depth, found);
        }
        table.put(43, entry(2, false));
        let newer = Entry { value: Value::EVEN, ..entry(2, false) };
        table.put(43, newer);
        assert_eq!(table.get(43), Some(newer), "of two that are equally deep the newer one stays");
        table.put(42 + (1 << 40), entry(1, false));
        assert_eq!(table.get(42), None, "another board takes the place");
    }

    #[test]
    fn a_value_is_a_bound_unless_it_is_inside_its_window() {
        let window = Window { alpha: Value::from_steps(-3), beta: Value::from_steps(5) };
        for steps in -20..20 {
            let value = Value::from_steps(steps);
            let expected = if steps <= -3 {
                Bound::Upper
            } else if steps >= 5 {
                Bound::Lower
            } else {
                Bound::Equal
            };
            assert_eq!(Bound::of(value, window), expected, "{steps}");
        }
    }

    #[test]
    fn a_depth_beyond_all_that_fit_is_the_deepest_of_them() {
        let table = Table::for_nodes(1);
        let entry =
            Entry { value: Value::EVEN, bound: Bound::Equal, depth: 676, complete: false, best: "C4".parse().ok() };
        table.put(7, entry);
        assert_eq!(table.get(7), Some(Entry { depth: 255, ..entry }));
    }

    #[test]
    fn a_table_has_a_place_for_every_node_within_reason() {
        let entries = |nodes| Table::for_nodes(nodes).words.len() / 2;
        assert_eq!([0, 1, 64, 65, 1_000].map(entries), [64, 64, 64, 128, 1_024]);
        assert_eq!([1 << 22, (1 << 22) + 1, u64::MAX].map(entries), [1 << 22; 3]);
        // Boards that differ in the low bits of their hashes have places of their own.
        let table = Table::for_nodes(64);
        let entry = |depth| Entry {
            value: Value::EVEN,
            bound: Bound::Upper,
            depth,
            complete: false,
            best: Some(Cell::new(depth as usize % 26, 0)),
        };
        (0..64).for_each(|hash| table.put(u64::from(hash), entry(hash)));
        assert!((0..64).all(|hash| table.get(u64::from(hash)) == Some(entry(hash))));
    }

    #[test]
    fn four_million_nodes_are_expected_in_a_second() {
        let nodes = [0, 1, 250, 1_000].map(|time| Table::nodes_in(Duration::from_millis(time)));
        assert_eq!(nodes, [0, 4_000, 1_000_000, 4_000_000]);
    }

    #[test]
    fn an_unused_place_holds_nothing() {
        assert_eq!(Table::for_nodes(0).get(0), None);
        assert_eq!(Table::for_nodes(u64::MAX).get(42), None);
    }
}
