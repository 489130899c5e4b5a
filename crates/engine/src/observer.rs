//! The observer of a search: it hears of each iteration and says when to stop.

use crate::Report;

/// The number of nodes between two questions whether to go on, if there is no
/// hurry. Reading a clock takes up to a microsecond, so many nodes a tenth of a
/// millisecond.
pub const NODES_BETWEEN_QUESTIONS: u64 = 512;

/// Watches a search and tells it when to stop.
pub trait Observer {
    /// Called when an iteration is finished. Returns whether another one is
    /// wanted.
    fn iteration(&mut self, report: &Report) -> bool;

    /// Returns how many nodes may be searched before this is asked again, most often
    /// [`NODES_BETWEEN_QUESTIONS`]; zero to stop at once and keep what the finished
    /// iterations found, or a better move that was found since. Asked from the second
    /// iteration on.
    fn nodes_allowed(&mut self) -> u64;
}

/// Watches nothing and never stops.
impl Observer for () {
    fn iteration(&mut self, _: &Report) -> bool {
        true
    }

    fn nodes_allowed(&mut self) -> u64 {
        NODES_BETWEEN_QUESTIONS
    }
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn iteration(&mut self, report: &Report) -> bool {
        (**self).iteration(report)
    }

    fn nodes_allowed(&mut self) -> u64 {
        (**self).nodes_allowed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Root};
    use fruitrage_rules::generate;

    /// Answers what it was made with, and counts what it was told.
    struct Fixed {
        wants_more: bool,
        nodes: u64,
        told: u32,
    }

    impl Observer for Fixed {
        fn iteration(&mut self, _: &Report) -> bool {
            self.told += 1;
            self.wants_more
        }

        fn nodes_allowed(&mut self) -> u64 {
            self.nodes
        }
    }

    #[test]
    fn a_borrowed_observer_is_the_observer() {
        let report = Engine::default().glance(&Root::of_grid(&generate(5, 3, 1)).unwrap());
        for wants_more in [false, true] {
            let mut fixed = Fixed { wants_more, nodes: 17, told: 0 };
            let mut borrowed = &mut fixed;
            assert_eq!(Observer::iteration(&mut borrowed, &report), wants_more);
            assert_eq!(Observer::nodes_allowed(&mut borrowed), 17);
            assert_eq!(fixed.told, 1);
        }
        assert!(().iteration(&report));
        assert_eq!(().nodes_allowed(), NODES_BETWEEN_QUESTIONS);
    }
}
