//! Several solvers on one board, one a thread: they share a transposition table, and each
//! puts off what another is working on.

use std::sync::Arc;

use super::solve_with;
use super::table::{Buckets, TranspositionTable};
use crate::busy::Busy;
use crate::{Observer, Report, Root};

/// The fewest fruits of a node that others are told of: smaller ones are solved before
/// anybody else comes to them.
const FEWEST_FRUITS: i32 = 12;

/// What solvers share that work on the same board at the same time. It starts no
/// threads of its own.
#[derive(Clone, Debug)]
pub struct SharedSolver {
    buckets: Arc<Buckets>,
    busy: Arc<Busy>,
}

impl SharedSolver {
    /// Returns a table for about `nodes` nodes of all solvers together.
    pub fn for_nodes(nodes: u64) -> Self {
        Self { buckets: Arc::new(Buckets::for_nodes(nodes)), busy: Arc::new(Busy::for_entries(usize::MAX)) }
    }

    /// Does what [`solve`](crate::solve) does, faster if other threads do the same. Whoever
    /// is ready first has the result. The value is always the same; which of several best
    /// moves is found, and with how many nodes, is not.
    pub fn solve(&self, root: &Root, nodes: u64, observer: &mut dyn Observer) -> Option<Report> {
        solve_with(Some(self), root, nodes, observer)
    }

    /// Returns the table that all of them use.
    pub(super) fn table(&self) -> TranspositionTable {
        TranspositionTable::shared(Arc::clone(&self.buckets))
    }

    /// Returns whether another solver works on a node.
    pub(super) fn is_busy(&self, hash: u64) -> bool {
        self.busy.is_marked(hash)
    }

    /// Tells the others that this one works on a node of so many fruits.
    pub(super) fn begin(&self, hash: u64, fruits: i32) {
        if fruits >= FEWEST_FRUITS {
            self.busy.mark(hash);
        }
    }

    /// Tells the others that it is done.
    pub(super) fn end(&self, hash: u64, fruits: i32) {
        if fruits >= FEWEST_FRUITS {
            self.busy.unmark(hash);
        }
    }
}
