//! The hash of a reduced board, equal for boards that play alike, as far as that can be
//! seen quickly.
//!
//! Neither the place of a part nor the names of the kinds matter: a part is hashed as
//! the sum of its clusters, and each of these by its cells as seen from the part's
//! first column. See `docs/solver.md`, section Parts.

use super::bits::Bits;
use super::clusters::Cluster;

/// Random odd numbers.
const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db];

/// One multiplication whose halves are folded together, as in wyhash (Wang Yi).
#[inline(always)]
fn mix(word: u64, key: u64) -> u64 {
    let product = u128::from(word ^ KEYS[2]) * u128::from(key);
    (product >> 64) as u64 ^ product as u64
}

/// Returns the hash of a board, given its coins and its clusters. Boards of different
/// strides must have different seeds, as their cells have different bits.
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
