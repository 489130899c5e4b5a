//! Counts nodes against a limit and an observer.

use crate::Observer;

/// No more nodes are to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Counts nodes.
pub(crate) struct Meter<'a, O: ?Sized> {
    observer: &'a mut O,
    nodes: u64,
    limit: u64,
    next_question: u64,
}

impl<'a, O: Observer + ?Sized> Meter<'a, O> {
    pub(crate) fn new(observer: &'a mut O, limit: u64) -> Self {
        Self { observer, nodes: 0, limit, next_question: 0 }
    }

    /// Counts a node, before its board is made.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        if self.nodes >= self.next_question {
            let allowed = self.observer.nodes_allowed();
            self.next_question = self.nodes + allowed;
            if allowed == 0 {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn observer(&mut self) -> &mut O {
        self.observer
    }
}
