//! Counts instructions, which unlike time are the same in every run. It needs
//! valgrind and the runner of gungraun, both of which `scripts/bench` installs.

#![expect(missing_docs, reason = "the macros write public items without any")]

use fruitrage_bench::{CLASSES, Parent};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// The parents of the class with this name, made outside of what is counted.
fn parents(name: &str) -> Vec<Parent> {
    let class = CLASSES.into_iter().find(|class| class.to_string() == name);
    fruitrage_bench::parents(class.expect("a class by its name"))
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn fast(parents: Vec<Parent>) -> usize {
    fruitrage_bench::fast(&parents)
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn portable(parents: Vec<Parent>) -> usize {
    fruitrage_bench::portable(&parents)
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn judge(parents: Vec<Parent>) -> usize {
    fruitrage_bench::judge(&parents)
}

library_benchmark_group!(name = children, benchmarks = [fast, portable, judge]);

main!(library_benchmark_groups = children);
