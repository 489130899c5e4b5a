//! Prints the table of node rates, the fast board beside the slow judge:
//! `cargo run --release -p fruitrage-bench`
//!
//! A node is one child of a board, made by one move, with all its groups known.

use std::hint::black_box;
use std::time::{Duration, Instant};

use fruitrage_bench::{CLASSES, Class, Parent, count, fast, judge, parents, portable};

/// All ways are measured in every round, by turns, so that whatever else the
/// machine does falls on all of them alike: many short rounds do that better
/// than few long ones. Odd, so that there is a median.
const ROUNDS: usize = 45;

/// How long one way is measured in one round, at least.
const SPELL: Duration = Duration::from_millis(20);

type Way = fn(&[Parent]) -> usize;
const WAYS: [Way; 3] = [fast, portable, judge];

fn main() {
    println!("| board | children | fast M/s | portable M/s | judge M/s | fast to judge |");
    println!("|---|---:|---:|---:|---:|---:|");
    for class in CLASSES {
        println!("{}", row(class));
    }
}

/// One line of the table: medians over all rounds. The ratio to the judge is the
/// median of each round's own.
fn row(class: Class) -> String {
    let parents = parents(class);
    let groups = WAYS.map(|way| way(&parents));
    assert!(groups.iter().all(|&count| count == groups[0]), "{class}: the ways differ: {groups:?}");
    let rounds: Vec<[f64; 3]> = (0..ROUNDS).map(|_| WAYS.map(|way| rate(way, &parents))).collect();
    let [fast, portable, judge] = [0, 1, 2].map(|way| median(rounds.iter().map(|round| round[way]).collect()));
    let ratio = median(rounds.iter().map(|[fast, _, judge]| fast / judge).collect());
    let children = count(&parents);
    format!("| {class} | {children} | {fast:.2} | {portable:.2} | {judge:.3} | {ratio:.1} |")
}

/// Million children a second.
fn rate(way: Way, parents: &[Parent]) -> f64 {
    let start = Instant::now();
    let mut children = 0;
    while start.elapsed() < SPELL {
        black_box(way(black_box(parents)));
        children += count(parents);
    }
    children as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
