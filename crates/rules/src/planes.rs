//! A board as bytes, for programs that learn: a plane for each kind of fruit, and the moves.
//!
//! ```text
//! A column is a word of row bits, and so is one in a plane of bytes: eight rows are written
//! at a time. Columns follow each other as their names do: A1, A2, ... B1, B2, ...
//! ```

use crate::column::Column;
use crate::lanes::board_lanes;
use crate::{Board, Fruit, MAX_KINDS, fast};

/// Rows that are written at a time.
pub(crate) const WORD: usize = 8;

impl Board {
    /// Writes a plane for each of the first kinds, as many as there is room for: 1 where
    /// such a fruit lies, else 0. In a plane, cells are in the order of their names: column
    /// by column from the left, each from the top.
    ///
    /// # Panics
    /// If the room is not that of 1 to 10 whole planes.
    pub fn write_planes(&self, planes: &mut [i8]) {
        fast::write_planes(self, planes);
    }

    /// Writes 1 to the canonical cell of each group and 0 to all others, in the order of
    /// [`Board::write_planes`].
    ///
    /// # Panics
    /// If there is not room for just the cells of the board.
    pub fn write_moves(&self, mask: &mut [i8]) {
        fast::write_moves(self, mask);
    }

    /// The body of [`Board::write_planes`], to be compiled for each kind of processor in
    /// [`crate::fast`], which knows how to spread eight bits to bytes there.
    #[inline(always)]
    pub(crate) fn write_planes_by(&self, planes: &mut [i8], spread: impl Fn(u32) -> [i8; WORD]) {
        let cells = self.size() * self.size();
        let kinds = planes.len() / cells;
        assert_eq!(planes.len(), kinds * cells, "room for whole planes of {cells} cells");
        assert!((1..=usize::from(MAX_KINDS)).contains(&kinds), "room for 1 to 10 planes");
        match self.size().div_ceil(WORD) {
            1 => self.write_kinds::<1>(kinds, planes, spread),
            2 => self.write_kinds::<2>(kinds, planes, spread),
            _ => self.write_kinds::<4>(kinds, planes, spread),
        }
    }

    #[inline(always)]
    fn write_kinds<const WORDS: usize>(&self, kinds: usize, planes: &mut [i8], spread: impl Fn(u32) -> [i8; WORD]) {
        let mut rest = planes;
        for kind in 0..kinds {
            let pattern = Column::pattern(Fruit::new(kind as u8));
            for column in self.columns() {
                rest = write_column::<WORDS>(column.equal_rows(pattern), self.size(), rest, &spread);
            }
        }
    }

    /// The body of [`Board::write_moves`].
    #[inline(always)]
    pub(crate) fn write_moves_by(&self, mask: &mut [i8], spread: impl Fn(u32) -> [i8; WORD]) {
        let size = self.size();
        assert_eq!(mask.len(), size * size, "room for the cells of the board");
        match size.div_ceil(WORD) {
            1 => self.write_small::<1>(mask, spread),
            2 => self.write_small::<2>(mask, spread),
            _ => self.write_small::<4>(mask, spread),
        }
        for group in self.large_groups() {
            mask[group.cell().column() * size + group.cell().row()] = 1;
        }
    }

    #[inline(always)]
    fn write_small<const WORDS: usize>(&self, mask: &mut [i8], spread: impl Fn(u32) -> [i8; WORD]) {
        let mut rest = mask;
        for lane in board_lanes(self.size()) {
            rest = write_column::<WORDS>(self.small_rows(lane), self.size(), rest, &spread);
        }
    }
}

/// Writes the rows of a column, a byte for each, and returns what is behind them. Where there
/// is room, whole words are written: what stands beyond the column's rows is 0, and belongs to
/// the column that is written next.
#[inline(always)]
fn write_column<'a, const WORDS: usize>(
    rows: u32,
    size: usize,
    bytes: &'a mut [i8],
    spread: &impl Fn(u32) -> [i8; WORD],
) -> &'a mut [i8] {
    match bytes.as_chunks_mut::<WORD>().0.first_chunk_mut::<WORDS>() {
        Some(room) => (0..WORDS).for_each(|word| room[word] = spread(rows >> (WORD * word))),
        None => write_last_column(rows, &mut bytes[..size]),
    }
    &mut bytes[size..]
}

/// Writes the rows of a column where there is no room for more.
#[cold]
fn write_last_column(rows: u32, bytes: &mut [i8]) {
    for (row, byte) in bytes.iter_mut().enumerate() {
        *byte = (rows >> row & 1) as i8;
    }
}

/// Returns the lowest eight bits as bytes, on any processor.
#[inline(always)]
pub(crate) fn spread(bits: u32) -> [i8; WORD] {
    // A copy of the bits in each byte; of these the byte's own bit; that moved to the lowest
    // place by way of a carry into the highest one.
    let copies = u64::from(bits & 0xff) * 0x0101_0101_0101_0101;
    let own = copies & 0x8040_2010_0804_0201;
    let ones = (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
    ones.to_le_bytes().map(|byte| byte as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, generate};
    use proptest::prelude::*;

    /// The cells in the order of their names.
    fn by_name(size: usize) -> impl Iterator<Item = Cell> {
        (0..size).flat_map(move |column| (0..size).map(move |row| Cell::new(column, row)))
    }

    proptest! {
        #[test]
        fn planes_and_moves_are_what_each_cell_says(size in 1..=26_usize, kinds in 1..=10_u8, seed: u64, plies in 0..40) {
            let mut board = Board::settled(&generate(size, kinds, seed));
            for _ in 0..plies {
                let groups = board.groups();
                let Some(group) = groups.get(seed as usize % groups.len().max(1)) else { break };
                board.try_play(group.cell()).unwrap();
            }
            // One kind fewer than there are is a choice of the caller.
            for kinds in [kinds, (kinds - 1).max(1)] {
                let mut planes = vec![9; usize::from(kinds) * size * size];
                board.write_planes(&mut planes);
                let slowly: Vec<i8> = (0..kinds)
                    .flat_map(|kind| by_name(size).map(move |cell| (kind, cell)))
                    .map(|(kind, cell)| i8::from(board.get(cell) == Some(Fruit::new(kind))))
                    .collect();
                prop_assert_eq!(&planes, &slowly);
                planes.fill(9);
                board.write_planes_by(&mut planes, spread);
                prop_assert_eq!(planes, slowly);
            }
            let mut mask = vec![9; size * size];
            board.write_moves(&mut mask);
            let canonical: Vec<Cell> = board.groups().iter().map(|group| group.cell()).collect();
            let slowly: Vec<i8> = by_name(size).map(|cell| i8::from(canonical.contains(&cell))).collect();
            prop_assert_eq!(&mask, &slowly);
            mask.fill(9);
            board.write_moves_by(&mut mask, spread);
            prop_assert_eq!(mask, slowly);
        }
    }
}
