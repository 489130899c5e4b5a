//! Answers for the name of a field in the table: equal for fields that play
//! alike, as far as that can be seen quickly.
//!
//! Columns that have no kind in common with the next one do not touch it and
//! never will. So a field falls into parts, and it does not matter where a part
//! is. Nor does it matter what a kind is called: a part is the sum of its
//! clusters, whatever their kinds, each known by its rows in each lane and by how
//! far from the part's first lane it begins.

use super::field::Field;
use super::lane::{KINDS, Rows, each};

/// Random odd numbers.
const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// One multiplication whose halves are folded together, as in wyhash (Wang Yi).
#[inline(always)]
fn mix(word: u64, key: u64) -> u64 {
    let product = u128::from(word ^ KEYS[2]) * u128::from(key);
    (product >> 64) as u64 ^ product as u64
}

/// The hash of a field.
pub(super) fn hash(field: &Field) -> u64 {
    let mut parts = mix(field.coins(), KEYS[1]);
    let mut part = 0_u64;
    let mut first = 0;
    // The names, as far as they go, of the clusters that do, by their kinds.
    let mut names = [0; KINDS];
    for lane in 1..=field.width() {
        let (before, here, after) = (field.kinds(lane - 1), field.lane(lane), field.kinds(lane + 1));
        if here.kinds() & before == 0 {
            first = lane;
        }
        for kind in each(here.kinds()) {
            let begun = if before >> kind & 1 == 1 { names[kind] } else { KEYS[3].wrapping_add((lane - first) as u64) };
            let name = continued(begun, here.rows_of(kind));
            if after >> kind & 1 == 1 {
                names[kind] = name;
            } else {
                // Sums do not depend on the order, and unlike the exclusive or
                // they count equals.
                part = part.wrapping_add(mix(name, KEYS[1]));
            }
        }
        if here.kinds() & after == 0 && here.kinds() != 0 {
            parts = parts.wrapping_add(mix(part, KEYS[0]));
            part = 0;
        }
    }
    parts
}

/// The name of a cluster with its rows in one more lane. Names that differ still
/// do so afterwards.
#[inline(always)]
const fn continued(name: u64, rows: Rows) -> u64 {
    let word = (name ^ rows as u64).wrapping_mul(KEYS[0]);
    word ^ word >> 32
}
