//! Answers for the clusters of a field: all fruits of a kind in neighbouring
//! columns, which is what could at best become one group.
//!
//! Columns that have no kind in common with the next one do not touch it and
//! never will. So a field falls into *parts*, and clusters are listed part by
//! part.

use super::bits::Bits;
use super::field::Field;
use super::frame::Frame;

/// All fruits that could at best become one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cluster<const N: usize> {
    pub(super) cells: Bits<N>,
    pub(super) kind: usize,
    /// Where the part begins that it is in.
    pub(super) part: u32,
    /// Whether that part is one column.
    pub(super) is_alone: bool,
    pub(super) tally: Tally,
}

/// What a cluster is worth depends on this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// How many fruits there are.
    pub(super) fruits: i32,
    /// The longest upright run among them; it will not break.
    pub(super) run: i32,
}

impl Tally {
    /// All fruits are one upright run.
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

    /// Whether all fruits are one upright run, which can neither merge nor break.
    #[inline(always)]
    pub(super) const fn is_run(self) -> bool {
        self.run == self.fruits
    }
}

/// What there is in a field.
#[derive(Clone)]
pub(super) struct Survey<const N: usize> {
    clusters: Vec<Cluster<N>>,
}

impl<const N: usize> Survey<N> {
    pub(super) const fn new() -> Self {
        Self { clusters: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn clusters(&self) -> &[Cluster<N>] {
        &self.clusters
    }

    /// Takes out what is a coin in a part of its own, and lists the clusters of
    /// the rest.
    #[inline(always)]
    pub(super) fn list(&mut self, field: &mut Field<N>, frame: &Frame<N>) {
        self.clusters.clear();
        let (shared, filled) = field.shared_and_filled(frame);
        let continued = shared << frame.stride();
        for part in frame.stretches(filled & !continued) {
            self.list_part(field, part, filled & part & !(shared | continued), frame);
        }
    }

    /// Lists the clusters of a part, given its column if there is only one.
    #[inline(always)]
    fn list_part(&mut self, field: &mut Field<N>, part: Bits<N>, alone: Bits<N>, frame: &Frame<N>) {
        let is_alone = !alone.is_empty();
        if is_alone {
            field.take_coins_from_below(alone, frame);
        }
        let before = self.clusters.len();
        for kind in 0..field.kinds() {
            let columns = field.columns(kind) & part;
            for stretch in frame.stretches(columns & !(columns << frame.stride())) {
                let cells = field.cells(kind) & part & stretch;
                self.clusters.push(Cluster { cells, kind, part: part.first(), is_alone, tally: Tally::default() });
            }
        }
        // From the floor up to nothing, the fruits of a part that are all of one
        // kind are a group which nothing can break.
        if let [only] = self.clusters[before..]
            && field.make_coin(only.cells, part, only.kind)
        {
            self.clusters.pop();
        }
    }

    /// Counts the fruits of the clusters and tells of each.
    #[inline(always)]
    pub(super) fn count(&mut self, mut tell: impl FnMut(Tally)) {
        for cluster in &mut self.clusters {
            cluster.tally = Tally::of(cluster.cells);
            tell(cluster.tally);
        }
    }
}
