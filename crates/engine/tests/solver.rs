//! The exact solver held to a plain minimax over the slow judge.

use std::collections::HashMap;

use fruitrage_engine::{Report, Root, Value, solve};
use fruitrage_rules::{Cell, Fruit, Grid, Judge, generate};
use proptest::prelude::*;

/// More nodes than any box here needs.
const PLENTY: u64 = 1 << 22;

/// The values of boxes by trying every game there is, each box once.
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

/// Boxes small enough to try every game: towers, rows and whatever is between,
/// with few kinds and many.
fn small_box() -> impl Strategy<Value = Grid> {
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

/// A full box of one of the sizes that can be tried in full.
fn full_box() -> impl Strategy<Value = Grid> {
    (1_usize..=3, 1_u8..=5, any::<u64>()).prop_map(|(size, kinds, seed)| generate(size, kinds, seed))
}

/// A drawing in which fruit may float.
fn drawing() -> impl Strategy<Value = Grid> {
    (full_box(), any::<u16>()).prop_map(|(mut grid, holes)| {
        for (i, cell) in Cell::all(grid.size()).enumerate() {
            if holes >> i & 1 == 1 && grid.fruits() > 1 {
                grid.set(cell, None);
            }
        }
        grid
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_value_and_the_move_are_what_brute_force_finds(grid in prop_oneof![6 => small_box(), 1 => full_box(), 1 => drawing()]) {
        let mut brute_force = BruteForce::default();
        let report = solved(&grid);
        let mut after = Judge::new(&grid);
        prop_assert!(report.exact);
        prop_assert_eq!(points(report.value), brute_force.value(&after));
        let size = after.try_take(report.cell).unwrap() as u32;
        prop_assert_eq!(report.points, size * size);
        prop_assert_eq!(report.points as i32 - brute_force.value(&after), points(report.value));
    }

    #[test]
    fn the_line_is_a_whole_game_with_the_value_promised(grid in small_box()) {
        let report = solved(&grid);
        let mut judge = Judge::new(&grid);
        prop_assert_eq!(report.line[0], report.cell);
        let (mut own, mut other) = (0, 0);
        for &cell in &report.line {
            own += (judge.try_take(cell).unwrap() as i32).pow(2);
            (own, other) = (other, own);
        }
        prop_assert!(judge.is_empty());
        let sign = if report.line.len().is_multiple_of(2) { 1 } else { -1 };
        prop_assert_eq!(sign * (own - other), points(report.value));
    }
}
