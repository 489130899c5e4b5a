//! Alpha-beta search to the end of the game.

use super::bounds::{Bounds, Window};
use super::layout::Layout;
use super::moves::Move;
use super::ply::{Ply, Tries};
use super::shared::SharedSolver;
use super::table::{Entry, TranspositionTable};
use crate::Observer;
use fruitrage_rules::Board;

/// The search ran out of nodes, or the observer stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search under way.
pub(super) struct Search<O, const N: usize> {
    layout: Layout<N>,
    table: TranspositionTable,
    /// Shared with other solvers that work on the same board.
    shared: Option<SharedSolver>,
    plies: Vec<Ply<N>>,
    observer: O,
    nodes: u64,
    node_limit: u64,
    next_question: u64,
}

impl<O: Observer, const N: usize> Search<O, N> {
    pub(super) fn new(layout: Layout<N>, node_limit: u64, observer: O) -> Self {
        let (table, shared) = (TranspositionTable::new(), None);
        Self { layout, table, shared, plies: Vec::new(), observer, nodes: 0, node_limit, next_question: 0 }
    }

    /// Uses the transposition table of other solvers from now on.
    pub(super) fn join(&mut self, shared: SharedSolver) {
        self.table = shared.table();
        self.shared = Some(shared);
    }

    /// Goes on with boards of another layout.
    pub(super) fn set_layout(&mut self, layout: Layout<N>) {
        self.layout = layout;
    }

    /// Allows `nodes` more nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the value of a board for the player to move. Outside the window it is a
    /// bound: at beta or above never more than the true value, at alpha or below never
    /// less.
    pub(super) fn value(&mut self, board: &Board, window: Window) -> Result<i32, Stopped> {
        if self.plies.is_empty() {
            self.plies.push(Ply::new());
        }
        let ply = &mut self.plies[0];
        ply.node.become_board(board, &self.layout);
        self.nodes += 1;
        self.visit(0, window)
    }

    fn visit(&mut self, at: usize, mut window: Window) -> Result<i32, Stopped> {
        let ply = &mut self.plies[at];
        let hash = ply.node.hash;
        let known = self.table.get(hash);
        if let Some(value) = known.and_then(|entry| entry.bounds.settle(window)) {
            return Ok(value);
        }
        ply.count();
        let mut bounds = ply.bounds(window, &self.layout);
        if let Some(entry) = known {
            bounds = bounds.and(entry.bounds);
        }
        if let Some(value) = bounds.settle(window) {
            return Ok(value);
        }
        self.check_limits()?;
        let ply = &mut self.plies[at];
        let first = known.and_then(|entry| ply.move_at(entry.best, &self.layout));
        if first.is_none() {
            ply.list_moves(&self.layout);
            let (by_moves, safest) = ply.bounds_by_moves();
            bounds = bounds.and(by_moves);
            if let Some(value) = bounds.settle(window) {
                self.table.put(hash, Entry { bounds, best: safest.key(), work: 1 });
                return Ok(value);
            }
        }
        window.alpha = window.alpha.max(bounds.lower - 1);
        window.beta = window.beta.min(bounds.upper + 1);

        let nodes_before = self.nodes;
        let fruits = ply.zugzwang.fruits();
        if let Some(shared) = &self.shared {
            shared.begin(hash, fruits);
        }
        let (value, best) = self.best_move(at, window, first)?;
        if let Some(shared) = &self.shared {
            shared.end(hash, fruits);
        }
        if value >= window.beta {
            bounds.lower = bounds.lower.max(value);
        } else if value <= window.alpha {
            bounds.upper = bounds.upper.min(value);
        } else {
            bounds = Bounds { lower: value, upper: value };
        }
        let work = (self.nodes - nodes_before).max(1).ilog2() + 1;
        self.table.put(hash, Entry { bounds, best: best.key(), work });
        Ok(value)
    }

    /// Returns the value of the best move and the move; bounds outside the window as in
    /// [`Search::value`]. If the table has a move, it is tried before the others are
    /// listed: often it gives a cutoff.
    fn best_move(&mut self, at: usize, window: Window, first: Option<Move>) -> Result<(i32, Move), Stopped> {
        let mut tries = Tries { window, best: (i32::MIN, Move::coin(0)), tried: 0 };
        let ply = &mut self.plies[at];
        let group = first.unwrap_or_else(|| ply.largest_move());
        self.try_first(at, group, &mut tries)?;
        if !tries.are_enough() {
            if first.is_some() {
                self.plies[at].list_moves(&self.layout);
            }
            self.try_others(at, group, &mut tries)?;
        }
        Ok(tries.best)
    }

    /// Tries the first move.
    fn try_first(&mut self, at: usize, group: Move, tries: &mut Tries) -> Result<(), Stopped> {
        if self.plies.len() == at + 1 {
            self.plies.push(Ply::new());
        }
        let [ply, next] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
        if ply.is_worth_a_try(group, tries) {
            self.nodes += 1;
            next.node.become_after(&ply.node, group, &self.layout);
            self.try_child(at, group, tries)?;
        }
        Ok(())
    }

    /// Tries all moves but one. All nodes after them are made before any is visited: to
    /// look up many in the table takes little longer than to look up one.
    fn try_others(&mut self, at: usize, first: Move, tries: &mut Tries) -> Result<(), Stopped> {
        let ply = &mut self.plies[at];
        let count = ply.make_children(first, tries, &self.layout);
        self.nodes += count as u64;
        for (group, child) in &ply.children[..count] {
            let Some(entry) = self.table.get(child.hash) else { continue };
            let at_least = group.points() - entry.bounds.upper;
            if at_least >= tries.window.beta {
                tries.add(at_least, *group);
                return Ok(());
            }
        }
        // From here on they have been put off, as another solver works on them.
        let mut fresh = count;
        let mut i = 0;
        while i < count {
            let [ply, next] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
            if i < fresh && self.shared.as_ref().is_some_and(|shared| shared.is_busy(ply.children[i].1.hash)) {
                ply.children[i..count].rotate_left(1);
                fresh -= 1;
                continue;
            }
            let (group, child) = &mut ply.children[i];
            std::mem::swap(child, &mut next.node);
            let group = *group;
            i += 1;
            self.try_child(at, group, tries)?;
            if tries.are_enough() {
                break;
            }
        }
        Ok(())
    }

    /// Tries a move; the next ply holds the node after it.
    #[inline(always)]
    fn try_child(&mut self, at: usize, group: Move, tries: &mut Tries) -> Result<(), Stopped> {
        let window = tries.window;
        let gain = group.points();
        let mut value = window.beta;
        if tries.tried > 0 && window.beta - window.alpha > 1 {
            value = gain - self.visit(at + 1, window.null().after(gain))?;
        }
        if tries.tried == 0 || value > window.alpha {
            value = gain - self.visit(at + 1, window.after(gain))?;
        }
        tries.add(value, group);
        Ok(())
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        let mut stopped = self.nodes >= self.node_limit;
        if self.nodes >= self.next_question {
            let allowed = self.observer.nodes_allowed();
            self.next_question = self.nodes.saturating_add(allowed);
            stopped |= allowed == 0;
        }
        if stopped { Err(Stopped) } else { Ok(()) }
    }
}
