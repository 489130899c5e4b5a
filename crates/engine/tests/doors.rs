//! Every public door of the crate with nonsense: no panic, and always a legal move.

use std::time::Duration;

use fruitrage_engine::{
    Budget, Engine, Level, Limits, NoMove, Observer, Report, Rival, Role, Root, SharedSolver, Table, TimePlan,
    TimedSearch, Timekeeper, Traits, Tunables, Value, expected_solver_nodes, solve,
};
use fruitrage_rules::{Board, Cell, Grid, Random, generate};
use fruitrage_testing::cases;
use proptest::prelude::*;

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        0.0..3.0_f64,
        -1e3..1e3_f64,
        any::<f64>(),
        Just(0.0),
        Just(1e6),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
    ]
}

fn any_duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        any::<Duration>(),
        Just(Duration::MAX),
        Just(Duration::ZERO),
        (0..100_u64).prop_map(Duration::from_millis)
    ]
}

/// Small boards, some with fruit that floats.
fn any_root() -> impl Strategy<Value = (Grid, Root)> {
    (1..=6_usize, 1..=6_u8, any::<u64>(), 1..4_u64).prop_filter_map("no fruit", |(size, kinds, seed, holes)| {
        let mut grid = generate(size, kinds, seed);
        let mut random = Random::new(seed);
        Cell::all(size).filter(|_| random.below(holes) > 0).for_each(|cell| grid.set(cell, None));
        Some((grid, Root::of_grid(&grid).ok()?))
    })
}

fn any_limits() -> impl Strategy<Value = Limits> {
    let role = prop_oneof![Just(Role::Alone), Just(Role::Leader), Just(Role::Helper)];
    let best_moves = prop_oneof![0..4_usize, Just(usize::MAX)];
    let depth = prop_oneof![Just(None), (0..4_u32).prop_map(Some), Just(Some(u32::MAX))];
    (depth, 0..2_000_u64, best_moves, role).prop_map(|(depth, nodes, best_moves, role)| Limits {
        depth,
        nodes: Some(nodes),
        best_moves,
        role,
    })
}

fn check(report: &Report, grid: &Grid) {
    for rated in report.moves() {
        assert!(grid.get(rated.cell).is_some(), "{} on\n{grid}", rated.cell);
        assert_eq!(rated.line.first(), Some(&rated.cell));
        assert!(rated.value.points().is_finite() && !rated.value.to_string().is_empty());
    }
}

/// Allows any number of nodes, and wants more or not.
struct Whim(Random);

impl Observer for Whim {
    fn iteration(&mut self, _: &Report) -> bool {
        self.0.below(4) > 0
    }

    fn nodes_allowed(&mut self) -> u64 {
        [0, 1, 512, u64::MAX][self.0.below(4) as usize]
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

    #[test]
    fn whatever_the_tunables_and_limits_are_there_is_a_legal_move(
        (grid, mut root) in any_root(),
        limits in any_limits(),
        numbers in prop::collection::vec((any::<prop::sample::Index>(), any_number()), 0..4),
        (nodes, bytes) in (0..5_000_u64, any::<u64>()),
        (time, seed) in (any_duration(), any::<u64>()),
    ) {
        let mut tunables = Tunables::default();
        for (index, number) in numbers {
            *tunables.get_mut(Tunables::NAMES[index.index(Tunables::NAMES.len())]).unwrap() = number;
        }
        let engine = Engine::new(tunables);
        root.shuffle(seed);
        check(&engine.glance(&root), &grid);
        check(&engine.search(&root, &limits, &Table::for_nodes(nodes), &mut Whim(Random::new(seed))), &grid);
        prop_assert!(engine.evaluate(&Board::settled(&grid)).points().is_finite());
        let clock = || Duration::from_millis(1);
        for budget in [Budget::Game(time), Budget::Thinking(time), Budget::of_move(time)] {
            let search = TimedSearch::new(&engine, &root, &clock, budget).with_limits(limits.clone()).with_table_of(bytes);
            check(&search.run(|_, _| {}), &grid);
        }
    }

    #[test]
    fn whatever_the_traits_are_there_is_a_legal_move(
        (grid, root) in any_root(), (ahead, searches) in (0..4_u8, any_number()), limits in any_limits(),
        numbers in prop::collection::vec(any_number(), 4),
    ) {
        let traits = Traits {
            ahead: f64::from(ahead),
            searches,
            candidates: numbers[0],
            attention: numbers[1],
            small_missed: numbers[2],
            far_missed: numbers[3],
            ..Traits::default()
        };
        let engine = Engine::default().with_traits(&traits);
        check(&engine.glance(&root), &grid);
        check(&engine.search(&root, &limits, &Table::for_nodes(0), &mut ()), &grid);
    }

    #[test]
    fn a_plan_of_any_times_is_kept_by_any_clock(times in prop::collection::vec(any_duration(), 4), used in any_duration()) {
        let plan = TimePlan { deepen_until: times[0], deepen_settled_until: times[1], stop_at: times[2] };
        prop_assert!(plan.nodes_allowed(used) <= fruitrage_engine::NODES_BETWEEN_QUESTIONS);
        prop_assert!((plan.nodes_allowed(used) == 0) == (used >= plan.stop_at));
        let clock = || used;
        let stop = || false;
        let mut keeper = Timekeeper::new(&clock, Some(plan), &stop);
        let report = Engine::default().glance(&Root::of_grid(&generate(3, 3, 1)).unwrap());
        prop_assert_eq!(keeper.iteration(&report), used < plan.deepen_until);
        prop_assert_eq!(keeper.nodes_allowed(), plan.nodes_allowed(used));
        prop_assert!(Table::nodes_in(used) >= Table::nodes_in(used / 2));
    }

    #[test]
    fn any_numbers_are_what_is_known_of_a_rival_or_nothing(
        numbers in prop::collection::vec(any_number(), 0..8), (grid, root) in any_root(), nodes in any::<u64>(),
        lead in any::<Option<i32>>(),
    ) {
        let root = root.with_lead(lead);
        let mut rival = Rival::from_numbers(&numbers).unwrap_or_default();
        prop_assert!(rival.to_numbers().all(f64::is_finite));
        let engine = Engine::default();
        // Also a move of another board.
        engine.watch(&mut rival, &Board::settled(&generate(5, 3, nodes)), root.moves()[0], None, nodes);
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        check(&engine.search_against((&rival, &[]), &root, &limits, &Table::for_nodes(1_000), &mut ()), &grid);
    }

    #[test]
    fn a_board_is_solved_or_not_whatever_the_nodes((grid, root) in any_root(), nodes in 0..20_000_u64, seed in any::<u64>()) {
        let alone = solve(&root, nodes, &mut Whim(Random::new(seed)));
        let shared = SharedSolver::for_nodes(nodes).solve(&root, nodes, &mut ());
        for report in [alone, shared].iter().flatten() {
            check(report, &grid);
        }
    }

    #[test]
    fn values_are_added_as_far_as_they_go(numbers in prop::collection::vec(any::<i32>(), 1..9), points in any::<u32>()) {
        let sum = numbers.iter().fold(Value::EVEN, |sum, &steps| sum + Value::from_steps(steps) - -sum);
        prop_assert!(sum.points().is_finite());
        prop_assert!(Value::from_points(points) <= Value::MAX);
        prop_assert!(Value::from_points(points) >= Value::EVEN);
    }

    #[test]
    fn any_text_and_number_is_a_level_or_an_error(text in "\\PC{0,12}", number in any::<u8>()) {
        match text.parse::<Level>() {
            Ok(level) => prop_assert!(Level::ALL.contains(&level)),
            Err(error) => prop_assert!((&error as &dyn std::error::Error).to_string().contains(&text)),
        }
        prop_assert_eq!(Level::of_number(number).is_some(), (1..=9).contains(&number));
        prop_assert!(expected_solver_nodes(usize::from(number) << 56) >= 2);
    }
}

#[test]
fn an_empty_board_is_an_error_and_nothing_else() {
    for size in 1..=26 {
        assert_eq!(Root::of_grid(&Grid::empty(size)).unwrap_err(), NoMove);
        assert_eq!(Root::of_board(&Board::empty(size)).unwrap_err(), NoMove);
    }
    let error: Box<dyn std::error::Error + Send + Sync> = NoMove.into();
    assert_eq!(error.to_string(), "the board is empty: there is no move");
}

#[test]
fn more_threads_than_there_can_be_are_no_trouble() {
    let root = Root::of_grid(&generate(8, 4, 1)).unwrap();
    let engine = Engine::default();
    let clock = || Duration::ZERO;
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let search = TimedSearch::new(&engine, &root, &clock, Budget::Unlimited).with_limits(limits);
    assert!(root.moves().iter().any(|group| group.cell() == search.run_with_threads(usize::MAX, |_, _| {}).best.cell));
}
