//! Foresight: the move of a player who searches to a fixed depth and counts (textbook
//! minimax).
//!
//! This takes a tenth to a hundredth of the time of such a player. The last move
//! gains the largest group, so no board is made for it; and before that, no group
//! gains more than it counts itself.

use fruitrage_rules::{Board, Group};

use super::meter::{Meter, Stopped};
use super::model::{Counts, Model, Ties};
use crate::value::Window;
use crate::{Observer, Value};

/// Returns the move of a player.
///
/// # Panics
/// If the board is empty.
pub(super) fn foresee<O: Observer + ?Sized>(
    board: &Board,
    model: Model,
    meter: &mut Meter<'_, O>,
) -> Result<Group, Stopped> {
    let groups = model.candidates(board);
    if model.depth <= 1 && model.ties == Ties::First {
        return Ok(groups[0]);
    }
    let mut child = Board::empty(1);
    let mut best = groups[0];
    let mut window = Window::FULL;
    for &group in &groups {
        let gain = model.gain(group);
        if is_too_small(gain, model.depth, window) {
            break;
        }
        meter.count()?;
        board.play_into(group, &mut child);
        let value = gain - model.difference(&child, model.depth - 1, window.after(gain), meter)?;
        if value > window.alpha {
            // The last of equal moves is found if as much as the best is still asked for.
            window.alpha = if model.ties == Ties::Last { value - Value::from_steps(1) } else { value };
            best = group;
        }
    }
    Ok(best)
}

/// Returns whether neither a group with this gain nor a smaller one can be worth more than
/// alpha, as the opponent has the last word.
fn is_too_small(gain: Value, depth: u32, window: Window) -> bool {
    depth <= 2 && gain <= window.alpha
}

fn largest(board: &Board) -> Option<Group> {
    board.large_groups().iter().copied().max().or_else(|| board.small_groups().max())
}

impl Model {
    fn gain(self, group: Group) -> Value {
        Value::from_points(match self.counts {
            Counts::Points => group.points(),
            Counts::Fruits => group.size() as u32,
        })
    }

    /// Returns the groups that it looks at, the largest first.
    fn candidates(self, board: &Board) -> Vec<Group> {
        let mut groups = board.groups();
        groups.truncate(self.beam);
        if self.drops_singles && groups.first().is_some_and(|group| group.size() > 1) {
            groups.truncate(groups.partition_point(|group| group.size() > 1));
        }
        groups
    }

    /// Returns what the player to move gains more within `depth` plies; a bound outside
    /// the window.
    fn difference<O: Observer + ?Sized>(
        self,
        board: &Board,
        depth: u32,
        mut window: Window,
        meter: &mut Meter<'_, O>,
    ) -> Result<Value, Stopped> {
        let Some(first) = largest(board).filter(|_| depth > 0) else { return Ok(Value::EVEN) };
        if depth == 1 {
            return Ok(self.gain(first));
        }
        let mut child = Board::empty(1);
        let mut best = -Value::MAX;
        // Most often the largest group is enough, and no others need be listed.
        let others = std::iter::once_with(|| self.candidates(board)).flatten().filter(|&group| group != first);
        for group in std::iter::once(first).chain(others) {
            let gain = self.gain(group);
            if is_too_small(gain, depth, window) {
                return Ok(best.max(gain));
            }
            meter.count()?;
            board.play_into(group, &mut child);
            best = best.max(gain - self.difference(&child, depth - 1, window.after(gain), meter)?);
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rival::model::NO_BEAM;
    use fruitrage_rules::generate;

    /// The same without any short cut: the value, and the move.
    fn minimax(board: &Board, model: Model, depth: u32) -> (i64, Option<Group>) {
        let mut best = (0, None);
        let mut groups = board.groups();
        let has_larger = groups.iter().any(|group| group.size() > 1);
        groups.retain(|group| !(model.drops_singles && has_larger && group.size() == 1));
        for group in groups.into_iter().take(model.beam).filter(|_| depth > 0) {
            let mut child = board.clone();
            child.try_play(group.cell()).unwrap();
            let gain = match model.counts {
                Counts::Points => i64::from(group.points()),
                Counts::Fruits => group.size() as i64,
            };
            let value = gain - minimax(&child, model, depth - 1).0;
            let is_equal_enough = model.ties == Ties::Last && value == best.0;
            if best.1.is_none() || value > best.0 || is_equal_enough {
                best = (value, Some(group));
            }
        }
        best
    }

    #[test]
    fn what_is_foreseen_is_what_minimax_plays() {
        let mut models = Model::ALL.to_vec();
        models.extend([
            Model { ties: Ties::Last, ..Model::plain(1) },
            Model { beam: 2, drops_singles: true, counts: Counts::Fruits, ties: Ties::Last, ..Model::plain(3) },
            Model { beam: NO_BEAM, ..Model::plain(6) },
        ]);
        for (size, kinds, deepest) in [(1, 1, 3), (3, 2, 6), (4, 3, 5), (5, 2, 5), (6, 3, 4), (8, 4, 3), (12, 9, 2)] {
            for seed in 0..3 {
                let mut board = Board::settled(&generate(size, kinds, seed));
                while !board.is_empty() {
                    for &model in models.iter().filter(|model| model.depth <= deepest) {
                        let foreseen = foresee(&board, model, &mut Meter::new(&mut (), u64::MAX)).unwrap();
                        assert_eq!(Some(foreseen), minimax(&board, model, model.depth).1, "{model:?} on\n{board}");
                    }
                    let group = board.groups()[seed as usize % board.group_count()];
                    board.try_play(group.cell()).unwrap();
                    if size > 5 && !board.fruits().is_multiple_of(3) {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn no_more_boards_are_made_than_allowed() {
        let board = Board::settled(&generate(10, 4, 1));
        let mut observer = ();
        let mut meter = Meter::new(&mut observer, 20);
        assert_eq!(foresee(&board, Model::plain(3), &mut meter), Err(Stopped));
        assert_eq!(meter.nodes(), 20);
    }
}
