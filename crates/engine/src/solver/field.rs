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

use super::lane::{Lane, Rows, each};

/// Columns with an empty one on either side: column c is lane c + 1.
pub(super) const LANES: usize = MAX_SIZE + 2;

/// Sizes of coins that can be kept; larger ones stay in the field.
const COIN_SIZES: u32 = u64::BITS;

/// A box without its coins, and the coins.
#[derive(Clone)]
pub(super) struct Field {
    width: usize,
    /// Sizes of coins of which there is an odd number, a bit for each size.
    coins: u64,
    lanes: [Lane; LANES],
}

/// Where a group of fruits is: the first of its lanes, and its lowest row there.
/// Lane 0 for a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(pub(super) u16);

impl Place {
    #[inline(always)]
    pub(super) const fn lane(self) -> usize {
        (self.0 >> 5) as usize
    }

    #[inline(always)]
    pub(super) const fn row(self) -> u32 {
        (self.0 & 31) as u32
    }

    #[inline(always)]
    pub(super) const fn is_coin(self) -> bool {
        self.lane() == 0
    }
}

/// A group of fruits in the field, or the largest coin.
///
/// ```text
/// bits   31..16   15..6    5..0
///        size     place    kind
/// ```
///
/// So the larger of two numbers is the larger group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move(u32);

impl Move {
    #[inline(always)]
    pub(super) const fn new(size: u32, lane: usize, row: u32, kind: usize) -> Self {
        Self(size << 16 | (lane as u32) << 11 | row << 6 | kind as u32)
    }

    pub(super) const fn coin(size: u32) -> Self {
        Self::new(size, 0, 0, 0)
    }

    #[inline(always)]
    pub(super) const fn size(self) -> u32 {
        self.0 >> 16
    }

    #[inline(always)]
    pub(super) const fn place(self) -> Place {
        Place((self.0 >> 6 & 0x3ff) as u16)
    }

    #[inline(always)]
    pub(super) const fn kind(self) -> usize {
        (self.0 & 63) as usize
    }

    pub(super) const fn points(self) -> i32 {
        let size = self.size() as i32;
        size * size
    }
}

impl Field {
    /// A field with nothing in it.
    pub(super) fn empty() -> Self {
        Self { width: 0, coins: 0, lanes: [Lane::default(); LANES] }
    }

    /// The field of a board. Of empty columns side by side one is enough, for
    /// nothing crosses it.
    pub(super) fn of(board: &Board) -> Self {
        let mut field = Self::empty();
        for column in 0..board.size() {
            let lane = Self::lane_of(board, column);
            if lane.kinds() != 0 || field.lanes[field.width].kinds() != 0 {
                field.width += 1;
                field.lanes[field.width] = lane;
            }
        }
        (1..=field.width).for_each(|lane| field.take_coins_off(lane));
        field
    }

    fn lane_of(board: &Board, column: usize) -> Lane {
        let mut lane = Lane::default();
        let fruits = (0..board.size()).rev().map_while(|row| board.get(Cell::new(column, row)));
        fruits.for_each(|fruit| lane.push(usize::from(fruit.kind())));
        lane
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
    pub(super) fn lane(&self, lane: usize) -> &Lane {
        &self.lanes[lane]
    }

    #[inline(always)]
    pub(super) fn kinds(&self, lane: usize) -> u16 {
        self.lanes[lane].kinds()
    }

    /// Kinds of which a lane has one run only and the lanes beside have none:
    /// runs that will never merge and never break.
    #[inline(always)]
    pub(super) fn lonely(&self, lane: usize) -> u16 {
        self.kinds(lane) & !(self.kinds_beside(lane) | self.lanes[lane].broken())
    }

    /// Whether a lane shares no kind with those beside it.
    #[inline(always)]
    pub(super) fn is_alone(&self, lane: usize) -> bool {
        self.kinds(lane) & self.kinds_beside(lane) == 0
    }

    #[inline(always)]
    fn kinds_beside(&self, lane: usize) -> u16 {
        self.kinds(lane - 1) | self.kinds(lane + 1)
    }

    pub(super) fn largest_coin(&self) -> Option<Move> {
        (self.coins != 0).then(|| Move::coin(self.coins.ilog2()))
    }

    /// Becomes equal to another field.
    #[inline(always)]
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
        self.coins ^= 1 << coin.size();
    }

    /// Becomes what is left of a field after a group is taken, given its kind
    /// and its rows in each of its lanes.
    #[inline(always)]
    pub(super) fn become_without(&mut self, before: &Self, kind: usize, first: usize, group: &[Rows]) {
        self.copy(before);
        for (lane, &rows) in (first..).zip(group) {
            self.lanes[lane].remove(kind, rows);
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
        let mut lonely = self.lonely(lane);
        let lane = &mut self.lanes[lane];
        while let Some(kind) = each(lonely).find(|&kind| lane.rows_of(kind) >> (lane.height() - 1) == 1) {
            lonely ^= 1 << kind;
            self.coins ^= 1 << lane.remove_run(kind);
        }
    }

    /// Takes out what is a coin in a part of its own, which is where the kinds
    /// of a lane are not those of the next.
    pub(super) fn take_coins_of_parts(&mut self) {
        let mut lane = 1;
        while lane <= self.width {
            let first = lane;
            while self.kinds(lane) & self.kinds(lane + 1) != 0 {
                lane += 1;
            }
            if first == lane {
                self.take_coins_from_below(lane);
            }
            self.make_coin(first, lane);
            lane += 1;
        }
    }

    /// Takes the runs off the bottom of a lane that are coins: nothing beside
    /// the lane matters to it, so it does not matter how deep the rest falls.
    #[inline(always)]
    fn take_coins_from_below(&mut self, lane: usize) {
        let lane = &mut self.lanes[lane];
        while let Some(kind) = each(lane.kinds() & !lane.broken()).find(|&kind| lane.rows_of(kind) & 1 == 1) {
            self.coins ^= 1 << lane.remove_run(kind);
        }
    }

    /// Makes the fruits of some lanes a coin, if they are all of one kind and
    /// nowhere else: from the floor up to nothing, they are a group which
    /// nothing can break. The lanes must share no kind with those beside.
    #[inline(always)]
    fn make_coin(&mut self, first: usize, last: usize) {
        let lanes = &mut self.lanes[first..=last];
        let kind = lanes[0].kinds();
        if !kind.is_power_of_two() || lanes.iter().any(|lane| lane.kinds() != kind) {
            return;
        }
        let size: u32 = lanes.iter().map(Lane::height).sum();
        if size < COIN_SIZES {
            self.coins ^= 1 << size;
            lanes.fill(Lane::default());
        }
    }
}
