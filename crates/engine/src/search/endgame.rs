//! Answers for boards that are nearly empty: where a deep look would be taken,
//! they are solved. That takes no longer, and nothing is left out.

use fruitrage_rules::Board;

use super::Search;
use crate::table::{Bound, Entry};
use crate::value::Window;
use crate::{Observer, Value};

impl<O: Observer> Search<'_, O> {
    /// The exact value of a board, as far as the window asks for it, if there is
    /// so little left that it can be had.
    pub(super) fn solved_endgame(&mut self, board: &Board, depth: u32, window: Window) -> Option<Value> {
        let tunables = &self.engine.tunables;
        if f64::from(depth) < tunables.endgame_depth || board.group_count() as f64 > tunables.endgame_groups {
            return None;
        }
        let left = self.node_limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes));
        let solved = self.endgames.as_mut()?.solve(board, window, left.min(tunables.endgame_nodes as u64));
        self.nodes += solved.nodes;
        let value = solved.value?;
        let entry = Entry { value, bound: Bound::of(value, window), depth, complete: true, best: None };
        self.table.put(board.hash(), entry);
        Some(value)
    }
}
