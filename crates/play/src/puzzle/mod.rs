//! Puzzles: boards on which one group is the best by proof, and it is none of the
//! largest.
//!
//! ```text
//! truth.rs       what every move of a board is worth, exactly
//! likeness.rs    which boards play alike
//! theme.rs       what a puzzle is about
//! difficulty.rs  its rating, by how often the levels find the move
//! make.rs        looking for puzzles in random boards and in self-play
//! selection.rs   which of them make a deck
//! deck.rs        the puzzles of this program, and the one of a day
//! attempt.rs     somebody solving one: a state machine
//! course.rs      puzzles one after the other, and what is noted of each
//! mistakes.rs    exercises from one's own games
//! progress.rs    what was solved and missed, and when it comes again
//! ```
//!
//! All of it is a function of what goes in: no clock, no file, no dice of its own.

mod attempt;
mod course;
mod deck;
mod difficulty;
mod likeness;
mod make;
mod mistakes;
mod progress;
mod selection;
mod theme;
mod truth;

use std::fmt;
use std::str::FromStr;

use fruitrage_rules::text::PositionLine;
use fruitrage_rules::{Board, Cell};

pub use attempt::{Attempt, Exercise, Reply};
pub use course::{Course, Source, Task};
pub use deck::{Deck, deck, deck_text};
pub use difficulty::{seen_by, solved_by};
pub use likeness::likeness;
pub use make::{Candidate, candidate};
pub use mistakes::{Mistake, mistakes};
pub use progress::{Date, Progress};
pub use selection::Selection;
pub use theme::Theme;
pub use truth::{Truth, value};

/// How much better than the second the best move must be, in points, unless it decides
/// who wins.
pub const LEAST_MARGIN: i32 = 4;

/// A puzzle: what it is worth is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The board. Both players have no points yet.
    pub board: Board,
    /// A cell of the only best group.
    pub best: Cell,
    /// How many points more than the opponent the player to move gets with it.
    pub value: i32,
    /// The same with the second best move.
    pub second: i32,
    /// How hard it is, on the scale of the levels.
    pub rating: i32,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// Why a line is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError(String);

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// Returns the puzzle on a board, if it is one; its rating is yet to be found.
    ///
    /// The board must be solved with `nodes` nodes a move; there must be one best group, by
    /// [`LEAST_MARGIN`] points or by the result itself; and no group may be larger than the
    /// largest that is wrong.
    pub fn on(board: &Board, nodes: u64) -> Option<Self> {
        let truth = Truth::of_puzzle(board, nodes)?;
        let [best, second] = [truth.moves().first()?, truth.moves().get(1)?];
        let is_clear = best.1 - second.1 >= LEAST_MARGIN || best.1.signum() > second.1.signum();
        let largest = board.groups().first()?.size();
        if !is_clear || best.1 == second.1 || best.0.size() >= largest {
            return None;
        }
        let themes = theme::themes(board, &truth, nodes)?;
        Some(Self { board: board.clone(), best: best.0.cell(), value: best.1, second: second.1, rating: 0, themes })
    }

    /// Returns what names the puzzle wherever it is kept: its board.
    pub fn name(&self) -> String {
        self.board.to_line()
    }
}

/// The text form: the rows, the best move, its value, the second's, the rating, the themes.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, best, value, second, rating, themes } = self;
        let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
        write!(f, "{} {best} {value:+} {second:+} {rating} {}", board.to_line(), themes.join(","))
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Self, PuzzleError> {
        let wrong = |what: &str| PuzzleError(format!("{what} in '{line}'"));
        let parts: Vec<&str> = line.split(' ').collect();
        let [rows, best, value, second, rating, themes] = parts[..] else {
            return Err(wrong("not six parts"));
        };
        let position: PositionLine =
            format!("{rows} 1 0:0 -").parse().map_err(|error| wrong(&format!("no board ({error})")))?;
        let board = position.position.board().clone();
        let best: Cell = best.parse().map_err(|_| wrong("no move"))?;
        board.group_at(best).map_err(|error| wrong(&error.to_string()))?;
        let number = |text: &str, what: &str| text.parse::<i32>().map_err(|_| wrong(what));
        let themes = themes.split(',').map(|name| name.parse().map_err(|_| wrong("an unknown theme")));
        Ok(Self {
            board,
            best,
            value: number(value, "no value")?,
            second: number(second, "no second value")?,
            rating: number(rating, "no rating")?,
            themes: themes.collect::<Result<_, _>>()?,
        })
    }
}
