//! Answers for the groups of a field.

use super::field::{Field, LANES, Move};
use super::stack::{FRUIT, Stack};

/// Which fruits of a field are equal to the next one, upwards and to the right.
pub(super) struct Links<S> {
    /// Rows whose fruit is not the one above.
    ends: [S; LANES],
    /// Rows whose fruit is also that of the lane to the right.
    right: [S; LANES],
    /// The rows of the group that was followed last.
    group: [S; LANES],
}

impl<S: Stack> Links<S> {
    pub(super) fn new() -> Self {
        Self { ends: [S::default(); LANES], right: [S::default(); LANES], group: [S::default(); LANES] }
    }

    /// Lists the groups of a field, in no particular order.
    pub(super) fn list(&mut self, field: &Field<S>, moves: &mut Vec<Move>) {
        moves.clear();
        let mut rest = [S::default(); LANES];
        for (lane, rest) in rest.iter_mut().enumerate().take(field.width() + 1).skip(1) {
            let stack = field.stack(lane);
            *rest = stack.rows();
            self.ends[lane] = stack.ends();
            let touches = field.kinds(lane) & field.kinds(lane + 1) != 0;
            self.right[lane] = if touches { stack.same_as(field.stack(lane + 1)) } else { S::default() };
        }
        for lane in 1..=field.width() {
            let mut pile = Pile::new(field, lane);
            while !rest[lane].is_none() {
                let bit = rest[lane].below();
                let run = self.run(lane, bit);
                let group = Move { size: 0, lane: lane as u8, bit: bit as u8 };
                if pile.is_lonely((field.stack(lane) >> bit).code()) {
                    rest[lane] = rest[lane] & !run;
                    pile.list(Move { size: run.count() as u16, ..group }, moves);
                    continue;
                }
                if (run & (self.right[lane] | self.right[lane - 1])).is_none() {
                    rest[lane] = rest[lane] & !run;
                    moves.push(Move { size: run.count() as u16, ..group });
                    continue;
                }
                let (first, rows) = self.follow(group);
                let mut size = 0;
                for (lane, &rows) in (first..).zip(rows) {
                    rest[lane] = rest[lane] & !rows;
                    size += rows.count() as u16;
                }
                moves.push(Move { size, ..group });
            }
        }
    }

    /// The first lane of a group and its rows in this lane and the next ones.
    pub(super) fn follow(&mut self, group: Move) -> (usize, &[S]) {
        let (mut first, mut last) = (usize::from(group.lane), usize::from(group.lane));
        self.group[first] = self.run(first, u32::from(group.bit));
        // Sweeps to the right and to the left by turns until nothing is new.
        loop {
            let mut lane = first;
            loop {
                let known = if lane < last { self.group[lane + 1] } else { S::default() };
                let new = self.group[lane] & self.right[lane] & !known;
                if !new.is_none() {
                    last = last.max(lane + 1);
                    self.group[lane + 1] = known | self.runs(lane + 1, new);
                } else if lane >= last {
                    break;
                }
                lane += 1;
            }
            let mut grown = false;
            lane = last;
            loop {
                let known = if lane > first { self.group[lane - 1] } else { S::default() };
                let new = self.group[lane] & self.right[lane - 1] & !known;
                if !new.is_none() {
                    grown = true;
                    first = first.min(lane - 1);
                    self.group[lane - 1] = known | self.runs(lane - 1, new);
                } else if lane <= first {
                    break;
                }
                lane -= 1;
            }
            if !grown {
                return (first, &self.group[first..=last]);
            }
        }
    }

    /// The runs that hold some rows of a lane.
    fn runs(&self, lane: usize, mut rows: S) -> S {
        let mut found = S::default();
        while !rows.is_none() {
            let run = self.run(lane, rows.below());
            found = found | run;
            rows = rows & !run;
        }
        found
    }

    /// The rows of the run around a row, given by its bit.
    fn run(&self, lane: usize, bit: u32) -> S {
        let ends = self.ends[lane];
        let start = (ends & S::up_to(bit)).top();
        let end = (ends >> bit).below() + bit + FRUIT;
        S::between(&(start..end))
    }
}

/// Lonely runs of a lane that lie upon each other, found one by one from below.
///
/// They never merge and never break, and in whatever order they lie, all else
/// is where it is. So of runs of one size it is enough to try one. And in a lane
/// that shares no kind with those beside it, only the largest is worth a try: to
/// take a smaller one instead leaves the same box, but for a run that is larger
/// in one of the two. Who is to take that run gets the difference at most, and
/// that is what taking the larger one has brought already.
struct Pile {
    /// Codes of the lonely runs in the lane.
    lonely: u16,
    /// Whether the lane shares no kind with those beside it.
    is_alone: bool,
    /// The bit where the pile ends so far.
    end: u32,
    /// The sizes in the pile, a bit for each.
    sizes: u32,
}

impl Pile {
    #[inline(always)]
    fn new<S: Stack>(field: &Field<S>, lane: usize) -> Self {
        Self { lonely: field.lonely(lane), is_alone: field.is_alone(lane), end: 0, sizes: 0 }
    }

    #[inline(always)]
    fn is_lonely(&self, code: usize) -> bool {
        self.lonely >> code & 1 == 1
    }

    /// Lists the next lonely run, if it is worth a try.
    #[inline(always)]
    fn list(&mut self, run: Move, moves: &mut Vec<Move>) {
        let (bit, size) = (u32::from(run.bit), u32::from(run.size));
        if bit != self.end {
            self.sizes = 0;
        }
        self.end = bit + size * FRUIT;
        let others = self.sizes;
        self.sizes |= 1 << size;
        if others == 0 || !self.is_alone && others >> size & 1 == 0 {
            moves.push(run);
        } else if self.is_alone
            && let Some(largest) = moves.last_mut()
            && run.size > largest.size
        {
            *largest = run;
        }
    }
}
