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
    Value::from_steps((f64::from((at_a_glance + Value::from_points(1)).steps()) * factor) as i32)
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
