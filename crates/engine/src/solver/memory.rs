//! Answers for what the solver remembers of fields met before.
//!
//! ```text
//! bits   63..44   43..24   23..14          13..8    7..0
//!        lower    upper    best move       work     0
//!        points   points   lane and row    log2     + 2^19 each
//! ```

use super::bounds::Bounds;
use super::field::Move;
use super::stack::FRUIT;

/// Entries that share a place: a line of the processor's cache.
const WAYS: usize = 4;

/// Places in the smallest and the largest memory: 64 KiB and 256 MiB.
const PLACES: std::ops::RangeInclusive<usize> = 1 << 10..=1 << 22;

const OFFSET: i32 = 1 << 19;

/// What is known about a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) bounds: Bounds,
    /// The lane and the bit of the move that was best; the lane is 0 for a coin.
    pub(super) best: (u8, u8),
    /// About how much work it was, as a logarithm.
    pub(super) work: u32,
}

impl Memory {
    fn pack(self) -> u64 {
        let points = |points: i32| (points + OFFSET) as u64;
        let best = u64::from(self.best.0) << 5 | u64::from(u32::from(self.best.1) / FRUIT);
        points(self.bounds.lower) << 44 | points(self.bounds.upper) << 24 | best << 14 | u64::from(self.work) << 8
    }

    fn unpack(word: u64) -> Self {
        let points = |word: u64| (word & 0xf_ffff) as i32 - OFFSET;
        Self {
            bounds: Bounds { lower: points(word >> 44), upper: points(word >> 24) },
            best: ((word >> 19 & 31) as u8, (word >> 14 & 31) as u8 * FRUIT as u8),
            work: work_in(word),
        }
    }

    /// Whether the move is the best one of this memory.
    pub(super) fn is_best(&self, group: Move) -> bool {
        self.best == (group.lane, group.bit)
    }
}

fn work_in(word: u64) -> u32 {
    (word >> 8 & 63) as u32
}

/// A hash and what is known about its field, or zeros.
type Entry = [u64; 2];

/// All that is remembered.
pub(super) struct Memories {
    places: Box<[[Entry; WAYS]]>,
}

impl Memories {
    /// Room for about so many fields. It comes zeroed from the system and costs
    /// nothing until it is used.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let places = usize::try_from(nodes).unwrap_or(usize::MAX) / WAYS;
        let places = places.clamp(*PLACES.start(), *PLACES.end()).next_power_of_two();
        Self { places: bytemuck::zeroed_slice_box(places) }
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.places.len() - 1)
    }

    pub(super) fn get(&self, hash: u64) -> Option<Memory> {
        let entry = self.places[self.place(hash)].iter().find(|entry| entry[0] == hash && entry[1] != 0)?;
        Some(Memory::unpack(entry[1]))
    }

    /// Remembers, in place of what was known about this field or else of what
    /// cost the least work: an empty entry cost none, and one cheap entry in
    /// four is enough for the cheap ones to come and go.
    pub(super) fn put(&mut self, hash: u64, memory: Memory) {
        let place = self.place(hash);
        let ways = &mut self.places[place];
        let same = ways.iter().position(|entry| entry[0] == hash);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| work_in(ways[way][1])).expect("some ways"));
        ways[way] = [hash, memory.pack()];
    }
}
