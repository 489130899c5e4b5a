//! How bad a loss is.

use std::fmt;

use fruitrage_engine::Value;
use serde::Serialize;

/// What a move was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// As good as any.
    Best,
    /// Hardly worse.
    Good,
    /// Somewhat worse.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// Much worse.
    Blunder,
}

/// What a move may lose and still be good, an inaccuracy, a mistake, as parts of
/// what is at stake.
///
/// Chosen by looking at games of all levels (`examples/review_classes.rs`): to leave
/// the largest group to the opponent, which loses about twice its points, is always
/// a blunder; to miss something half as large is a mistake; and what full strength
/// still loses against a search five times as long is hardly ever more than an
/// inaccuracy. On 10 x 10 with 4 kinds, of the moves of Cress against itself 10 % are
/// mistakes and 30 % blunders; of Quince, 9 % and 3 %; of Sage, none.
const LIMITS: [(f64, Class); 3] = [(0.1, Class::Good), (0.25, Class::Inaccuracy), (0.6, Class::Mistake)];

impl Class {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The class of a move that loses so much where so many points are at stake.
    pub fn of(lost: Value, stake: u32) -> Self {
        if lost <= Value::EVEN {
            return Self::Best;
        }
        let part = lost.points() / f64::from(stake.max(1));
        LIMITS.iter().find(|(limit, _)| part <= *limit).map_or(Self::Blunder, |&(_, class)| class)
    }

    /// Whether it deserves a word.
    pub fn is_fault(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// The mark that chess players would write behind it.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}
