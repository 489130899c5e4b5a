//! Random boards, each named by its size, its kinds and a seed.

use crate::{Cell, Fruit, Grid, MAX_KINDS, Random};

/// The full board that belongs to a size, a number of kinds and a seed: the same
/// on every machine and in every version.
///
/// Row by row from the top left, each cell gets one of the kinds with equal
/// chances. Boards that differ in size or kinds come from unrelated streams.
///
/// # Panics
/// If the size is not from 1 to 26 or the kinds are not from 1 to 10.
pub fn generate(size: usize, kinds: u8, seed: u64) -> Grid {
    assert!((1..=MAX_KINDS).contains(&kinds), "a board has 1 to 10 kinds of fruit");
    let mut grid = Grid::empty(size);
    let stream = Random::new(seed).next() ^ (size as u64) << 8 ^ u64::from(kinds);
    let mut random = Random::new(Random::new(stream).next());
    for cell in Cell::all(size) {
        grid.set(cell, Some(Fruit::new(random.below(u64::from(kinds)) as u8)));
    }
    grid
}
