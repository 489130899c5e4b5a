//! The exact solver: which move is best and what it is worth, with certainty.
//!
//! ```text
//! bits.rs     sets of cells
//! frame.rs    where the cells of a box are in such a set
//! field.rs    a box reduced to what still matters
//! survey.rs   its clusters: what could at best become one group
//! moves.rs    its groups
//! bounds.rs   how much and how little it can be worth at a glance
//! waiting.rs  the same where hardly anything can merge
//! calm.rs     and where nobody is ever the worse for having to move
//! relief.rs   how much of the burden of waiting that takes away
//! burdens.rs  that burden by the sizes of the clusters, as a list made by the build
//! sizes.rs    where sizes are in that list
//! hash.rs     its name in the table, the same for all that play alike
//! scene.rs    a field with all of these
//! memory.rs   what is known about fields met before
//! ply.rs      a scene on the way down, and the moves tried there
//! search.rs   alpha-beta to the end
//! company.rs  several of these at once
//! endgames.rs the same for a search that comes to many small boxes
//! trials.rs   random boxes, for tests
//! ```

mod bits;
mod bounds;
mod calm;
mod company;
mod endgames;
mod field;
mod frame;
mod hash;
mod memory;
mod moves;
mod ply;
mod relief;
mod scene;
mod search;
mod sizes;
mod survey;
#[cfg(test)]
mod trials;
mod waiting;

use fruitrage_rules::{Board, Cell, Group};

use crate::{Observer, RatedMove, Report, Root, Value};
use bounds::Window;
pub use company::SharedSolver;
pub(crate) use endgames::Endgames;
use frame::{Frame, MOST_WORDS, Shape};
use search::{Search, Stopped};

/// Finds the best move and its exact value, if that can be done with so many
/// nodes and before the observer says stop.
///
/// With equal limits it finds the same every time as long as the observer does
/// not interfere.
pub fn solve(root: &Root, nodes: u64, observer: &mut impl Observer) -> Option<Report> {
    solve_with(None, root, nodes, observer)
}

/// The same, alone or in company.
fn solve_with(company: Option<&SharedSolver>, root: &Root, nodes: u64, observer: &mut impl Observer) -> Option<Report> {
    let shape = Shape::of(&root.settled());
    // Few words are fast, and boxes of few words are what can be solved.
    match shape.words() {
        1 => Solver::<_, 1>::new(root, shape, nodes, observer).join(company).solve(),
        2 => Solver::<_, 2>::new(root, shape, nodes, observer).join(company).solve(),
        3 => Solver::<_, 3>::new(root, shape, nodes, observer).join(company).solve(),
        4..=5 => Solver::<_, 5>::new(root, shape, nodes, observer).join(company).solve(),
        _ => Solver::<_, MOST_WORDS>::new(root, shape, nodes, observer).join(company).solve(),
    }
    .ok()
}

struct Solver<'a, O, const N: usize> {
    root: &'a Root,
    search: Search<&'a mut O, N>,
}

impl<'a, O: Observer, const N: usize> Solver<'a, O, N> {
    fn new(root: &'a Root, shape: Shape, nodes: u64, observer: &'a mut O) -> Self {
        Self { root, search: Search::new(Frame::new(shape), nodes, observer) }
    }

    fn join(mut self, company: Option<&SharedSolver>) -> Self {
        if let Some(company) = company {
            self.search.join(company.clone());
        }
        self
    }

    fn solve(mut self) -> Result<Report, Stopped> {
        let mut window = Window { alpha: i32::MIN / 4, beta: i32::MAX / 4 };
        // A stable sort: of equally good moves, the first one of the root wins.
        let mut moves = self.root.moves().to_vec();
        moves.sort_by_key(|group| std::cmp::Reverse(group.size()));
        let mut best = moves[0];
        let mut board = Board::empty(1);
        for (i, &group) in moves.iter().enumerate() {
            self.root.play_into(group, &mut board);
            let gain = group.points() as i32;
            if i > 0 && gain - self.search.value(&board, window.test().after(gain))? <= window.alpha {
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

    /// The moves of both sides if both play their best, the first one given, as
    /// far as there is leave to look for them.
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

    /// A move that keeps the value of a board.
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
