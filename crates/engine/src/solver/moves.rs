//! Answers for the groups of a field.

use super::field::{Field, LANES, Move, Place};
use super::lane::{Lane, Rows, between, each, run_at, run_from, runs_with};

/// Lists the groups of a field and follows each through its lanes.
pub(super) struct Groups {
    /// The rows of the group that was followed last.
    group: [Rows; LANES],
    /// Rows of a kind that are in no group yet.
    rest: [Rows; LANES],
}

impl Groups {
    pub(super) fn new() -> Self {
        Self { group: [0; LANES], rest: [0; LANES] }
    }

    /// Lists the groups of a field, in no particular order.
    pub(super) fn list(&mut self, field: &Field, moves: &mut Vec<Move>) {
        moves.clear();
        for lane in 1..=field.width() {
            let lonely = field.lonely(lane);
            if lonely != 0 {
                list_lonely(field, lane, lonely, moves);
            }
            // Each kind from the first of its lanes.
            for kind in each(field.kinds(lane) & !lonely & !field.kinds(lane - 1)) {
                self.list_cluster(field, lane, kind, moves);
            }
        }
    }

    /// Lists the groups of a kind in a lane and in those to its right that have
    /// it too.
    #[inline(always)]
    fn list_cluster(&mut self, field: &Field, first: usize, kind: usize, moves: &mut Vec<Move>) {
        let mut end = first;
        while field.kinds(end) >> kind & 1 == 1 {
            self.rest[end] = field.lane(end).rows_of(kind);
            end += 1;
        }
        for lane in first..end {
            let beside = field.lane(lane - 1).rows_of(kind) | field.lane(lane + 1).rows_of(kind);
            while self.rest[lane] != 0 {
                let row = self.rest[lane].trailing_zeros();
                let size = run_from(self.rest[lane], row);
                let run = between(row, row + size);
                if run & beside == 0 {
                    self.rest[lane] ^= run;
                    moves.push(Move::new(size, lane, row, kind));
                    continue;
                }
                let (start, rows) = follow(&mut self.group, field, Move::new(0, lane, row, kind));
                let mut size = 0;
                for (rest, &rows) in self.rest[start..].iter_mut().zip(rows) {
                    *rest &= !rows;
                    size += rows.count_ones();
                }
                moves.push(Move::new(size, lane, row, kind));
            }
        }
    }

    /// The group at a place, if there is one.
    pub(super) fn group_at(&mut self, field: &Field, place: Place) -> Option<Move> {
        let here = field.lane(place.lane());
        let kind = each(here.kinds()).find(|&kind| here.rows_of(kind) >> place.row() & 1 == 1)?;
        let (first, rows) = self.follow(field, Move::new(0, place.lane(), place.row(), kind));
        let size = rows.iter().map(|rows| rows.count_ones()).sum();
        Some(Move::new(size, first, rows[0].trailing_zeros(), kind))
    }

    /// The first lane of a group and its rows in this lane and the next ones.
    pub(super) fn follow(&mut self, field: &Field, group: Move) -> (usize, &[Rows]) {
        follow(&mut self.group, field, group)
    }
}

/// [`Groups::follow`] with room for the rows.
#[inline(always)]
fn follow<'a>(found: &'a mut [Rows; LANES], field: &Field, group: Move) -> (usize, &'a [Rows]) {
    let kind = group.kind();
    let rows_in = |lane: usize| field.lane(lane).rows_of(kind);
    let place = group.place();
    let (mut first, mut last) = (place.lane(), place.lane());
    found[first] = run_at(rows_in(first), 1 << place.row());
    // Sweeps to the right and to the left by turns until nothing is new.
    loop {
        let mut lane = first;
        loop {
            let known = if lane < last { found[lane + 1] } else { 0 };
            let there = rows_in(lane + 1);
            let new = found[lane] & there & !known;
            if new != 0 {
                last = last.max(lane + 1);
                found[lane + 1] = known | runs_with(there, new);
            } else if lane >= last {
                break;
            }
            lane += 1;
        }
        let mut grown = false;
        lane = last;
        loop {
            let known = if lane > first { found[lane - 1] } else { 0 };
            let there = rows_in(lane - 1);
            let new = found[lane] & there & !known;
            if new != 0 {
                grown = true;
                first = first.min(lane - 1);
                found[lane - 1] = known | runs_with(there, new);
            } else if lane <= first {
                break;
            }
            lane -= 1;
        }
        if !grown {
            return (first, &found[first..=last]);
        }
    }
}

/// Lists the lonely runs of a lane that are worth a try, given their kinds.
///
/// Those that lie upon each other never merge and never break, and in whatever
/// order they lie, all else is where it is. So of runs of one size it is enough
/// to try one. And in a lane that shares no kind with those beside it, only the
/// largest is worth a try: to take a smaller one instead leaves the same box, but
/// for a run that is larger in one of the two. Who is to take that run gets the
/// difference at most, and that is what taking the larger one has brought already.
fn list_lonely(field: &Field, lane: usize, mut kinds: u16, moves: &mut Vec<Move>) {
    let is_alone = field.is_alone(lane);
    let here = field.lane(lane);
    // Where the pile ends so far, and the sizes in it, a bit for each.
    let (mut end, mut sizes) = (0, 0_u32);
    // One by one from below.
    while let Some(kind) = lowest(here, kinds) {
        kinds ^= 1 << kind;
        let (row, size) = (here.rows_of(kind).trailing_zeros(), u32::from(here.count(kind)));
        if row != end {
            sizes = 0;
        }
        end = row + size;
        let others = sizes;
        sizes |= 1 << size;
        let run = Move::new(size, lane, row, kind);
        if others == 0 || !is_alone && others >> size & 1 == 0 {
            moves.push(run);
        } else if is_alone
            && let Some(largest) = moves.last_mut()
            && size > largest.size()
        {
            *largest = run;
        }
    }
}

/// The one of some kinds that lies lowest.
#[inline(always)]
fn lowest(lane: &Lane, kinds: u16) -> Option<usize> {
    each(kinds).min_by_key(|&kind| lane.rows_of(kind).trailing_zeros())
}
