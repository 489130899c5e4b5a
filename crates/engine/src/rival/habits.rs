//! Habits: which player of fixed depth an opponent has been like so far.
//!
//! Each move of the opponent is compared with those of players who search to depth
//! 1, 2 and 3. Later moves count more: with less on the board the same clock reaches
//! further, and then it is another player.

use fruitrage_rules::{Board, Group};

use super::foresight::foresee;
use super::meter::Meter;
use crate::Tunables;

/// Players who search deeper are so hard to outwit that it does not pay to try.
pub(super) const DEEPEST: usize = 3;

/// What is known of an opponent by its moves. Nothing at first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rival {
    /// For players of depth 1, 2, and so on.
    likeness: [Likeness; DEEPEST],
}

/// How often a player did as expected; later moves count more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Likeness {
    hits: f64,
    moves: f64,
}

impl Likeness {
    /// Takes in a move. After one that was not expected, the earlier ones count much
    /// less, as something has changed.
    fn add(&mut self, hit: bool, tunables: &Tunables) {
        let memory = if hit { tunables.habit_memory } else { tunables.habit_memory_after_a_miss };
        self.hits = self.hits * memory + f64::from(u8::from(hit));
        self.moves = self.moves * memory + 1.0;
    }

    /// Returns how likely the next move is as expected. One miss more is counted, so
    /// that few moves say little.
    fn trust(self) -> f64 {
        self.hits / (self.moves + 1.0)
    }
}

/// How an opponent is expected to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Habit {
    /// The depth to which it searches.
    pub(crate) depth: u32,
    /// How likely it is to do what such a player does.
    pub(crate) trust: f64,
}

impl Rival {
    /// Takes in a move of the opponent, searching so many nodes at most.
    pub(crate) fn watch(&mut self, tunables: &Tunables, board: &Board, group: Group, nodes: u64) {
        if board.group_count() < 2 {
            return;
        }
        let mut observer = ();
        let mut meter = Meter::new(&mut observer, nodes);
        for (depth, likeness) in (1..).zip(&mut self.likeness) {
            let Ok(foreseen) = foresee(board, depth, &mut meter) else { return };
            likeness.add(foreseen == group, tunables);
        }
    }

    /// Returns how the opponent is expected to play, if it has been like one of the
    /// players.
    pub(crate) fn habit(&self, tunables: &Tunables) -> Option<Habit> {
        let mut best: Option<Habit> = None;
        for (depth, likeness) in (1..).zip(&self.likeness) {
            let trust = likeness.trust();
            if trust >= tunables.habit_trust && best.is_none_or(|best| trust > best.trust) {
                best = Some(Habit { depth, trust });
            }
        }
        best
    }

    /// Returns all that is known as numbers: hits and moves for each player.
    pub fn to_numbers(&self) -> impl Iterator<Item = f64> {
        self.likeness.iter().flat_map(|likeness| [likeness.hits, likeness.moves])
    }

    /// Creates it from such numbers; none if they are impossible.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        if numbers.len() != 2 * DEEPEST {
            return None;
        }
        let mut rival = Self::default();
        for (likeness, pair) in rival.likeness.iter_mut().zip(numbers.chunks_exact(2)) {
            *likeness = Likeness { hits: pair[0], moves: pair[1] };
            let is_possible = (0.0..=1e6).contains(&likeness.moves) && (0.0..=likeness.moves).contains(&likeness.hits);
            if !is_possible {
                return None;
            }
        }
        Some(rival)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    /// What is thought of somebody who looks some moves ahead, after so many moves.
    fn habit_of(depth: u32, moves: usize) -> Option<Habit> {
        let tunables = Tunables::default();
        let mut board = Board::settled(&generate(12, 4, 5));
        let mut rival = Rival::default();
        for turn in 0..2 * moves {
            let mut observer = ();
            let by = if turn % 2 == 0 { depth } else { 4 };
            let group = foresee(&board, by, &mut Meter::new(&mut observer, u64::MAX)).unwrap();
            if turn % 2 == 0 {
                rival.watch(&tunables, &board, group, u64::MAX);
            }
            board.try_play(group.cell()).unwrap();
        }
        rival.habit(&tunables)
    }

    #[test]
    fn who_looks_so_far_is_known_by_it() {
        for depth in 1..=3 {
            assert_eq!(habit_of(depth, 0), None);
            assert_eq!(habit_of(depth, 1), None, "one move says little");
            assert_eq!(habit_of(depth, 10).map(|habit| habit.depth), Some(depth));
        }
    }

    #[test]
    fn a_change_of_habits_is_noticed() {
        let tunables = Tunables::default();
        let mut rival = Rival::from_numbers(&[5.0, 5.0, 0.0, 5.0, 0.0, 5.0]).unwrap();
        assert_eq!(rival.habit(&tunables).unwrap().depth, 1);
        let board = Board::settled(&generate(12, 4, 5));
        let smallest = *board.groups().last().unwrap();
        for _ in 0..3 {
            rival.watch(&tunables, &board, smallest, u64::MAX);
        }
        assert_eq!(rival.habit(&tunables), None);
    }

    #[test]
    fn what_is_known_survives_as_numbers() {
        let mut rival = Rival::default();
        let board = Board::settled(&generate(8, 3, 1));
        rival.watch(&Tunables::default(), &board, board.groups()[0], u64::MAX);
        let numbers: Vec<f64> = rival.to_numbers().collect();
        assert_eq!(Rival::from_numbers(&numbers), Some(rival));
        for wrong in [vec![], vec![0.0; 5], vec![2.0, 1.0, 0.0, 0.0, 0.0, 0.0], vec![f64::NAN; 6]] {
            assert_eq!(Rival::from_numbers(&wrong), None);
        }
    }
}
