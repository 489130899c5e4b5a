//! Answers for a field on the way down: what there is to know about it, which moves
//! are worth a try, and what came of those tried.

use super::bounds::{Bounds, Swings, Window};
use super::frame::Frame;
use super::moves::{Move, Place, group_at, list_groups};
use super::relief::relief;
use super::scene::Scene;
use super::survey::Tally;
use super::waiting::Waiting;

/// A field on the way down, with what there is to know about it.
pub(super) struct Ply<const N: usize> {
    pub(super) scene: Scene<N>,
    pub(super) swings: Swings,
    pub(super) waiting: Waiting,
    pub(super) moves: Vec<Move>,
    /// What is left after moves that are to be tried, with the moves.
    pub(super) children: Vec<(Move, Scene<N>)>,
}

impl<const N: usize> Ply<N> {
    pub(super) fn new() -> Self {
        Self {
            scene: Scene::empty(),
            swings: Swings::new(),
            waiting: Waiting::NOTHING,
            moves: Vec::new(),
            children: Vec::new(),
        }
    }

    /// To be called when the field is not known.
    pub(super) fn count(&mut self) {
        self.swings.clear();
        self.waiting = Waiting::NOTHING;
        let (mut coins, swings, waiting) = (self.scene.field.coins(), &mut self.swings, &mut self.waiting);
        let mut add = |tally: Tally| {
            swings.add(tally);
            waiting.add(tally);
        };
        while coins != 0 {
            add(Tally::of_run(coins.trailing_zeros() as i32));
            coins &= coins - 1;
        }
        self.scene.survey.count(add);
        self.waiting.ease();
    }

    /// The tally of the cluster of a group; a coin is one of its own.
    pub(super) fn tally(&self, group: Move) -> Tally {
        if group.place().is_coin() {
            return Tally::of_run(group.size() as i32);
        }
        self.scene.survey.clusters()[group.cluster()].tally
    }

    /// What the field is worth, by its clusters alone, or the side of the window
    /// that it is on.
    pub(super) fn bounds(&mut self, window: Window, frame: &Frame<N>) -> Bounds {
        let mut by_waiting = self.waiting.bounds();
        if by_waiting.settle(window).is_none() && self.waiting.may_have_relief() {
            self.waiting.relieve(relief(&self.scene.field, self.scene.survey.clusters(), frame));
            by_waiting = self.waiting.bounds();
        }
        // Swings have to be sorted.
        if by_waiting.settle(window).is_some() { by_waiting } else { by_waiting.and(self.swings.bounds()) }
    }

    /// What a move is worth at most, or whether that is not above alpha.
    #[inline(always)]
    pub(super) fn upper_bound(&self, group: Move, alpha: i32) -> i32 {
        let (size, tally) = (group.size() as i32, self.tally(group));
        let by_waiting = self.waiting.upper_with(size, tally, alpha);
        // Of what the list knows, swings hardly ever know more.
        if by_waiting <= alpha || self.waiting.is_listed() {
            return by_waiting;
        }
        by_waiting.min(self.swings.upper_bound_with(size, tally))
    }

    /// What the field is worth, by its groups, and the move that makes sure of
    /// the lower bound: the one with the largest swing.
    pub(super) fn bounds_by_moves(&self) -> (Bounds, Move) {
        let (mut largest, mut widest) = (0, (0, self.moves[0]));
        for &group in &self.moves {
            let swing = 2 * group.size() as i32 * self.tally(group).fruits;
            if swing > widest.0 {
                widest = (swing, group);
            }
            largest = largest.max(group.size());
        }
        let (swing, widest) = widest;
        let by_waiting = self.waiting.lower_with(widest.size() as i32, self.tally(widest));
        let lower = by_waiting.max(self.swings.lower_bound_with(swing));
        (Bounds { lower, upper: self.waiting.upper_by_largest(largest) }, widest)
    }

    /// The largest coin, if there are coins.
    pub(super) fn largest_coin(&self) -> Option<Move> {
        self.scene.field.coins().checked_ilog2().map(Move::coin)
    }

    /// The move at a place, if there is one.
    pub(super) fn move_at(&self, place: Place, frame: &Frame<N>) -> Option<Move> {
        if place.is_coin() { self.largest_coin() } else { group_at(&self.scene.survey, frame, place) }
    }

    /// Lists the moves.
    pub(super) fn list_moves(&mut self, frame: &Frame<N>) {
        list_groups(&self.scene.survey, frame, &mut self.moves);
        // Of coins only the largest is worth a try: whatever follows, a larger
        // coin in hand and a smaller one on the table is as good.
        self.moves.extend(self.largest_coin());
    }

    /// The largest move of those listed.
    pub(super) fn largest_move(&self) -> Move {
        self.moves.iter().copied().max().expect("some move")
    }

    /// Whether a move may be worth more than alpha.
    #[inline(always)]
    pub(super) fn is_worth_a_try(&self, group: Move, tries: &mut Tries) -> bool {
        let at_most = self.upper_bound(group, tries.window.alpha);
        let is_worth = at_most > tries.window.alpha;
        if !is_worth {
            tries.best.0 = tries.best.0.max(at_most);
        }
        is_worth
    }

    /// Makes what is left after all the moves that are worth a try but for the
    /// first, the largest ahead, and says how many they are.
    pub(super) fn make_children(&mut self, first: Move, tries: &mut Tries, frame: &Frame<N>) -> usize {
        self.moves.sort_unstable_by(|a, b| b.cmp(a));
        let mut count = 0;
        for i in 0..self.moves.len() {
            let group = self.moves[i];
            if group == first || !self.is_worth_a_try(group, tries) {
                continue;
            }
            if self.children.len() == count {
                self.children.push((group, Scene::empty()));
            }
            let (its_group, child) = &mut self.children[count];
            *its_group = group;
            child.become_after(&self.scene, group, frame);
            count += 1;
        }
        count
    }
}

/// The moves tried so far at a field.
pub(super) struct Tries {
    pub(super) window: Window,
    pub(super) best: (i32, Move),
    pub(super) tried: u32,
}

impl Tries {
    pub(super) fn add(&mut self, value: i32, group: Move) {
        if value > self.best.0 {
            self.best = (value, group);
        }
        self.window.alpha = self.window.alpha.max(value);
        self.tried += 1;
    }

    pub(super) fn are_enough(&self) -> bool {
        self.window.alpha >= self.window.beta
    }
}
