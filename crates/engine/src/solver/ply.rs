//! One ply of the search stack: a node, its bounds, the moves worth a try, and the
//! result of those tried.

use super::bounds::{Bounds, Swings, Window};
use super::clusters::Extent;
use super::layout::Layout;
use super::moves::{Move, MoveKey, group_at, list_groups};
use super::node::Node;
use super::relief::relief;
use super::zugzwang::Zugzwang;

/// One ply of the search stack.
pub(super) struct Ply<const N: usize> {
    pub(super) node: Node<N>,
    pub(super) swings: Swings,
    pub(super) zugzwang: Zugzwang,
    pub(super) moves: Vec<Move>,
    /// The moves that are to be tried, with the nodes after them.
    pub(super) children: Vec<(Move, Node<N>)>,
}

impl<const N: usize> Ply<N> {
    pub(super) fn new() -> Self {
        Self {
            node: Node::empty(),
            swings: Swings::new(),
            zugzwang: Zugzwang::NOTHING,
            moves: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Collects what the bounds need. Call it before any of them.
    pub(super) fn count(&mut self) {
        self.swings.clear();
        self.zugzwang = Zugzwang::NOTHING;
        let (mut coins, swings, zugzwang) = (self.node.reduced.coins(), &mut self.swings, &mut self.zugzwang);
        let mut add = |extent: Extent| {
            swings.add(extent);
            zugzwang.add(extent);
        };
        while coins != 0 {
            add(Extent::of_run(coins.trailing_zeros() as i32));
            coins &= coins - 1;
        }
        self.node.clusters.count(add);
        self.zugzwang.finish();
    }

    /// Returns the extent of the cluster of a group; a coin is a cluster of its own.
    pub(super) fn extent(&self, group: Move) -> Extent {
        if group.key().is_coin() {
            return Extent::of_run(group.size() as i32);
        }
        self.node.clusters.all()[group.cluster()].extent
    }

    /// Returns the bounds by the clusters alone. They are as tight as the window needs.
    pub(super) fn bounds(&mut self, window: Window, layout: &Layout<N>) -> Bounds {
        let mut by_zugzwang = self.zugzwang.bounds();
        if by_zugzwang.settle(window).is_none() && self.zugzwang.may_have_relief() {
            self.zugzwang.set_relief(relief(&self.node.reduced, self.node.clusters.all(), layout));
            by_zugzwang = self.zugzwang.bounds();
        }
        // Swings have to be sorted, so they come last.
        if by_zugzwang.settle(window).is_some() { by_zugzwang } else { by_zugzwang.and(self.swings.bounds()) }
    }

    /// Returns the most that a move is worth, or any bound that is not above alpha.
    #[inline(always)]
    pub(super) fn upper_bound(&self, group: Move, alpha: i32) -> i32 {
        let (size, extent) = (group.size() as i32, self.extent(group));
        let by_zugzwang = self.zugzwang.upper_with(size, extent);
        if by_zugzwang <= alpha {
            return by_zugzwang;
        }
        by_zugzwang.min(self.swings.upper_bound_with(size, extent))
    }

    /// Returns the bounds by the groups, and the move that secures the lower one: that
    /// with the largest swing.
    pub(super) fn bounds_by_moves(&self) -> (Bounds, Move) {
        let (mut largest, mut widest) = (0, (0, self.moves[0]));
        for &group in &self.moves {
            let swing = 2 * group.size() as i32 * self.extent(group).fruits;
            if swing > widest.0 {
                widest = (swing, group);
            }
            largest = largest.max(group.size());
        }
        let (swing, widest) = widest;
        let by_zugzwang = self.zugzwang.lower_with(widest.size() as i32, self.extent(widest));
        let lower = by_zugzwang.max(self.swings.lower_bound_with(swing));
        (Bounds { lower, upper: self.zugzwang.upper_by_largest(largest as i32) }, widest)
    }

    /// Returns the largest coin, if there are coins.
    pub(super) fn largest_coin(&self) -> Option<Move> {
        self.node.reduced.coins().checked_ilog2().map(Move::coin)
    }

    /// Returns the move with this key, if there is one.
    pub(super) fn move_at(&self, key: MoveKey, layout: &Layout<N>) -> Option<Move> {
        if key.is_coin() { self.largest_coin() } else { group_at(&self.node.clusters, layout, key) }
    }

    /// Lists the moves.
    pub(super) fn list_moves(&mut self, layout: &Layout<N>) {
        list_groups(&self.node.clusters, layout, &mut self.moves);
        // Of coins only the largest is worth a try (docs/solver.md, section Coins).
        self.moves.extend(self.largest_coin());
    }

    /// Returns the largest of the listed moves.
    pub(super) fn largest_move(&self) -> Move {
        self.moves.iter().copied().max().expect("some move")
    }

    /// Returns whether a move may be worth more than alpha; notes its bound if not.
    #[inline(always)]
    pub(super) fn is_worth_a_try(&self, group: Move, tries: &mut Tries) -> bool {
        let at_most = self.upper_bound(group, tries.window.alpha);
        let is_worth = at_most > tries.window.alpha;
        if !is_worth {
            tries.best.0 = tries.best.0.max(at_most);
        }
        is_worth
    }

    /// Makes the nodes after all moves worth a try but `first`, the largest group first,
    /// and returns how many they are.
    pub(super) fn make_children(&mut self, first: Move, tries: &mut Tries, layout: &Layout<N>) -> usize {
        self.moves.sort_unstable_by(|a, b| b.cmp(a));
        let mut count = 0;
        for i in 0..self.moves.len() {
            let group = self.moves[i];
            if group == first || !self.is_worth_a_try(group, tries) {
                continue;
            }
            if self.children.len() == count {
                self.children.push((group, Node::empty()));
            }
            let (its_group, child) = &mut self.children[count];
            *its_group = group;
            child.become_after(&self.node, group, layout);
            count += 1;
        }
        count
    }
}

/// What came of the moves tried so far at a node.
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
