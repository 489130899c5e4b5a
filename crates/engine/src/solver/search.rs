//! Answers for the value of a field: alpha-beta to the very end.

use super::bounds::{Bounds, Swings, Window};
use super::frame::Frame;
use super::memory::{Memories, Memory};
use super::moves::{Move, Place, group_at, list_groups};
use super::relief::relief;
use super::scene::Scene;
use super::survey::Tally;
use super::waiting::Waiting;
use crate::Observer;
use fruitrage_rules::Board;

/// The search ran out of nodes, or the observer has had enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A search under way.
pub(super) struct Search<O, const N: usize> {
    frame: Frame<N>,
    memories: Memories,
    plies: Vec<Ply<N>>,
    observer: O,
    nodes: u64,
    node_limit: u64,
    next_question: u64,
}

/// A field on the way down, with what there is to know about it.
struct Ply<const N: usize> {
    scene: Scene<N>,
    swings: Swings,
    waiting: Waiting,
    moves: Vec<Move>,
    /// What is left after moves that are to be tried, with the moves.
    children: Vec<(Move, Scene<N>)>,
}

impl<const N: usize> Ply<N> {
    fn new() -> Self {
        Self {
            scene: Scene::empty(),
            swings: Swings::new(),
            waiting: Waiting::NOTHING,
            moves: Vec::new(),
            children: Vec::new(),
        }
    }

    /// To be called when the field is not known.
    fn count(&mut self, frame: &Frame<N>) {
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
        let scene = &self.scene;
        self.waiting.ease(|| relief(&scene.field, scene.survey.clusters(), frame));
    }

    /// The tally of the cluster of a group; a coin is one of its own.
    fn tally(&self, group: Move) -> Tally {
        if group.place().is_coin() {
            return Tally::of_run(group.size() as i32);
        }
        self.scene.survey.clusters()[group.cluster()].tally
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
        let (size, tally) = (group.size() as i32, self.tally(group));
        let by_waiting = self.waiting.upper_with(size, tally);
        if by_waiting <= alpha {
            return by_waiting;
        }
        by_waiting.min(self.swings.upper_bound_with(size, tally))
    }

    /// What the field is worth, by its groups, and the move that makes sure of
    /// the lower bound: the one with the largest swing.
    fn bounds_by_moves(&self) -> (Bounds, Move) {
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
    fn largest_coin(&self) -> Option<Move> {
        self.scene.field.coins().checked_ilog2().map(Move::coin)
    }

    /// The move at a place, if there is one.
    fn move_at(&self, place: Place, frame: &Frame<N>) -> Option<Move> {
        if place.is_coin() { self.largest_coin() } else { group_at(&self.scene.survey, frame, place) }
    }

    /// Lists the moves.
    fn list_moves(&mut self, frame: &Frame<N>) {
        list_groups(&self.scene.survey, frame, &mut self.moves);
        // Of coins only the largest is worth a try: whatever follows, a larger
        // coin in hand and a smaller one on the table is as good.
        self.moves.extend(self.largest_coin());
    }

    /// The largest move of those listed.
    fn largest_move(&self) -> Move {
        self.moves.iter().copied().max().expect("some move")
    }

    /// Whether a move may be worth more than alpha.
    #[inline(always)]
    fn is_worth_a_try(&self, group: Move, tries: &mut Tries) -> bool {
        let at_most = self.upper_bound(group, tries.window.alpha);
        let is_worth = at_most > tries.window.alpha;
        if !is_worth {
            tries.best.0 = tries.best.0.max(at_most);
        }
        is_worth
    }

    /// Makes what is left after all the moves that are worth a try but for the
    /// first, the largest ahead, and says how many they are.
    fn make_children(&mut self, first: Move, tries: &mut Tries, frame: &Frame<N>) -> usize {
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

impl<O: Observer, const N: usize> Search<O, N> {
    pub(super) fn new(frame: Frame<N>, node_limit: u64, observer: O) -> Self {
        Self { frame, memories: Memories::new(), plies: Vec::new(), observer, nodes: 0, node_limit, next_question: 0 }
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
        ply.count(&self.frame);
        let mut bounds = ply.bounds(window);
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
        for i in 0..count {
            let [ply, next] = &mut self.plies[at..at + 2] else { unreachable!("there are two") };
            let (group, child) = &mut ply.children[i];
            std::mem::swap(child, &mut next.scene);
            let group = *group;
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
