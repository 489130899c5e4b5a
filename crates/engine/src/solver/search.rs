//! Answers for the value of a field: alpha-beta to the very end.

use super::bounds::{Bounds, Swings, Window};
use super::field::{Field, Move};
use super::hash::hash;
use super::memory::{Memories, Memory};
use super::moves::Links;
use super::stack::Stack;
use super::survey::{Cluster, Survey};
use crate::Observer;

/// Nodes between two questions to the observer.
const NODES_BETWEEN_QUESTIONS: u64 = 512;

/// The search ran out of nodes, or the observer has had enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search under way.
pub(super) struct Search<'a, S, O> {
    memories: Memories,
    plies: Vec<Ply<S>>,
    observer: &'a mut O,
    nodes: u64,
    node_limit: u64,
    next_question: u64,
}

/// A field on the way down, with what there is to know about it.
struct Ply<S> {
    field: Field<S>,
    survey: Survey,
    swings: Swings,
    links: Links<S>,
    moves: Vec<Move>,
}

impl<S: Stack> Ply<S> {
    fn new() -> Self {
        Self {
            field: Field::empty(),
            survey: Survey::new(),
            swings: Swings::new(),
            links: Links::new(),
            moves: Vec::new(),
        }
    }

    /// To be called when the field has changed.
    fn survey(&mut self) {
        self.survey.of(&mut self.field);
        self.swings.of(&self.survey, self.field.coins());
    }

    /// The cluster of a group; a coin is one of its own.
    fn cluster(&self, group: Move) -> Cluster {
        if group.lane == 0 {
            return Cluster { fruits: group.size, run: group.size };
        }
        let lane = usize::from(group.lane);
        self.survey.cluster(lane, (self.field.stack(lane) >> u32::from(group.bit)).code())
    }

    /// What a move is worth at most.
    fn upper_bound(&self, group: Move) -> i32 {
        self.swings.upper_bound_with(i32::from(group.size), self.cluster(group))
    }

    /// The move with the largest swing and what it is worth at least.
    fn safest_move(&self) -> (i32, Move) {
        let swing = |group: Move| 2 * i32::from(group.size) * i32::from(self.cluster(group).fruits);
        let best = self.moves.iter().copied().max_by_key(|&group| swing(group)).expect("some move");
        (self.swings.lower_bound_with(swing(best)), best)
    }

    /// Lists the moves, the one known to be good first.
    fn list_moves(&mut self, known: Option<Memory>) {
        self.links.list(&self.field, &mut self.moves);
        // Of coins only the largest is worth a try: whatever follows, a larger
        // coin in hand and a smaller one on the table is as good.
        self.moves.extend(self.field.largest_coin());
        if let Some(i) = known.and_then(|memory| self.moves.iter().position(|&group| memory.is_best(group))) {
            self.moves.swap(0, i);
        } else {
            self.bring_largest_to(0);
        }
    }

    /// Brings the largest of the moves from a place on to this place: often not
    /// many are looked at, so they are not sorted.
    fn bring_largest_to(&mut self, place: usize) {
        let rest = &mut self.moves[place..];
        let largest = (0..rest.len()).max_by_key(|&i| rest[i]).unwrap_or(0);
        rest.swap(0, largest);
    }
}

impl<'a, S: Stack, O: Observer> Search<'a, S, O> {
    pub(super) fn new(node_limit: u64, observer: &'a mut O) -> Self {
        Self { memories: Memories::new(), plies: Vec::new(), observer, nodes: 0, node_limit, next_question: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a field for the player to move. If it is not within the
    /// window, it is a bound: never more than the true value if above, never
    /// less if below.
    pub(super) fn value(&mut self, field: &Field<S>, window: Window) -> Result<i32, Stopped> {
        if self.plies.is_empty() {
            self.plies.push(Ply::new());
        }
        self.plies[0].field.clone_from(field);
        self.nodes += 1;
        self.plies[0].survey();
        self.visit(0, window)
    }

    fn visit(&mut self, at: usize, mut window: Window) -> Result<i32, Stopped> {
        let ply = &mut self.plies[at];
        if ply.swings.may_settle(window)
            && let Some(value) = ply.swings.bounds().settle(window)
        {
            return Ok(value);
        }
        let hash = hash(&ply.field);
        let known = self.memories.get(hash);
        if let Some(value) = known.and_then(|memory| memory.bounds.settle(window)) {
            return Ok(value);
        }
        let mut bounds = ply.swings.bounds();
        if let Some(memory) = known {
            bounds = bounds.and(memory.bounds);
        }
        if let Some(value) = bounds.settle(window) {
            return Ok(value);
        }
        self.check_limits()?;
        window.alpha = window.alpha.max(bounds.lower - 1);
        window.beta = window.beta.min(bounds.upper + 1);

        let nodes_before = self.nodes;
        let (value, best) = self.best_move(at, window, known)?;
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
    fn best_move(&mut self, at: usize, mut window: Window, known: Option<Memory>) -> Result<(i32, Move), Stopped> {
        self.plies[at].list_moves(known);
        let safest = self.plies[at].safest_move();
        if safest.0 >= window.beta {
            return Ok(safest);
        }
        let mut best = (i32::MIN, Move::coin(0));
        for i in 0..self.plies[at].moves.len() {
            let ply = &mut self.plies[at];
            if i > 0 {
                ply.bring_largest_to(i);
            }
            let group = ply.moves[i];
            let at_most = ply.upper_bound(group);
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

    /// Makes the next ply the field after a move.
    fn make_child(&mut self, at: usize, group: Move) {
        if self.plies.len() == at + 1 {
            self.plies.push(Ply::new());
        }
        self.nodes += 1;
        let [parent, child] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
        if group.lane == 0 {
            child.field.become_without_coin(&parent.field, group);
        } else {
            let (first, rows) = parent.links.follow(group);
            child.field.become_without(&parent.field, first, rows);
        }
        child.survey();
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
