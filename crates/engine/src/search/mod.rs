//! The search: alpha-beta with iterative deepening.
//!
//! ```text
//! search     iterations of growing depth (iterations.rs)
//! iterate    all moves at the root, the best ones so far first
//! visit      a board below the root: over? in the table? an endgame to solve?
//!            settled to depth 1? else try the moves and store the best
//! look       one move: with a reduction first if it comes late, then in full
//! ```

mod endgame;
mod iterations;

use fruitrage_rules::{Board, Cell, Group};

use crate::busy::Queue;
use crate::solver::Endgames;
use crate::table::{Bound, Entry};
use crate::value::Window;
use crate::{Engine, Observer, Root, Table, Value};

pub(crate) use iterations::search;

/// Searches that share a table tell each other where they are from this depth
/// on; below, it is quicker to do the work twice.
const SHARED_DEPTH: u32 = 4;

struct Search<'a, O: ?Sized> {
    engine: &'a Engine,
    root: &'a Root,
    table: &'a Table,
    observer: &'a mut O,
    best_moves: usize,
    /// Whether other searches share the table at the same time.
    in_company: bool,
    node_limit: Option<u64>,
    nodes: u64,
    next_question: u64,
    stopped: bool,
    /// Whether a board that is not empty was evaluated since this was last cleared:
    /// if not, what was found is certain.
    horizon_seen: bool,
    /// Solves endgames; none if the depth is limited.
    endgames: Option<Endgames>,
    /// Plies not in use, to spare their allocation.
    #[expect(clippy::vec_box, reason = "taken out and put back at every visit, and large")]
    spare_plies: Vec<Box<Ply>>,
}

/// The buffers of one visit.
struct Ply {
    child: Board,
    moves: Vec<RankedMove>,
}

struct RankedMove {
    rank: Value,
    group: Group,
}

/// Stands for a move where none has been found yet.
const NOWHERE: Cell = Cell::new(0, 0);

impl Ply {
    /// Replaces the moves by groups of no particular rank.
    fn list(&mut self, groups: impl Iterator<Item = Group>) {
        self.moves.clear();
        self.moves.extend(groups.map(|group| RankedMove { rank: Value::EVEN, group }));
    }
}

impl<O: Observer + ?Sized> Search<'_, O> {
    /// Returns whether visits to this depth are marked for other searches.
    fn shares(&self, depth: u32) -> bool {
        self.in_company && depth >= SHARED_DEPTH
    }

    /// Returns whether another search is at a board.
    fn is_busy(&self, child: &Board, depth: u32) -> bool {
        self.shares(depth) && self.table.busy.is_marked(child.hash())
    }

    /// Returns the value of a move that gains some points and leads to `child`, by its
    /// place in the order. The child is marked for other searches.
    fn look(&mut self, child: &Board, gain: Value, depth: u32, window: Window, place: usize) -> Value {
        if !self.shares(depth) {
            return self.look_unseen(child, gain, depth, window, place);
        }
        self.table.busy.mark(child.hash());
        let value = self.look_unseen(child, gain, depth, window, place);
        self.table.busy.unmark(child.hash());
        value
    }

    /// [`Search::look`] without the mark: late moves are searched with a reduction
    /// first.
    fn look_unseen(&mut self, child: &Board, gain: Value, depth: u32, window: Window, place: usize) -> Value {
        let reduction = self.engine.selection.reduction(depth, place);
        if reduction > 0 {
            let value = gain - self.visit(child, depth - 1 - reduction, window.test().after(gain));
            if value <= window.alpha || self.stopped {
                return value;
            }
        }
        self.descend(child, gain, depth, window, place == 0)
    }

    /// Returns the value of a move that gains some points and leads to `child`.
    ///
    /// The first move of a board gets the whole window. The others are tested with a
    /// null window first: are they better than the best so far?
    fn descend(&mut self, child: &Board, gain: Value, depth: u32, window: Window, first: bool) -> Value {
        if !first && window.is_open() {
            let tested = gain - self.visit(child, depth - 1, window.test().after(gain));
            if tested <= window.alpha || tested >= window.beta {
                return tested;
            }
        }
        gain - self.visit(child, depth - 1, window.after(gain))
    }

    /// Returns the value of a board for the player to move. Outside the window it may
    /// be a bound: never more than the true value if above, never less if below. If
    /// the search is stopped it means nothing.
    fn visit(&mut self, board: &Board, depth: u32, window: Window) -> Value {
        if board.is_empty() {
            return Value::EVEN;
        }
        if depth == 0 {
            self.horizon_seen = true;
            return self.engine.evaluation.of(board);
        }
        if self.is_stopped() {
            return Value::EVEN;
        }
        let mut known = self.table.get(board.hash());
        if let Some(value) = known.and_then(|entry| self.settled_by(entry, depth, window)) {
            return value;
        }
        if let Some(value) = self.solved_endgame(board, depth, window) {
            return value;
        }
        if let Some(value) = self.settled_to_depth_1(board, depth, window) {
            return value;
        }
        // If not, the search to depth 1 has left a move to begin with.
        known = known.or_else(|| self.table.get(board.hash()));
        let horizon_seen_elsewhere = std::mem::replace(&mut self.horizon_seen, false);
        let mut ply = self.take_ply(board.size());
        let (value, best) = if depth == 1 {
            self.best_to_depth_1(board, window, &mut ply)
        } else {
            self.best_child(board, depth, window, known.and_then(|entry| entry.best), &mut ply)
        };
        self.spare_plies.push(ply);
        if !self.stopped {
            let bound = Bound::of(value, window);
            let complete = !self.horizon_seen;
            self.table.put(board.hash(), Entry { value, bound, depth, complete, best: Some(best) });
        }
        self.horizon_seen |= horizon_seen_elsewhere;
        value
    }

    /// Returns the value of an entry of the table, if that is enough.
    fn settled_by(&mut self, entry: Entry, depth: u32, window: Window) -> Option<Value> {
        let enough = match entry.bound {
            Bound::Equal => true,
            Bound::Lower => entry.value >= window.beta,
            Bound::Upper => entry.value <= window.alpha,
        };
        if !enough || entry.depth < depth && !entry.complete {
            return None;
        }
        self.horizon_seen |= !entry.complete;
        Some(entry.value)
    }

    /// Returns the result of a null window, if it is so clear to depth 1 that a deeper
    /// search will hardly find otherwise.
    fn settled_to_depth_1(&mut self, board: &Board, depth: u32, window: Window) -> Option<Value> {
        if window.is_open() {
            return None;
        }
        let doubt = self.engine.selection.doubt(depth, self.engine.evaluation.of(board))?;
        let clearly = Window { beta: window.beta + doubt, ..window };
        let value = self.visit(board, 1, clearly);
        if value <= clearly.alpha {
            Some(window.alpha)
        } else if value >= clearly.beta {
            Some(window.beta)
        } else {
            None
        }
    }

    /// Returns the best value to depth 1, and its move. Nearly all of the time goes
    /// here.
    ///
    /// No board is evaluated below zero, so a move is worth its points at most. In
    /// order of size, the rest can be left out as soon as it is too small. Pairs and
    /// singles, which are most of the moves, are most often not even listed.
    fn best_to_depth_1(&mut self, board: &Board, window: Window, ply: &mut Ply) -> (Value, Cell) {
        ply.list(board.large_groups().iter().copied());
        ply.moves.sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.group));
        let best = self.evaluate_moves(board, window, ply, (-Value::MAX, NOWHERE));
        let largest_small: u32 = if board.pair_count() > 0 { 2 } else { 1 };
        if best.0 >= Value::from_points(largest_small.pow(2)).min(window.beta) {
            return best;
        }
        ply.list(board.small_groups());
        self.evaluate_moves(board, window, ply, best)
    }

    /// Returns the best of the listed moves, largest first, and of the best so far.
    fn evaluate_moves(
        &mut self,
        board: &Board,
        window: Window,
        ply: &mut Ply,
        mut best: (Value, Cell),
    ) -> (Value, Cell) {
        let Ply { child, moves } = ply;
        for &RankedMove { group, .. } in &*moves {
            let gain = Value::from_points(group.points());
            if best.0 >= gain.min(window.beta) {
                break;
            }
            board.play_into(group, child);
            self.nodes += 1;
            let value = gain - self.visit(child, 0, window.after(gain));
            if value > best.0 {
                best = (value, group.cell());
            }
        }
        best
    }

    /// Searches the moves of a board until one fails high. Returns the best value and
    /// its move.
    ///
    /// The move of the table comes first, before the others are listed: most often it
    /// is enough.
    fn best_child(
        &mut self,
        board: &Board,
        depth: u32,
        mut window: Window,
        known: Option<Cell>,
        ply: &mut Ply,
    ) -> (Value, Cell) {
        let mut best = (-Value::MAX, NOWHERE);
        if let Some(group) = known.and_then(|cell| board.group_at(cell).ok()) {
            best = (self.try_move(board, group, depth, window, 0, &mut ply.child), group.cell());
            window.alpha = window.alpha.max(best.0);
            if self.stopped || window.alpha >= window.beta {
                return best;
            }
        }
        if self.order(board, depth, window.alpha, ply) {
            // What is left out is worth alpha at most, and maybe no less.
            best.0 = best.0.max(window.alpha);
        }
        let Ply { child, moves } = ply;
        let others = moves.iter().filter(|ranked| Some(ranked.group.cell()) != known);
        let mut queue = Queue::new((usize::from(known.is_some())..).zip(others.map(|ranked| ranked.group)));
        while let Some((place, group)) = queue.next() {
            if place > 0 && self.shares(depth) {
                board.play_into(group, child);
                if self.is_busy(child, depth) && queue.put_off((place, group)) {
                    continue;
                }
            }
            let value = self.try_move(board, group, depth, window, place, child);
            if self.stopped {
                break;
            }
            if value > best.0 {
                best = (value, group.cell());
            }
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta {
                break;
            }
        }
        best
    }

    /// Returns the value of a move at its place in the order.
    fn try_move(
        &mut self,
        board: &Board,
        group: Group,
        depth: u32,
        window: Window,
        place: usize,
        child: &mut Board,
    ) -> Value {
        board.play_into(group, child);
        self.nodes += 1;
        self.look(child, Value::from_points(group.points()), depth, window, place)
    }

    /// Lists the moves of a board, the most promising first, without quiet moves that
    /// are hardly better than `alpha`. Returns whether any were left out.
    fn order(&mut self, board: &Board, depth: u32, alpha: Value, ply: &mut Ply) -> bool {
        let selection = &self.engine.selection;
        let quiet = selection.quiet_moves(board, depth, self.engine.evaluation.of(board), alpha);
        let Ply { child, moves } = ply;
        moves.clear();
        let mut left_out = false;
        board.for_each_group(|group| {
            if quiet.as_ref().is_some_and(|quiet| quiet.includes(group)) {
                left_out = true;
                return;
            }
            board.play_into(group, child);
            let rank = Value::from_points(group.points()) - self.engine.evaluation.of(child);
            moves.push(RankedMove { rank, group });
        });
        self.nodes += moves.len() as u64;
        // Equal ranks are ordered by the group, so that the order depends on the
        // board alone.
        moves.sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(b.group.cmp(&a.group)));
        self.horizon_seen |= left_out;
        left_out
    }

    fn take_ply(&mut self, size: usize) -> Box<Ply> {
        self.spare_plies.pop().unwrap_or_else(|| Box::new(Ply { child: Board::empty(size), moves: Vec::new() }))
    }

    /// Returns whether to stop, by the limit of nodes or by the observer.
    fn is_stopped(&mut self) -> bool {
        if self.nodes >= self.next_question {
            let allowed = self.observer.nodes_allowed();
            self.next_question = self.nodes.saturating_add(allowed);
            self.stopped |= allowed == 0;
        }
        self.stopped |= self.node_limit.is_some_and(|limit| self.nodes >= limit);
        self.stopped
    }
}
