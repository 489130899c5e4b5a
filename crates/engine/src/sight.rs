//! What a person notices on a board, and what not.
//!
//! People do not overlook just anything. A large group catches the eye, a small
//! one less; in what is to come, they look near the move they think of, and what
//! comes together only when fruit has fallen is easily missed.

use fruitrage_rules::{Board, Cell, Group, Random};

use crate::Traits;

/// How well a person sees, by its traits. All that count here are parts of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight(Traits);

/// A move that is thought of and the board that it was thought of on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thought<'a> {
    pub(crate) before: &'a Board,
    pub(crate) taken: Group,
}

impl Sight {
    pub(crate) const fn of(traits: &Traits) -> Self {
        Self(*traits)
    }

    /// Returns whether a group is noticed. It is there to be seen, or comes after
    /// the move of a thought.
    ///
    /// `chance` is a function of the real board: as long as that stays the same,
    /// what was overlooked stays overlooked.
    pub(crate) fn notices(&self, group: Group, largest: Group, thought: Option<Thought<'_>>, chance: u64) -> bool {
        let missed = |part: f64, how_much: f64| 1.0 - how_much * part;
        let smallness = 1.0 - group.size() as f64 / largest.size() as f64;
        let mut likely = self.0.attention * missed(smallness, self.0.small_missed);
        if let Some(thought) = thought {
            likely *= missed(thought.distance(group), self.0.far_missed);
            if self.0.hidden_missed > 0.0 && thought.hides(group) {
                likely *= missed(1.0, self.0.hidden_missed);
            }
        }
        roll(chance, group) < likely
    }
}

/// Returns a number from 0 to 1, always the same for the same group and chance.
fn roll(chance: u64, group: Group) -> f64 {
    let cell = group.cell();
    let name = (group.size() << 10 | cell.column() << 5 | cell.row()) as u64;
    // The generator is made for seeds that differ little.
    let bits = Random::new(chance ^ Random::new(name).next()).next();
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

impl Thought<'_> {
    /// Returns how far a group is from the move, sideways: 1 is the width of the
    /// board.
    fn distance(&self, group: Group) -> f64 {
        let columns = group.cell().column().abs_diff(self.taken.cell().column());
        columns as f64 / self.before.size() as f64
    }

    /// Returns whether a group of the board after the move is larger than before.
    fn hides(&self, group: Group) -> bool {
        let origin = self.origin(group.cell());
        self.before.group_at(origin).is_ok_and(|before| before.size() < group.size())
    }

    /// Returns the cell from which the fruit in `cell` after the move has fallen.
    fn origin(&self, cell: Cell) -> Cell {
        let taken = self.before.cells_of_group_at(self.taken.cell()).unwrap_or_default();
        let rows_taken = |rows: std::ops::RangeInclusive<usize>| {
            let in_column = |taken: &&Cell| taken.column() == cell.column() && rows.contains(&taken.row());
            taken.iter().filter(in_column).count()
        };
        let fell_from = |row: &usize| {
            let is_taken = rows_taken(*row..=*row) > 0;
            !is_taken && row + rows_taken(*row..=self.before.size()) == cell.row()
        };
        (0..=cell.row()).find(fell_from).map_or(cell, |row| Cell::new(cell.column(), row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{Fruit, Grid, generate};

    fn board(rows: &[&str]) -> Board {
        let mut grid = Grid::empty(rows.len());
        for (row, line) in rows.iter().enumerate() {
            for (column, digit) in line.bytes().enumerate().filter(|(_, digit)| *digit != b'*') {
                grid.set(Cell::new(column, row), Some(Fruit::new(digit - b'0')));
            }
        }
        Board::try_from(&grid).unwrap()
    }

    #[test]
    fn what_falls_is_traced_back_to_where_it_was() {
        for seed in 0..20 {
            let before = Board::settled(&generate(8, 3, seed));
            for taken in before.groups() {
                let mut after = before.clone();
                after.try_play(taken.cell()).unwrap();
                let thought = Thought { before: &before, taken };
                let removed = before.cells_of_group_at(taken.cell()).unwrap();
                for cell in Cell::all(8).filter(|&cell| after.get(cell).is_some()) {
                    let origin = thought.origin(cell);
                    assert_eq!(after.get(cell), before.get(origin), "{cell} after {taken:?} on\n{before}");
                    assert!(!removed.contains(&origin));
                }
            }
        }
    }

    #[test]
    fn a_group_is_hidden_if_it_comes_together_in_the_fall() {
        let before = board(&["1***", "12**", "0111", "3002"]);
        let taken = before.group_at("B3".parse().unwrap()).unwrap();
        let thought = Thought { before: &before, taken };
        let mut after = before.clone();
        after.try_play(taken.cell()).unwrap();
        for group in after.groups() {
            assert!(!thought.hides(group), "{group:?} on\n{after}");
        }
        // Without the zero in A3, the ones meet.
        let taken = before.group_at("A3".parse().unwrap()).unwrap();
        let thought = Thought { before: &before, taken };
        let mut after = before.clone();
        after.try_play(taken.cell()).unwrap();
        let hidden: Vec<Group> = after.groups().into_iter().filter(|&group| thought.hides(group)).collect();
        assert_eq!(hidden, [after.group_at("D3".parse().unwrap()).unwrap()], "{after}");
    }

    #[test]
    fn what_is_far_from_a_thought_or_hidden_by_it_is_overlooked_more_often() {
        let sight = Sight(Traits { far_missed: 0.8, hidden_missed: 0.5, ..Traits::DEFAULT });
        let before = board(&["1***", "12**", "0111", "3002"]);
        let mut after = before.clone();
        let taken = before.group_at("A3".parse().unwrap()).unwrap();
        after.try_play(taken.cell()).unwrap();
        let noticed = |name: &str, sight: Sight| {
            let group = after.group_at(name.parse().unwrap()).unwrap();
            let thought = Some(Thought { before: &before, taken });
            (0..1_000).filter(|&chance| sight.notices(group, group, thought, chance)).count()
        };
        // In the column of the move and as large as before; three of four columns away; and a
        // group that begins in the column of the move but comes together by it.
        assert_eq!(noticed("A4", sight), 1_000);
        let far = noticed("D4", sight);
        assert!((350..450).contains(&far), "1 - 0.8 x 3/4: {far}");
        let hidden = noticed("A2", sight);
        assert!((450..550).contains(&hidden), "{hidden}");
        assert_eq!(noticed("A2", Sight(Traits { hidden_missed: 0.0, ..sight.0 })), 1_000);
    }

    #[test]
    fn what_is_overlooked_is_small_or_hidden_more_often_and_always_the_same() {
        let sight = Sight(Traits { attention: 0.9, small_missed: 0.8, ..Traits::DEFAULT });
        let largest = Group::new(Cell::new(0, 0), 10);
        let noticed = |group: Group| (0..1_000).filter(|&chance| sight.notices(group, largest, None, chance)).count();
        let small = Group::new(Cell::new(3, 3), 1);
        assert!((870..930).contains(&noticed(largest)), "{}", noticed(largest));
        assert!((200..310).contains(&noticed(small)), "{}", noticed(small));
        assert_eq!(noticed(small), noticed(small));
    }
}
