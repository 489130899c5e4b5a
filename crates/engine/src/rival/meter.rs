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
            self.next_question = self.nodes.saturating_add(allowed);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;

    /// An observer that allows these numbers of nodes, one after the other.
    struct Allowing(Vec<u64>);

    impl Observer for Allowing {
        fn iteration(&mut self, _: &Report) -> bool {
            true
        }

        fn nodes_allowed(&mut self) -> u64 {
            if self.0.is_empty() { 0 } else { self.0.remove(0) }
        }
    }

    fn counted(allowed: &[u64], limit: u64) -> (u64, usize) {
        let mut observer = Allowing(allowed.to_vec());
        let mut meter = Meter::new(&mut observer, limit);
        while meter.count().is_ok() {}
        assert_eq!(meter.count(), Err(Stopped), "what has stopped does not begin again");
        (meter.nodes(), meter.observer().0.len())
    }

    #[test]
    fn as_many_nodes_are_counted_as_the_observer_allows_one_time_after_the_other() {
        assert_eq!(counted(&[3, 1, 5], u64::MAX), (9, 0));
        assert_eq!(counted(&[3, 0, 0, 5], u64::MAX), (3, 1), "asked again, it may think better of it");
        assert_eq!(counted(&[], u64::MAX), (0, 0));
    }

    #[test]
    fn no_more_nodes_are_counted_than_the_limit_and_the_observer_is_asked_no_more_than_needed() {
        assert_eq!(counted(&[3, 4, 5], 5), (5, 1));
        assert_eq!(counted(&[3, 4, 5], 3), (3, 2));
        assert_eq!(counted(&[3], 0), (0, 1));
    }
}
