//! The move between two boards.

use crate::{Board, Group};

impl Board {
    /// Returns the move that leads from this board to `after`, if there is one.
    pub fn move_to(&self, after: &Self) -> Option<Group> {
        let taken = self.fruits().checked_sub(after.fruits()).filter(|_| self.size() == after.size())?;
        let mut child = Self::empty(1);
        self.groups().into_iter().filter(|group| group.size() == taken).find(|&group| {
            self.play_into(group, &mut child);
            child == *after
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    #[test]
    fn the_move_is_told_by_the_boards() {
        for seed in 1..20 {
            let before = Board::settled(&generate(9, 3, seed));
            for group in before.groups() {
                let mut after = before.clone();
                after.try_play(group.cell()).unwrap();
                let found = before.move_to(&after).unwrap();
                let mut again = before.clone();
                again.try_play(found.cell()).unwrap();
                assert_eq!(again, after);
            }
            assert_eq!(before.move_to(&before), None);
            assert_eq!(before.move_to(&Board::settled(&generate(8, 3, seed))), None);
        }
    }
}
