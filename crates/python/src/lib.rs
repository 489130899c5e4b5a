//! The Fruit Rage for Python: what is in `fruitrage._native`, wrapped by the package in
//! `python/fruitrage`.
//!
//! Each file is one class or one idea. Whatever Python hands over is checked here, and what is
//! wrong becomes a `ValueError` that says what, where and how to mend it; the crates below
//! never see it. What takes long runs without the interpreter's lock.
// Only an interpreter can run it, so a test program has nothing of it: its tests are in Python.
#![cfg(not(test))]
#![expect(clippy::needless_pass_by_value, reason = "arguments come from Python by value")]
#![expect(clippy::doc_markdown, clippy::doc_link_with_quotes, reason = "docstrings are Python's, with its examples")]

mod action;
mod analysis;
mod board;
mod contest;
mod engine;
mod errors;
mod game;
mod group;
mod interrupt;
mod level;
mod number;
mod plies;
mod position;
mod regret;
mod slots;
mod steps;
mod svg;
mod vector;

/// The compiled half of the package `fruitrage`. Import that instead.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::analysis::{Analysis, RatedMove};
    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::contest::{Estimate, MatchResult, r#match};
    #[pymodule_export]
    use crate::engine::{PyEngine, solve};
    #[pymodule_export]
    use crate::errors::IllegalMoveError;
    #[pymodule_export]
    use crate::game::{Game, parse_games, read_games};
    #[pymodule_export]
    use crate::group::PyGroup;
    #[pymodule_export]
    use crate::level::PyLevel;
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::vector::VectorEnv;
}
