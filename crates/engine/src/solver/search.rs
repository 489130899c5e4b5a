//! Answers for the value of a field: alpha-beta to the very end.

use super::bounds::{Bounds, Swings};
use super::field::{Field, Move};
use super::memory::{Memories, Memory};
use super::moves::Links;
use super::stack::Stack;
use super::survey::Survey;
use crate::Observer;

/// Nodes between two questions to the observer.
const NODES_BETWEEN_QUESTIONS: u64 = 512;

/// The search ran out of nodes, or the observer has had enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The values that still matter: more than `alpha` and less than `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of the opponent after a move that gains some points.
    pub(super) fn after(self, gain: i32) -> Self {
        Self { alpha: gain - self.beta, beta: gain - self.alpha }
    }

    /// The window that only asks whether a value is above alpha.
    pub(super) fn test(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }
}

/// A search under way.
pub(super) struct Search<'a, S, O> {
    memories: Memories,
    plies: Vec<Ply<S>>,
    swings: Swings,
    observer: &'a mut O,
    nodes: u64,
    node_limit: u64,
    next_question: u64,
}

/// A field on the way down, with what there is to know about it.
struct Ply<S> {
    field: Field<S>,
    survey: Survey,
    bounds: Bounds,
    links: Links<S>,
    moves: Vec<Move>,
}

impl<S: Stack> Ply<S> {
    fn new(field: Field<S>) -> Self {
        let bounds = Bounds { lower: 0, upper: 0 };
        Self { field, survey: Survey::new(), bounds, links: Links::new(), moves: Vec::new() }
    }

    /// To be called when the field has changed.
    fn survey(&mut self, swings: &mut Swings) {
        self.survey.of(&mut self.field);
        self.bounds = Bounds::of(&self.survey, self.field.coins(), swings);
    }

    /// The fruits that could at best become one group with a group.
    fn cluster_fruits(&self, group: Move) -> i32 {
        if group.lane == 0 {
            return i32::from(group.size);
        }
        let lane = usize::from(group.lane);
        i32::from(self.survey.cluster(lane, (self.field.stack(lane) >> u32::from(group.bit)).code()).fruits)
    }

    /// What a move gives away at least of the upper bound: a group that is taken
    /// cannot merge with the rest of its cluster any more.
    fn loss(&self, group: Move) -> i32 {
        let size = i32::from(group.size);
        2 * size * (self.cluster_fruits(group) - size)
    }
}

impl<'a, S: Stack, O: Observer> Search<'a, S, O> {
    pub(super) fn new(node_limit: u64, observer: &'a mut O) -> Self {
        Self {
            memories: Memories::for_nodes(node_limit),
            plies: Vec::new(),
            swings: Swings::new(),
            observer,
            nodes: 0,
            node_limit,
            next_question: 0,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a field for the player to move. If it is not within the
    /// window, it is a bound: never more than the true value if above, never
    /// less if below.
    pub(super) fn value(&mut self, field: &Field<S>, window: Window) -> Result<i32, Stopped> {
        if self.plies.is_empty() {
            self.plies.push(Ply::new(field.clone()));
        }
        self.plies[0].field.clone_from(field);
        self.nodes += 1;
        self.plies[0].survey(&mut self.swings);
        self.visit(0, window)
    }

    fn visit(&mut self, at: usize, mut window: Window) -> Result<i32, Stopped> {
        let ply = &self.plies[at];
        let (hash, mut bounds) = (ply.survey.hash(), ply.bounds);
        if let Some(value) = settled(bounds, window) {
            return Ok(value);
        }
        let known = self.memories.get(hash);
        if let Some(memory) = known {
            bounds.lower = bounds.lower.max(memory.bounds.lower);
            bounds.upper = bounds.upper.min(memory.bounds.upper);
            if let Some(value) = settled(bounds, window) {
                return Ok(value);
            }
        }
        self.check_limits()?;
        window.alpha = window.alpha.max(bounds.lower - 1);
        window.beta = window.beta.min(bounds.upper + 1);

        let nodes_before = self.nodes;
        let (value, best) = self.best_move(at, window, bounds, known)?;
        if value >= window.beta {
            bounds.lower = bounds.lower.max(value);
        } else if value <= window.alpha {
            bounds.upper = bounds.upper.min(value);
        } else {
            bounds = Bounds { lower: value, upper: value };
        }
        let work = (self.nodes - nodes_before).max(1).ilog2() + 1;
        self.memories.put(hash, Memory { bounds, best: (best.lane, best.bit), work });
        Ok(value)
    }

    /// The value of the best move and the move; bounds outside the window as in
    /// [`Search::value`].
    fn best_move(
        &mut self,
        at: usize,
        mut window: Window,
        bounds: Bounds,
        known: Option<Memory>,
    ) -> Result<(i32, Move), Stopped> {
        self.list_moves(at, known);
        let mut best = (i32::MIN, Move::coin(0));
        for i in 0..self.plies[at].moves.len() {
            let group = self.plies[at].moves[i];
            let at_most = bounds.upper.min(self.plies[at].bounds.upper - self.plies[at].loss(group));
            if at_most <= window.alpha {
                best.0 = best.0.max(at_most);
                continue;
            }
            self.make_child(at, group);
            let gain = group.points();
            let mut value = window.beta;
            if i > 0 && window.beta - window.alpha > 1 {
                value = gain - self.visit(at + 1, window.test().after(gain))?;
            }
            if i == 0 || value > window.alpha {
                value = gain - self.visit(at + 1, window.after(gain))?;
            }
            if value > best.0 {
                best = (value, group);
            }
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Lists the moves, the one known to be good first, then by size.
    fn list_moves(&mut self, at: usize, known: Option<Memory>) {
        let Ply { field, links, moves, .. } = &mut self.plies[at];
        links.list(field, moves);
        // Of coins only the largest is worth a try: whatever follows, a larger
        // coin in hand and a smaller one on the table is as good.
        moves.extend(field.largest_coin());
        moves.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(i) = known.and_then(|memory| moves.iter().position(|&group| memory.is_best(group))) {
            moves[..=i].rotate_right(1);
        }
    }

    /// Makes the next ply the field after a move.
    fn make_child(&mut self, at: usize, group: Move) {
        if self.plies.len() == at + 1 {
            let field = self.plies[at].field.clone();
            self.plies.push(Ply::new(field));
        }
        self.nodes += 1;
        let [parent, child] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
        if group.lane == 0 {
            child.field.become_without_coin(&parent.field, group);
        } else {
            let (first, rows) = parent.links.follow(group);
            child.field.become_without(&parent.field, first, rows);
        }
        child.survey(&mut self.swings);
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        let mut stopped = self.nodes >= self.node_limit;
        if self.nodes >= self.next_question {
            self.next_question = self.nodes + NODES_BETWEEN_QUESTIONS;
            stopped |= self.observer.should_stop();
        }
        if stopped { Err(Stopped) } else { Ok(()) }
    }
}

/// The value that bounds settle the matter with, if they do.
fn settled(bounds: Bounds, window: Window) -> Option<i32> {
    if bounds.lower >= window.beta || bounds.lower == bounds.upper {
        return Some(bounds.lower);
    }
    (bounds.upper <= window.alpha).then_some(bounds.upper)
}
