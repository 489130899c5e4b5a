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
    lanes: [Lane<S>; LANES],
}

/// A column and what is known about it.
#[derive(Clone, Copy, Default)]
struct Lane<S> {
    stack: S,
    /// Codes of the fruits in it, a bit for each.
    kinds: u16,
    /// Codes of which it has more than one run.
    broken: u16,
    fruits: Tally,
    longest_runs: Tally,
}

/// A number up to 31 for each code.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally(u64);

impl Tally {
    const BITS: usize = 5;
    const MASK: u64 = (1 << Self::BITS) - 1;

    #[inline(always)]
    pub(super) const fn get(self, code: usize) -> u16 {
        (self.0 >> (code * Self::BITS) & Self::MASK) as u16
    }

    #[inline(always)]
    const fn add(&mut self, code: usize, number: u32) {
        self.0 += (number as u64) << (code * Self::BITS);
    }

    #[inline(always)]
    const fn raise(&mut self, code: usize, number: u32) {
        let known = self.get(code) as u32;
        if number > known {
            self.add(code, number - known);
        }
    }
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
    /// A field with nothing in it.
    pub(super) fn empty() -> Self {
        Self { width: 0, coins: 0, lanes: [Lane::default(); LANES] }
    }

    /// Whether all columns of a board fit.
    pub(super) fn can_hold(board: &Board) -> bool {
        let rows = (S::BITS / FRUIT) as usize;
        rows >= board.size()
            || (0..board.size()).all(|column| board.get(Cell::new(column, board.size() - rows - 1)).is_none())
    }

    /// The field of a board. Of empty columns side by side one is enough, for
    /// nothing crosses it.
    pub(super) fn of(board: &Board) -> Self {
        let size = board.size();
        let mut field = Self::empty();
        for column in 0..size {
            let stack = Self::stack_of(board, column);
            if !stack.is_none() || !field.lanes[field.width].stack.is_none() {
                field.width += 1;
                field.lanes[field.width].stack = stack;
            }
        }
        (1..=field.width).for_each(|lane| field.lanes[lane].look());
        (1..=field.width).for_each(|lane| field.take_coins_off(lane));
        field
    }

    fn stack_of(board: &Board, column: usize) -> S {
        (0..board.size()).fold(S::default(), |stack, row| match board.get(Cell::new(column, row)) {
            Some(fruit) => stack << FRUIT | S::LOWEST.fill(usize::from(fruit.kind()) + 1),
            None => stack,
        })
    }

    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    #[inline(always)]
    pub(super) fn coins(&self) -> u64 {
        self.coins
    }

    #[inline(always)]
    pub(super) fn stack(&self, lane: usize) -> S {
        self.lanes[lane].stack
    }

    #[inline(always)]
    pub(super) fn kinds(&self, lane: usize) -> u16 {
        self.lanes[lane].kinds
    }

    /// Codes of which a lane has one run only and the lanes beside have none:
    /// runs that will never merge and never break.
    #[inline(always)]
    pub(super) fn lonely(&self, lane: usize) -> u16 {
        let beside = self.lanes[lane - 1].kinds | self.lanes[lane + 1].kinds;
        self.lanes[lane].kinds & !(beside | self.lanes[lane].broken)
    }

    /// Whether a lane shares no kind with those beside it.
    #[inline(always)]
    pub(super) fn is_alone(&self, lane: usize) -> bool {
        self.lanes[lane].kinds & (self.lanes[lane - 1].kinds | self.lanes[lane + 1].kinds) == 0
    }

    /// How many fruits of each code a lane has.
    #[inline(always)]
    pub(super) fn fruits(&self, lane: usize) -> Tally {
        self.lanes[lane].fruits
    }

    /// The longest run of each code in a lane.
    #[inline(always)]
    pub(super) fn longest_runs(&self, lane: usize) -> Tally {
        self.lanes[lane].longest_runs
    }

    pub(super) fn largest_coin(&self) -> Option<Move> {
        (self.coins != 0).then(|| Move::coin(self.coins.ilog2()))
    }

    /// Becomes equal to another field.
    fn copy(&mut self, from: &Self) {
        if self.width != from.width {
            *self = Self::empty();
        }
        (self.width, self.coins) = (from.width, from.coins);
        self.lanes[1..=from.width].copy_from_slice(&from.lanes[1..=from.width]);
    }

    /// Becomes what is left of a field after the largest coin is taken.
    pub(super) fn become_without_coin(&mut self, before: &Self, coin: Move) {
        self.copy(before);
        self.coins ^= 1 << coin.size;
    }

    /// Becomes what is left of a field after a group is taken, given its rows
    /// in each of its lanes.
    pub(super) fn become_without(&mut self, before: &Self, first: usize, group: &[S]) {
        self.copy(before);
        for (lane, &rows) in (first..).zip(group) {
            self.lanes[lane].remove(rows);
            self.lanes[lane].look();
        }
        // A kind that is gone here may have been what kept a run beside from
        // being a coin. A coin taken off has no such effect: its kind was not
        // beside.
        let last = first + group.len() - 1;
        for lane in (first - 1).max(1)..=(last + 1).min(self.width) {
            self.take_coins_off(lane);
        }
    }

    /// Takes the runs off the top of a lane that are coins.
    #[inline(always)]
    fn take_coins_off(&mut self, lane: usize) {
        let beside = self.lanes[lane - 1].kinds | self.lanes[lane + 1].kinds;
        let lane = &mut self.lanes[lane];
        let elsewhere = beside | lane.broken;
        while lane.kinds & !elsewhere != 0 {
            let end = lane.stack.top();
            let code = (lane.stack >> (end - FRUIT)).code();
            if elsewhere >> code & 1 == 1 {
                break;
            }
            let others = (lane.stack ^ S::ROWS.fill(code)) & S::up_to(end);
            let start = others.top();
            lane.stack = lane.stack & S::up_to(start);
            lane.kinds ^= 1 << code;
            self.coins ^= 1 << ((end - start) / FRUIT);
        }
    }

    /// Takes the runs off the bottom of a lane that are coins: nothing beside
    /// the lane matters to it, so it does not matter how deep the rest falls.
    pub(super) fn take_coins_from_below(&mut self, lane: usize) {
        let lane = &mut self.lanes[lane];
        while lane.kinds & !lane.broken & 1 << lane.stack.code() != 0 {
            let code = lane.stack.code();
            let end = lane.stack.ends().below() + FRUIT;
            lane.stack = lane.stack.without(&(0..end));
            lane.kinds ^= 1 << code;
            self.coins ^= 1 << (end / FRUIT);
        }
    }

    /// Makes the fruits of some lanes a coin, if they are all of one kind and
    /// nowhere else: from the floor up to nothing, they are a group which
    /// nothing can break. The lanes must share no kind with those beside.
    pub(super) fn make_coin(&mut self, first: usize, last: usize) -> bool {
        let lanes = &mut self.lanes[first..=last];
        let kind = lanes[0].kinds;
        if !kind.is_power_of_two() || lanes.iter().any(|lane| lane.kinds != kind) {
            return false;
        }
        let size: u32 = lanes.iter().map(|lane| lane.stack.top() / FRUIT).sum();
        if size >= COIN_SIZES {
            return false;
        }
        self.coins ^= 1 << size;
        lanes.fill(Lane::default());
        true
    }
}

impl<S: Stack> Lane<S> {
    /// Takes out some rows.
    #[inline(always)]
    fn remove(&mut self, mut rows: S) {
        // From the top, so that what is further down stays where it is.
        while !rows.is_none() {
            let end = rows.top();
            let start = (!rows & S::ROWS & S::up_to(end)).top();
            self.stack = self.stack.without(&(start..end));
            rows = rows & S::up_to(start);
        }
    }

    /// Finds out about the kinds. What it says about kinds that are not in the
    /// lane means nothing.
    #[inline(always)]
    fn look(&mut self) {
        let stack = self.stack;
        *self = Self { stack, ..Self::default() };
        for run in stack.runs() {
            let code = (stack >> run.start).code();
            let length = (run.end - run.start) / FRUIT;
            self.broken |= self.kinds & 1 << code;
            self.kinds |= 1 << code;
            self.fruits.add(code, length);
            self.longest_runs.raise(code, length);
        }
    }
}
