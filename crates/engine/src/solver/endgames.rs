//! The solver for the endgames that a search comes to, with one transposition table for
//! all of them.

use fruitrage_rules::Board;

use super::bounds::Window;
use super::layout::{Layout, MOST_WORDS, Shape};
use super::search::Search;
use crate::Value;
use crate::value;

/// Solves boards one after the other.
#[derive(Default)]
pub(crate) struct Endgames {
    one_word: Option<Search<(), 1>>,
    two_words: Option<Search<(), 2>>,
    more_words: Option<Search<(), MOST_WORDS>>,
}

/// What came of an attempt to solve a board.
pub(crate) struct Solved {
    /// The value for the player to move; a bound if it is outside the window.
    /// None if the nodes did not suffice.
    pub(crate) value: Option<Value>,
    /// The nodes searched.
    pub(crate) nodes: u64,
}

impl Endgames {
    /// Solves a board, if `nodes` nodes suffice.
    pub(crate) fn solve(&mut self, board: &Board, window: value::Window, nodes: u64) -> Solved {
        let shape = Shape::of(board);
        match shape.words() {
            1 => solve(&mut self.one_word, shape, board, window, nodes),
            2 => solve(&mut self.two_words, shape, board, window, nodes),
            _ => solve(&mut self.more_words, shape, board, window, nodes),
        }
    }
}

/// Solves a board, with the table of those solved before.
fn solve<const N: usize>(
    search: &mut Option<Search<(), N>>,
    shape: Shape,
    board: &Board,
    window: value::Window,
    nodes: u64,
) -> Solved {
    let layout = Layout::new(shape);
    let search = search.get_or_insert_with(|| Search::new(layout.clone(), 0, ()));
    search.set_layout(layout);
    let before = search.nodes();
    search.allow(nodes);
    // Whole points: what is above alpha or below beta still is.
    let step = Value::from_points(1).steps();
    let alpha = window.alpha.steps().div_euclid(step);
    let beta = -(-window.beta.steps()).div_euclid(step);
    let points = search.value(board, Window { alpha, beta }).ok();
    Solved { value: points.map(|points| Value::from_steps(points * step)), nodes: search.nodes() - before }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Root, solve};
    use fruitrage_rules::generate;

    #[test]
    fn one_table_gives_the_values_that_fresh_ones_give_whatever_the_window() {
        let mut endgames = Endgames::default();
        for seed in 0..60 {
            let board = Board::settled(&generate(4, 2 + (seed % 4) as u8, seed));
            let root = Root::of_board(&board).unwrap();
            let exact = solve(&root, u64::MAX, &mut ()).unwrap().best.value;
            for doubt in [-3, -1, 0, 1, 3] {
                // Half a step above whole points, and tests between two of them.
                let alpha = Value::from_steps(exact.steps() + doubt * 20 - 7);
                let window = value::Window { alpha, beta: alpha + Value::from_steps(11) };
                let found = endgames.solve(&board, window, u64::MAX).value.unwrap();
                assert_eq!(found > window.alpha, exact > window.alpha, "{board}");
                assert_eq!(found >= window.beta, exact >= window.beta, "{board}");
                if window.alpha < exact && exact < window.beta {
                    assert_eq!(found, exact, "{board}");
                }
            }
        }
    }

    #[test]
    fn without_nodes_there_is_no_value() {
        let board = Board::settled(&generate(5, 3, 1));
        let window = value::Window { alpha: Value::EVEN, beta: Value::from_points(1) };
        let mut endgames = Endgames::default();
        assert!(endgames.solve(&board, window, 1).value.is_none());
        assert!(endgames.solve(&board, window, u64::MAX).value.is_some());
    }
}
