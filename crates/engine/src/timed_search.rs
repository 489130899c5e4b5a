//! One move of the engine on a clock: the plan, the table, the search.

use std::fmt;
use std::time::Duration;

use crate::timekeeper::StopFlag;
use crate::{Clock, Engine, Limits, Memory, Report, Role, Root, Table, TimePlan, Timekeeper};

/// The nodes that a table is made for if neither time nor nodes are limited.
const MANY_NODES: u64 = 1 << 24;

/// How much time a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// As much as it takes: only the limits end the search.
    Unlimited,
    /// A share of this time, which is left for the rest of the game. What each
    /// move costs besides thinking, such as the start of a process, is set aside
    /// first.
    Game(Duration),
    /// A share of this time, which is left for the rest of the game. Moves cost
    /// nothing but thinking.
    Thinking(Duration),
    /// What this plan says.
    Plan(TimePlan),
}

impl Budget {
    /// Returns the budget of a move that may use all of `time` and nothing more.
    pub const fn of_move(time: Duration) -> Self {
        Self::Plan(TimePlan::of_move(time, time))
    }

    fn plan(self, engine: &Engine, clock: &(impl Clock + ?Sized), groups: u32) -> Option<TimePlan> {
        match self {
            Self::Unlimited => None,
            Self::Game(remaining) => Some(TimePlan::new(&engine.tunables, remaining, clock.elapsed(), groups)),
            Self::Thinking(remaining) => Some(TimePlan::of_thinking(&engine.tunables, remaining, groups)),
            Self::Plan(plan) => Some(plan),
        }
    }
}

/// A search for one move that is held to a budget of time by a clock.
///
/// ```
/// use fruitrage_engine::{Budget, Engine, Root, TimedSearch};
/// use fruitrage_rules::generate;
/// use std::time::{Duration, Instant};
///
/// let (engine, root) = (Engine::default(), Root::of_grid(&generate(8, 4, 1)).unwrap());
/// let started = Instant::now();
/// let clock = || started.elapsed();
/// let search = TimedSearch::new(&engine, &root, &clock, Budget::Game(Duration::from_secs(1)));
/// let report = search.run(|report, time| println!("depth {} after {time:?}", report.depth));
/// println!("{}", report.best.cell);
/// ```
pub struct TimedSearch<'a, C: ?Sized> {
    engine: &'a Engine,
    root: &'a Root,
    clock: &'a C,
    plan: Option<TimePlan>,
    limits: Limits,
    /// How many bytes a table may have.
    table_bytes: u64,
    memory: Option<&'a Memory>,
    stop: StopFlag<'a>,
}

impl<'a, C: Clock + ?Sized> TimedSearch<'a, C> {
    /// Creates a search, and makes the plan for its time.
    pub fn new(engine: &'a Engine, root: &'a Root, clock: &'a C, budget: Budget) -> Self {
        let plan = budget.plan(engine, clock, root.moves().len() as u32);
        Self { engine, root, clock, plan, limits: Limits::default(), table_bytes: u64::MAX, memory: None, stop: &never }
    }

    /// Sets limits by count. Their role does not matter.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets how many bytes the transposition table may have.
    #[must_use]
    pub fn with_table_of(self, bytes: u64) -> Self {
        Self { table_bytes: bytes, ..self }
    }

    /// Sets what is known of the opponent.
    #[must_use]
    pub fn against(self, memory: &'a Memory) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// Sets a flag that ends the search when it returns true.
    #[must_use]
    pub fn until(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { stop, ..self }
    }

    /// Returns the plan, if the time is limited.
    pub fn plan(&self) -> Option<TimePlan> {
        self.plan
    }

    /// Returns how many nodes one thread will search, roughly.
    pub fn expected_nodes(&self) -> u64 {
        let by_time = self.plan.map(|plan| Table::nodes_in(plan.stop_at));
        [self.limits.nodes, by_time].into_iter().flatten().min().unwrap_or(MANY_NODES)
    }

    /// Creates a table of the size that this search needs, shared by so many
    /// threads.
    pub fn table(&self, threads: usize) -> Table {
        Table::for_nodes_within(self.expected_nodes().saturating_mul(threads as u64), self.table_bytes)
    }

    /// Returns the move at once if there is no choice, or no time to think.
    pub fn at_once(&self) -> Option<Report> {
        let no_time = |plan: TimePlan| plan.stop_at <= self.clock.elapsed_towards(plan.stop_at);
        (self.root.moves().len() == 1 || self.plan.is_some_and(no_time)).then(|| self.engine.glance(self.root))
    }

    /// Finds a move with one thread.
    ///
    /// `tell` gets the report of each iteration as it is finished, each one ply deeper
    /// than the one before, and the time used so far. The move that is returned is that
    /// of the last of them, unless the search was stopped in the middle of the next one
    /// after that had found a better move: then it is that move, with its value one ply
    /// deeper, while the depth is still that of the last finished iteration.
    pub fn run(&self, mut tell: impl FnMut(&Report, Duration)) -> Report {
        if let Some(report) = self.told_at_once(&mut tell) {
            return report;
        }
        self.search(Role::Alone, &self.table(1), tell)
    }

    /// Returns and tells the move at once if there is no choice, or no time to think.
    pub(crate) fn told_at_once(&self, tell: &mut impl FnMut(&Report, Duration)) -> Option<Report> {
        let report = self.at_once()?;
        tell(&report, self.clock.elapsed());
        Some(report)
    }

    /// Finds a move with a table that other threads fill by [`TimedSearch::help`].
    pub(crate) fn lead(&self, table: &Table, tell: impl FnMut(&Report, Duration)) -> Report {
        self.search(Role::Leader, table, tell)
    }

    /// Searches along with the thread that leads, to fill the table, until `done`
    /// returns true or the time is over.
    pub(crate) fn help(&self, table: &Table, done: &(dyn Fn() -> bool + Sync)) {
        // The leader may finish what it has begun in time, so its helpers go on
        // for as long.
        let plan = self.plan.map(|plan| TimePlan::of_move(plan.stop_at, plan.stop_at));
        let stop = || done() || (self.stop)();
        let limits = Limits { role: Role::Helper, ..self.limits.clone() };
        self.engine.search(self.root, &limits, table, &mut Timekeeper::new(self.clock, plan, &stop));
    }

    fn search(&self, role: Role, table: &Table, tell: impl FnMut(&Report, Duration)) -> Report {
        let limits = Limits { role, ..self.limits.clone() };
        let mut observer = Timekeeper::new(self.clock, self.plan, self.stop).telling(tell);
        match self.memory {
            Some(memory) => {
                let root = self.root.clone().with_lead(memory.lead);
                self.engine.search_against((&memory.rival, &memory.plan), &root, &limits, table, &mut observer)
            }
            None => self.engine.search(self.root, &limits, table, &mut observer),
        }
    }
}

impl<C: ?Sized> fmt::Debug for TimedSearch<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimedSearch").field("plan", &self.plan).field("limits", &self.limits).finish_non_exhaustive()
    }
}

fn never() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use fruitrage_rules::generate;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A clock on which every look takes some microseconds.
    struct Ticking {
        tick: u64,
        looks: AtomicU64,
    }

    impl Ticking {
        fn by(tick: u64) -> Self {
            Self { tick, looks: AtomicU64::new(0) }
        }
    }

    impl Clock for Ticking {
        fn elapsed(&self) -> Duration {
            Duration::from_micros(self.tick * self.looks.fetch_add(1, Ordering::Relaxed))
        }
    }

    fn root(size: usize, kinds: u8) -> Root {
        Root::of_grid(&generate(size, kinds, 1)).unwrap()
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_search_ends_with_its_time_whatever_the_budget() {
        let (engine, root) = (Engine::default(), root(15, 4));
        for budget in [Budget::Game(ms(5_000)), Budget::Thinking(ms(500)), Budget::of_move(ms(30))] {
            let clock = Ticking::by(100);
            let search = TimedSearch::new(&engine, &root, &clock, budget);
            let stop_at = search.plan().unwrap().stop_at;
            let mut told = Vec::new();
            let report = search.run(|report, time| told.push((report.clone(), time)));
            assert!(clock.elapsed() <= stop_at + ms(1), "{budget:?}");
            assert!(told.len() > 1 && told.is_sorted_by_key(|(_, time)| *time), "{budget:?}");
            let (last, _) = told.last().unwrap();
            assert_eq!((report.depth, report.exact), (last.depth, false), "{budget:?}");
            assert!(last.nodes <= report.nodes, "{budget:?}");
        }
    }

    #[test]
    fn without_time_or_choice_the_move_comes_at_once() {
        let engine = Engine::default();
        for (root, budget) in [
            (root(15, 4), Budget::Game(ms(1))),
            (root(15, 4), Budget::of_move(Duration::ZERO)),
            (root(5, 1), Budget::Unlimited),
            (root(5, 1), Budget::Game(ms(300_000))),
        ] {
            let clock = Ticking::by(1);
            let mut told = 0;
            let report = TimedSearch::new(&engine, &root, &clock, budget).run(|_, _| told += 1);
            assert_eq!((report, told), (engine.glance(&root), 1), "{budget:?}");
        }
    }

    #[test]
    fn a_slow_start_may_use_up_the_time_for_the_move() {
        let (engine, root) = (Engine::default(), root(15, 4));
        let late = || ms(700);
        assert!(TimedSearch::new(&engine, &root, &late, Budget::Game(ms(3_000))).at_once().is_some());
        let early = || ms(1);
        assert!(TimedSearch::new(&engine, &root, &early, Budget::Game(ms(3_000))).at_once().is_none());
    }

    #[test]
    fn a_raised_flag_ends_a_search_without_limits() {
        let (engine, root, clock) = (Engine::default(), root(20, 6), Ticking::by(1));
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 50;
        let search = TimedSearch::new(&engine, &root, &clock, Budget::Unlimited).until(&stop);
        let table = search.table(2);
        assert!(search.lead(&table, |_, _| {}).nodes < 100_000);
        assert!(search.run(|_, _| {}).nodes < 100_000);
        search.help(&table, &|| false);
    }

    #[test]
    fn a_helper_goes_on_where_its_leader_begins_nothing_new() {
        let (engine, root) = (Engine::default(), root(15, 4));
        let budget = Budget::Plan(TimePlan::of_move(Duration::ZERO, ms(20)));
        let clock = Ticking::by(100);
        let search = TimedSearch::new(&engine, &root, &clock, budget);
        let table = search.table(2);
        search.lead(&table, |_, _| {});
        assert!(clock.elapsed() < ms(2));
        search.help(&table, &|| true);
        assert!(clock.elapsed() < ms(3));
        search.help(&table, &|| false);
        assert!((ms(20)..ms(22)).contains(&clock.elapsed()));
    }

    #[test]
    fn limits_level_and_table_are_those_that_were_set() {
        let (engine, root, clock) = (Engine::default().at_level(Level::HIGHEST), root(10, 4), Ticking::by(1));
        let search = TimedSearch::new(&engine, &root, &clock, Budget::Unlimited);
        assert_eq!(search.expected_nodes(), MANY_NODES);
        let search = search.with_limits(Limits { nodes: Some(3_000), ..Limits::default() });
        assert_eq!((search.expected_nodes(), search.table(4).nodes()), (3_000, 12_000));
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let expected = engine.search(&root, &limits, &Table::for_nodes(3_000), &mut ());
        assert_eq!(search.run(|_, _| {}), expected);
    }
}
