//! The exact solver held to a plain minimax over the slow judge.

use std::collections::HashMap;

use fruitrage_engine::{
    Engine, Limits, NODES_BETWEEN_QUESTIONS, Observer, Report, Root, SharedSolver, Table, Value, solve,
};
use fruitrage_rules::{Board, Cell, Fruit, Grid, Judge, generate};
use fruitrage_testing::cases;
use proptest::prelude::*;

/// More nodes than any board here needs.
const PLENTY: u64 = 1 << 22;

/// The values of boards by trying every game there is, each board once.
#[derive(Default)]
struct BruteForce {
    known: HashMap<String, i32>,
}

impl BruteForce {
    /// The points that the player to move gets more than the opponent.
    fn value(&mut self, judge: &Judge) -> i32 {
        let picture = judge.to_grid().to_string();
        if let Some(&value) = self.known.get(&picture) {
            return value;
        }
        let values = judge.groups().into_iter().map(|group| {
            let mut child = *judge;
            child.try_take(group.cell()).unwrap();
            group.points() as i32 - self.value(&child)
        });
        let value = values.max().unwrap_or(0);
        self.known.insert(picture, value);
        value
    }
}

fn solved(grid: &Grid) -> Report {
    solve(&Root::of_grid(grid).unwrap(), PLENTY, &mut ()).unwrap()
}

fn points(value: Value) -> i32 {
    value.points() as i32
}

/// Columns of some heights, all of them with fruit of a few kinds.
fn columns(width: usize, height: usize, kinds: u8, fruits: usize) -> impl Strategy<Value = Grid> {
    let column = prop::collection::vec(0..kinds, 0..=height);
    prop::collection::vec(column, 1..=width).prop_map(move |columns| {
        let size = columns.iter().map(Vec::len).max().unwrap_or(0).max(columns.len()).max(1);
        let mut grid = Grid::empty(size);
        let mut left = fruits;
        for (i, column) in columns.iter().enumerate() {
            for (j, &kind) in column.iter().enumerate() {
                if left > 0 {
                    grid.set(Cell::new(i, size - 1 - j), Some(Fruit::new(kind)));
                    left -= 1;
                }
            }
        }
        if grid.fruits() == 0 {
            grid.set(Cell::new(0, size - 1), Some(Fruit::new(0)));
        }
        grid
    })
}

/// Boards small enough to try every game: towers, rows and whatever is between,
/// with few kinds and many.
fn small_board() -> impl Strategy<Value = Grid> {
    (1_u8..=9).prop_flat_map(|kinds| {
        prop_oneof![
            columns(5, 5, kinds, 11),
            columns(3, 4, kinds, 12),
            columns(12, 2, kinds, 12),
            columns(2, 12, kinds, 13),
            columns(1, 18, kinds, 14),
            columns(1, 26, 2, 20),
            columns(4, 3, 2, 12),
        ]
    })
}

/// A small board beside a tower of some height, all of it of one kind: so that the
/// solver has need of long sets of cells, of different lengths, while there are
/// hardly more games to try.
fn board_beside_a_tower() -> impl Strategy<Value = Grid> {
    (small_board(), 12_usize..=26, 8_u8..=9).prop_map(|(small, height, kind)| {
        let size = height.max(small.size() + 1).min(26);
        let mut grid = Grid::empty(size);
        for row in 0..height.min(size) {
            grid.set(Cell::new(0, size - 1 - row), Some(Fruit::new(kind)));
        }
        for cell in Cell::all(small.size()).filter(|cell| cell.column() + 1 < size) {
            let row = size - small.size() + cell.row();
            grid.set(Cell::new(cell.column() + 1, row), small.get(cell));
        }
        grid
    })
}

/// A full board of one of the sizes that can be tried in full.
fn full_board() -> impl Strategy<Value = Grid> {
    (1_usize..=3, 1_u8..=5, any::<u64>()).prop_map(|(size, kinds, seed)| generate(size, kinds, seed))
}

/// A drawing in which fruit may float.
fn drawing() -> impl Strategy<Value = Grid> {
    (full_board(), any::<u16>()).prop_map(|(mut grid, holes)| {
        for (i, cell) in Cell::all(grid.size()).enumerate() {
            if holes >> i & 1 == 1 && grid.fruits() > 1 {
                grid.set(cell, None);
            }
        }
        grid
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(3_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_value_and_the_move_are_what_brute_force_finds(grid in prop_oneof![6 => small_board(), 2 => board_beside_a_tower(), 1 => full_board(), 1 => drawing()]) {
        let mut brute_force = BruteForce::default();
        let report = solved(&grid);
        let mut after = Judge::new(&grid);
        prop_assert!(report.exact);
        prop_assert_eq!(points(report.best.value), brute_force.value(&after));
        let size = after.try_take(report.best.cell).unwrap() as u32;
        prop_assert_eq!(report.best.points, size * size);
        prop_assert_eq!(report.best.points as i32 - brute_force.value(&after), points(report.best.value));
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_line_is_a_whole_game_with_the_value_promised(grid in small_board()) {
        let report = solved(&grid);
        let mut judge = Judge::new(&grid);
        prop_assert_eq!(report.best.line[0], report.best.cell);
        let (mut own, mut other) = (0, 0);
        for &cell in &report.best.line {
            own += (judge.try_take(cell).unwrap() as i32).pow(2);
            (own, other) = (other, own);
        }
        prop_assert!(judge.is_empty());
        let sign = if report.best.line.len().is_multiple_of(2) { 1 } else { -1 };
        prop_assert_eq!(sign * (own - other), points(report.best.value));
    }
}

#[test]
fn equal_limits_give_equal_reports() {
    let root = Root::of_grid(&generate(6, 4, 1)).unwrap();
    let needed = solve(&root, PLENTY, &mut ()).unwrap();
    assert_eq!(solve(&root, PLENTY, &mut ()), Some(needed));
}

#[test]
fn it_gives_up_at_the_limit_of_nodes() {
    let root = Root::of_grid(&generate(8, 4, 1)).unwrap();
    assert_eq!(solve(&root, 1_000, &mut ()), None);
    assert_eq!(solve(&root, 0, &mut ()), None);
}

/// Has had enough from the start.
struct Impatient;

impl Observer for Impatient {
    fn iteration(&mut self, _: &Report) -> bool {
        false
    }

    fn nodes_allowed(&mut self) -> u64 {
        0
    }
}

#[test]
fn solvers_on_one_table_find_the_value_that_one_alone_finds() {
    for (size, kinds, seed) in (1..=6).flat_map(|seed| [(5, 3, seed), (6, 4, seed), (6, 6, seed), (8, 2, seed)]) {
        let root = Root::of_grid(&generate(size, kinds, seed)).unwrap();
        let alone = solve(&root, PLENTY, &mut ()).unwrap();
        let shared = SharedSolver::for_nodes(1 << 12);
        let solve_along = || shared.solve(&root, PLENTY, &mut ()).unwrap();
        std::thread::scope(|scope| {
            let solvers = [(); 3].map(|()| scope.spawn(solve_along));
            for solver in solvers {
                let report = solver.join().unwrap();
                assert!(report.exact);
                assert_eq!(report.best.value, alone.best.value, "{size}p{kinds} {seed}");
            }
        });
    }
}

#[test]
fn it_stops_when_the_observer_says_so() {
    let root = Root::of_grid(&generate(8, 4, 1)).unwrap();
    assert_eq!(solve(&root, PLENTY, &mut Impatient), None);
}

/// Columns of more than sixteen fruits do not fit into 64 bits.
#[test]
fn high_columns_are_solved_as_well() {
    let mut grid = Grid::empty(26);
    for (i, kind) in (0..26).zip([0, 1, 2, 1, 0, 2, 2, 1].into_iter().cycle()) {
        grid.set(Cell::new(3, i), Some(Fruit::new(kind)));
    }
    let report = solved(&grid);
    let mut board = Board::try_from(&grid).unwrap();
    let mut value = points(report.best.value);
    for cell in report.best.line {
        value = board.try_play(cell).unwrap().points() as i32 - value;
    }
    assert!(board.is_empty());
    assert_eq!(value, 0);
}

/// Counts what a search tells.
#[derive(Default)]
struct Counter(u32);

impl Observer for Counter {
    fn iteration(&mut self, _: &Report) -> bool {
        self.0 += 1;
        true
    }

    fn nodes_allowed(&mut self) -> u64 {
        NODES_BETWEEN_QUESTIONS
    }
}

#[test]
fn the_engine_lets_the_solver_take_over_at_the_end_and_not_before() {
    let engine = Engine::default();
    let mut board = Board::settled(&generate(8, 5, 3));
    let mut taken_over = false;
    while !board.is_empty() {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let mut counter = Counter::default();
        let root = Root::of_board(&board).unwrap();
        let report = engine.search(&root, &limits, &Table::for_nodes(50_000), &mut counter);
        assert!(report.nodes <= 51_000, "{report:?}");
        if taken_over {
            assert!(report.exact, "solved before, but not\n{board}");
        }
        taken_over |= report.exact && counter.0 == 1;
        board.try_play(report.best.cell).unwrap();
    }
    assert!(taken_over);
}
