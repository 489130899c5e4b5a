//! Answers for how many boards may still be looked at, by count and by what the
//! observer says.

use crate::Observer;

/// No more boards are to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Counts boards.
pub(crate) struct Meter<'a, O> {
    observer: &'a mut O,
    nodes: u64,
    limit: u64,
    next_question: u64,
}

impl<'a, O: Observer> Meter<'a, O> {
    pub(crate) fn new(observer: &'a mut O, limit: u64) -> Self {
        Self { observer, nodes: 0, limit, next_question: 0 }
    }

    /// To be called before a board is made.
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
