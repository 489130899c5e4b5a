//! What a search leaves out or searches less deeply, because it most likely
//! changes nothing.
//!
//! All margins are parts of what is at stake: the evaluation of the board and a
//! point more. Where much is at stake, an evaluation says less.

use fruitrage_rules::{Board, Group, Support};

use crate::logarithm::logarithm;
use crate::{Tunables, Value};

/// How many of the largest groups are watched. A move on which one of them rests is
/// never left out.
const WATCHED_GROUPS: usize = 3;

/// Logarithms kept at hand; larger numbers are all alike.
const LOGARITHMS: usize = 128;

/// The rules of what to leave out.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    full_depth_moves: f64,
    reduction: f64,
    glance_depth: u32,
    doubt: f64,
    quiet_margin: f64,
    logarithms: [f64; LOGARITHMS],
}

impl Selection {
    pub(crate) fn new(tunables: &Tunables) -> Self {
        let &Tunables { full_depth_moves, reduction, glance_depth, doubt, quiet_margin, .. } = tunables;
        Self {
            full_depth_moves,
            reduction,
            glance_depth: glance_depth as u32,
            doubt,
            quiet_margin,
            logarithms: std::array::from_fn(logarithm),
        }
    }

    /// Returns the reduction in plies with which a move is searched first, by its
    /// place in the order.
    pub(crate) fn reduction(&self, depth: u32, place: usize) -> u32 {
        if depth < 3 || (place as f64) < self.full_depth_moves {
            return 0;
        }
        let logarithm = |number: usize| self.logarithms[number.min(LOGARITHMS - 1)];
        let reduced = self.reduction * logarithm(depth as usize) * logarithm(place);
        (reduced as u32).min(depth - 2)
    }

    /// Returns how far above the window the value to depth 1 must be to stand for that
    /// to a greater depth; none if it never does.
    ///
    /// Below the window no margin is needed: to depth 1 the player to move has the
    /// last word, so the value is more likely too high than too low.
    pub(crate) fn doubt(&self, depth: u32, at_a_glance: Value) -> Option<Value> {
        (2..=self.glance_depth).contains(&depth).then(|| part(at_a_glance, self.doubt * f64::from(depth - 1)))
    }

    /// Returns the quiet moves that can be left out, if any, on a board where the
    /// player to move has a move worth `alpha`.
    ///
    /// Where the search may reach the end of the game nothing is left out, or its
    /// value could never be certain.
    pub(crate) fn quiet_moves(
        &self,
        board: &Board,
        depth: u32,
        at_a_glance: Value,
        alpha: Value,
    ) -> Option<QuietMoves> {
        let most = alpha + at_a_glance - part(at_a_glance, self.quiet_margin);
        if most < Value::from_points(1) || depth as usize >= board.group_count() {
            return None;
        }
        Some(QuietMoves { at_a_glance, most, watched: support_of_largest(board) })
    }
}

/// Returns a part of what is at stake on a board.
fn part(at_a_glance: Value, factor: f64) -> Value {
    // Tunables may be any numbers.
    let most = f64::from(Value::MAX.steps());
    Value::from_steps((f64::from((at_a_glance + Value::from_points(1)).steps()) * factor).clamp(-most, most) as i32)
}

/// Returns what the largest groups rest on.
fn support_of_largest(board: &Board) -> Support {
    let mut largest = [None; WATCHED_GROUPS];
    for &group in board.large_groups() {
        let mut next = Some(group);
        for place in &mut largest {
            if next > *place {
                std::mem::swap(&mut next, place);
            }
        }
    }
    let mut support = Support::NONE;
    largest.into_iter().flatten().for_each(|group| support.add(board, group));
    support
}

/// Quiet moves: pairs and singles that support none of the largest groups.
///
/// After a quiet move the opponent has all that is there now. So it is worth its
/// points less the evaluation of the board, which is known without making it. It may
/// bring equal fruit together, but the opponent is the first to gain from that.
pub(crate) struct QuietMoves {
    /// The evaluation of the board.
    at_a_glance: Value,
    /// The most points of a move that is left out.
    most: Value,
    watched: Support,
}

impl QuietMoves {
    /// Returns all quiet moves of a board.
    pub(crate) fn at_the_root(board: &Board, at_a_glance: Value) -> Self {
        Self { at_a_glance, most: Value::from_points(4), watched: support_of_largest(board) }
    }

    /// Returns what a move is expected to be worth, if it is one of these.
    pub(crate) fn expected(&self, group: Group) -> Option<Value> {
        self.includes(group).then(|| Value::from_points(group.points()) - self.at_a_glance)
    }

    pub(crate) fn includes(&self, group: Group) -> bool {
        Value::from_points(group.points()) <= self.most && !self.watched.may_carry(group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{Cell, Random, generate};

    fn selection() -> Selection {
        Selection::new(&Tunables::default())
    }

    fn points(points: u32) -> Value {
        Value::from_points(points)
    }

    /// Boards as they come in games.
    fn boards() -> impl Iterator<Item = Board> {
        let mut random = Random::new(3);
        (0..40).map(move |seed| {
            let (size, kinds) = (4 + random.below(9) as usize, 2 + random.below(5) as u8);
            let mut board = Board::settled(&generate(size, kinds, seed));
            for _ in 0..random.below(6) {
                let groups = board.groups();
                board.try_play(groups[random.below(groups.len() as u64) as usize].cell()).unwrap();
                if board.is_empty() {
                    return Board::settled(&generate(size, kinds, seed));
                }
            }
            board
        })
    }

    #[test]
    fn the_first_moves_are_searched_to_the_full_depth_and_no_move_to_less_than_two() {
        let selection = selection();
        let Tunables { full_depth_moves, .. } = Tunables::default();
        for depth in 0..40 {
            for place in 0..700 {
                let reduction = selection.reduction(depth, place);
                if depth < 3 || (place as f64) < full_depth_moves {
                    assert_eq!(reduction, 0, "depth {depth}, place {place}");
                } else {
                    assert!(depth - reduction >= 2, "depth {depth}, place {place}");
                }
            }
        }
        assert!(selection.reduction(3, 200) == 1, "from depth 3 on late moves are reduced");
        assert_eq!(selection.reduction(100, 3), 4, "0.8 x 4.6 x 1.1");
    }

    #[test]
    fn the_later_a_move_and_the_deeper_the_search_the_more_it_is_reduced() {
        let selection = selection();
        for depth in 3..200 {
            for place in 3..200 {
                let reduction = selection.reduction(depth, place);
                assert!(reduction <= selection.reduction(depth, place + 1), "depth {depth}, place {place}");
                assert!(reduction <= selection.reduction(depth + 1, place), "depth {depth}, place {place}");
                // 0.8 x ln(depth) x ln(place), where larger numbers than 127 are taken for that.
                let logarithm = |number: usize| (number.min(127) as f64).ln();
                let expected = 0.8 * logarithm(depth as usize) * logarithm(place);
                let difference = expected.min(f64::from(depth - 2)) - f64::from(reduction);
                assert!((-1e-9..1.0 + 1e-9).contains(&difference), "depth {depth}, place {place}");
            }
        }
    }

    #[test]
    fn a_look_one_move_ahead_settles_shallow_tests_only_and_the_less_the_more_is_at_stake() {
        let selection = selection();
        let doubt = |depth, at_a_glance: u32| selection.doubt(depth, points(at_a_glance));
        assert_eq!([0, 1, 4, 5, 100].map(|depth| doubt(depth, 9)), [None; 5]);
        // Half of what is at stake, which is a point more than the evaluation, for each further ply.
        assert_eq!([2, 3].map(|depth| doubt(depth, 9)), [Some(points(5)), Some(points(10))]);
        assert_eq!([2, 3].map(|depth| doubt(depth, 0)), [Some(Value::from_steps(32)), Some(points(1))]);
    }

    #[test]
    fn a_quiet_move_is_left_out_if_it_is_expected_far_below_alpha() {
        let board = Board::settled(&generate(10, 6, 1));
        let (at_a_glance, margin) = (points(19), points(10));
        for steps in -2_000..2_000 {
            let alpha = Value::from_steps(steps);
            let quiet = selection().quiet_moves(&board, 2, at_a_glance, alpha);
            for size in 1..=2 {
                let group = Group::new(Cell::new(0, 0), size);
                // Without anything that rests on it.
                let free = QuietMoves { watched: Support::NONE, ..QuietMoves::at_the_root(&board, at_a_glance) };
                let expected = free.expected(group).unwrap();
                assert_eq!(expected, points(group.points()) - at_a_glance);
                let far_below = expected + margin <= alpha;
                let left_out = quiet.as_ref().is_some_and(|quiet| points(group.points()) <= quiet.most);
                assert_eq!(left_out, far_below, "alpha {alpha}, size {size}");
            }
        }
    }

    #[test]
    fn where_the_end_may_be_reached_nothing_is_left_out() {
        for board in boards() {
            let groups = board.group_count() as u32;
            let quiet = |depth| selection().quiet_moves(&board, depth, points(1), points(1_000));
            assert!(quiet(groups - 1).is_some() && quiet(groups).is_none() && quiet(groups + 1).is_none());
        }
    }

    #[test]
    fn quiet_moves_are_small_and_leave_the_three_largest_groups_where_they_are() {
        let mut found = 0;
        for board in boards() {
            let quiet = QuietMoves::at_the_root(&board, Value::EVEN);
            let mut largest = board.groups();
            largest.truncate(3);
            largest.retain(|group| group.size() > 2);
            for group in board.groups() {
                assert_eq!(quiet.expected(group).is_some(), quiet.includes(group));
                if !quiet.includes(group) {
                    continue;
                }
                found += 1;
                assert!(group.size() <= 2, "{group:?} on\n{board}");
                let mut after = board.clone();
                after.try_play(group.cell()).unwrap();
                for &large in &largest {
                    let cells = board.cells_of_group_at(large.cell()).unwrap();
                    let stays = cells.iter().all(|&cell| after.get(cell) == board.get(cell));
                    assert!(stays, "{group:?} moves {large:?} on\n{board}");
                }
            }
        }
        assert!(found > 100, "{found}");
    }

    #[test]
    fn small_groups_that_carry_nothing_large_are_quiet() {
        let mut watched = 0;
        for board in boards() {
            let quiet = QuietMoves::at_the_root(&board, Value::EVEN);
            let mut largest = board.groups();
            largest.retain(|group| group.size() > 2);
            largest.truncate(3);
            let mut support = Support::NONE;
            for &group in &largest {
                support.add(&board, group);
            }
            for group in board.small_groups() {
                assert_eq!(quiet.includes(group), !support.may_carry(group), "{group:?} on\n{board}");
                watched += usize::from(support.may_carry(group));
            }
        }
        assert!(watched > 100, "{watched}");
    }
}
