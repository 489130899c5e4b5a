//! All groups of a board, found again after each move where something changed.
//!
//! Groups of one and two cells are most of what lies in a board, and the links
//! alone tell where they are, for eight columns with one instruction. So they
//! are kept as sets of cells, and only groups of three and more are followed
//! from cell to cell and listed. After a move, the sets are computed again
//! around the columns that changed, and of the list only what a changed link
//! touches.
//!
//! ```text
//! single    a cell without links
//! tall      the upper cell of a pair: linked down, neither cell linked elsewhere
//! wide      the left cell of a pair: linked right, neither cell linked elsewhere
//! large     every cell of the remaining groups
//! ```

use std::ops::Range;

use crate::lanes::{BLOCK, Lanes, blocks, board_lanes};
use crate::links::Links;
use crate::shape::Shape;
use crate::{Group, MAX_SIZE};

/// The most groups of three and more that a board can hold.
const MAX_LARGE: usize = MAX_SIZE * MAX_SIZE / 3;

/// All groups of a board.
#[derive(Clone)]
pub(crate) struct Groups {
    single: Lanes,
    tall: Lanes,
    wide: Lanes,
    large: Lanes,
    singles: usize,
    pairs: usize,
    listed: usize,
    /// One more than can be used: the filter writes before it decides.
    list: [Group; MAX_LARGE + 1],
}

impl Groups {
    pub(crate) const NONE: Self = Self {
        single: Lanes::EMPTY,
        tall: Lanes::EMPTY,
        wide: Lanes::EMPTY,
        large: Lanes::EMPTY,
        singles: 0,
        pairs: 0,
        listed: 0,
        list: [Group::at(1, 0, 1); MAX_LARGE + 1],
    };

    /// Groups of three and more, in no particular order.
    #[inline]
    pub(crate) fn list(&self) -> &[Group] {
        &self.list[..self.listed.min(MAX_LARGE)]
    }

    /// How many groups of two there are.
    #[inline]
    pub(crate) const fn pairs(&self) -> usize {
        self.pairs
    }

    /// How many groups of one there are.
    #[inline]
    pub(crate) const fn singles(&self) -> usize {
        self.singles
    }

    /// The pairs, then the single fruits.
    #[inline]
    pub(crate) fn small(&self, size: usize) -> impl Iterator<Item = Group> {
        let sets = [(&self.tall, 2), (&self.wide, 2), (&self.single, 1)].into_iter();
        let lanes =
            sets.flat_map(move |(set, fruits)| board_lanes(size).map(move |lane| (set.get(lane), lane, fruits)));
        lanes.flat_map(|(mut rows, lane, fruits)| {
            std::iter::from_fn(move || {
                let row = (rows != 0).then(|| rows.trailing_zeros())?;
                rows &= rows - 1;
                Some(Group::at(lane, row, fruits))
            })
        })
    }

    /// The rows of a lane in which a pair or a single fruit has its canonical cell.
    #[inline]
    pub(crate) const fn small_rows(&self, lane: usize) -> u32 {
        self.single.get(lane) | self.tall.get(lane) | self.wide.get(lane)
    }

    /// The group with this canonical cell, if it is one.
    #[inline]
    pub(crate) fn named(&self, lane: usize, row: u32) -> Option<Group> {
        let holds = |set: &Lanes| set.get(lane) >> row & 1 == 1;
        if holds(&self.single) {
            return Some(Group::at(lane, row, 1));
        }
        if holds(&self.tall) || holds(&self.wide) {
            return Some(Group::at(lane, row, 2));
        }
        self.list().iter().copied().find(|group| (group.lane(), group.row()) == (lane, row))
    }

    /// Finds all groups of a board of this size.
    #[inline(always)]
    pub(crate) fn find(&mut self, links: &Links, size: usize) {
        *self = Self::NONE;
        self.classify(links, board_lanes(size));
        self.recount(&Self::NONE, board_lanes(size));
        let mut rest = self.large;
        let seeds = rest;
        self.follow(links, &mut rest, &seeds, board_lanes(size));
    }

    /// Finds the groups after a move that changed the columns in some lanes,
    /// from the groups and the links before it.
    #[inline(always)]
    pub(crate) fn find_after(
        &mut self,
        before: &Self,
        links_before: &Links,
        links: &Links,
        size: usize,
        changed: Range<usize>,
    ) {
        self.copy_sets(before, size);
        // Links to the right of the lane before the first are new as well, and
        // a wide pair looks at the links of the lanes on either side.
        let around = changed.start.saturating_sub(2).max(1)..(changed.end + 1).min(size + 1);
        self.classify(links, around.clone());
        self.recount(before, around);

        // Groups follow from links alone: one without a cell at either end of a
        // changed link is just as it was.
        let mut touched = Lanes::EMPTY;
        let beside = changed.start - 1..changed.end + 1;
        let mut left = 0;
        for lane in beside.clone() {
            let right = links_before.right.get(lane) ^ links.right.get(lane);
            let down = links_before.down.get(lane) ^ links.down.get(lane);
            touched.set(lane, left | right | down | down << 1);
            left = right;
        }
        let mut rest = self.large;
        self.listed = 0;
        self.follow(links, &mut rest, &touched, beside.clone());
        // What is still there of the old list: large groups that were neither
        // touched themselves nor swallowed by one that was.
        for lane in beside {
            rest.set(lane, rest.get(lane) & !touched.get(lane));
        }
        let mut listed = self.listed;
        for &group in before.list() {
            self.list[listed] = group;
            listed += (rest.get(group.lane()) >> group.row() & 1) as usize;
        }
        self.listed = listed;
    }

    #[inline(always)]
    fn copy_sets(&mut self, from: &Self, size: usize) {
        self.single.copy_used(&from.single, size);
        self.tall.copy_used(&from.tall, size);
        self.wide.copy_used(&from.wide, size);
        self.large.copy_used(&from.large, size);
    }

    /// Sorts the cells of some lanes into the sets. The lanes of a block do not
    /// depend on each other: the compiler makes vector code of the loops.
    #[inline(always)]
    fn classify(&mut self, links: &Links, lanes: Range<usize>) {
        for lane in blocks(lanes.clone()) {
            let down = links.down.block(lane);
            let down_right = links.down.block(lane + 1);
            let left = links.right.block(lane - 1);
            let right = links.right.block(lane);
            let right_right = links.right.block(lane + 1);
            let occupied = links.occupied.block(lane);
            let (single, tall) = (self.single.block_mut(lane), self.tall.block_mut(lane));
            let wide = self.wide.block_mut(lane);
            for i in 0..BLOCK {
                let vertical = down[i] | down[i] << 1;
                let vertical_right = down_right[i] | down_right[i] << 1;
                let horizontal = left[i] | right[i];
                single[i] = occupied[i] & !(vertical | horizontal);
                tall[i] = down[i] & !(down[i] << 1 | down[i] >> 1 | horizontal | horizontal >> 1);
                wide[i] = right[i] & !(vertical | vertical_right | left[i] | right_right[i]);
            }
        }
        // A second pass, because a cell may be the right half of a pair that
        // the block before has found. One lane more, for the same reason.
        for lane in blocks(lanes.start..lanes.end + 1) {
            let (single, tall) = (self.single.block(lane), self.tall.block(lane));
            let (wide, wide_left) = (self.wide.block(lane), self.wide.block(lane - 1));
            let occupied = links.occupied.block(lane);
            let large = self.large.block_mut(lane);
            for i in 0..BLOCK {
                let small = single[i] | tall[i] | tall[i] << 1 | wide[i] | wide_left[i];
                large[i] = occupied[i] & !small;
            }
        }
    }

    /// Counts the small groups, given that only some lanes have changed.
    #[inline(always)]
    fn recount(&mut self, before: &Self, lanes: Range<usize>) {
        let mut singles = before.singles;
        let mut pairs = before.pairs;
        for lane in lanes {
            singles += self.single.count(lane);
            singles -= before.single.count(lane);
            pairs += self.tall.count(lane) + self.wide.count(lane);
            pairs -= before.tall.count(lane) + before.wide.count(lane);
        }
        self.singles = singles;
        self.pairs = pairs;
    }

    /// Lists the large groups around seeds that lie in some lanes, and takes
    /// their cells out of `rest`, the cells of large groups not yet listed.
    #[inline(always)]
    fn follow(&mut self, links: &Links, rest: &mut Lanes, seeds: &Lanes, lanes: Range<usize>) {
        let mut shape = Shape::new();
        for lane in lanes {
            loop {
                let cells = rest.get(lane) & seeds.get(lane);
                if cells == 0 {
                    break;
                }
                shape.fill(links, lane, cells & cells.wrapping_neg());
                let mut size = 0;
                for lane in shape.lanes() {
                    let rows = shape.rows(lane);
                    size += rows.count_ones() as usize;
                    rest.set(lane, rest.get(lane) & !rows);
                }
                let first = shape.lanes().start;
                self.list[self.listed] = Group::at(first, shape.rows(first).trailing_zeros(), size);
                self.listed += 1;
            }
        }
    }
}
