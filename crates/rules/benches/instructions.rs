//! Counts instructions, which unlike time are the same in every run. It needs
//! valgrind and the runner of gungraun, both of which `scripts/bench` installs.

#![expect(missing_docs, reason = "the macros write public items without any")]

#[expect(dead_code, reason = "the number of children is for those who measure rates")]
mod sample;

use gungraun::{library_benchmark, library_benchmark_group, main};
use sample::{CLASSES, Parent};

/// The parents of the class with this name, made outside of what is counted.
fn parents(name: &str) -> Vec<Parent> {
    let class = CLASSES.into_iter().find(|class| class.to_string() == name);
    sample::parents(class.expect("a class by its name"))
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn fast(parents: Vec<Parent>) -> usize {
    sample::fast(&parents)
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn portable(parents: Vec<Parent>) -> usize {
    sample::portable(&parents)
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn fast_with_list(parents: Vec<Parent>) -> usize {
    sample::fast_with_list(&parents)
}

#[library_benchmark(setup = parents)]
#[benches::class("8p4", "10p6", "15p4", "20p6", "26p2", "26p9")]
fn judge(parents: Vec<Parent>) -> usize {
    sample::judge(&parents)
}

library_benchmark_group!(name = children, benchmarks = [fast, portable, fast_with_list, judge]);

main!(library_benchmark_groups = children);
