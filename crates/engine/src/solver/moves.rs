//! Answers for the groups of a field.

use super::bits::Bits;
use super::frame::Frame;
use super::survey::{Cluster, Survey};

/// Where a group of fruits is: its first cell, counted from one, or zero for a
/// coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(pub(super) u16);

impl Place {
    #[inline(always)]
    pub(super) const fn is_coin(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) fn cell<const N: usize>(self) -> Bits<N> {
        Bits::one(u32::from(self.0) - 1)
    }
}

/// A group of fruits in the field, or the largest coin.
///
/// ```text
/// bits   31..18   17..8    7..0
///        size     place    its cluster
/// ```
///
/// So the larger of two numbers is the larger group. (There are at most ten
/// clusters in every other column.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move(u32);

impl Move {
    #[inline(always)]
    const fn new(size: u32, first: u32, cluster: usize) -> Self {
        Self(size << 18 | (first + 1) << 8 | cluster as u32)
    }

    pub(super) const fn coin(size: u32) -> Self {
        Self(size << 18)
    }

    #[inline(always)]
    pub(super) const fn size(self) -> u32 {
        self.0 >> 18
    }

    #[inline(always)]
    pub(super) const fn place(self) -> Place {
        Place((self.0 >> 8 & 0x3ff) as u16)
    }

    #[inline(always)]
    pub(super) const fn cluster(self) -> usize {
        (self.0 & 0xff) as usize
    }

    pub(super) const fn points(self) -> i32 {
        let size = self.size() as i32;
        size * size
    }
}

/// Lists the groups of a field, in no particular order.
pub(super) fn list_groups<const N: usize>(survey: &Survey<N>, frame: &Frame<N>, moves: &mut Vec<Move>) {
    moves.clear();
    let mut lonely = Bits::NONE;
    for (i, cluster) in survey.clusters().iter().enumerate() {
        if cluster.tally.is_run() {
            lonely |= cluster.cells;
            continue;
        }
        let cells = cluster.cells;
        let mut joined = cells & (cells << 1 | cells >> 1 | frame.beside(cells));
        moves.extend((cells ^ joined).each().map(|cell| Move::new(1, cell, i)));
        while !joined.is_empty() {
            let group = frame.flood(joined, joined.lowest());
            moves.push(Move::new(group.count(), group.first(), i));
            joined ^= group;
        }
    }
    if !lonely.is_empty() {
        list_lonely(survey, lonely, moves);
    }
}

/// The group at a place, if there is one.
pub(super) fn group_at<const N: usize>(survey: &Survey<N>, frame: &Frame<N>, place: Place) -> Option<Move> {
    let cell = place.cell();
    let i = survey.clusters().iter().position(|cluster| cluster.cells.meets(cell))?;
    let group = frame.flood(survey.clusters()[i].cells, cell);
    Some(Move::new(group.count(), group.first(), i))
}

/// The cells of a group.
#[inline(always)]
pub(super) fn cells_of<const N: usize>(group: Move, cluster: &Cluster<N>, frame: &Frame<N>) -> Bits<N> {
    match group.size() as i32 {
        1 => group.place().cell(),
        size if size == cluster.tally.fruits => cluster.cells,
        _ => frame.flood(cluster.cells, group.place().cell()),
    }
}

/// Lists the lonely runs (which can neither merge nor break) that are worth a
/// try, given their cells.
///
/// Those that lie upon each other never merge and never break, and in whatever
/// order they lie, all else is where it is. So of runs of one size it is enough
/// to try one. And in a column that shares no kind with those beside it, only the
/// largest is worth a try: to take a smaller one instead leaves the same box, but
/// for a run that is larger in one of the two. Who is to take that run gets the
/// difference at most, and that is what taking the larger one has brought already.
fn list_lonely<const N: usize>(survey: &Survey<N>, mut lonely: Bits<N>, moves: &mut Vec<Move>) {
    // Where the pile ends so far, and the sizes in it, a bit for each.
    let (mut end, mut sizes) = (u32::MAX, 0_u32);
    // One by one from below.
    while !lonely.is_empty() {
        let first = lonely.first();
        let clusters = survey.clusters().iter().enumerate();
        let (i, run) = clusters.rev().find(|(_, cluster)| cluster.cells.meets(lonely.lowest())).expect("a lonely run");
        lonely ^= run.cells;
        let size = run.tally.run as u32;
        if first != end {
            sizes = 0;
        }
        end = first + size;
        let others = sizes;
        sizes |= 1 << size;
        let group = Move::new(size, first, i);
        if others == 0 || !run.is_alone && others >> size & 1 == 0 {
            moves.push(group);
        } else if run.is_alone
            && let Some(largest) = moves.last_mut()
            && size > largest.size()
        {
            *largest = group;
        }
    }
}
