//! Endgames inside a search: boards with few groups are solved where a deep search
//! would begin. That takes no longer, and nothing is left out.

use fruitrage_rules::Board;

use super::Search;
use crate::table::{Bound, Entry};
use crate::value::Window;
use crate::{Observer, Value};

impl<O: Observer + ?Sized> Search<'_, O> {
    /// Returns the exact value of a board, or a bound outside the window, if it has so
    /// few groups that it can be solved.
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
