//! The Fruit Rage: the game itself. No files, no clock, no randomness of its own.
//!
//! ```text
//! text -> Grid (drawn, unchecked) -> Board (settled, checked) -> Position (board, turn, points)
//! ```

mod board;
mod cell;
mod column;
mod fast;
mod fruit;
mod generate;
mod grid;
mod group;
mod group_list;
mod groups;
mod illegal;
mod judge;
mod lanes;
mod links;
mod outcome;
mod perft;
mod position;
mod random;
mod shape;
mod support;
pub mod text;

pub use board::{Board, FloatingFruit};
pub use cell::{Cell, CellError, MAX_SIZE};
pub use fruit::{Fruit, MAX_KINDS};
pub use generate::generate;
pub use grid::Grid;
pub use group::Group;
pub use group_list::GroupList;
pub use illegal::IllegalMove;
pub use judge::Judge;
pub use outcome::{Outcome, Verdict};
pub use perft::{Playable, perft};
pub use position::{Player, Position};
pub use random::Random;
pub use support::Support;
