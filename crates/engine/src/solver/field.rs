//! Answers for a box reduced to what still matters, which is all that the
//! solver works on: for each kind the set of its cells.
//!
//! Fruits meet in their own column or in the next one, so a run of equal fruits
//! whose kind is nowhere else in its column nor in the columns beside it will
//! never merge, and being upright it will never break. On top of its column,
//! taking it changes nothing else. Such a run is a *coin*: it is taken out of
//! the field and only its size is kept.
//!
//! Two coins of the same size are taken out altogether. Whatever either player
//! could get without them, they still get: they answer a coin with the other
//! coin, and if nothing else is left, the two are taken one after the other.
//! So a set of sizes is enough, one bit each.

use fruitrage_rules::Board;

use super::bits::Bits;
use super::frame::{Frame, KINDS};

/// Sizes of coins that can be kept; larger ones stay in the field.
const COIN_SIZES: u32 = u64::BITS;

/// A box without its coins, and the coins.
#[derive(Clone)]
pub(super) struct Field<const N: usize> {
    /// Sizes of coins of which there is an odd number, a bit for each size.
    coins: u64,
    /// How many kinds there are, or a few more. They are numbered anew with every
    /// move, for names do not matter.
    kinds: usize,
    /// The cells of each kind.
    cells: [Bits<N>; KINDS],
    /// The guards of the columns that a kind is in.
    columns: [Bits<N>; KINDS],
}

impl<const N: usize> Field<N> {
    /// A field with nothing in it.
    pub(super) fn empty() -> Self {
        Self { coins: 0, kinds: 0, cells: [Bits::NONE; KINDS], columns: [Bits::NONE; KINDS] }
    }

    /// The field of a board.
    pub(super) fn of(board: &Board, frame: &Frame<N>) -> Self {
        let mut field = Self { kinds: frame.kinds(), ..Self::empty() };
        for (cell, kind) in frame.fruits(board) {
            field.cells[kind] |= Bits::one(cell);
        }
        field.take_coins_off(frame);
        field
    }

    #[inline(always)]
    pub(super) fn coins(&self) -> u64 {
        self.coins
    }

    #[inline(always)]
    pub(super) fn kinds(&self) -> usize {
        // This tells the compiler that no index is out of range.
        self.kinds.min(KINDS)
    }

    /// The cells of a kind.
    #[inline(always)]
    pub(super) fn cells(&self, kind: usize) -> Bits<N> {
        self.cells[kind]
    }

    /// The guards of the columns that a kind is in.
    #[inline(always)]
    pub(super) fn columns(&self, kind: usize) -> Bits<N> {
        self.columns[kind]
    }

    /// The guards of the columns that share a kind with the next one, and of
    /// those that are not empty.
    #[inline(always)]
    pub(super) fn shared_and_filled(&self, frame: &Frame<N>) -> (Bits<N>, Bits<N>) {
        let (mut shared, mut filled) = (Bits::NONE, Bits::NONE);
        for &columns in &self.columns[..self.kinds()] {
            shared |= columns & columns >> frame.stride();
            filled |= columns;
        }
        (shared, filled)
    }

    /// Becomes what is left of a field after a coin is taken.
    pub(super) fn become_without_coin(&mut self, before: &Self, size: u32) {
        self.clone_from(before);
        self.coins ^= 1 << size;
    }

    /// Becomes what is left of a field after a group is taken.
    #[inline(always)]
    pub(super) fn become_without(&mut self, before: &Self, group: Bits<N>, kind: usize, frame: &Frame<N>) {
        self.coins = before.coins;
        self.kinds = before.kinds();
        self.cells = before.cells;
        self.cells[kind] ^= group;
        if self.cells[kind].is_empty() {
            self.kinds -= 1;
            self.cells[kind] = self.cells[self.kinds()];
        }
        self.fall(group, frame);
        self.take_coins_off(frame);
    }

    /// Lets fall what is above some cells that are empty now.
    #[inline(always)]
    fn fall(&mut self, mut holes: Bits<N>, frame: &Frame<N>) {
        // The lowest hole of each column at a time.
        while !holes.is_empty() {
            let others = frame.without_lowest(holes);
            let below = ((holes ^ others) | frame.guards).minus(frame.floor);
            let above = frame.cells & !below;
            let kinds = self.kinds();
            for cells in &mut self.cells[..kinds] {
                *cells = *cells & below | *cells >> 1 & above;
            }
            holes = others >> 1;
        }
    }

    /// Takes the runs off the tops of columns that are coins, having looked up
    /// which columns the kinds are in.
    #[inline(always)]
    fn take_coins_off(&mut self, frame: &Frame<N>) {
        let mut fruits = Bits::NONE;
        for kind in 0..self.kinds() {
            self.columns[kind] = frame.columns_of(self.cells[kind]);
            fruits |= self.cells[kind];
        }
        loop {
            let tops = fruits & !(fruits >> 1);
            let before = fruits;
            for kind in 0..self.kinds() {
                let (cells, columns) = (self.cells[kind], self.columns[kind]);
                if !cells.meets(tops) {
                    continue;
                }
                let lonely = columns & !(frame.beside(columns) | frame.broken(cells));
                for guard in (lonely & frame.columns_of(cells & tops)).each() {
                    let column = Bits::one(guard);
                    let run = cells & frame.cells_of(column);
                    fruits ^= run;
                    self.make_coin(run, column, kind);
                }
            }
            if fruits == before {
                return;
            }
        }
    }

    /// Takes the runs off the bottom of a column that are coins, if nothing
    /// beside the column matters to it: then it does not matter how deep the rest
    /// falls.
    pub(super) fn take_coins_from_below(&mut self, column: Bits<N>, frame: &Frame<N>) {
        let here = frame.cells_of(column);
        let floor = column >> (frame.stride() - 1);
        // The sum carries through the lowest run and leaves the others.
        let is_coin = |cells: Bits<N>| cells.meets(floor) && !cells.meets((cells & here).plus(floor));
        while let Some(kind) = (0..self.kinds()).find(|&kind| is_coin(self.cells[kind])) {
            let run = self.cells[kind] & here;
            let size = run.count();
            self.make_coin(run, column, kind);
            for cells in &mut self.cells {
                *cells = *cells & !here | (*cells & here) >> size;
            }
        }
    }

    /// Makes some cells a coin that are all of a kind in some columns, if it is
    /// not too large for that.
    #[inline(always)]
    pub(super) fn make_coin(&mut self, cells: Bits<N>, columns: Bits<N>, kind: usize) -> bool {
        let size = cells.count();
        if size < COIN_SIZES {
            self.coins ^= 1 << size;
            self.cells[kind] ^= cells;
            self.columns[kind] &= !columns;
        }
        size < COIN_SIZES
    }
}
