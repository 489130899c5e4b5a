//! Prints the table of node rates, the fast board beside the slow judge:
//! `cargo run --release -p fruitrage-rules --example node_rate`
//!
//! A node is one child of a box, made by one move, with all its groups known.

#[path = "../benches/sample/mod.rs"]
mod sample;

use std::hint::black_box;
use std::time::{Duration, Instant};

use sample::{CLASSES, Class, Parent};

/// All ways are measured in every round, by turns, so that whatever else the
/// machine does falls on all of them alike: many short rounds do that better
/// than few long ones. Odd, so that there is a median.
const ROUNDS: usize = 45;

/// How long one way is measured in one round, at least.
const SPELL: Duration = Duration::from_millis(20);

type Way = fn(&[Parent]) -> usize;
const WAYS: [Way; 4] = [sample::fast, sample::portable, sample::fast_with_list, sample::judge];

fn main() {
    println!(
        "| board | children | fast M/s | portable M/s | fast with list M/s | judge M/s | fast to judge | list to judge |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for class in CLASSES {
        println!("{}", row(class));
    }
}

/// One line of the table: medians over all rounds. The ratios to the judge
/// are medians of each round's own.
fn row(class: Class) -> String {
    let parents = sample::parents(class);
    let groups = WAYS.map(|way| way(&parents));
    assert!(groups.iter().all(|&count| count == groups[0]), "{class}: the ways differ: {groups:?}");
    let rounds: Vec<[f64; 4]> = (0..ROUNDS).map(|_| WAYS.map(|way| rate(way, &parents))).collect();
    let [fast, portable, with_list, judge] =
        [0, 1, 2, 3].map(|way| median(rounds.iter().map(|round| round[way]).collect()));
    let ratio = |way: usize| median(rounds.iter().map(|round| round[way] / round[3]).collect());
    let (ratio, list_ratio) = (ratio(0), ratio(2));
    let children = sample::count(&parents);
    format!(
        "| {class} | {children} | {fast:.2} | {portable:.2} | {with_list:.2} | {judge:.3} | {ratio:.1} | {list_ratio:.1} |"
    )
}

/// Million children a second.
fn rate(way: Way, parents: &[Parent]) -> f64 {
    let start = Instant::now();
    let mut children = 0;
    while start.elapsed() < SPELL {
        black_box(way(black_box(parents)));
        children += sample::count(parents);
    }
    children as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
