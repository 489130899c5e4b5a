//! The search held to a plain minimax over the slow judge.

use fruitrage_engine::{Engine, Limits, NODES_BETWEEN_QUESTIONS, Observer, Report, Role, Root, Table, Tunables, Value};
use fruitrage_rules::{Board, Cell, Fruit, Grid, Judge, generate};
use proptest::prelude::*;

/// The points that the player to move gets more than the opponent, by trying
/// every game there is.
fn brute_force(judge: &Judge) -> Value {
    let values = judge.groups().into_iter().map(|group| {
        let mut child = *judge;
        child.try_take(group.cell()).unwrap();
        Value::from_points(group.points()) - brute_force(&child)
    });
    values.max().unwrap_or(Value::EVEN)
}

/// Minimax to a depth with the engine's evaluation at the end of it.
fn minimax(board: &Board, depth: u32) -> Value {
    if board.is_empty() || depth == 0 {
        return Engine::default().evaluate(board);
    }
    let values = board.groups().into_iter().map(|group| {
        let mut child = Board::empty(board.size());
        board.play_into(group, &mut child);
        Value::from_points(group.points()) - minimax(&child, depth - 1)
    });
    values.max().unwrap()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn searched(grid: &Grid, limits: &Limits) -> Report {
    Engine::default().search(&Root::of_grid(grid).unwrap(), limits, &Table::for_nodes(1 << 16), &mut ())
}

/// What brute force finds about one move.
fn brute_force_after(judge: &Judge, cell: Cell) -> Value {
    let mut after = *judge;
    let size = after.try_take(cell).unwrap() as u32;
    Value::from_points(size * size) - brute_force(&after)
}

/// A small board, perhaps half empty, so that every game can be tried.
fn small_box() -> impl Strategy<Value = Grid> {
    (1_usize..=4, 1_u8..=4, any::<u64>(), 1_usize..=9).prop_map(|(size, kinds, seed, fruits)| {
        let mut grid = generate(size, kinds, seed);
        // From the top, cells are emptied until few enough fruits are left.
        let surplus = (size * size).saturating_sub(fruits);
        Cell::all(size).take(surplus).for_each(|cell| grid.set(cell, None));
        grid
    })
}

/// The same with holes: fruit may float.
fn small_drawing() -> impl Strategy<Value = Grid> {
    let holes = prop::collection::vec(any::<bool>(), 16);
    (small_box(), holes).prop_map(|(mut grid, holes)| {
        for (cell, hole) in Cell::all(grid.size()).zip(holes) {
            if hole && grid.fruits() > 1 {
                grid.set(cell, None);
            }
        }
        grid
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_exact_value_is_what_brute_force_finds(grid in small_drawing()) {
        let report = searched(&grid, &Limits::default());
        prop_assert!(report.exact);
        prop_assert_eq!(report.best.value, brute_force(&Judge::new(&grid)));
    }

    #[test]
    fn the_move_of_an_exact_report_keeps_its_value(grid in small_drawing()) {
        let report = searched(&grid, &Limits::default());
        let judge = Judge::new(&grid);
        let size = { judge }.try_take(report.best.cell).unwrap() as u32;
        prop_assert_eq!(report.best.points, size * size);
        prop_assert_eq!(brute_force_after(&judge, report.best.cell), report.best.value);
    }

    #[test]
    fn a_search_claims_to_be_exact_only_if_it_is(grid in small_box(), depth in 1_u32..6) {
        let report = searched(&grid, &to_depth(depth));
        if report.exact {
            prop_assert_eq!(report.best.value, brute_force(&Judge::new(&grid)));
        }
        prop_assert!(report.depth <= depth);
    }

    #[test]
    fn the_expected_lines_can_be_played(grid in small_box(), best_moves in 1_usize..20) {
        let report = searched(&grid, &Limits { best_moves, ..Limits::default() });
        for rated in report.moves() {
            let mut board = Board::try_from(&grid).unwrap();
            prop_assert_eq!(rated.line[0], rated.cell);
            for &cell in &rated.line {
                prop_assert!(board.try_play(cell).is_ok());
            }
        }
    }

    #[test]
    fn the_best_moves_are_those_of_brute_force_in_order(grid in small_drawing(), best_moves in 1_usize..20) {
        let report = searched(&grid, &Limits { best_moves, ..Limits::default() });
        let judge = Judge::new(&grid);
        let mut expected: Vec<Value> =
            judge.groups().into_iter().map(|group| brute_force_after(&judge, group.cell())).collect();
        expected.sort_by_key(|&value| -value);
        expected.truncate(best_moves);
        let found: Vec<Value> = report.moves().map(|rated| rated.value).collect();
        prop_assert_eq!(found, expected);
        for rated in report.moves() {
            prop_assert!(rated.exact);
            prop_assert_eq!(rated.value, brute_force_after(&judge, rated.cell));
        }
    }

    #[test]
    fn a_move_is_claimed_to_be_exact_only_if_it_is(grid in small_drawing(), depth in 1_u32..6, best_moves in 1_usize..6) {
        let report = searched(&grid, &Limits { best_moves, ..to_depth(depth) });
        let judge = Judge::new(&grid);
        for rated in report.moves().filter(|rated| rated.exact) {
            prop_assert_eq!(rated.value, brute_force_after(&judge, rated.cell));
        }
        prop_assert!(!report.exact || report.moves().all(|rated| rated.exact));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_glance_finds_what_a_search_one_move_ahead_finds(size in 1_usize..=26, kinds in 1_u8..=10, seed: u64) {
        let root = Root::of_grid(&generate(size, kinds, seed)).unwrap();
        let (engine, table) = (Engine::default(), Table::for_nodes(0));
        let searched = engine.search(&root, &to_depth(1), &table, &mut ());
        let glanced = engine.glance(&root);
        prop_assert!(glanced.nodes <= searched.nodes);
        prop_assert_eq!(Report { nodes: searched.nodes, ..glanced }, searched);
    }

    #[test]
    fn a_glance_at_a_drawing_finds_what_a_search_one_move_ahead_finds(grid in small_drawing()) {
        let glanced = Engine::default().glance(&Root::of_grid(&grid).unwrap());
        prop_assert_eq!(glanced.best.cell, searched(&grid, &to_depth(1)).best.cell);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Deeper, the table may know more than the depth asked for.
    #[test]
    fn one_and_two_moves_ahead_it_finds_what_minimax_finds(size in 1_usize..=12, kinds in 1_u8..=10, seed: u64, depth in 1_u32..=2) {
        let grid = generate(size, kinds, seed);
        let report = searched(&grid, &to_depth(depth));
        let board = Board::try_from(&grid).unwrap();
        prop_assert_eq!(report.best.value, minimax(&board, depth));
    }
}

#[test]
fn equal_limits_give_equal_reports() {
    for limits in [to_depth(3), Limits { nodes: Some(20_000), ..Limits::default() }] {
        let grid = generate(10, 5, 9);
        assert_eq!(searched(&grid, &limits), searched(&grid, &limits));
    }
}

#[test]
fn more_moves_than_one_do_not_change_which_is_best_one_move_ahead() {
    for seed in 0..20 {
        let grid = generate(9, 5, seed);
        let one = searched(&grid, &to_depth(1));
        let many = searched(&grid, &Limits { best_moves: 7, ..to_depth(1) });
        assert_eq!((&many.best, many.others.len()), (&one.best, 6));
    }
}

#[test]
fn a_search_stopped_half_way_has_as_many_moves_as_asked_for() {
    let grid = generate(12, 4, 3);
    for nodes in (200..6_000).step_by(70) {
        let report = searched(&grid, &Limits { best_moves: 5, nodes: Some(nodes), ..Limits::default() });
        let values: Vec<Value> = report.moves().map(|rated| rated.value).collect();
        assert!(values.len() == 5 && values.is_sorted_by(|a, b| a >= b), "{values:?}");
        let cells: std::collections::HashSet<Cell> = report.moves().map(|rated| rated.cell).collect();
        assert_eq!(cells.len(), 5);
    }
}

#[test]
fn a_limit_of_nodes_is_kept_but_for_the_first_iteration() {
    let grid = generate(15, 6, 2);
    let report = searched(&grid, &Limits { nodes: Some(1), ..Limits::default() });
    assert_eq!(report.depth, 1);
    let report = searched(&grid, &Limits { nodes: Some(50_000), ..Limits::default() });
    assert!((50_000..51_000).contains(&report.nodes), "{report:?}");
}

/// Quiet moves are ranked without being made, but never reported so.
#[test]
fn what_is_reported_one_move_ahead_has_been_made() {
    let engine = Engine::default();
    for seed in 0..60 {
        let board = Board::settled(&generate(3 + (seed % 12) as usize, 2 + (seed % 8) as u8, seed));
        let root = Root::of_board(&board).unwrap();
        let limits = Limits { best_moves: 4, nodes: Some(1), ..Limits::default() };
        let report = engine.search(&root, &limits, &Table::for_nodes(0), &mut ());
        for rated in report.moves() {
            let mut child = board.clone();
            let points = child.try_play(rated.cell).unwrap().points();
            let value = Value::from_points(points) - engine.evaluate(&child);
            assert_eq!(rated.value, value, "{} on\n{board}", rated.cell);
        }
    }
}

/// Stops as soon as it is asked, and wants no second iteration if told so.
struct Impatient {
    wants_more: bool,
    iterations: u32,
}

impl Observer for Impatient {
    fn iteration(&mut self, _: &Report) -> bool {
        self.iterations += 1;
        self.wants_more
    }

    fn nodes_allowed(&mut self) -> u64 {
        0
    }
}

#[test]
fn an_impatient_observer_gets_a_move_all_the_same() {
    for wants_more in [false, true] {
        let mut observer = Impatient { wants_more, iterations: 0 };
        let board = Board::settled(&generate(26, 9, 1));
        let root = Root::of_board(&board).unwrap();
        let report = Engine::default().search(&root, &Limits::default(), &Table::for_nodes(0), &mut observer);
        assert_eq!((observer.iterations, report.depth), (1, 1));
        assert!(board.group_at(report.best.cell).is_ok());
    }
}

/// Keeps the best move of every iteration and whether it was settled.
#[derive(Default)]
struct Diary(Vec<(Cell, bool)>);

impl Observer for Diary {
    fn iteration(&mut self, report: &Report) -> bool {
        self.0.push((report.best.cell, report.settled));
        true
    }

    fn nodes_allowed(&mut self) -> u64 {
        NODES_BETWEEN_QUESTIONS
    }
}

#[test]
fn a_move_is_settled_when_it_has_been_the_best_for_long_enough() {
    let long_enough = Tunables::default().settled_iterations as usize;
    let mut seen = [0, 0];
    for seed in 0..12 {
        let root = Root::of_grid(&generate(8, 4, seed)).unwrap();
        let mut diary = Diary::default();
        Engine::default().search(&root, &to_depth(12), &Table::for_nodes(1 << 16), &mut diary);
        for (i, &(best, settled)) in diary.0.iter().enumerate() {
            let lately = diary.0[..=i].iter().rev().take(long_enough + 1);
            let same = lately.filter(|&&(cell, _)| cell == best).count() == long_enough + 1;
            assert_eq!(settled, same, "iteration {i} of {:?}", diary.0);
            seen[usize::from(settled)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn a_shuffled_root_chooses_among_equals_only() {
    // Nine single fruits of nine kinds in a row: every move is as good.
    let mut grid = Grid::empty(9);
    (0..9).for_each(|i| grid.set(Cell::new(i, 8), Some(Fruit::new(i as u8))));
    let mut chosen = std::collections::HashSet::new();
    for seed in 0..40 {
        let mut root = Root::of_grid(&grid).unwrap();
        root.shuffle(seed);
        let report = Engine::default().search(&root, &Limits::default(), &Table::for_nodes(1 << 16), &mut ());
        assert_eq!(report.best.value, Value::from_points(1));
        chosen.insert(report.best.cell);
    }
    assert!(chosen.len() > 5, "{chosen:?}");
}

#[test]
fn a_leader_without_helpers_finds_what_a_search_alone_finds() {
    for (size, kinds, depth) in [(10, 6, 7), (15, 4, 5), (6, 3, 20)] {
        let grid = generate(size, kinds, 4);
        let leader = searched(&grid, &Limits { role: Role::Leader, ..to_depth(depth) });
        assert_eq!(leader, searched(&grid, &to_depth(depth)));
    }
}

#[test]
fn searches_that_share_a_table_agree_on_the_exact_value() {
    let grid = generate(5, 4, 3);
    let root = Root::of_grid(&grid).unwrap();
    let table = Table::for_nodes(1 << 16);
    let alone = searched(&grid, &Limits::default());
    let reports: Vec<Report> = std::thread::scope(|scope| {
        let search = |role| {
            let (root, table) = (&root, &table);
            scope.spawn(move || Engine::default().search(root, &Limits { role, ..Limits::default() }, table, &mut ()))
        };
        [search(Role::Leader), search(Role::Helper), search(Role::Helper)].map(|thread| thread.join().unwrap()).into()
    });
    for report in reports {
        assert!(report.exact);
        assert_eq!(report.best.value, alone.best.value);
    }
}
