//! Answers for the name of a field in the table: equal for fields that play
//! alike, as far as that can be seen quickly.
//!
//! It does not matter where a part is, nor what a kind is called: a part is the
//! sum of its clusters, whatever their kinds, each known by its cells as seen from
//! the part's first column.

use super::bits::Bits;
use super::survey::Cluster;

/// Random odd numbers.
const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// One multiplication whose halves are folded together, as in wyhash (Wang Yi).
#[inline(always)]
fn mix(word: u64, key: u64) -> u64 {
    let product = u128::from(word ^ KEYS[2]) * u128::from(key);
    (product >> 64) as u64 ^ product as u64
}

/// The hash of a field, given its coins and its clusters. Fields of different
/// strides must have different seeds, as their cells are at different places.
#[inline(always)]
pub(super) fn hash<const N: usize>(coins: u64, clusters: &[Cluster<N>], seed: u64) -> u64 {
    let mut parts = mix(coins, KEYS[1]);
    for part in clusters.chunk_by(|a, b| a.part == b.part) {
        // Sums do not depend on the order, and unlike the exclusive or they
        // count equals.
        let names = part.iter().map(|cluster| name(cluster.cells.down(cluster.part), seed));
        parts = parts.wrapping_add(mix(names.fold(0, u64::wrapping_add), KEYS[0]));
    }
    parts
}

#[inline(always)]
fn name<const N: usize>(cells: Bits<N>, seed: u64) -> u64 {
    let words = cells.0.iter().fold(seed, |name, word| (name ^ word).wrapping_mul(KEYS[0]).rotate_left(32));
    mix(words, KEYS[1])
}
