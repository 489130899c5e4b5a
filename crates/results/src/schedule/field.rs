//! Who takes part, and in which order they are seeded.

use fruitrage_rules::Random;
use serde::Serialize;

/// Players by number, and who has left when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// For each player the first round that it is not in any more.
    leaves: Vec<Option<u32>>,
}

impl Field {
    /// Players 0 to `players` - 1, all there to the end.
    pub fn new(players: usize) -> Self {
        Self { leaves: vec![None; players] }
    }

    /// Takes a player out from a round on. What it has played before stands. The
    /// round must not have begun, or its pairings would not be found again.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn withdraw(&mut self, player: usize, from_round: u32) {
        let leaves = &mut self.leaves[player];
        *leaves = Some(leaves.map_or(from_round, |before| before.min(from_round)));
    }

    /// How many players there are, with those who have left.
    pub const fn players(&self) -> usize {
        self.leaves.len()
    }

    /// Whether a player is in a round.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn is_active(&self, player: usize, round: u32) -> bool {
        self.leaves[player].is_none_or(|leaves| round < leaves)
    }
}

/// In which order players are seeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Seeding {
    /// As they are numbered: player 0 is thought to be the best.
    AsListed,
    /// Drawn by lot.
    Drawn {
        /// Which draw.
        seed: u64,
    },
}

impl Seeding {
    /// All players, the first seed first.
    pub fn order(self, players: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..players).collect();
        if let Self::Drawn { seed } = self {
            let mut random = Random::new(seed);
            for left in (2..=players).rev() {
                order.swap(left - 1, random.below(left as u64) as usize);
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_a_matter_of_its_seed() {
        let drawn = |seed| Seeding::Drawn { seed }.order(20);
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let mut sorted = drawn(7);
        sorted.sort_unstable();
        assert_eq!(sorted, Seeding::AsListed.order(20));
    }

    #[test]
    fn who_leaves_is_in_the_rounds_before() {
        let mut field = Field::new(2);
        field.withdraw(1, 3);
        field.withdraw(1, 5);
        assert_eq!([1, 2, 3, 4].map(|round| field.is_active(1, round)), [true, true, false, false]);
        assert!(field.is_active(0, 9));
    }
}
