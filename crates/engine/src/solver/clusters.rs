//! Clusters: all fruits of a kind in neighbouring columns, which is what could at best
//! become one group.
//!
//! Columns that share no kind with the next one never touch it. So a board falls into
//! *parts* that never touch, and clusters are listed part by part. See
//! `docs/solver.md`, section Parts.

use super::bits::Bits;
use super::layout::Layout;
use super::reduced::Reduced;

/// All fruits that could at best become one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cluster<const N: usize> {
    pub(super) cells: Bits<N>,
    pub(super) kind: usize,
    /// The first bit of its part.
    pub(super) part: u32,
    /// Whether its part is one column.
    pub(super) is_alone: bool,
    pub(super) extent: Extent,
}

/// The size of a cluster, as far as the bounds depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// How many fruits there are.
    pub(super) fruits: i32,
    /// The longest upright run among them; it will not break.
    pub(super) run: i32,
}

impl Extent {
    /// Returns the extent of a cluster that is one upright run.
    #[inline(always)]
    pub(super) const fn of_run(run: i32) -> Self {
        Self { fruits: run, run }
    }

    #[inline(always)]
    fn of<const N: usize>(mut cells: Bits<N>) -> Self {
        let fruits = cells.count() as i32;
        let mut run = 0;
        // Each step takes one off all runs.
        while !cells.is_empty() {
            cells &= cells >> 1;
            run += 1;
        }
        Self { fruits, run }
    }

    /// Returns whether the cluster is an *isolated run*: one upright run, which can
    /// neither merge nor break.
    #[inline(always)]
    pub(super) const fn is_run(self) -> bool {
        self.run == self.fruits
    }
}

/// The clusters of a board, part by part.
#[derive(Clone)]
pub(super) struct Clusters<const N: usize> {
    all: Vec<Cluster<N>>,
}

impl<const N: usize> Clusters<N> {
    pub(super) const fn new() -> Self {
        Self { all: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[Cluster<N>] {
        &self.all
    }

    /// Makes coins of what is a coin within its part, and finds the clusters of the
    /// rest.
    #[inline(always)]
    pub(super) fn find(&mut self, reduced: &mut Reduced<N>, layout: &Layout<N>) {
        self.all.clear();
        let (shared, filled) = reduced.shared_and_filled(layout);
        let continued = shared << layout.stride();
        for part in layout.stretches(filled & !continued) {
            self.list_part(reduced, part, filled & part & !(shared | continued), layout);
        }
    }

    /// Lists the clusters of a part, given its column if there is only one.
    #[inline(always)]
    fn list_part(&mut self, reduced: &mut Reduced<N>, part: Bits<N>, alone: Bits<N>, layout: &Layout<N>) {
        let is_alone = !alone.is_empty();
        if is_alone {
            reduced.take_coins_from_below(alone, layout);
        }
        let before = self.all.len();
        for kind in 0..reduced.kinds() {
            let columns = reduced.columns(kind) & part;
            for stretch in layout.stretches(columns & !(columns << layout.stride())) {
                let cells = reduced.cells(kind) & part & stretch;
                self.all.push(Cluster { cells, kind, part: part.first(), is_alone, extent: Extent::default() });
            }
        }
        // A part of one kind only is one group, which nothing can break.
        if let [only] = self.all[before..]
            && reduced.make_coin(only.cells, part, only.kind)
        {
            self.all.pop();
        }
    }

    /// Finds the extent of each cluster and calls `tell` with it.
    #[inline(always)]
    pub(super) fn count(&mut self, mut tell: impl FnMut(Extent)) {
        for cluster in &mut self.all {
            cluster.extent = Extent::of(cluster.cells);
            tell(cluster.extent);
        }
    }
}
