//! The best moves at the root so far, in order.

use fruitrage_rules::Group;

use crate::Value;
use crate::value::Window;

/// The best moves found, in order; never more than are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    wanted: usize,
    moves: Vec<Ranked>,
}

/// A move at the root and what was found about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    /// Where it stands among the moves of the root.
    pub(crate) index: usize,
    pub(crate) group: Group,
    pub(crate) value: Value,
    /// Whether the value is certain.
    pub(crate) exact: bool,
}

impl Ranking {
    /// Creates a ranking of so many moves, at least one.
    pub(crate) fn new(wanted: usize) -> Self {
        Self { wanted: wanted.max(1), moves: Vec::new() }
    }

    /// Returns the window that a move must be in to be ranked: above the last of
    /// them, once there are as many as wanted.
    pub(crate) fn window(&self) -> Window {
        match self.moves.last() {
            Some(last) if self.is_full() => Window { alpha: last.value, ..Window::FULL },
            _ => Window::FULL,
        }
    }

    /// Adds a move if it is one of the best. Of equal ones the first stays.
    pub(crate) fn add(&mut self, found: Ranked) {
        if found.value <= self.window().alpha {
            return;
        }
        self.moves.truncate(self.wanted - 1);
        let place = self.moves.partition_point(|ranked| ranked.value >= found.value);
        self.moves.insert(place, found);
    }

    /// Returns whether there are as many moves as wanted.
    pub(crate) fn is_full(&self) -> bool {
        self.moves.len() == self.wanted
    }

    /// Returns the moves in order.
    pub(crate) fn moves(&self) -> &[Ranked] {
        &self.moves
    }

    /// Puts the moves of the root in this order; the others follow as they were.
    pub(crate) fn put_first(&self, moves: &mut [Group]) {
        for (place, ranked) in self.moves.iter().enumerate() {
            // Whatever was put before this one and stood after it has pushed it
            // back by one.
            let pushed = self.moves[..place].iter().filter(|before| before.index > ranked.index).count();
            moves[place..=ranked.index + pushed].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::Cell;

    fn ranking(wanted: usize, points: &[u32]) -> (Ranking, Vec<Group>) {
        let groups: Vec<Group> = (0..points.len()).map(|column| Group::new(Cell::new(column, 0), 1)).collect();
        let mut ranking = Ranking::new(wanted);
        for (index, (&group, &points)) in groups.iter().zip(points).enumerate() {
            ranking.add(Ranked { index, group, value: Value::from_points(points), exact: false });
        }
        (ranking, groups)
    }

    fn columns(groups: &[Group]) -> Vec<usize> {
        groups.iter().map(|group| group.cell().column()).collect()
    }

    #[test]
    fn the_best_come_first_and_of_equals_the_one_found_first() {
        for (wanted, order) in [(1, [1, 0, 2, 3, 4]), (2, [1, 3, 0, 2, 4]), (3, [1, 3, 4, 0, 2]), (9, [1, 3, 4, 2, 0])]
        {
            let (ranking, mut groups) = ranking(wanted, &[2, 7, 3, 7, 5]);
            ranking.put_first(&mut groups);
            assert_eq!(columns(&groups), order, "{wanted} wanted");
        }
    }

    #[test]
    fn a_move_matters_if_it_is_better_than_the_last_one_wanted() {
        assert_eq!(ranking(2, &[2, 7, 3]).0.window().alpha, Value::from_points(3));
        assert_eq!(ranking(4, &[2, 7, 3]).0.window(), Window::FULL);
        assert_eq!(ranking(0, &[2, 7, 3]).0.window().alpha, Value::from_points(7), "there is always one");
    }
}
