//! The levels for people: legal, repeatable, and each weaker in its own way.

use fruitrage_engine::{Engine, Level, Limits, Report, Root, Table};
use fruitrage_rules::{Board, Cell, Group, Judge, generate};
use proptest::prelude::*;

fn at(level: Level) -> Engine {
    Engine::default().at_level(level)
}

fn level(number: u8) -> Level {
    Level::all().find(|level| level.number() == number).unwrap()
}

fn chosen(engine: &Engine, root: &Root) -> Report {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    engine.search(root, &limits, &Table::for_nodes(1 << 12), &mut ())
}

fn box_of(size: usize, kinds: u8, seed: u64) -> Root {
    Root::of_grid(&generate(size, kinds, seed)).unwrap()
}

/// The number of fruits that a player takes less than it could.
fn modesty(engine: &Engine, root: &Root) -> usize {
    let most = root.moves().iter().map(|group| group.size()).max().unwrap();
    most - chosen(engine, root).best.points.isqrt() as usize
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_level_takes_a_group_that_is_there(size in 1_usize..=26, kinds in 1_u8..=10, seed: u64, best_moves in 1_usize..5) {
        let root = box_of(size, kinds, seed);
        let limits = Limits { depth: Some(2), best_moves, ..Limits::default() };
        for level in Level::all() {
            let report = at(level).search(&root, &limits, &Table::for_nodes(0), &mut ());
            for rated in report.moves().chain([&at(level).glance(&root).best]) {
                let group = root.moves().iter().find(|group| group.cell() == rated.cell);
                prop_assert_eq!(group.map(|group| group.points()), Some(rated.points));
            }
        }
    }

    #[test]
    fn every_level_plays_where_fruit_floats(seed: u64, holes in prop::collection::vec(any::<bool>(), 16)) {
        let mut grid = generate(4, 3, seed);
        for (cell, hole) in Cell::all(4).zip(holes) {
            if hole && grid.fruits() > 1 {
                grid.set(cell, None);
            }
        }
        let root = Root::of_grid(&grid).unwrap();
        for level in Level::all() {
            prop_assert!(Judge::new(&grid).try_take(chosen(&at(level), &root).best.cell).is_ok());
        }
    }

    #[test]
    fn a_level_plays_the_same_with_the_same_seed(seed: u64, other: u64) {
        for level in Level::all() {
            let mut root = box_of(9, 4, seed);
            root.shuffle(other);
            prop_assert_eq!(chosen(&at(level), &root), chosen(&at(level), &root));
        }
    }
}

#[test]
fn the_highest_level_is_the_engine_itself() {
    for seed in 0..10 {
        let root = box_of(9, 4, seed);
        assert_eq!(chosen(&at(Level::HIGHEST), &root), chosen(&Engine::default(), &root));
        assert_eq!(at(Level::HIGHEST).glance(&root), Engine::default().glance(&root));
    }
}

#[test]
fn another_seed_overlooks_other_moves() {
    for number in Level::all().rev().skip(1).map(Level::number) {
        let moves = (0..50).map(|seed| {
            let mut root = box_of(10, 4, 3);
            root.shuffle(seed);
            chosen(&at(level(number)), &root).best.cell
        });
        let different: std::collections::HashSet<Cell> = moves.collect();
        assert!(different.len() > 1, "level {number}");
    }
}

/// Not any move: most often one of the largest five.
#[test]
fn a_beginner_takes_a_large_group_if_not_the_largest() {
    let roots: Vec<Root> = (0..200).map(|seed| box_of(10, 4, seed)).collect();
    let beginner = at(Level::LOWEST);
    let largest = roots.iter().filter(|root| modesty(&beginner, root) == 0).count();
    assert!((30..100).contains(&largest), "{largest}");
    let fifth = |root: &Root| {
        let mut sizes: Vec<usize> = root.moves().iter().map(|group| group.size()).collect();
        sizes.sort_unstable();
        sizes[sizes.len() - 5]
    };
    let one_of_five = |root: &&Root| chosen(&beginner, root).best.points.isqrt() as usize >= fifth(root);
    assert!(roots.iter().filter(one_of_five).count() > 150);
}

/// Whether the largest group after a move is larger than any before it.
fn brings_together(board: &Board, group: Group) -> bool {
    let mut child = Board::empty(1);
    board.play_into(group, &mut child);
    let largest = |board: &Board| board.groups().first().map_or(0, |group| group.size());
    largest(&child) > largest(board)
}

#[test]
fn the_lower_the_level_the_more_falls_into_the_opponents_hands() {
    let gifts = |number: u8| {
        let gives = |seed: &u64| {
            let board = Board::settled(&generate(12, 3, *seed));
            let report = chosen(&at(level(number)), &Root::of_board(&board).unwrap());
            brings_together(&board, board.group_at(report.best.cell).unwrap())
        };
        (0..150).filter(gives).count()
    };
    let [low, middle, high] = [5, 7, 9].map(gifts);
    assert!(low > middle && middle > high, "{low} {middle} {high}");
}

/// Those who only look at the board think no further; nobody below full strength asks for a
/// clock, so that they play in a page as well.
#[test]
fn a_level_below_full_strength_needs_few_nodes_even_on_the_largest_board() {
    let root = box_of(26, 9, 1);
    let nodes = |level: Level| at(level).search(&root, &Limits::default(), &Table::for_nodes(0), &mut ()).nodes;
    assert_eq!(nodes(Level::LOWEST), 1);
    for level in Level::all().rev().skip(1) {
        assert!(nodes(level) < 200_000, "{level}: {}", nodes(level));
    }
}

#[test]
fn a_search_of_a_level_is_held_to_its_nodes() {
    let (root, rosemary) = (box_of(26, 3, 1), at("rosemary".parse().unwrap()));
    let search = |nodes: Option<u64>| {
        rosemary.search(&root, &Limits { nodes, ..Limits::default() }, &Table::for_nodes(0), &mut ()).nodes
    };
    assert!(search(Some(1)) < search(None));
}
