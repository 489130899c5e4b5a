//! An analysis in slices, for a page.

use std::time::Duration;

use fruitrage_engine::{Budget, Engine, Root};
use fruitrage_game::Stop;

use super::search::Course;
use super::{AnalysisOptions, AnalysisUpdate, Finish};
use crate::Thought;
use crate::slices::SlicedSearch;

/// An analysis that goes on only when it is told to.
#[derive(Debug)]
pub struct SlicedAnalysis {
    root: Root,
    options: AnalysisOptions,
    search: Option<SlicedSearch>,
}

impl SlicedAnalysis {
    /// Creates an analysis. Of its options, those that limit time and moves count.
    pub const fn new(root: Root, options: AnalysisOptions) -> Self {
        Self { root, options, search: None }
    }

    /// Thinks for a slice, `elapsed` after the analysis began: the first try is for the exact
    /// values of all moves, then each slice looks deeper. The last update says why.
    pub fn step(&mut self, elapsed: Duration) -> AnalysisUpdate {
        let Some(search) = &mut self.search else {
            let course =
                Course { root: &self.root, options: &self.options, stop: &Stop::default(), clock: &|| elapsed };
            if let Some(thought) = course.attempt() {
                return AnalysisUpdate { thought, finish: Some(Finish::Exact) };
            }
            let budget = self.options.time.map_or(Budget::Unlimited, Budget::of_move);
            let search = SlicedSearch::new(Engine::default(), self.root.clone(), budget, self.options.top.max(1));
            self.search = Some(search);
            return self.step(elapsed);
        };
        let slice = search.step(elapsed);
        let finish = if slice.report.exact { Finish::Exact } else { Finish::Limit };
        let thought = Thought::of(&slice.report, elapsed);
        AnalysisUpdate { thought, finish: slice.is_last.then_some(finish) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    fn finished(size: usize, kinds: u8, time: Option<Duration>) -> (AnalysisUpdate, usize) {
        let root = Root::of_grid(&generate(size, kinds, 2)).unwrap();
        let options = AnalysisOptions { top: 3, time, ..AnalysisOptions::default() };
        let mut analysis = SlicedAnalysis::new(root, options);
        for slices in 1.. {
            let update = analysis.step(Duration::from_millis(40 * slices));
            if update.finish.is_some() {
                return (update, slices as usize);
            }
        }
        unreachable!("slices have no end")
    }

    #[test]
    fn a_small_board_is_known_after_one_slice_with_as_many_moves_as_were_wanted() {
        let (update, slices) = finished(4, 3, None);
        assert_eq!((update.finish, slices, update.thought.moves.len()), (Some(Finish::Exact), 1, 3));
    }

    #[test]
    fn a_large_board_is_thought_about_until_its_time_is_over() {
        let (update, slices) = finished(15, 4, Some(Duration::from_millis(300)));
        assert_eq!((update.finish, update.thought.moves.len()), (Some(Finish::Limit), 3));
        assert!((3..10).contains(&slices), "{slices}");
    }
}
