//! Analysis: what it calls exact is, and nobody waits for it who does not want it.

use std::sync::mpsc;
use std::time::Duration;

use fruitrage_engine::{Root, Value, solve};
use fruitrage_game::Stop;
use fruitrage_play::analysis::{Analysis, AnalysisOptions, Finish, run};
use fruitrage_rules::{Board, Cell, generate};
use proptest::prelude::*;

fn root(size: usize, kinds: u8, seed: u64) -> Root {
    Root::of_board(&Board::settled(&generate(size, kinds, seed))).unwrap()
}

/// What a move is worth, by the solver.
fn exact_value(root: &Root, cell: Cell) -> Value {
    let group = *root.moves().iter().find(|group| group.cell() == cell).unwrap();
    let mut after = Board::empty(1);
    root.play_into(group, &mut after);
    let reply = Root::of_board(&after).ok();
    let reply = reply.map_or(Value::EVEN, |reply| solve(&reply, u64::MAX, &mut ()).unwrap().best.value);
    Value::from_points(group.points()) - reply
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn what_is_called_exact_is_what_the_solver_finds(
        size in 1_usize..=5, kinds in 1_u8..=4, seed in any::<u64>(), top in 1_usize..=30, solving in any::<bool>(),
    ) {
        let root = root(size, kinds, seed);
        let options = AnalysisOptions { top, solve: solving, ..AnalysisOptions::default() };
        let found = run(&root, &options, &Stop::default(), &mut |_| {});
        prop_assert_eq!(found.finish, Some(Finish::Exact));
        prop_assert_eq!(found.thought.moves.len(), top.min(root.moves().len()));
        let mut values: Vec<Value> = root.moves().iter().map(|group| exact_value(&root, group.cell())).collect();
        values.sort_by_key(|&value| -value);
        for (thought, value) in found.thought.moves.iter().zip(values) {
            prop_assert!(thought.exact);
            prop_assert_eq!(thought.margin, value);
            prop_assert_eq!(exact_value(&root, thought.cell), value);
            prop_assert_eq!(thought.line[0], thought.cell);
        }
    }

    #[test]
    fn with_a_limit_of_nodes_two_analyses_find_the_same(seed in any::<u64>(), top in 1_usize..=4) {
        let root = root(8, 4, seed);
        let options = AnalysisOptions { top, nodes: Some(3_000), ..AnalysisOptions::default() };
        let find = || {
            let mut found = run(&root, &options, &Stop::default(), &mut |_| {});
            found.thought.elapsed = Duration::ZERO;
            found
        };
        prop_assert_eq!(find(), find());
    }
}

#[test]
fn an_analysis_without_limits_tells_as_it_deepens_and_ends_when_it_is_dropped() {
    for (threads, solve) in [(1, false), (2, false), (1, true), (2, true)] {
        let (sender, updates) = mpsc::channel();
        let options = AnalysisOptions { threads, solve, ..AnalysisOptions::default() };
        let analysis = Analysis::start(root(26, 6, 1), options, move |update| drop(sender.send(update.clone())));
        let first: Vec<_> = updates.iter().take(2).collect();
        assert!(first[0].thought.depth < first[1].thought.depth);
        assert!(first.iter().all(|update| update.finish.is_none() && update.thought.moves.len() == 3));
        // Joins the thread.
        drop(analysis);
        let last = updates.iter().last().unwrap();
        assert_eq!(last.finish, Some(Finish::Stopped));
    }
}

#[test]
fn limits_of_depth_end_it_and_solving_goes_beyond_them() {
    let root = root(5, 3, 7);
    let limited = AnalysisOptions { depth: Some(2), top: 2, ..AnalysisOptions::default() };
    let found = Analysis::start(root.clone(), limited.clone(), |_| {}).wait();
    assert_eq!((found.thought.depth, found.finish), (2, Some(Finish::Limit)));
    let solved = Analysis::start(root, AnalysisOptions { solve: true, ..limited }, |_| {}).wait();
    assert_eq!(solved.finish, Some(Finish::Exact));
}

#[test]
fn threads_that_solve_together_find_the_value_that_one_finds() {
    let solved = |root: &Root, threads| {
        // So that there is no more than a glance before the solver begins.
        let options = AnalysisOptions { depth: Some(1), top: 1, threads, solve: true, ..AnalysisOptions::default() };
        let found = Analysis::start(root.clone(), options, |_| {}).wait();
        assert_eq!(found.finish, Some(Finish::Exact));
        found.thought.moves[0].margin
    };
    let (easy, hard) = (root(6, 4, 1), root(7, 4, 10));
    assert_eq!(solved(&easy, 1), solved(&easy, 2));
    // One thread does not solve this before the other begins to help.
    assert!(solve(&hard, 1 << 18, &mut ()).is_none());
    assert_eq!(solved(&hard, 1), solved(&hard, 2));
}
