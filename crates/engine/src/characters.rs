//! The table of levels: who they are, how they play, and what they were measured to be
//! worth.
//!
//! The traits were chosen by matches, so that each wins about two of three points of
//! pairs against the one below; `cargo run --release -p fruitrage-play --example ladder`
//! plays them and prints the ratings.

use crate::Traits;

/// A level of strength.
#[derive(Debug)]
pub(crate) struct Character {
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    /// In Elo; always taking the largest group has 1000.
    pub(crate) rating: i32,
    /// None at full strength.
    pub(crate) traits: Option<Traits>,
}

/// Somebody who takes the largest group that catches the eye.
const TAKES: Traits = Traits { candidates: 1.0, small_missed: 0.4, ..Traits::DEFAULT };

/// Somebody who asks what the opponent will take then.
const ASKS: Traits = Traits { ahead: 2.0, ..Traits::DEFAULT };

/// All levels, the weakest first.
pub(crate) const CHARACTERS: [Character; 9] = [
    Character {
        name: "Cress",
        words: "plays for the first time: takes something big that catches the eye",
        rating: 401,
        traits: Some(Traits { attention: 0.28, ..TAKES }),
    },
    Character {
        name: "Mint",
        words: "quick and cheerful: takes a large group, seldom the largest",
        rating: 529,
        traits: Some(Traits { attention: 0.38, ..TAKES }),
    },
    Character {
        name: "Dill",
        words: "looks about a little longer, and still overlooks every other big group",
        rating: 632,
        traits: Some(Traits { attention: 0.48, ..TAKES }),
    },
    Character {
        name: "Fig",
        words: "greedy: takes the largest group it sees, and never thinks of your answer",
        rating: 740,
        traits: Some(Traits { attention: 0.6, ..TAKES }),
    },
    Character {
        name: "Basil",
        words: "asks what you will take next, but misses what falls together",
        rating: 841,
        traits: Some(Traits {
            attention: 0.75,
            small_missed: 0.3,
            far_missed: 0.3,
            hidden_missed: 0.8,
            candidates: 4.0,
            ..ASKS
        }),
    },
    Character {
        name: "Quince",
        words: "thinks of more moves, and foresees half of what falls together",
        rating: 950,
        traits: Some(Traits {
            attention: 0.88,
            small_missed: 0.15,
            far_missed: 0.15,
            hidden_missed: 0.5,
            candidates: 8.0,
            ..ASKS
        }),
    },
    Character {
        name: "Thyme",
        words: "takes care: counts your best answer, and overlooks it now and then",
        rating: 1043,
        traits: Some(Traits { attention: 0.93, small_missed: 0.05, hidden_missed: 0.15, candidates: 12.0, ..ASKS }),
    },
    Character {
        name: "Rosemary",
        words: "looks ahead well, but not far, and not at every small group",
        rating: 1130,
        traits: Some(Traits { attention: 0.87, small_missed: 0.3, searches: 1.0, ..ASKS }),
    },
    Character { name: "Sage", words: "overlooks nothing: full strength", rating: 1248, traits: None },
];
