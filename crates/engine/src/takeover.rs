//! When the exact solver takes over from the search.
//!
//! A failed attempt costs time. So one is made only if it will probably succeed by
//! the number of groups, and it is given up after a small part of the nodes at hand.

use crate::{Limits, Observer, Report, Role, Root, Table, Tunables, solve};

/// Returns the exact report if the solver finds it with a part of the nodes at hand;
/// if not, the nodes that were spent at most.
pub(crate) fn take_over(
    tunables: &Tunables,
    root: &Root,
    limits: &Limits,
    table: &Table,
    observer: &mut dyn Observer,
) -> Result<Report, u64> {
    // A search to a depth must not look further, helpers have work of their own,
    // and the solver knows the value of the best move only.
    if limits.depth.is_some() || limits.role == Role::Helper || limits.best_moves > 1 {
        return Err(0);
    }
    let at_hand = limits.nodes.unwrap_or(u64::MAX).min(table.nodes());
    let nodes = (at_hand as f64 * tunables.solver_share) as u64;
    if nodes < expected_solver_nodes(root.moves().len()) {
        return Err(0);
    }
    solve(root, nodes, observer).ok_or(nodes)
}

/// Returns about how many nodes it takes to solve a board with so many groups:
/// 2^(0.6 x groups + 1). Half of the boards take less, nine of ten less than eight
/// times as many.
pub fn expected_solver_nodes(groups: usize) -> u64 {
    // In whole numbers, so that it is the same on every machine.
    let doublings = groups * 6 / 10 + 1;
    1_u64.checked_shl(doublings as u32).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_groups_are_expected_to_take_longer() {
        assert_eq!([0, 1, 5, 10, 20].map(expected_solver_nodes), [2, 2, 16, 128, 8_192]);
        assert!((0..676).all(|groups| expected_solver_nodes(groups) <= expected_solver_nodes(groups + 1)));
        assert_eq!(expected_solver_nodes(676), u64::MAX);
    }
}
