//! A node of the search: a reduced board with its clusters and its hash.

use fruitrage_rules::Board;

use super::clusters::Clusters;
use super::hash::hash;
use super::layout::Layout;
use super::moves::{Move, cells_of};
use super::reduced::Reduced;

/// A reduced board and what is needed to look it up in the transposition table.
pub(super) struct Node<const N: usize> {
    pub(super) reduced: Reduced<N>,
    pub(super) clusters: Clusters<N>,
    pub(super) hash: u64,
}

impl<const N: usize> Node<N> {
    pub(super) fn empty() -> Self {
        Self { reduced: Reduced::empty(), clusters: Clusters::new(), hash: 0 }
    }

    /// Becomes the node of a board.
    pub(super) fn become_board(&mut self, board: &Board, layout: &Layout<N>) {
        self.reduced = Reduced::of(board, layout);
        self.look(layout);
    }

    /// Becomes the node after a move.
    pub(super) fn become_after(&mut self, before: &Self, group: Move, layout: &Layout<N>) {
        if group.key().is_coin() {
            self.reduced.become_without_coin(&before.reduced, group.size());
        } else {
            let cluster = &before.clusters.all()[group.cluster()];
            let cells = cells_of(group, cluster, layout);
            self.reduced.become_without(&before.reduced, cells, cluster.kind, layout);
        }
        self.look(layout);
    }

    #[inline(always)]
    fn look(&mut self, layout: &Layout<N>) {
        self.clusters.find(&mut self.reduced, layout);
        self.hash = hash(self.reduced.coins(), self.clusters.all(), u64::from(layout.stride()));
    }
}
