//! The bench: fixed positions searched to a fixed depth.
//!
//! The number of nodes is the same on every machine and changes whenever the engine plays
//! differently: it is the signature that a commit names.

use fruitrage_rules::generate;

use crate::{Engine, Limits, Report, Root, Table};

/// A position of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchPosition {
    /// Cells a side.
    pub size: usize,
    /// Kinds of fruit.
    pub kinds: u8,
    /// What the board is made from.
    pub seed: u64,
    /// How many moves to look ahead.
    pub depth: u32,
}

/// Size, kinds, seed and depth: small to large, few kinds to many, each deep enough to
/// matter and all together done in about a second.
const POSITIONS: [(usize, u8, u64, u32); 10] = [
    (5, 3, 1, 20),
    (6, 9, 2, 12),
    (8, 3, 3, 12),
    (8, 4, 4, 12),
    (10, 4, 5, 11),
    (10, 6, 6, 10),
    (15, 4, 7, 8),
    (20, 6, 8, 6),
    (26, 2, 9, 3),
    (26, 9, 10, 5),
];

/// Searches the positions one after the other, each from scratch.
///
/// # Panics
/// Never: a generated board is full.
pub fn bench() -> Vec<(BenchPosition, Report)> {
    let engine = Engine::default();
    let search = |(size, kinds, seed, depth)| {
        let root = Root::of_grid(&generate(size, kinds, seed)).expect("a generated board is full");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = engine.search(&root, &limits, &Table::for_nodes(1 << 20), &mut ());
        (BenchPosition { size, kinds, seed, depth }, report)
    };
    POSITIONS.into_iter().map(search).collect()
}

/// Returns the nodes of all positions together.
pub fn bench_signature(reports: &[(BenchPosition, Report)]) -> u64 {
    reports.iter().map(|(_, report)| report.nodes).sum()
}
