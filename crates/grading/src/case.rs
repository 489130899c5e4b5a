//! The fixed cases of a rubric: single boards, each to be answered by any legal move, with
//! the board written back exactly right.

use std::time::Duration;

use fruitrage_game::{ClockRules, Contestant, Ending, JudgedMove, Refused, Request, Rules, Stop, Turn, judge_turn};
use fruitrage_rules::text::Input;
use fruitrage_rules::{Board, Grid, Judge, Random, generate};
use serde::{Deserialize, Serialize};

/// A board to be answered by a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// What it is called: a file's name, or what is special about it.
    pub name: String,
    /// What the program is told.
    #[serde(with = "input_text")]
    pub input: Input,
}

impl Case {
    /// Asks a program, and holds its reply to the rules. The reply must be exact to the
    /// last byte, the board right, and the time that the program was told not used up.
    pub fn ask(
        &self,
        program: &mut dyn Contestant,
        clock: ClockRules,
        stop: &Stop,
    ) -> (Turn, Result<JudgedMove, Refused>) {
        let board = Board::settled(&self.input.grid);
        let turn = program.take_turn(&Request {
            board: &board,
            kinds: self.input.kinds,
            remaining: self.input.time,
            clock,
            ply: 1,
            course: None,
            stop,
        });
        let rules = Rules { clock, strict_board: true, strict_format: true, ..Rules::default() };
        let (used, left) = (clock.cost(turn.cpu, turn.wall), self.input.time);
        let judged = match judge_turn(&board, &rules, &turn) {
            Ok(_) if used >= left => Err(Ending::OutOfTime { used, left }.into()),
            judged => judged,
        };
        (turn, judged)
    }
}

/// An `input.txt` as its text.
mod input_text {
    use fruitrage_rules::text::Input;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(input: &Input, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(input)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Input, D::Error> {
        let text = String::deserialize(deserializer)?;
        Input::read_strictly(text.as_bytes()).map_err(|error| de::Error::custom(format!("a case: {error}")))
    }
}

/// The kinds of board that programs stumble over, and those of ordinary games: size,
/// kinds, and how many moves were played on it.
const SHAPES: [(usize, u8, usize); 25] = [
    (10, 4, 0),
    (10, 4, 8),
    (10, 4, 20),
    (10, 6, 0),
    (8, 3, 0),
    (1, 1, 0),
    (2, 2, 0),
    (3, 3, 0),
    (4, 4, 2),
    (5, 5, 0),
    (26, 9, 0),
    (26, 1, 0),
    (26, 3, 0),
    (26, 9, 60),
    (20, 5, 0),
    (10, 9, 0),
    (10, 1, 0),
    (12, 2, 0),
    (15, 4, 0),
    (15, 6, 30),
    (6, 4, 9),
    (9, 7, 0),
    (7, 9, 12),
    (18, 8, 0),
    (13, 10, 0),
];

/// The remaining seconds that programs are told, in turn.
const CLOCKS: [Duration; 5] = [
    Duration::from_mins(5),
    Duration::from_millis(123_600),
    Duration::from_mins(1),
    Duration::from_secs(5),
    Duration::from_millis(1_500),
];

/// Returns so many cases that belong to a seed: the same on every machine.
pub fn course_cases(seed: u64, count: usize) -> Vec<Case> {
    let case = |number: usize| {
        let (size, kinds, moves) = SHAPES[number % SHAPES.len()];
        let seed = seed.wrapping_mul(1_000).wrapping_add(number as u64);
        let grid = played_on(size, kinds, seed, moves);
        let time = CLOCKS[number % CLOCKS.len()];
        let state = if moves == 0 { "full" } else { "after some moves" };
        let name = format!("{size} x {size}, {kinds} {}, {state}", if kinds == 1 { "kind" } else { "kinds" });
        Case { name, input: Input { kinds, time, grid } }
    };
    (0..count).map(case).collect()
}

/// A random board on which so many random moves were made, fewer if it would be empty.
fn played_on(size: usize, kinds: u8, seed: u64, moves: usize) -> Grid {
    let mut dice = Random::new(seed ^ 0x5eed);
    let mut grid = generate(size, kinds, seed);
    for _ in 0..moves {
        let mut judge = Judge::new(&grid);
        let groups = judge.groups();
        let Some(group) = groups.get(dice.below(groups.len().max(1) as u64) as usize) else { break };
        if judge.try_take(group.cell()).is_err() {
            break;
        }
        if judge.is_empty() {
            break;
        }
        grid = judge.to_grid();
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_a_seed_are_the_same_and_have_a_move() {
        let cases = course_cases(7, 25);
        assert_eq!(cases, course_cases(7, 25));
        assert_ne!(cases, course_cases(8, 25));
        for case in &cases {
            let text = case.input.to_string();
            assert_eq!(Input::read_strictly(text.as_bytes()).as_ref(), Ok(&case.input), "{text}");
            assert!(case.input.grid.fruits() > 0, "{text}");
        }
        assert!(cases.iter().any(|case| case.input.grid.size() == 1));
        assert!(cases.iter().any(|case| case.input.grid.size() == 26 && case.input.kinds == 9));
    }
}
