//! The groups of a reduced board, which are the moves.

use super::bits::Bits;
use super::clusters::{Cluster, Clusters};
use super::layout::Layout;

/// The name of a move in the transposition table: the first cell of the group,
/// counted from one, or zero for the largest coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveKey(pub(super) u16);

impl MoveKey {
    #[inline(always)]
    pub(super) const fn is_coin(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) fn cell<const N: usize>(self) -> Bits<N> {
        Bits::one(u32::from(self.0) - 1)
    }
}

/// A group of fruits on the board, or the largest coin.
///
/// ```text
/// bits   31..18   17..8    7..0
///        size     key      its cluster
/// ```
///
/// So the larger of two numbers is the larger group. There are at most ten clusters in
/// every other column.
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
    pub(super) const fn key(self) -> MoveKey {
        MoveKey((self.0 >> 8 & 0x3ff) as u16)
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

/// Lists the groups that are worth a try, in no particular order.
pub(super) fn list_groups<const N: usize>(clusters: &Clusters<N>, layout: &Layout<N>, moves: &mut Vec<Move>) {
    moves.clear();
    let mut isolated = Bits::NONE;
    for (i, cluster) in clusters.all().iter().enumerate() {
        if cluster.extent.is_run() {
            isolated |= cluster.cells;
            continue;
        }
        let cells = cluster.cells;
        let mut joined = cells & (cells << 1 | cells >> 1 | layout.beside(cells));
        moves.extend((cells ^ joined).each().map(|cell| Move::new(1, cell, i)));
        while !joined.is_empty() {
            let group = layout.flood(joined, joined.lowest());
            moves.push(Move::new(group.count(), group.first(), i));
            joined ^= group;
        }
    }
    if !isolated.is_empty() {
        list_isolated(clusters, isolated, moves);
    }
}

/// Returns the move with this key, if there is one.
pub(super) fn group_at<const N: usize>(clusters: &Clusters<N>, layout: &Layout<N>, key: MoveKey) -> Option<Move> {
    let cell = key.cell();
    let i = clusters.all().iter().position(|cluster| cluster.cells.meets(cell))?;
    let group = layout.flood(clusters.all()[i].cells, cell);
    Some(Move::new(group.count(), group.first(), i))
}

/// Returns the cells of a group.
#[inline(always)]
pub(super) fn cells_of<const N: usize>(group: Move, cluster: &Cluster<N>, layout: &Layout<N>) -> Bits<N> {
    match group.size() as i32 {
        1 => group.key().cell(),
        size if size == cluster.extent.fruits => cluster.cells,
        _ => layout.flood(cluster.cells, group.key().cell()),
    }
}

/// Lists the isolated runs that are worth a try, given their cells: of runs piled upon
/// each other one of each size, and only the largest in a column that shares no kind
/// with its neighbours. Proof: `docs/solver.md`, section Equal runs.
fn list_isolated<const N: usize>(clusters: &Clusters<N>, mut isolated: Bits<N>, moves: &mut Vec<Move>) {
    // Where the pile ends so far, and the sizes in it, a bit for each.
    let (mut end, mut sizes) = (u32::MAX, 0_u32);
    // One by one from below.
    while !isolated.is_empty() {
        let first = isolated.first();
        let clusters = clusters.all().iter().enumerate();
        let (i, run) =
            clusters.rev().find(|(_, cluster)| cluster.cells.meets(isolated.lowest())).expect("an isolated run");
        isolated ^= run.cells;
        let size = run.extent.run as u32;
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
