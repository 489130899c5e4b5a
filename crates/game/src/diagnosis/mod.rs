//! The diagnosis of a reply that is refused: the one thing, or the two, that a program
//! must have got wrong to write exactly this; and if it cannot even be read, the habit that
//! keeps it from being read.

mod habit;
mod model;

use std::fmt;

use fruitrage_rules::text::Output;
use fruitrage_rules::{Cell, Grid, Judge};

pub use habit::{Habit, MoveForm, accusation, habit, refusal};
pub use model::{Fall, Model, Named, Taken, Written};

/// More wrong things at a time would explain too much.
const MOST_WRONG_THINGS: usize = 2;

/// What explains a wrong reply to the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A wrong model of the game.
    Model {
        /// What the program must think.
        model: Model,
        /// The cell that it meant to take.
        meant: Cell,
        /// The cell that it named.
        named: Cell,
    },
    /// The board is right, but for another move than the one that is named.
    AnotherMove {
        /// A cell of the group that was taken.
        taken: Cell,
        /// The cell that was named.
        named: Cell,
    },
}

/// Returns what explains a wrong reply exactly, or nothing: not for a right reply, nor for
/// one that no wrong model gives.
pub fn diagnose(before: &Grid, reply: &Output) -> Option<Cause> {
    if before.size() != reply.grid.size() || Model::RIGHT.explains(before, reply) {
        return None;
    }
    let models = (1..=MOST_WRONG_THINGS).flat_map(Model::all_wrong_in);
    let mut by_model = models.filter(|model| model.explains(before, reply)).filter_map(|model| {
        let meant = model.named.meant(reply.cell, before.size())?;
        Some(Cause::Model { model, meant, named: reply.cell })
    });
    by_model.next().or_else(|| another_move(before, reply))
}

fn another_move(before: &Grid, reply: &Output) -> Option<Cause> {
    let groups = Judge::new(before).groups();
    let right = |cell: &Cell| Output::of(before, *cell).is_ok_and(|right| right.grid == reply.grid);
    let taken = groups.iter().map(|group| group.cell()).find(right)?;
    Some(Cause::AnotherMove { taken, named: reply.cell })
}

impl fmt::Display for Cause {
    /// The cause as a clause, such as 'the fruit above did not fall'.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnotherMove { taken, named } => {
                write!(
                    f,
                    "the board is right for taking {taken}, but the move says {named}: they belong to different moves"
                )
            }
            Self::Model { model, meant, named } => {
                let name =
                    || model.named.words().map(|words| format!("{words}: {meant} is meant, but {named} is written"));
                let clauses = [
                    model.taken.words().map(str::to_owned),
                    model.fall.words().map(str::to_owned),
                    model.written.words().map(str::to_owned),
                    name(),
                ];
                f.write_str(&clauses.into_iter().flatten().collect::<Vec<_>>().join("; and "))
            }
        }
    }
}

impl Taken {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Group => return None,
            Self::Nothing => "this is the board before the move",
            Self::Picked => "only the fruit that was picked was taken, not its whole group",
            Self::Neighbours => {
                "only the fruit that was picked and its direct neighbours were taken, not its whole group"
            }
            Self::Diagonal => "diagonal neighbours were taken too; only sides connect",
            Self::Kind => "all fruit of the kind was taken, connected or not",
        })
    }
}

impl Fall {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Down => return None,
            Self::Stays => "the fruit did not fall after the group was taken",
            Self::Up => "the fruit fell upwards; the first row is the top one",
            Self::Left => "the fruit fell to the left instead of down: rows and columns are mixed up",
            Self::Right => "the fruit fell to the right instead of down: rows and columns are mixed up",
            Self::OneCell => "the fruit fell by one cell only, not as far as it can",
            Self::ClosedUp => "empty columns were closed up, as in SameGame; here columns never move",
        })
    }
}

impl Written {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Plainly => return None,
            Self::UpsideDown => "the rows are written from the bottom to the top",
            Self::Mirrored => "each row is written from the right to the left",
            Self::Transposed => "the board is written with rows and columns swapped",
            Self::WithZeros => "empty cells are written as 0, which is a fruit, instead of *",
        })
    }
}

impl Named {
    const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Plainly => return None,
            Self::FromBottom => "rows are counted from the bottom instead of the top",
            Self::Swapped => "column and row are swapped in the move",
            Self::FromZero => "rows are counted from 0 instead of 1",
            Self::FromRight => "columns are counted from the right instead of the left",
        })
    }
}
