//! A search in slices, for a page: there a search cannot be asked to stop, nor ask for the
//! time. Between two slices it can.
//!
//! Each slice is a search of its own that may look at twice as many boards as the one before.
//! They share a table, so what one has found costs the next one next to nothing.

use std::time::Duration;

use fruitrage_engine::{Budget, Engine, Limits, Report, Root, Table, TimePlan, TimedSearch};

/// The nodes of the first slice: some milliseconds on a slow machine.
const FIRST_SLICE: u64 = 1 << 12;

/// A search under way.
#[derive(Debug)]
pub(crate) struct SlicedSearch {
    engine: Engine,
    root: Root,
    plan: Option<TimePlan>,
    best_moves: usize,
    table: Table,
    /// The most nodes of the next slice; zero if there is nothing more to find.
    slice: u64,
    /// What was searched in all slices together.
    spent: u64,
    found: Option<Report>,
}

/// What a slice has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    /// The moves, and the nodes of all slices together.
    pub(crate) report: Report,
    /// Whether there is nothing more to find, or no more time.
    pub(crate) is_last: bool,
}

impl SlicedSearch {
    /// Creates a search for the best moves within a budget.
    pub(crate) fn new(engine: Engine, root: Root, budget: Budget, best_moves: usize) -> Self {
        let clock = || Duration::ZERO;
        let search = TimedSearch::new(&engine, &root, &clock, budget);
        let (plan, table, found) = (search.plan(), search.table(1), search.at_once());
        // A move that is known at once needs no slice.
        let slice = if found.is_some() { 0 } else { FIRST_SLICE };
        Self { engine, root, plan, best_moves, table, slice, spent: 0, found }
    }

    /// Searches one slice, `elapsed` after the search began.
    pub(crate) fn step(&mut self, elapsed: Duration) -> Slice {
        if let Some(report) = &self.found
            && (self.slice == 0 || self.is_over(report, elapsed))
        {
            return Slice { report: report.clone(), is_last: true };
        }
        let nodes = self.slice.min(self.affordable(elapsed));
        let limits = Limits { nodes: Some(nodes), best_moves: self.best_moves, ..Limits::default() };
        let report = self.engine.search(&self.root, &limits, &self.table, &mut ());
        // Who stops early has seen all that there is to see.
        let is_last = report.exact || report.nodes < nodes;
        self.spent += report.nodes;
        self.slice = if is_last { 0 } else { self.slice.saturating_mul(2) };
        let report = Report { nodes: self.spent, ..report };
        self.found = Some(report.clone());
        Slice { report, is_last }
    }

    fn is_over(&self, report: &Report, elapsed: Duration) -> bool {
        self.plan.is_some_and(|plan| !plan.wants_more_than(report, elapsed) || elapsed >= plan.stop_at)
    }

    /// Returns how many nodes can be searched in the time that is left, as fast as it went so
    /// far.
    fn affordable(&self, elapsed: Duration) -> u64 {
        let (Some(plan), true) = (self.plan, self.spent > 0 && !elapsed.is_zero()) else { return u64::MAX };
        let left = plan.stop_at.saturating_sub(elapsed).as_secs_f64();
        (self.spent as f64 * left / elapsed.as_secs_f64()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    fn root(size: usize, kinds: u8) -> Root {
        Root::of_grid(&generate(size, kinds, 1)).unwrap()
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Runs a search on a clock on which every node takes some nanoseconds; returns its last
    /// slice, how many there were, and the time.
    fn run(mut search: SlicedSearch, nanoseconds: u64) -> (Slice, usize, Duration) {
        let (mut slices, mut elapsed) = (0, Duration::ZERO);
        loop {
            let slice = search.step(elapsed);
            slices += 1;
            elapsed = Duration::from_nanos(nanoseconds * search.spent);
            if slice.is_last {
                return (slice, slices, elapsed);
            }
        }
    }

    #[test]
    fn slices_end_with_the_time_on_fast_and_slow_machines() {
        for nanoseconds in [100, 1_000, 20_000] {
            let time = ms(500);
            let search = SlicedSearch::new(Engine::default(), root(15, 4), Budget::of_move(time), 1);
            let (last, slices, elapsed) = run(search, nanoseconds);
            assert!(slices > 2 && last.report.depth > 1, "{nanoseconds} ns: {slices} slices");
            assert!(elapsed < time * 2, "{nanoseconds} ns a node: {elapsed:?}");
        }
    }

    #[test]
    fn a_board_that_can_be_solved_is_solved_and_that_is_the_end() {
        let search = SlicedSearch::new(Engine::default(), root(6, 3), Budget::Unlimited, 1);
        let (last, _, _) = run(search, 1_000);
        let table = Table::for_nodes(1 << 20);
        let whole = Engine::default().search(&root(6, 3), &Limits::default(), &table, &mut ());
        assert!(last.report.exact && whole.exact);
        assert_eq!(last.report.best.value, whole.best.value);
    }

    #[test]
    fn without_choice_or_time_there_is_one_slice() {
        for (root, budget) in [(root(5, 1), Budget::Unlimited), (root(15, 4), Budget::of_move(Duration::ZERO))] {
            let expected = Engine::default().glance(&root);
            let slice = SlicedSearch::new(Engine::default(), root, budget, 1).step(Duration::ZERO);
            assert_eq!(slice, Slice { report: expected, is_last: true });
        }
    }

    #[test]
    fn lower_levels_are_as_quick_as_they_look() {
        for level in fruitrage_engine::Level::all().filter(|level| *level < fruitrage_engine::Level::HIGHEST) {
            let engine = Engine::default().at_level(level);
            let (last, slices, _) = run(SlicedSearch::new(engine, root(26, 4), Budget::of_move(ms(1_000)), 1), 1_000);
            assert!(last.report.nodes < 2_000_000 && slices < 10, "level {level}: {last:?}");
        }
    }
}
