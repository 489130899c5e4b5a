//! Answers for the value of a field: alpha-beta to the very end.

use super::bounds::{Bounds, Window};
use super::company::SharedSolver;
use super::frame::Frame;
use super::memory::{Memories, Memory};
use super::moves::Move;
use super::ply::{Ply, Tries};
use crate::Observer;
use fruitrage_rules::Board;

/// The search ran out of nodes, or the observer has had enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search under way.
pub(super) struct Search<O, const N: usize> {
    frame: Frame<N>,
    memories: Memories,
    /// Those who are at work on the same box.
    company: Option<SharedSolver>,
    plies: Vec<Ply<N>>,
    observer: O,
    nodes: u64,
    node_limit: u64,
    next_question: u64,
}

impl<O: Observer, const N: usize> Search<O, N> {
    pub(super) fn new(frame: Frame<N>, node_limit: u64, observer: O) -> Self {
        let (memories, company) = (Memories::new(), None);
        Self { frame, memories, company, plies: Vec::new(), observer, nodes: 0, node_limit, next_question: 0 }
    }

    /// Shares what is remembered with others from now on.
    pub(super) fn join(&mut self, company: SharedSolver) {
        self.memories = company.memories();
        self.company = Some(company);
    }

    /// Goes on with boards of another shape.
    pub(super) fn set_frame(&mut self, frame: Frame<N>) {
        self.frame = frame;
    }

    /// Lets the next search have so many nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a board for the player to move. If it is not within the
    /// window, it is a bound: never more than the true value if above, never
    /// less if below.
    pub(super) fn value(&mut self, board: &Board, window: Window) -> Result<i32, Stopped> {
        if self.plies.is_empty() {
            self.plies.push(Ply::new());
        }
        let ply = &mut self.plies[0];
        ply.scene.become_board(board, &self.frame);
        self.nodes += 1;
        self.visit(0, window)
    }

    fn visit(&mut self, at: usize, mut window: Window) -> Result<i32, Stopped> {
        let ply = &mut self.plies[at];
        let hash = ply.scene.hash;
        let known = self.memories.get(hash);
        if let Some(value) = known.and_then(|memory| memory.bounds.settle(window)) {
            return Ok(value);
        }
        ply.count();
        let mut bounds = ply.bounds(window, &self.frame);
        if let Some(memory) = known {
            bounds = bounds.and(memory.bounds);
        }
        if let Some(value) = bounds.settle(window) {
            return Ok(value);
        }
        self.check_limits()?;
        let ply = &mut self.plies[at];
        let first = known.and_then(|memory| ply.move_at(memory.best, &self.frame));
        if first.is_none() {
            ply.list_moves(&self.frame);
            let (by_moves, safest) = ply.bounds_by_moves();
            bounds = bounds.and(by_moves);
            if let Some(value) = bounds.settle(window) {
                self.memories.put(hash, Memory { bounds, best: safest.place(), work: 1 });
                return Ok(value);
            }
        }
        window.alpha = window.alpha.max(bounds.lower - 1);
        window.beta = window.beta.min(bounds.upper + 1);

        let nodes_before = self.nodes;
        let fruits = ply.waiting.fruits();
        if let Some(company) = &self.company {
            company.begin(hash, fruits);
        }
        let (value, best) = self.best_move(at, window, first)?;
        if let Some(company) = &self.company {
            company.end(hash, fruits);
        }
        if value >= window.beta {
            bounds.lower = bounds.lower.max(value);
        } else if value <= window.alpha {
            bounds.upper = bounds.upper.min(value);
        } else {
            bounds = Bounds { lower: value, upper: value };
        }
        let work = (self.nodes - nodes_before).max(1).ilog2() + 1;
        self.memories.put(hash, Memory { bounds, best: best.place(), work });
        Ok(value)
    }

    /// The value of the best move and the move; bounds outside the window as in
    /// [`Search::value`]. If there is a move to begin with, the others are not
    /// even listed before it has been tried: often it is enough.
    fn best_move(&mut self, at: usize, window: Window, first: Option<Move>) -> Result<(i32, Move), Stopped> {
        let mut tries = Tries { window, best: (i32::MIN, Move::coin(0)), tried: 0 };
        let ply = &mut self.plies[at];
        let group = first.unwrap_or_else(|| ply.largest_move());
        self.try_first(at, group, &mut tries)?;
        if !tries.are_enough() {
            if first.is_some() {
                self.plies[at].list_moves(&self.frame);
            }
            self.try_others(at, group, &mut tries)?;
        }
        Ok(tries.best)
    }

    /// Finds out about the first move.
    fn try_first(&mut self, at: usize, group: Move, tries: &mut Tries) -> Result<(), Stopped> {
        if self.plies.len() == at + 1 {
            self.plies.push(Ply::new());
        }
        let [ply, next] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
        if ply.is_worth_a_try(group, tries) {
            self.nodes += 1;
            next.scene.become_after(&ply.scene, group, &self.frame);
            self.try_child(at, group, tries)?;
        }
        Ok(())
    }

    /// Finds out about all moves but one. All that is left after them is made
    /// before any of it is visited: the table can be asked about many fields in
    /// little more time than about one.
    fn try_others(&mut self, at: usize, first: Move, tries: &mut Tries) -> Result<(), Stopped> {
        let ply = &mut self.plies[at];
        let count = ply.make_children(first, tries, &self.frame);
        self.nodes += count as u64;
        for (group, child) in &ply.children[..count] {
            let Some(memory) = self.memories.get(child.hash) else { continue };
            let at_least = group.points() - memory.bounds.upper;
            if at_least >= tries.window.beta {
                tries.add(at_least, *group);
                return Ok(());
            }
        }
        // From here on they have been put off.
        let mut fresh = count;
        let mut i = 0;
        while i < count {
            let [ply, next] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
            if i < fresh && self.company.as_ref().is_some_and(|company| company.is_busy(ply.children[i].1.hash)) {
                ply.children[i..count].rotate_left(1);
                fresh -= 1;
                continue;
            }
            let (group, child) = &mut ply.children[i];
            std::mem::swap(child, &mut next.scene);
            let group = *group;
            i += 1;
            self.try_child(at, group, tries)?;
            if tries.are_enough() {
                break;
            }
        }
        Ok(())
    }

    /// Finds out about a move; the next ply is what is left after it.
    #[inline(always)]
    fn try_child(&mut self, at: usize, group: Move, tries: &mut Tries) -> Result<(), Stopped> {
        let window = tries.window;
        let gain = group.points();
        let mut value = window.beta;
        if tries.tried > 0 && window.beta - window.alpha > 1 {
            value = gain - self.visit(at + 1, window.test().after(gain))?;
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
            self.next_question = self.nodes + allowed;
            stopped |= allowed == 0;
        }
        if stopped { Err(Stopped) } else { Ok(()) }
    }
}
