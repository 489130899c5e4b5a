//! Answers for the value of a field: alpha-beta to the very end.

use super::bounds::{Bounds, Swings, Window};
use super::field::{Field, Move, Place};
use super::hash::hash;
use super::memory::{Memories, Memory};
use super::moves::Groups;
use super::survey::{Cluster, Survey};
use super::waiting::Waiting;
use crate::Observer;

/// The search ran out of nodes, or the observer has had enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search under way.
pub(super) struct Search<O> {
    memories: Memories,
    plies: Vec<Ply>,
    observer: O,
    nodes: u64,
    node_limit: u64,
    next_question: u64,
}

/// A field on the way down, with what there is to know about it.
struct Ply {
    field: Field,
    survey: Survey,
    swings: Swings,
    waiting: Waiting,
    groups: Groups,
    moves: Vec<Move>,
}

impl Ply {
    fn new() -> Self {
        Self {
            field: Field::empty(),
            survey: Survey::new(),
            swings: Swings::new(),
            waiting: Waiting::default(),
            groups: Groups::new(),
            moves: Vec::new(),
        }
    }

    /// To be called when the field has changed and is not known.
    fn survey(&mut self) {
        self.survey.of(&self.field);
        self.swings.of(&self.survey, self.field.coins());
        self.waiting = Waiting::of(&self.survey, self.field.coins());
    }

    /// The cluster of a group; a coin is one of its own.
    fn cluster(&self, group: Move) -> Cluster {
        if group.place().is_coin() {
            let size = group.size() as u16;
            return Cluster { fruits: size, run: size };
        }
        self.survey.cluster(group.place().lane(), group.kind())
    }

    /// What the field is worth, by its clusters alone, or the side of the window
    /// that it is on.
    fn bounds(&mut self, window: Window) -> Bounds {
        let by_waiting = Bounds { lower: self.waiting.lower(), upper: self.waiting.upper() };
        // Swings have to be sorted.
        if by_waiting.settle(window).is_some() { by_waiting } else { by_waiting.and(self.swings.bounds()) }
    }

    /// What a move is worth at most, or whether that is not above alpha.
    #[inline(always)]
    fn upper_bound(&self, group: Move, alpha: i32) -> i32 {
        let (size, cluster) = (group.size() as i32, self.cluster(group));
        let by_waiting = self.waiting.upper_with(size, i32::from(cluster.fruits));
        if by_waiting <= alpha {
            return by_waiting;
        }
        by_waiting.min(self.swings.upper_bound_with(size, cluster))
    }

    /// What the field is worth, by its groups, and the move that makes sure of
    /// the lower bound: the one with the largest swing.
    fn bounds_by_moves(&self) -> (Bounds, Move) {
        let swing = |group: Move| 2 * group.size() as i32 * i32::from(self.cluster(group).fruits);
        let widest = self.moves.iter().copied().max_by_key(|&group| swing(group)).expect("some move");
        let largest = self.moves.iter().max().map_or(0, |group| group.size());
        let by_waiting = self.waiting.lower_with(widest.size() as i32, i32::from(self.cluster(widest).fruits));
        let lower = by_waiting.max(self.swings.lower_bound_with(swing(widest)));
        (Bounds { lower, upper: self.waiting.upper_by_largest(largest) }, widest)
    }

    /// The move at a place, if there is one.
    fn group_at(&mut self, place: Place) -> Option<Move> {
        if place.is_coin() { self.field.largest_coin() } else { self.groups.group_at(&self.field, place) }
    }

    /// Lists the moves.
    fn list_moves(&mut self) {
        self.groups.list(&self.field, &mut self.moves);
        // Of coins only the largest is worth a try: whatever follows, a larger
        // coin in hand and a smaller one on the table is as good.
        self.moves.extend(self.field.largest_coin());
    }

    /// Brings the largest of the moves from a place on to this place: often not
    /// many are looked at, so they are not sorted.
    fn bring_largest_to(&mut self, place: usize) {
        let rest = &mut self.moves[place..];
        let largest = (0..rest.len()).max_by_key(|&i| rest[i]).unwrap_or(0);
        rest.swap(0, largest);
    }
}

/// The moves tried so far at a field.
struct Tries {
    window: Window,
    best: (i32, Move),
    tried: u32,
}

impl Tries {
    fn add(&mut self, value: i32, group: Move) {
        if value > self.best.0 {
            self.best = (value, group);
        }
        self.window.alpha = self.window.alpha.max(value);
        self.tried += 1;
    }

    fn are_enough(&self) -> bool {
        self.window.alpha >= self.window.beta
    }
}

impl<O: Observer> Search<O> {
    pub(super) fn new(node_limit: u64, observer: O) -> Self {
        Self { memories: Memories::new(), plies: Vec::new(), observer, nodes: 0, node_limit, next_question: 0 }
    }

    /// Lets the next search have so many nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.node_limit = self.nodes.saturating_add(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a field for the player to move. If it is not within the
    /// window, it is a bound: never more than the true value if above, never
    /// less if below.
    pub(super) fn value(&mut self, field: &Field, window: Window) -> Result<i32, Stopped> {
        if self.plies.is_empty() {
            self.plies.push(Ply::new());
        }
        self.plies[0].field.clone_from(field);
        self.plies[0].field.take_coins_of_parts();
        self.nodes += 1;
        self.visit(0, window)
    }

    fn visit(&mut self, at: usize, mut window: Window) -> Result<i32, Stopped> {
        let ply = &mut self.plies[at];
        let hash = hash(&ply.field);
        let known = self.memories.get(hash);
        if let Some(value) = known.and_then(|memory| memory.bounds.settle(window)) {
            return Ok(value);
        }
        ply.survey();
        let mut bounds = ply.bounds(window);
        if let Some(memory) = known {
            bounds = bounds.and(memory.bounds);
        }
        if let Some(value) = bounds.settle(window) {
            return Ok(value);
        }
        self.check_limits()?;
        let ply = &mut self.plies[at];
        let first = known.and_then(|memory| ply.group_at(memory.best));
        if first.is_none() {
            ply.list_moves();
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
        let (value, best) = self.best_move(at, window, first)?;
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
        if let Some(group) = first {
            self.try_move(at, group, &mut tries)?;
            if tries.are_enough() {
                return Ok(tries.best);
            }
            self.plies[at].list_moves();
        }
        for i in 0..self.plies[at].moves.len() {
            let ply = &mut self.plies[at];
            ply.bring_largest_to(i);
            let group = ply.moves[i];
            if Some(group) == first {
                continue;
            }
            self.try_move(at, group, &mut tries)?;
            if tries.are_enough() {
                break;
            }
        }
        Ok(tries.best)
    }

    /// Finds out about one move more.
    #[inline(always)]
    fn try_move(&mut self, at: usize, group: Move, tries: &mut Tries) -> Result<(), Stopped> {
        let window = tries.window;
        let at_most = self.plies[at].upper_bound(group, window.alpha);
        if at_most <= window.alpha {
            tries.best.0 = tries.best.0.max(at_most);
            return Ok(());
        }
        self.make_child(at, group);
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

    /// Makes the next ply the field after a move.
    fn make_child(&mut self, at: usize, group: Move) {
        if self.plies.len() == at + 1 {
            self.plies.push(Ply::new());
        }
        self.nodes += 1;
        let [parent, child] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
        if group.place().is_coin() {
            child.field.become_without_coin(&parent.field, group);
        } else {
            let (first, rows) = parent.groups.follow(&parent.field, group);
            child.field.become_without(&parent.field, group.kind(), first, rows);
        }
        child.field.take_coins_of_parts();
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
