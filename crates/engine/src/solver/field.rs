//! Answers for a box reduced to what still matters, which is all that the
//! solver works on.
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

use fruitrage_rules::{Board, Cell, MAX_SIZE};

use super::stack::{FRUIT, Stack};

/// Columns with an empty one on either side: column c is lane c + 1.
pub(super) const LANES: usize = MAX_SIZE + 2;

/// Sizes of coins that can be kept; larger ones stay in the field.
const COIN_SIZES: u32 = u64::BITS;

/// A box without its coins, and the coins.
#[derive(Clone)]
pub(super) struct Field<S> {
    width: usize,
    /// Sizes of coins of which there is an odd number, a bit for each size.
    coins: u64,
    stacks: [S; LANES],
    /// Codes of the fruits in each lane, a bit for each.
    kinds: [u16; LANES],
    /// Codes of which a lane has more than one run.
    broken: [u16; LANES],
}

/// A group of fruits in the field, or the largest coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub(super) size: u16,
    /// The group's first lane, or none for a coin.
    pub(super) lane: u8,
    /// The lowest bit of its lowest fruit there.
    pub(super) bit: u8,
}

impl Move {
    pub(super) const fn coin(size: u32) -> Self {
        Self { size: size as u16, lane: 0, bit: 0 }
    }

    pub(super) const fn points(self) -> i32 {
        self.size as i32 * self.size as i32
    }
}

impl<S: Stack> Field<S> {
    /// Whether all columns of a board fit.
    pub(super) fn can_hold(board: &Board) -> bool {
        let rows = (S::BITS / FRUIT) as usize;
        rows >= board.size()
            || (0..board.size()).all(|column| board.get(Cell::new(column, board.size() - rows - 1)).is_none())
    }

    /// The field of a board.
    pub(super) fn of(board: &Board) -> Self {
        let size = board.size();
        let mut field =
            Self { width: size, coins: 0, stacks: [S::default(); LANES], kinds: [0; LANES], broken: [0; LANES] };
        for cell in Cell::all(size) {
            if let Some(fruit) = board.get(cell) {
                let bit = (size - 1 - cell.row()) as u32 * FRUIT;
                let stack = &mut field.stacks[cell.column() + 1];
                *stack = *stack | S::LOWEST.fill(usize::from(fruit.kind()) + 1) << bit;
            }
        }
        (1..=size).for_each(|lane| field.look_at(lane));
        (1..=size).for_each(|lane| field.take_coins_off(lane));
        field
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn coins(&self) -> u64 {
        self.coins
    }

    pub(super) fn stack(&self, lane: usize) -> S {
        self.stacks[lane]
    }

    pub(super) fn kinds(&self, lane: usize) -> u16 {
        self.kinds[lane]
    }

    pub(super) fn largest_coin(&self) -> Option<Move> {
        (self.coins != 0).then(|| Move::coin(self.coins.ilog2()))
    }

    /// Becomes what is left of a field after the largest coin is taken.
    pub(super) fn become_without_coin(&mut self, before: &Self, coin: Move) {
        self.clone_from(before);
        self.coins ^= 1 << coin.size;
    }

    /// Becomes what is left of a field after a group is taken, given its rows
    /// in each of its lanes.
    pub(super) fn become_without(&mut self, before: &Self, first: usize, group: &[S]) {
        self.clone_from(before);
        for (lane, &rows) in (first..).zip(group) {
            self.remove(lane, rows);
            self.look_at(lane);
        }
        // A kind that is gone here may have been what kept a run beside from
        // being a coin. A coin taken off has no such effect: its kind was not
        // beside.
        let last = first + group.len() - 1;
        for lane in (first - 1).max(1)..=(last + 1).min(self.width) {
            self.take_coins_off(lane);
        }
    }

    /// Takes some rows out of a lane.
    fn remove(&mut self, lane: usize, mut rows: S) {
        let mut stack = self.stacks[lane];
        // From the top, so that what is further down stays where it is.
        while !rows.is_none() {
            let end = rows.top();
            let start = (!rows & S::ROWS & S::up_to(end)).top();
            stack = stack.without(&(start..end));
            rows = rows & S::up_to(start);
        }
        self.stacks[lane] = stack;
    }

    /// Finds out about the kinds in a lane.
    fn look_at(&mut self, lane: usize) {
        let stack = self.stacks[lane];
        let (mut kinds, mut broken) = (0, 0);
        for run in stack.runs() {
            let kind = 1 << (stack >> run.start).code();
            broken |= kinds & kind;
            kinds |= kind;
        }
        (self.kinds[lane], self.broken[lane]) = (kinds, broken);
    }

    /// Takes the runs off the top of a lane that are coins.
    fn take_coins_off(&mut self, lane: usize) {
        let elsewhere = self.kinds[lane - 1] | self.kinds[lane + 1] | self.broken[lane];
        while self.kinds[lane] & !elsewhere != 0 {
            let stack = self.stacks[lane];
            let end = stack.top();
            let code = (stack >> (end - FRUIT)).code();
            if elsewhere >> code & 1 == 1 {
                break;
            }
            let others = (stack ^ S::ROWS.fill(code)) & S::up_to(end);
            let start = others.top();
            self.stacks[lane] = stack & S::up_to(start);
            self.kinds[lane] ^= 1 << code;
            self.coins ^= 1 << ((end - start) / FRUIT);
        }
    }

    /// Makes the fruits of some lanes a coin, if they are all of one kind and
    /// nowhere else: from the floor up to nothing, they are a group which
    /// nothing can break. The lanes must share no kind with those beside.
    pub(super) fn make_coin(&mut self, first: usize, last: usize) -> bool {
        let kind = self.kinds[first];
        if !kind.is_power_of_two() || self.kinds[first..=last].iter().any(|&kinds| kinds != kind) {
            return false;
        }
        let size: u32 = self.stacks[first..=last].iter().map(|stack| stack.top() / FRUIT).sum();
        if size >= COIN_SIZES {
            return false;
        }
        self.coins ^= 1 << size;
        self.stacks[first..=last].fill(S::default());
        self.kinds[first..=last].fill(0);
        true
    }
}
