//! The Fruit Rage: the game itself. No files, no clock, no randomness of its own.
//!
//! Two players take turns on a square board of up to 26 x 26 cells with up to ten kinds of
//! fruit. A move takes a group of equal fruits that touch side by side, for the square of its
//! size in points. What is above falls straight down. When the board is empty, more points win.
//!
//! # From text to a position
//!
//! ```text
//! text -> Grid (drawn, unchecked) -> Board (settled, checked) -> Position (board, turn, points)
//! ```
//!
//! In a [`Grid`] fruit may float. A [`Board`] cannot be wrong: it knows its groups and its hash
//! at all times. A [`Position`] adds whose turn it is and both scores.
//!
//! ```
//! use fruitrage_rules::{Board, Position};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board: Board = "310/012/302".parse()?;
//! let mut position = Position::start(board);
//! for group in position.board().groups() {
//!     println!("{} takes {} fruits for {} points", group.cell(), group.size(), group.points());
//! }
//! position.try_play("C2".parse()?)?;
//! assert_eq!(position.points(), [4, 0]);
//! assert_eq!(position.board().to_line(), "31*/01*/300");
//! # Ok(())
//! # }
//! ```
//!
//! A whole game in which both players always take the largest group:
//!
//! ```
//! use fruitrage_rules::{Board, Outcome, Player, Position, generate};
//!
//! let mut position = Position::start(Board::settled(&generate(5, 3, 42)));
//! while let Some(largest) = position.board().groups().first().copied() {
//!     position.try_play(largest.cell()).expect("a group of the board");
//! }
//! assert!(position.is_over());
//! assert_eq!(Outcome::of(position.points()), Outcome::Win(Player::Second));
//! ```
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | a board from a text, a seed or a drawing | [`Board`], [`generate`], [`Grid`] |
//! | the moves of a board | [`Board::groups`]; without a list, [`Board::for_each_group`] |
//! | a move, checked | [`Position::try_play`], [`Board::try_play`] |
//! | a move in a search, millions a second | [`Board::play_into`] |
//! | the files of agents, a position on one line | [`text`] |
//! | a board of your own, held to the rules | [`Judge`], the game in the most obvious way, and [`perft`] |
//!
//! The fast [`Board`] is itself held to the slow [`Judge`] by property tests.
//!
//! # Errors and panics
//!
//! Every error is a [`std::error::Error`] that says what was expected and found. A function
//! panics only where it says so under *Panics*, as indexing a slice does, and names a sibling
//! that does not: numbers from outside go through [`Cell::try_new`], [`Fruit::try_new`],
//! [`Grid::try_empty`] and [`try_generate`], texts through [`str::parse`] and [`text`].

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
mod short_sort;
mod support;
pub mod text;

pub use board::{Board, FloatingFruit};
pub use cell::{Cell, CellError, MAX_SIZE};
pub use fruit::{Fruit, MAX_KINDS};
pub use generate::{NoSuchBoard, generate, try_generate};
pub use grid::Grid;
pub use group::Group;
pub use illegal::IllegalMove;
pub use judge::Judge;
pub use outcome::{Outcome, Verdict};
pub use perft::{Playable, perft};
pub use position::{Player, Position};
pub use random::Random;
pub use short_sort::sort_short_by_key;
pub use support::Support;

// Compiled and run with the tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
