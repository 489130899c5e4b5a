//! The diagnosis of a reply that is refused: the one thing, or the two, that a program
//! must have got wrong to write exactly this; and if it cannot even be read, the habit that
//! keeps it from being read.

mod habit;
mod model;
mod words;

use fruitrage_rules::text::{Fault, Output, TextError};
use fruitrage_rules::{Cell, Grid, Judge};

pub use habit::{Habit, MoveForm, habit};
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

/// Returns what to say of a reply that cannot be read: the habit, if it is known, or what
/// was expected and what was found.
pub fn refusal(text: &[u8], size: usize, error: &TextError) -> String {
    habit(text, size)
        .map_or_else(|| format!("expected {}, found {}", error.expected, error.found), |habit| habit.to_string())
}

/// Returns what to say of a reply that can be read but is wrong: the fault, and its cause
/// if there is one that explains it.
pub fn accusation(before: &Grid, reply: &Output, fault: &Fault) -> String {
    match diagnose(before, reply) {
        Some(cause) => format!("{fault}; likely cause: {cause}"),
        None => fault.to_string(),
    }
}
