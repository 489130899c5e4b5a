//! A reduced board: for each kind the set of its cells, without the coins.
//!
//! A *coin* is an upright run of equal fruits on top of its column whose kind is
//! neither elsewhere in its column nor in the columns beside it. It never merges, never
//! breaks, and nothing rests on it, so only its size is kept. Two coins of one size are
//! removed altogether. So a set of sizes is enough, one bit each. Proof:
//! `docs/solver.md`, section Coins.

use fruitrage_rules::Board;

use super::bits::Bits;
use super::layout::{KINDS, Layout};

/// Sizes of coins that can be kept; larger runs stay on the board.
const COIN_SIZES: u32 = u64::BITS;

/// A board without its coins, and the sizes of the coins.
#[derive(Clone)]
pub(super) struct Reduced<const N: usize> {
    /// The sizes of which there is an odd number of coins, a bit for each.
    coins: u64,
    /// How many kinds there are, or a few more. They are numbered anew with every
    /// move, for names do not matter.
    kinds: usize,
    /// The cells of each kind.
    cells: [Bits<N>; KINDS],
    /// The guards of the columns that a kind is in.
    columns: [Bits<N>; KINDS],
}

impl<const N: usize> Reduced<N> {
    /// Returns a board with nothing on it.
    pub(super) fn empty() -> Self {
        Self { coins: 0, kinds: 0, cells: [Bits::NONE; KINDS], columns: [Bits::NONE; KINDS] }
    }

    /// Reduces a board.
    pub(super) fn of(board: &Board, layout: &Layout<N>) -> Self {
        let mut reduced = Self { kinds: layout.kinds(), ..Self::empty() };
        for (cell, kind) in layout.fruits(board) {
            reduced.cells[kind] |= Bits::one(cell);
        }
        reduced.take_coins_off(layout);
        reduced
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

    /// Returns the guards of the columns that share a kind with the next one, and of
    /// those that are not empty.
    #[inline(always)]
    pub(super) fn shared_and_filled(&self, layout: &Layout<N>) -> (Bits<N>, Bits<N>) {
        let (mut shared, mut filled) = (Bits::NONE, Bits::NONE);
        for &columns in &self.columns[..self.kinds()] {
            shared |= columns & columns >> layout.stride();
            filled |= columns;
        }
        (shared, filled)
    }

    /// Becomes what `before` leaves after a coin is taken.
    pub(super) fn become_without_coin(&mut self, before: &Self, size: u32) {
        self.clone_from(before);
        self.coins ^= 1 << size;
    }

    /// Becomes what `before` leaves after a group is taken.
    #[inline(always)]
    pub(super) fn become_without(&mut self, before: &Self, group: Bits<N>, kind: usize, layout: &Layout<N>) {
        self.coins = before.coins;
        self.kinds = before.kinds();
        self.cells = before.cells;
        self.cells[kind] ^= group;
        if self.cells[kind].is_empty() {
            self.kinds -= 1;
            self.cells[kind] = self.cells[self.kinds()];
        }
        self.fall(group, layout);
        self.take_coins_off(layout);
    }

    /// Lets the fruits fall that are above some empty cells.
    #[inline(always)]
    fn fall(&mut self, mut holes: Bits<N>, layout: &Layout<N>) {
        // The lowest hole of each column at a time.
        while !holes.is_empty() {
            let others = layout.without_lowest(holes);
            let below = ((holes ^ others) | layout.guards).minus(layout.floor);
            let above = layout.cells & !below;
            let kinds = self.kinds();
            for cells in &mut self.cells[..kinds] {
                *cells = *cells & below | *cells >> 1 & above;
            }
            holes = others >> 1;
        }
    }

    /// Finds the columns of each kind, and removes the coins from the tops of columns
    /// until there are none left.
    #[inline(always)]
    fn take_coins_off(&mut self, layout: &Layout<N>) {
        let mut fruits = Bits::NONE;
        for kind in 0..self.kinds() {
            self.columns[kind] = layout.columns_of(self.cells[kind]);
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
                let isolated = columns & !(layout.beside(columns) | layout.broken(cells));
                for guard in (isolated & layout.columns_of(cells & tops)).each() {
                    let column = Bits::one(guard);
                    let run = cells & layout.cells_of(column);
                    fruits ^= run;
                    self.make_coin(run, column, kind);
                }
            }
            if fruits == before {
                return;
            }
        }
    }

    /// Removes the coins from the bottom of a column that shares no kind with its
    /// neighbours: there it does not matter how deep the rest falls.
    pub(super) fn take_coins_from_below(&mut self, column: Bits<N>, layout: &Layout<N>) {
        let here = layout.cells_of(column);
        let floor = column >> (layout.stride() - 1);
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

    /// Makes a coin of some cells, which are all of their kind in some columns, unless
    /// they are too many. Returns whether it did.
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
