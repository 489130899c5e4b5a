//! Answers for what a search leaves out, or looks at less deeply, because it is
//! most likely without effect.
//!
//! All of it is measured by the board's own temper: what it is worth at a glance
//! to move first (and a point more). Where much is at stake, a glance says less.

use fruitrage_rules::{Board, Group, Support};

use crate::logarithm::logarithm;
use crate::{Tunables, Value};

/// How many of the largest groups are watched: whatever moves a part of one of
/// them is never left out unseen.
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

    /// How much less deeply a move is looked at first, by its place in the order.
    pub(crate) fn reduction(&self, depth: u32, place: usize) -> u32 {
        if depth < 3 || (place as f64) < self.full_depth_moves {
            return 0;
        }
        let logarithm = |number: usize| self.logarithms[number.min(LOGARITHMS - 1)];
        let reduced = self.reduction * logarithm(depth as usize) * logarithm(place);
        (reduced as u32).min(depth - 2)
    }

    /// How far the value one move ahead must be above the window to settle what
    /// is asked of a greater depth; none if it never does.
    ///
    /// Below the window it need not be any further away: one move ahead, the
    /// player to move has the last word, so that the value is more likely too
    /// high than too low.
    pub(crate) fn doubt(&self, depth: u32, at_a_glance: Value) -> Option<Value> {
        (2..=self.glance_depth).contains(&depth).then(|| part(at_a_glance, self.doubt * f64::from(depth - 1)))
    }

    /// What small groups can be left out, if any, on a board where the player to
    /// move has something worth `alpha` already.
    ///
    /// Where the search may reach the end of the game, nothing is left out, or
    /// its value could never be certain.
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

/// A part of what is at stake on a board.
fn part(at_a_glance: Value, factor: f64) -> Value {
    Value::from_steps((f64::from((at_a_glance + Value::from_points(1)).steps()) * factor) as i32)
}

/// What the largest groups rest on.
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

/// The pairs and single fruits of a board that are not worth a look.
///
/// A quiet move changes nothing but itself: the opponent then has all that is
/// there now. So it is worth its points less what the board is worth, and there
/// is no need to make it to know that. It may bring equal fruit together, but
/// what comes of that is first of all the opponent's.
pub(crate) struct QuietMoves {
    /// What the board is worth.
    at_a_glance: Value,
    /// The most points that are not worth a look.
    most: Value,
    watched: Support,
}

impl QuietMoves {
    /// All pairs and single fruits that carry none of the largest groups.
    pub(crate) fn at_the_root(board: &Board, at_a_glance: Value) -> Self {
        Self { at_a_glance, most: Value::from_points(4), watched: support_of_largest(board) }
    }

    /// What a move is expected to be worth, if it is one of these.
    pub(crate) fn expected(&self, group: Group) -> Option<Value> {
        self.includes(group).then(|| Value::from_points(group.points()) - self.at_a_glance)
    }

    pub(crate) fn includes(&self, group: Group) -> bool {
        Value::from_points(group.points()) <= self.most && !self.watched.may_carry(group)
    }
}
