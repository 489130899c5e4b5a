//! Perft: the number of move sequences of a given length, the usual test of a
//! move generator.

use crate::{Board, Judge};

/// A game whose moves can be counted and tried.
pub trait Playable {
    /// The number of legal moves.
    fn move_count(&self) -> u64;

    /// Calls `visit` with the game after each legal move.
    fn for_each_child(&self, visit: impl FnMut(&Self));
}

/// The number of move sequences of exactly this length.
pub fn perft(game: &impl Playable, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.move_count(),
        _ => {
            let mut total = 0;
            game.for_each_child(|child| total += perft(child, depth - 1));
            total
        }
    }
}

impl Playable for Board {
    fn move_count(&self) -> u64 {
        self.group_count() as u64
    }

    fn for_each_child(&self, mut visit: impl FnMut(&Self)) {
        let mut child = Self::empty(self.size());
        self.for_each_group(|group| {
            self.play_into(group, &mut child);
            visit(&child);
        });
    }
}

impl Playable for Judge {
    fn move_count(&self) -> u64 {
        let mut count = 0;
        self.for_each_group(|_| count += 1);
        count
    }

    fn for_each_child(&self, mut visit: impl FnMut(&Self)) {
        self.for_each_group(|group| {
            let mut child = *self;
            child.try_take(group.cell()).expect("a group can be taken");
            visit(&child);
        });
    }
}
