//! Random boards, each named by its size, its kinds and a seed.

use crate::{Cell, Fruit, Grid, MAX_KINDS, MAX_SIZE, Random};

/// A size or a number of kinds that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchBoard {
    /// This many cells a side.
    #[error("a board has 1 to {MAX_SIZE} cells a side, not {0}")]
    Size(usize),
    /// This many kinds of fruit.
    #[error("a board has 1 to {MAX_KINDS} kinds of fruit, not {0}")]
    Kinds(u8),
}

impl NoSuchBoard {
    pub(crate) fn must_be_size(size: usize) -> Result<(), Self> {
        if (1..=MAX_SIZE).contains(&size) { Ok(()) } else { Err(Self::Size(size)) }
    }
}

/// The full board that belongs to a size, a number of kinds and a seed: the same
/// on every machine and in every version.
///
/// Row by row from the top left, each cell gets one of the kinds with equal
/// chances. Boards that differ in size or kinds come from unrelated streams.
///
/// # Panics
/// If the size is not from 1 to 26 or the kinds are not from 1 to 10. [`try_generate`] is
/// the door for numbers from outside.
pub fn generate(size: usize, kinds: u8, seed: u64) -> Grid {
    try_generate(size, kinds, seed).unwrap_or_else(|error| panic!("{error}"))
}

/// What [`generate`] returns, if there are such boards.
///
/// ```
/// use fruitrage_rules::{generate, try_generate};
///
/// assert_eq!(try_generate(10, 4, 7), Ok(generate(10, 4, 7)));
/// assert_eq!(try_generate(27, 4, 7).unwrap_err().to_string(), "a board has 1 to 26 cells a side, not 27");
/// ```
pub fn try_generate(size: usize, kinds: u8, seed: u64) -> Result<Grid, NoSuchBoard> {
    let mut grid = Grid::try_empty(size)?;
    if !(1..=MAX_KINDS).contains(&kinds) {
        return Err(NoSuchBoard::Kinds(kinds));
    }
    let stream = Random::new(seed).next() ^ (size as u64) << 8 ^ u64::from(kinds);
    let mut random = Random::new(Random::new(stream).next());
    for cell in Cell::all(size) {
        grid.set(cell, Some(Fruit::new(random.below(u64::from(kinds)) as u8)));
    }
    Ok(grid)
}
