//! The Fruit Rage: the game itself. No files, no clock, no randomness of its own.
//!
//! ```text
//! text -> Grid (drawn, unchecked) -> Board (settled, checked) -> Position (board, turn, points)
//! ```
//!
//! A game in which both players always take the largest group:
//!
//! ```
//! use fruitrage_rules::{Board, Outcome, Player, Position, generate};
//!
//! let board = Board::settled(&generate(5, 3, 42));
//! let largest = board.groups()[0];
//! assert_eq!((largest.cell().to_string(), largest.size()), ("C2".to_owned(), 5));
//!
//! let mut position = Position::start(board);
//! while !position.is_over() {
//!     let largest = position.board().groups()[0];
//!     position.try_play(largest.cell()).expect("a group of the board");
//! }
//! assert_eq!(Outcome::of(position.points()), Outcome::Win(Player::Second));
//! ```
//!
//! The fast [`Board`] is held to the slow [`Judge`] by property tests. The readers and
//! writers of the game's files are in [`text`].

mod between;
mod board;
mod cell;
mod column;
mod fast;
mod fruit;
mod generate;
mod grid;
mod group;
mod groups;
mod illegal;
mod judge;
mod lanes;
mod links;
mod outcome;
mod perft;
mod planes;
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
pub use illegal::IllegalMove;
pub use judge::Judge;
pub use outcome::{Outcome, Verdict};
pub use perft::{Playable, perft};
pub use position::{Player, Position};
pub use random::Random;
pub use support::Support;
