//! Answers for what there is in a field: its parts, its name in the table and
//! its clusters.
//!
//! Columns that have no kind in common with the next one do not touch it and
//! never will. So a field falls into *parts*, and it does not matter where a
//! part is, which of its ends is left, or which kinds its fruits are as long as
//! equals stay equal. The hash is made of the parts' hashes in that sense, so
//! that fields which play alike share an entry in the table.
//!
//! A *cluster* is all fruits of a kind in neighbouring lanes: what could at
//! best become one group.

use super::field::{Field, LANES};
use super::stack::{FRUIT, Stack};

/// All fruits that could at best become one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cluster {
    /// How many they are.
    pub(super) fruits: u16,
    /// The longest upright run among them; it will not break.
    pub(super) run: u16,
}

/// What there is in a field.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    hash: u64,
    clusters: Vec<Cluster>,
    /// The cluster of each code in each lane.
    cluster_of: [[u16; 16]; LANES],
}

impl Survey {
    pub(super) fn new() -> Self {
        Self { hash: 0, clusters: Vec::new(), cluster_of: [[0; 16]; LANES] }
    }

    /// Depends on how the field plays alone.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// The cluster of the fruits with some code in a lane.
    pub(super) fn cluster(&self, lane: usize, code: usize) -> Cluster {
        self.clusters[usize::from(self.cluster_of[lane][code])]
    }

    /// Surveys a field, and takes out parts that are coins.
    pub(super) fn of<S: Stack>(&mut self, field: &mut Field<S>) {
        self.clusters.clear();
        let mut hash = 0_u64;
        let mut lane = 1;
        while lane <= field.width() {
            let first = lane;
            while field.kinds(lane) & field.kinds(lane + 1) != 0 {
                lane += 1;
            }
            if field.kinds(first) != 0 && !field.make_coin(first, lane) {
                self.count(field, first, lane);
                let there = hash_of_lanes(field, first..=lane);
                let back = hash_of_lanes(field, (first..=lane).rev());
                hash = hash.wrapping_add(mix(there.wrapping_add(back), KEYS[0]));
            }
            lane += 1;
        }
        self.hash = hash.wrapping_add(mix(field.coins(), KEYS[1]));
    }

    /// Counts the clusters of a part.
    fn count<S: Stack>(&mut self, field: &Field<S>, first: usize, last: usize) {
        for lane in first..=last {
            let stack = field.stack(lane);
            // Kinds of the lane before go on in their clusters.
            let mut known = field.kinds(lane) & field.kinds(lane - 1);
            let before = self.cluster_of[lane - 1];
            for run in stack.runs() {
                let code = (stack >> run.start).code();
                if known >> code & 1 == 0 {
                    known |= 1 << code;
                    self.cluster_of[lane][code] = self.clusters.len() as u16;
                    self.clusters.push(Cluster::default());
                } else if field.kinds(lane - 1) >> code & 1 == 1 {
                    self.cluster_of[lane][code] = before[code];
                }
                let length = ((run.end - run.start) / FRUIT) as u16;
                let cluster = &mut self.clusters[usize::from(self.cluster_of[lane][code])];
                cluster.fruits += length;
                cluster.run = cluster.run.max(length);
            }
        }
    }
}

/// Random odd numbers.
const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// One multiplication whose halves are folded together, as in wyhash (Wang Yi).
fn mix(word: u64, key: u64) -> u64 {
    let product = u128::from(word ^ KEYS[2]) * u128::from(key);
    (product >> 64) as u64 ^ product as u64
}

/// The hash of some lanes in this order, whatever the kinds in them are called.
fn hash_of_lanes<S: Stack>(field: &Field<S>, lanes: impl Iterator<Item = usize>) -> u64 {
    let mut hash = KEYS[3];
    let mut names = Names::default();
    for lane in lanes {
        let [low, high] = names.rename(field.stack(lane), field.kinds(lane)).words();
        hash = mix(hash ^ low, KEYS[1]);
        if S::BITS > u64::BITS {
            hash = mix(hash ^ high, KEYS[0]);
        }
    }
    hash
}

/// New codes for the kinds, in the order in which they come up. A kind keeps
/// its code from a lane to the next; codes are free again after a lane without.
#[derive(Default)]
struct Names {
    code: [u8; 16],
    kinds: u16,
    used: u16,
}

impl Names {
    fn rename<S: Stack>(&mut self, stack: S, kinds: u16) -> S {
        let mut known = self.kinds;
        let mut used_here = 0;
        let mut renamed = S::default();
        for run in stack.runs() {
            let kind = (stack >> run.start).code();
            if known >> kind & 1 == 0 {
                known |= 1 << kind;
                // There are ten kinds, so fewer codes than sixteen are used.
                self.code[kind] = (self.used | used_here | 1).trailing_ones() as u8;
            }
            let code = self.code[kind];
            used_here |= 1 << code;
            renamed = renamed | (S::between(&run) & S::ROWS).fill(usize::from(code));
        }
        self.kinds = kinds;
        self.used = used_here;
        renamed
    }
}
