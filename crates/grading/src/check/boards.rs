//! The boards of a check, step by step.

use std::time::Duration;

use fruitrage_rules::text::{Input, format_seconds};
use fruitrage_rules::{Board, Cell, Fruit, Grid, Random, generate};

/// A board that a program is asked, with the time as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// What is special about it, as what stands behind 'on '.
    pub(super) name: String,
    /// What the program is told.
    pub(super) input: Input,
    /// How the time is written, if not in the shortest way.
    pub(super) time: Option<&'static str>,
}

impl Question {
    fn new(name: impl Into<String>, kinds: u8, seconds: u64, grid: &Grid) -> Self {
        let input = Input { kinds, time: Duration::from_secs(seconds), grid: *grid };
        Self { name: name.into(), input, time: None }
    }

    /// The same with another time.
    fn told(&self, name: impl Into<String>, time: Duration, written: Option<&'static str>) -> Self {
        Self { name: name.into(), input: Input { time, ..self.input.clone() }, time: written }
    }

    /// The same, if the time is written in the usual way, with no more than this.
    pub(super) fn within(&self, most: Duration) -> Self {
        let time = if self.time.is_none() { self.input.time.min(most) } else { self.input.time };
        self.told(self.name.clone(), time, self.time)
    }

    /// The file.
    pub(super) fn text(&self) -> String {
        let text = self.input.to_string();
        let Some(written) = self.time else { return text };
        let usual = format!("\n{}\n", format_seconds(self.input.time));
        text.replacen(&usual, &format!("\n{written}\n"), 1)
    }
}

/// A random board on which so many random moves were made, and on which fruit is left.
fn played(size: usize, kinds: u8, seed: u64, moves: usize) -> Board {
    let mut dice = Random::new(seed);
    let mut board = Board::settled(&generate(size, kinds, seed));
    for _ in 0..moves {
        let groups = board.groups();
        if groups.len() <= 1 {
            break;
        }
        let group = groups[dice.below(groups.len() as u64) as usize];
        let mut next = board.clone();
        board.play_into(group, &mut next);
        board = next;
    }
    board
}

/// Ordinary boards. Small ones come first, since they are easier to look at; none looks
/// the same upside down, mirrored or with rows and columns swapped.
pub(super) fn ordinary(seed: u64, is_quick: bool) -> Vec<Question> {
    let board = |size: usize, kinds: u8, number: u64, moves: usize, seconds: u64| {
        let state = if moves == 0 { "" } else { " after some moves" };
        let grid = played(size, kinds, seed.wrapping_add(number), moves).to_grid();
        Question::new(format!("a {size} x {size} board{state}"), kinds, seconds, &grid)
    };
    let mut boards = vec![
        board(3, 2, 1, 0, 3),
        board(4, 3, 2, 1, 5),
        board(5, 3, 3, 4, 10),
        board(6, 2, 4, 2, 10),
        board(12, 4, 5, 0, 30),
        board(10, 4, 6, 12, 30),
    ];
    if !is_quick {
        boards.extend([
            board(8, 3, 7, 6, 10),
            board(10, 4, 8, 0, 30),
            board(10, 4, 9, 20, 30),
            board(11, 6, 10, 0, 30),
            board(15, 4, 11, 25, 30),
            board(7, 5, 12, 9, 10),
        ]);
    }
    boards
}

/// The smallest boards.
pub(super) fn small(seed: u64) -> Vec<Question> {
    let board = |size: usize, kinds: u8, number: u64| {
        let grid = generate(size, kinds, seed.wrapping_add(number));
        let s = if kinds == 1 { "" } else { "s" };
        Question::new(format!("a {size} x {size} board of {kinds} kind{s}"), kinds, 3, &grid)
    };
    vec![board(1, 1, 1), board(1, 9, 2), board(2, 1, 3), board(2, 4, 5)]
}

/// The largest boards: everything one group (deep recursion), few kinds, many kinds.
pub(super) fn large(seed: u64) -> Vec<Question> {
    let board = |kinds: u8, number: u64, moves: usize, what: &str| {
        let grid = played(26, kinds, seed.wrapping_add(number), moves).to_grid();
        Question::new(format!("a 26 x 26 board {what}"), kinds, 60, &grid)
    };
    vec![
        board(9, 1, 0, "of 9 kinds"),
        board(2, 2, 0, "of 2 kinds, with groups of more than 100"),
        board(1, 3, 0, "of one kind: a single group of 676"),
        board(9, 4, 80, "of 9 kinds after 80 moves"),
    ]
}

/// One kind, nine and ten.
pub(super) fn kinds(seed: u64) -> Vec<Question> {
    let board = |size: usize, kinds: u8, number: u64, name: &str| {
        Question::new(name, kinds, 30, &generate(size, kinds, seed.wrapping_add(number)))
    };
    vec![
        board(6, 1, 1, "a 6 x 6 board of one kind"),
        board(10, 9, 2, "a 10 x 10 board of 9 kinds (digits 0 to 8)"),
        board(10, 10, 3, "a 10 x 10 board of 10 kinds (digits 0 to 9)"),
    ]
}

/// Boards with few fruits: empty columns at the left, in the middle and at the right, and
/// empty rows at the top.
pub(super) fn sparse(seed: u64) -> Vec<Question> {
    let mut dice = Random::new(seed ^ 0x5eed);
    let mut board = |empty: [usize; 3], name: &str| {
        let mut grid = Grid::empty(8);
        for column in (0..8).filter(|column| !empty.contains(column)) {
            let height = 1 + dice.below(4) as usize;
            for row in 8 - height..8 {
                grid.set(Cell::new(column, row), Fruit::from_digit(b'0' + dice.below(3) as u8));
            }
        }
        Question::new(name, 3, 10, &grid)
    };
    vec![
        board([0, 1, 3], "a board with empty columns at the left"),
        board([2, 4, 6], "a board with empty columns between others"),
        board([3, 6, 7], "a board with empty columns at the right"),
    ]
}

/// One group is left.
pub(super) fn last_moves() -> Vec<Question> {
    let board = |size: usize, cells: &[(usize, usize)], name: &str| {
        let mut grid = Grid::empty(size);
        for &(column, row) in cells {
            grid.set(Cell::new(column, row), Fruit::from_digit(b'2'));
        }
        Question::new(name, 4, 5, &grid)
    };
    vec![
        board(5, &[(3, 4)], "a board with a single fruit"),
        board(10, &[(8, 9), (9, 9), (9, 8)], "a board with a last group of three"),
    ]
}

/// The same board with its time written in several ways.
pub(super) fn clocks(seed: u64) -> Vec<Question> {
    let board = Question::new("", 3, 5, &played(5, 3, seed.wrapping_add(3), 4).to_grid());
    let told = |written: &'static str, milliseconds: u64| {
        board.told(format!("a 5 x 5 board with the time {written}"), Duration::from_millis(milliseconds), Some(written))
    };
    vec![told("5", 5_000), told("123.600", 123_600), told("299.9873", 299_987), told("0.4", 400)]
}

/// Hardly any time: one second on an ordinary board, and next to nothing on a small one.
pub(super) fn little_time(seed: u64) -> [Question; 2] {
    let ordinary = Question::new("", 4, 1, &generate(10, 4, seed.wrapping_add(6)));
    let small = Question::new("", 3, 5, &played(5, 3, seed.wrapping_add(3), 4).to_grid());
    [
        ordinary.told("a 10 x 10 board with one second left", Duration::from_secs(1), Some("1")),
        small.told("a 5 x 5 board with 0.05 s left", Duration::from_millis(50), Some("0.05")),
    ]
}

/// Boards for choices, without end: small enough to look four moves ahead.
pub(super) fn for_choices(seed: u64) -> impl Iterator<Item = Board> {
    (0..).map(move |number| played(5, 3, seed.wrapping_mul(1000).wrapping_add(number), (number % 4) as usize))
}

/// The question for a choice.
pub(super) fn choice(board: &Board) -> Question {
    Question::new("a 5 x 5 board", 3, 10, &board.to_grid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_a_proper_input_whatever_the_seed() {
        for seed in [0, 1, 7, u64::MAX] {
            let [second, hardly] = little_time(seed);
            let lists = [ordinary(seed, false), small(seed), large(seed), kinds(seed), sparse(seed), last_moves()];
            let all = lists.into_iter().flatten().chain(clocks(seed)).chain([second, hardly]);
            for question in all {
                let text = question.text();
                let read = Input::read_strictly(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(read.grid, question.input.grid);
                assert!(read.grid.fruits() > 0, "{text}");
                let written = question.time.unwrap_or_else(|| text.lines().nth(2).unwrap());
                assert_eq!(text.lines().nth(2), Some(written));
            }
        }
    }
}
