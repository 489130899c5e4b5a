//! Answers for several solvers at work on one box, in as many threads: they share
//! what they remember, and each puts off what another one is at.

use std::sync::Arc;

use super::memory::{Memories, Places};
use super::solve_with;
use crate::busy::Busy;
use crate::{Observer, Report, Root};

/// Fruits that a field must have for others to be told that somebody is at it:
/// smaller ones are done with before it is worth the while.
const FEWEST_FRUITS: i32 = 12;

/// What solvers share that work on the same box at the same time. It starts no
/// threads of its own.
#[derive(Clone, Debug)]
pub struct SharedSolver {
    places: Arc<Places>,
    busy: Arc<Busy>,
}

impl SharedSolver {
    /// With memory for about so many nodes of all of them together.
    pub fn for_nodes(nodes: u64) -> Self {
        Self { places: Arc::new(Places::for_nodes(nodes)), busy: Arc::new(Busy::for_entries(usize::MAX)) }
    }

    /// Does what [`solve`](crate::solve) does, and the faster the more others do the
    /// same. Whoever is ready first has the result. The value is always the same; which
    /// of several best moves it is, and how many nodes it took, are not.
    pub fn solve(&self, root: &Root, nodes: u64, observer: &mut impl Observer) -> Option<Report> {
        solve_with(Some(self), root, nodes, observer)
    }

    /// What all of them remember.
    pub(super) fn memories(&self) -> Memories {
        Memories::shared(Arc::clone(&self.places))
    }

    /// Whether another one is at a field.
    pub(super) fn is_busy(&self, hash: u64) -> bool {
        self.busy.is_marked(hash)
    }

    /// Tells that one is at a field of so many fruits.
    pub(super) fn begin(&self, hash: u64, fruits: i32) {
        if fruits >= FEWEST_FRUITS {
            self.busy.mark(hash);
        }
    }

    /// Tells that one is done with it.
    pub(super) fn end(&self, hash: u64, fruits: i32) {
        if fruits >= FEWEST_FRUITS {
            self.busy.unmark(hash);
        }
    }
}
