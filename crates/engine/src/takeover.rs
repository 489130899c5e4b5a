//! Answers for when the exact solver takes over from the search.
//!
//! An attempt that fails costs time, so it is only made if the number of groups
//! says that it will probably do, and it is given up after a small part of the
//! nodes at hand.

use crate::{Limits, Observer, Report, Role, Root, Table, Tunables, solve};

/// The exact report, if it can probably be had with the nodes at hand, and then
/// really.
pub(crate) fn take_over(
    tunables: &Tunables,
    root: &Root,
    limits: &Limits,
    table: &Table,
    observer: &mut impl Observer,
) -> Result<Report, Attempt> {
    // A search that is asked to look so far and no further must not look
    // further, helpers have work of their own, and the solver knows the value of
    // the best move only.
    if limits.depth.is_some() || limits.role == Role::Helper || limits.best_moves > 1 {
        return Err(Attempt { nodes: 0 });
    }
    let at_hand = limits.nodes.unwrap_or(u64::MAX).min(table.nodes());
    let nodes = (at_hand as f64 * tunables.solver_share) as u64;
    if nodes < expected_nodes(root.moves().len()) {
        return Err(Attempt { nodes: 0 });
    }
    solve(root, nodes, observer).ok_or(Attempt { nodes })
}

/// An attempt that did not solve the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// The nodes that it took, at most.
    pub(crate) nodes: u64,
}

/// Nodes that it takes to solve a box, about: 2^(0.6 x groups + 1). Half of the
/// boxes take less, nine of ten less than eight times as many. In whole numbers,
/// so that it is the same on every machine.
fn expected_nodes(groups: usize) -> u64 {
    let doublings = groups * 6 / 10 + 1;
    1_u64.checked_shl(doublings as u32).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_groups_are_expected_to_take_longer() {
        assert_eq!(expected_nodes(0), 2);
        assert!((0..676).all(|groups| expected_nodes(groups) <= expected_nodes(groups + 1)));
        assert_eq!(expected_nodes(676), u64::MAX);
    }
}
