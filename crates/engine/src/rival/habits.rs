//! Habits: which model an opponent plays like, as a probability that every move of it
//! sharpens (Bayes).
//!
//! Besides the models there is the stranger, who is like none of them and plays well:
//! mostly as the own search expects, or else as the deepest model does. A move says the
//! more, the less all of these agree.
//! Any opponent may become another one, as with less on the board the same clock reaches
//! further.

use fruitrage_rules::{Board, Group};

use super::foresight::foresee;
use super::meter::Meter;
use super::model::Model;
use crate::Tunables;

/// How likely an opponent does what its model does: there may be some chance in it.
const FAITH: f64 = 0.97;

/// How likely a stranger does what a strong player would, and how likely it does any
/// other thing that it did.
const STRANGER: [f64; 2] = [0.75, 0.15];

/// How likely a stranger does what is foreseen of someone else.
const BY_CHANCE: f64 = 0.5;

/// How likely an opponent is a stranger, as long as nothing is known.
const STRANGERS: f64 = 0.5;

/// How much likelier than another one a model is that nobody has changed anything of.
const PLAIN_WEIGHT: f64 = 3.0;

/// What is known of an opponent by its moves. Nothing at first.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// How likely it is each of the models; else it is a stranger.
    models: [f64; Model::COUNT],
}

/// How an opponent is expected to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Habit {
    /// The likeliest model.
    pub(crate) model: Model,
    /// How likely it is this one or another: those that are likely at the same time
    /// have agreed so far.
    pub(crate) probability: f64,
}

impl Habit {
    /// Returns how likely the opponent does as foreseen so many times in a row. Who is
    /// someone else may do so by chance.
    pub(crate) fn chance_of(self, replies: i32) -> f64 {
        self.probability * FAITH.powi(replies) + (1.0 - self.probability) * BY_CHANCE.powi(replies)
    }
}

impl Default for Rival {
    fn default() -> Self {
        let weights = Model::ALL.map(|model| if model == Model::plain(model.depth) { PLAIN_WEIGHT } else { 1.0 });
        let sum: f64 = weights.iter().sum();
        Self { models: weights.map(|weight| (1.0 - STRANGERS) * weight / sum) }
    }
}

impl Rival {
    /// Takes in a move of the opponent where the own search expected one, searching so many
    /// nodes at most. What cannot be foreseen with so many neither gains nor loses.
    pub(crate) fn watch(
        &mut self,
        tunables: &Tunables,
        board: &Board,
        group: Group,
        expected: Option<Group>,
        nodes: u64,
    ) {
        if board.group_count() < 2 {
            return;
        }
        let mut observer = ();
        let mut meter = Meter::new(&mut observer, nodes);
        let foreseen = Model::ALL.map(|model| foresee(board, model, &mut meter).ok());
        let strong = expected.or_else(|| foreseen.iter().rev().find_map(|&foreseen| foreseen));
        let stranger = STRANGER[usize::from(strong != Some(group))];
        let mut sum = stranger * (1.0 - self.known());
        for (probability, foreseen) in self.models.iter_mut().zip(foreseen) {
            *probability *= match foreseen {
                None => stranger,
                Some(move_) if move_ == group => FAITH,
                Some(_) => 1.0 - FAITH,
            };
            sum += *probability;
        }
        self.models.iter_mut().for_each(|probability| *probability /= sum);
        self.forget(tunables.habit_change);
    }

    /// Lets the opponent be another one with a probability: as at the start of a game.
    pub(crate) fn forget(&mut self, part: f64) {
        for (probability, unknown) in self.models.iter_mut().zip(Self::default().models) {
            *probability += part * (unknown - *probability);
        }
    }

    /// Returns how the opponent is expected to play, if it is likely enough one of the
    /// models.
    pub(crate) fn habit(&self, tunables: &Tunables) -> Option<Habit> {
        let likeliest = Model::ALL.into_iter().zip(self.models).max_by(|(_, one), (_, two)| one.total_cmp(two));
        let probability = self.known();
        likeliest.map(|(model, _)| Habit { model, probability }).filter(|_| probability >= tunables.habit_trust)
    }

    /// Returns how likely it is one of the models.
    fn known(&self) -> f64 {
        self.models.iter().sum::<f64>().min(1.0)
    }

    /// Returns all that is known as numbers: how likely each of the models is.
    pub fn to_numbers(&self) -> impl Iterator<Item = f64> {
        self.models.into_iter()
    }

    /// Creates it from such numbers; none if they are impossible.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let models: [f64; Model::COUNT] = numbers.try_into().ok()?;
        let is_possible =
            models.iter().all(|number| (0.0..=1.0).contains(number)) && models.iter().sum::<f64>() < 1.0 + 1e-6;
        is_possible.then_some(Self { models })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::generate;

    /// What is thought of a player after so many of its moves.
    fn habit_of(model: Model, moves: usize) -> Option<Habit> {
        let tunables = Tunables::default();
        let mut board = Board::settled(&generate(12, 4, 5));
        let mut rival = Rival::default();
        for turn in 0..2 * moves {
            let by = if turn % 2 == 0 { model } else { Model::plain(4) };
            let group = foresee(&board, by, &mut Meter::new(&mut (), u64::MAX)).unwrap();
            if turn % 2 == 0 {
                rival.watch(&tunables, &board, group, None, 2_000_000);
            }
            board.try_play(group.cell()).unwrap();
        }
        rival.habit(&tunables)
    }

    #[test]
    fn who_plays_like_a_model_is_known_by_it() {
        for model in Model::ALL.into_iter().filter(|model| model.depth <= 3) {
            assert_eq!(habit_of(model, 0), None);
            assert_eq!(habit_of(model, 12).map(|habit| habit.model), Some(model));
        }
    }

    #[test]
    fn a_change_of_habits_is_noticed() {
        let tunables = Tunables::default();
        let mut known = [0.0; Model::COUNT];
        known[0] = 0.98;
        let mut rival = Rival::from_numbers(&known).unwrap();
        assert_eq!(rival.habit(&tunables).unwrap().model, Model::plain(1));
        let board = Board::settled(&generate(12, 4, 5));
        let smallest = *board.groups().last().unwrap();
        for _ in 0..3 {
            rival.watch(&tunables, &board, smallest, None, 1_000_000);
        }
        assert_eq!(rival.habit(&tunables), None);
    }

    #[test]
    fn what_is_foreseen_far_ahead_is_never_likelier_than_what_comes_first() {
        let habit = Habit { model: Model::plain(3), probability: 0.9 };
        let chances: Vec<f64> = (0..30).map(|replies| habit.chance_of(replies)).collect();
        assert!((chances[0] - 1.0).abs() < 1e-12 && chances.is_sorted_by(|one, two| one > two), "{chances:?}");
    }

    #[test]
    fn what_is_known_survives_as_numbers_and_fades_from_game_to_game() {
        let mut rival = Rival::default();
        let board = Board::settled(&generate(8, 3, 1));
        rival.watch(&Tunables::default(), &board, board.groups()[0], None, 100_000);
        let numbers: Vec<f64> = rival.to_numbers().collect();
        assert_eq!(Rival::from_numbers(&numbers), Some(rival.clone()));
        for wrong in [vec![], vec![0.0; 5], vec![0.5; Model::COUNT], vec![f64::NAN; Model::COUNT]] {
            assert_eq!(Rival::from_numbers(&wrong), None);
        }
        rival.forget(1.0);
        let is_unknown = rival.to_numbers().zip(Rival::default().to_numbers()).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_unknown, "{rival:?}");
    }
}
