//! The exact solver: the best move of a board and its value, with certainty.
//!
//! Alpha-beta to the end of the game, on a board from which everything is removed that
//! no longer matters, with bounds that are proved in `docs/solver.md`.
//!
//! ```text
//! bits.rs         sets of cells as numbers
//! layout.rs       which bit stands for which cell
//! reduced.rs      a board without its coins (runs that nothing else depends on)
//! clusters.rs     its clusters: the fruits that could at best become one group
//! moves.rs        its groups
//! bounds.rs       bounds of its value by the sizes of the clusters
//! zugzwang.rs     bounds of its value where hardly anything can merge
//! calm.rs         boards on which having to move never costs anything
//! relief.rs       boards on which it costs less than zugzwang.rs says
//! hash.rs         a hash that is equal for boards that play alike
//! node.rs         a reduced board with its clusters and its hash
//! table.rs        the transposition table
//! ply.rs          one ply of the search stack: a node, its bounds and its moves
//! search.rs       alpha-beta
//! shared.rs       several solvers on one transposition table
//! endgames.rs     the solver for a search that comes to many small boards
//! brute_force.rs  random boards and their values by trying every game, for tests
//! ```

mod bits;
mod bounds;
#[cfg(test)]
mod brute_force;
mod calm;
mod clusters;
mod endgames;
mod hash;
mod layout;
mod moves;
mod node;
mod ply;
mod reduced;
mod relief;
mod search;
mod shared;
mod table;
mod zugzwang;

use fruitrage_rules::{Board, Cell, Group, sort_short_by_key};

use crate::{Observer, RatedMove, Report, Root, Value};
use bounds::Window;
pub(crate) use endgames::Endgames;
use layout::{Layout, MOST_WORDS, Shape};
use search::{Search, Stopped};
pub use shared::SharedSolver;

/// Returns the best move and its exact value, or `None` if that takes more than
/// `nodes` nodes or the observer stops it.
///
/// With equal limits the result is the same every time, as long as the observer does
/// not interfere.
pub fn solve(root: &Root, nodes: u64, observer: &mut dyn Observer) -> Option<Report> {
    solve_with(None, root, nodes, observer)
}

/// Does what [`solve`] does, alone or together with other solvers.
fn solve_with(shared: Option<&SharedSolver>, root: &Root, nodes: u64, observer: &mut dyn Observer) -> Option<Report> {
    let shape = Shape::of(&root.settled());
    // Few words are fast, and boards of few words are what can be solved. A page is to load
    // quickly, so it has fewer sizes.
    match shape.words() {
        1 => Solver::<_, 1>::new(root, shape, nodes, observer).join(shared).solve(),
        2 => Solver::<_, 2>::new(root, shape, nodes, observer).join(shared).solve(),
        #[cfg(not(target_arch = "wasm32"))]
        3 => Solver::<_, 3>::new(root, shape, nodes, observer).join(shared).solve(),
        #[cfg(not(target_arch = "wasm32"))]
        4..=5 => Solver::<_, 5>::new(root, shape, nodes, observer).join(shared).solve(),
        _ => Solver::<_, MOST_WORDS>::new(root, shape, nodes, observer).join(shared).solve(),
    }
    .ok()
}

struct Solver<'a, O: ?Sized, const N: usize> {
    root: &'a Root,
    search: Search<&'a mut O, N>,
}

impl<'a, O: Observer + ?Sized, const N: usize> Solver<'a, O, N> {
    fn new(root: &'a Root, shape: Shape, nodes: u64, observer: &'a mut O) -> Self {
        Self { root, search: Search::new(Layout::new(shape), nodes, observer) }
    }

    fn join(mut self, shared: Option<&SharedSolver>) -> Self {
        if let Some(shared) = shared {
            self.search.join(shared.clone());
        }
        self
    }

    fn solve(mut self) -> Result<Report, Stopped> {
        let mut window = Window { alpha: i32::MIN / 4, beta: i32::MAX / 4 };
        // A stable sort: of equally good moves, the first one of the root wins.
        let mut moves = self.root.moves().to_vec();
        sort_short_by_key(&mut moves, |group| std::cmp::Reverse(group.size()));
        let mut best = moves[0];
        let mut board = Board::empty(1);
        for (i, &group) in moves.iter().enumerate() {
            self.root.play_into(group, &mut board);
            let gain = group.points() as i32;
            if i > 0 && gain - self.search.value(&board, window.null().after(gain))? <= window.alpha {
                continue;
            }
            let value = gain - self.search.value(&board, window.after(gain))?;
            if value > window.alpha {
                window.alpha = value;
                best = group;
            }
        }
        let nodes = self.search.nodes();
        let line = self.line(best, window.alpha);
        let value = Value::from_steps(window.alpha * Value::from_points(1).steps());
        let depth = line.len() as u32;
        let best = RatedMove { line, ..RatedMove::alone(best, value, true) };
        Ok(Report::of(std::iter::once(best), true, depth, nodes))
    }

    /// Returns the principal variation that begins with `first`, as far as the node
    /// limit allows.
    fn line(&mut self, first: Group, value: i32) -> Vec<Cell> {
        let mut line = vec![first.cell()];
        let mut board = Board::empty(1);
        self.root.play_into(first, &mut board);
        let mut value = first.points() as i32 - value;
        while let Some(group) = self.move_worth(&board, value) {
            line.push(group.cell());
            let before = board.clone();
            before.play_into(group, &mut board);
            value = group.points() as i32 - value;
        }
        line
    }

    /// Returns a move that keeps the value of a board.
    fn move_worth(&mut self, board: &Board, value: i32) -> Option<Group> {
        let mut child = Board::empty(1);
        board.groups().into_iter().find(|&group| {
            board.play_into(group, &mut child);
            let at_most = group.points() as i32 - value;
            let window = Window { alpha: at_most, beta: at_most + 1 };
            self.search.value(&child, window).is_ok_and(|reply| reply <= at_most)
        })
    }
}
