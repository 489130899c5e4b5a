//! When the exact solver takes over from the search.
//!
//! A failed attempt costs time. So one is made only if it will probably succeed by
//! the number of groups, and it is given up after a small part of the nodes at hand.

use fruitrage_rules::MAX_SIZE;

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
    let doublings = groups.min(MAX_SIZE * MAX_SIZE) * 6 / 10 + 1;
    1_u64.checked_shl(doublings as u32).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    fn attempt(limits: &Limits, nodes: u64) -> Result<Report, u64> {
        let root = Root::of_grid(&generate(4, 3, 1)).unwrap();
        take_over(&Tunables::default(), &root, limits, &Table::for_nodes(nodes), &mut ())
    }

    #[test]
    fn a_board_is_solved_if_a_part_of_the_nodes_at_hand_is_expected_to_be_enough() {
        let groups = Root::of_grid(&generate(4, 3, 1)).unwrap().moves().len();
        // A twentieth of the nodes at hand: those of the limits, or those that the table is for.
        let enough = 20 * expected_solver_nodes(groups);
        let within = |nodes| Limits { nodes, ..Limits::default() };
        assert!(attempt(&within(None), enough).is_ok_and(|report| report.exact));
        assert!(attempt(&within(Some(enough)), u64::MAX).is_ok());
        assert_eq!(attempt(&within(None), enough - 1), Err(0));
        assert_eq!(attempt(&within(Some(enough - 1)), u64::MAX), Err(0));
    }

    #[test]
    fn a_search_to_a_depth_a_helper_and_a_wish_for_more_moves_are_not_taken_over() {
        let solved = |limits: Limits| attempt(&limits, u64::MAX).is_ok();
        assert!(solved(Limits::default()) && solved(Limits { role: Role::Leader, ..Limits::default() }));
        assert!(solved(Limits { best_moves: 0, ..Limits::default() }), "there is always one");
        for limits in [
            Limits { depth: Some(100), ..Limits::default() },
            Limits { role: Role::Helper, ..Limits::default() },
            Limits { best_moves: 2, ..Limits::default() },
        ] {
            assert_eq!(attempt(&limits, u64::MAX), Err(0), "{limits:?}");
        }
    }

    #[test]
    fn an_attempt_that_fails_says_what_it_may_have_cost() {
        /// Stops at the first question.
        struct Impatient;

        impl Observer for Impatient {
            fn iteration(&mut self, _: &Report) -> bool {
                false
            }

            fn nodes_allowed(&mut self) -> u64 {
                0
            }
        }

        let root = Root::of_grid(&generate(6, 4, 1)).unwrap();
        let limits = Limits { nodes: Some(1 << 40), ..Limits::default() };
        let share = ((1_u64 << 40) as f64 * Tunables::default().solver_share) as u64;
        let outcome = take_over(&Tunables::default(), &root, &limits, &Table::for_nodes(u64::MAX), &mut Impatient);
        assert_eq!(outcome, Err(share));
    }

    #[test]
    fn more_groups_are_expected_to_take_longer() {
        assert_eq!([0, 1, 5, 10, 20].map(expected_solver_nodes), [2, 2, 16, 128, 8_192]);
        assert!((0..676).all(|groups| expected_solver_nodes(groups) <= expected_solver_nodes(groups + 1)));
        assert_eq!([676, usize::MAX].map(expected_solver_nodes), [u64::MAX; 2]);
    }
}
