//! Answers for one column of a field: for each kind the set of rows that its
//! fruits are in, a bit for each row, the lowest for the floor.
//!
//! ```text
//!    column     rows of      kind 0   1     2     3
//!      3                     010      001   000   100
//!      0
//!      1
//! ```
//!
//! So a run is taken out by the same shift for all kinds at once, and what can
//! merge or break is seen from one number.

use fruitrage_rules::MAX_SIZE;

/// Kinds there is room for; ten are in use, but so many are bits of a set.
pub(super) const KINDS: usize = 16;

/// A set of rows.
pub(super) type Rows = u32;

const _: () = assert!(MAX_SIZE < Rows::BITS as usize, "a row more than there are must fit as well");

/// A column and what is known about it.
#[derive(Clone, Copy, Default)]
pub(super) struct Lane {
    rows_of: [Rows; KINDS],
    /// How many fruits of each kind there are.
    counts: [u8; KINDS],
    /// Kinds that are here, a bit for each.
    kinds: u16,
    /// Kinds of which there is more than one run.
    broken: u16,
    height: u8,
}

/// The rows from one up to another.
#[inline(always)]
pub(super) const fn between(start: u32, end: u32) -> Rows {
    (1 << end) - (1 << start)
}

/// The run around a row, given by its bit, in a set of rows.
#[inline(always)]
pub(super) const fn run_at(rows: Rows, bit: Rows) -> Rows {
    let below = !rows & (bit - 1);
    let start = Rows::BITS - below.leading_zeros();
    let end = (!rows & !(bit - 1)).trailing_zeros();
    between(start, end)
}

/// The length of the run that a row is the lowest of.
#[inline(always)]
pub(super) const fn run_from(rows: Rows, row: u32) -> u32 {
    (rows >> row).trailing_ones()
}

/// The runs in a set of rows that hold some of these rows.
#[inline(always)]
pub(super) const fn runs_with(rows: Rows, mut some: Rows) -> Rows {
    let mut found = 0;
    while some != 0 {
        let run = run_at(rows, some & some.wrapping_neg());
        found |= run;
        some &= !run;
    }
    found
}

/// One by one, the kinds of which a set has a bit.
#[inline(always)]
pub(super) fn each(mut kinds: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        // The remainder tells the compiler that no index is out of range.
        let kind = kinds.trailing_zeros() as usize % KINDS;
        (kinds != 0).then(|| {
            kinds &= kinds - 1;
            kind
        })
    })
}

impl Lane {
    #[inline(always)]
    pub(super) fn kinds(&self) -> u16 {
        self.kinds
    }

    #[inline(always)]
    pub(super) fn broken(&self) -> u16 {
        self.broken
    }

    #[inline(always)]
    pub(super) fn height(&self) -> u32 {
        u32::from(self.height)
    }

    #[inline(always)]
    pub(super) fn rows_of(&self, kind: usize) -> Rows {
        self.rows_of[kind]
    }

    #[inline(always)]
    pub(super) fn count(&self, kind: usize) -> u16 {
        u16::from(self.counts[kind])
    }

    /// The length of the longest run of a kind.
    #[inline(always)]
    pub(super) fn longest_run(&self, kind: usize) -> u16 {
        if self.broken >> kind & 1 == 0 {
            return self.count(kind);
        }
        // Each step takes one off all runs.
        let mut rows = self.rows_of[kind];
        let mut length = 0;
        while rows != 0 {
            rows &= rows >> 1;
            length += 1;
        }
        length
    }

    /// Lays a fruit on top.
    pub(super) fn push(&mut self, kind: usize) {
        self.rows_of[kind] |= 1 << self.height;
        self.counts[kind] += 1;
        self.kinds |= 1 << kind;
        self.height += 1;
        self.look_for_breaks();
    }

    /// Takes out some rows, all of one kind; what is above falls.
    #[inline(always)]
    pub(super) fn remove(&mut self, kind: usize, mut rows: Rows) {
        let mut taken = 0;
        // From the top, so that what is further down stays where it is.
        while rows != 0 {
            let end = Rows::BITS - rows.leading_zeros();
            let start = Rows::BITS - (!rows & ((1 << end) - 1)).leading_zeros();
            rows &= (1 << start) - 1;
            taken += end - start;
            self.squeeze(start, end);
        }
        self.height -= taken as u8;
        self.counts[kind] -= taken as u8;
        self.kinds ^= u16::from(self.counts[kind] == 0) << kind;
        self.look_for_breaks();
    }

    /// Takes out the only run of a kind and returns its length.
    #[inline(always)]
    pub(super) fn remove_run(&mut self, kind: usize) -> u32 {
        let rows = self.rows_of[kind];
        let length = u32::from(self.counts[kind]);
        let start = rows.trailing_zeros();
        let is_top = start + length == self.height();
        self.squeeze(start, start + length);
        self.height -= length as u8;
        self.counts[kind] = 0;
        self.kinds ^= 1 << kind;
        if !is_top {
            self.look_for_breaks();
        }
        length
    }

    /// Takes out the rows of a range.
    #[inline(always)]
    fn squeeze(&mut self, start: u32, end: u32) {
        let (kept, fallen) = ((1 << start) - 1, end - start);
        for rows in &mut self.rows_of {
            *rows = *rows & kept | *rows >> fallen & !kept;
        }
    }

    #[inline(always)]
    fn look_for_breaks(&mut self) {
        self.broken = 0;
        for kind in each(self.kinds) {
            let rows = self.rows_of[kind];
            // The sum carries through the lowest run and leaves the others.
            let others = rows & (rows + (rows & rows.wrapping_neg()));
            self.broken |= u16::from(others != 0) << kind;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(fruits: &[usize]) -> Lane {
        let mut lane = Lane::default();
        for &kind in fruits {
            lane.push(kind);
        }
        lane
    }

    /// The fruits from the floor up, and what the lane says about its kinds.
    fn assert_is(lane: &Lane, fruits: &[usize]) {
        assert_eq!(lane.height(), fruits.len() as u32);
        for kind in 0..KINDS {
            let rows: Vec<usize> = (0..fruits.len()).filter(|&row| fruits[row] == kind).collect();
            let expected = rows.iter().fold(0, |set, row| set | 1 << row);
            assert_eq!(lane.rows_of(kind), expected, "rows of {kind} in {fruits:?}");
            assert_eq!(lane.count(kind), rows.len() as u16);
            assert_eq!(lane.kinds() >> kind & 1 == 1, !rows.is_empty());
            let runs: Vec<u16> =
                fruits.chunk_by(|a, b| a == b).filter(|run| run[0] == kind).map(|run| run.len() as u16).collect();
            assert_eq!(lane.broken() >> kind & 1 == 1, runs.len() > 1);
            assert_eq!(lane.longest_run(kind), runs.into_iter().max().unwrap_or(0));
        }
    }

    #[test]
    fn what_is_above_falls_and_what_meets_is_one_run() {
        let mut lane = lane(&[3, 1, 1, 2, 1, 0, 1]);
        assert_is(&lane, &[3, 1, 1, 2, 1, 0, 1]);
        assert_eq!(lane.remove_run(2), 1);
        assert_is(&lane, &[3, 1, 1, 1, 0, 1]);
        lane.remove(1, 0b10_1110);
        assert_is(&lane, &[3, 0]);
        assert_eq!(lane.remove_run(0), 1);
        assert_is(&lane, &[3]);
        lane.remove(3, 1);
        assert_is(&lane, &[]);
    }

    #[test]
    fn the_tallest_column_of_one_kind_is_one_run() {
        let mut lane = lane(&[9; MAX_SIZE]);
        assert_is(&lane, &[9; MAX_SIZE]);
        assert_eq!(run_at(lane.rows_of(9), 1 << 25), (1 << 26) - 1);
        lane.remove(9, lane.rows_of(9));
        assert_is(&lane, &[]);
    }

    #[test]
    fn runs_are_found_by_any_of_their_rows() {
        let rows = 0b110_1110_0101;
        assert_eq!(run_at(rows, 1), 1);
        assert_eq!(run_at(rows, 1 << 6), 0b1110_0000);
        assert_eq!(runs_with(rows, 0b100_0110_0000 & rows), 0b110_1110_0000);
        assert_eq!(runs_with(rows, 0), 0);
    }
}
