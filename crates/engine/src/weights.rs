//! Answers for the learned numbers: what so many equal groups are worth to the
//! player to move, as a part of one of them.
//!
//! If the players took them by turns and nothing else ever happened, one would be
//! worth 1, two 0, three 1 and so on. As it is, all are worth about a half, less
//! surely so the fewer there are. The file is made by `fruitrage tune`.

use std::fmt;

use crate::Stage;

/// The learned numbers, a row for each of the largest groups with a column for
/// each term of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    rows: [[f64; Stage::TERMS]; Stage::GROUPS],
}

impl Weights {
    /// The ones that were learned last. They are read when the program is
    /// compiled: an agent that is started for each move has no time for it.
    pub(crate) const LEARNED: Self = match Self::parse(include_str!("weights.txt").as_bytes()) {
        Some(weights) => weights,
        None => panic!("weights.txt is not a table of weights"),
    };

    /// Reads lines of `#` and anything, and of numbers with four decimals.
    const fn parse(text: &[u8]) -> Option<Self> {
        let mut rows = [[0.0; Stage::TERMS]; Stage::GROUPS];
        let (mut read, mut at) = (0, 0);
        while at < text.len() {
            match text[at] {
                b'#' => {
                    while at < text.len() && text[at] != b'\n' {
                        at += 1;
                    }
                }
                b' ' | b'\n' => at += 1,
                _ => {
                    let Some((number, end)) = parse_number(text, at) else { return None };
                    if read == Stage::GROUPS * Stage::TERMS {
                        return None;
                    }
                    rows[read / Stage::TERMS][read % Stage::TERMS] = number;
                    (read, at) = (read + 1, end);
                }
            }
        }
        if read == Stage::GROUPS * Stage::TERMS { Some(Self { rows }) } else { None }
    }

    /// The ones that a fit has found for [`Stage::features`].
    ///
    /// # Panics
    /// If there are not as many as features.
    pub fn from_factors(factors: &[f64]) -> Self {
        assert_eq!(factors.len(), Stage::TERMS * Stage::GROUPS);
        let at = |rank: usize, term: usize| factors[term * Stage::GROUPS + rank];
        Self { rows: std::array::from_fn(|rank| std::array::from_fn(|term| at(rank, term))) }
    }

    /// What one, two, three … equal groups are worth at a stage. Never less than
    /// nothing, and never more than one of them.
    pub(crate) fn at(&self, stage: Stage) -> [f64; Stage::GROUPS] {
        let terms = stage.terms();
        self.rows.map(|row| row.iter().zip(terms).map(|(weight, term)| weight * term).sum::<f64>().clamp(0.0, 1.0))
    }
}

/// The number that begins at a place, such as -0.1234, and where it ends.
const fn parse_number(text: &[u8], start: usize) -> Option<(f64, usize)> {
    let negative = text[start] == b'-';
    let mut at = start + negative as usize;
    let (mut digits, mut decimals, mut point) = (0_u32, 0, false);
    while at < text.len() && text[at] != b' ' && text[at] != b'\n' {
        match text[at] {
            b'.' if !point => point = true,
            digit @ b'0'..=b'9' if digits < 100_000_000 => {
                digits = digits * 10 + (digit - b'0') as u32;
                decimals += point as u32;
            }
            _ => return None,
        }
        at += 1;
    }
    if decimals != 4 {
        return None;
    }
    let number = digits as f64 / 10_000.0;
    Some((if negative { -number } else { number }, at))
}

impl fmt::Display for Weights {
    /// As the file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# What one, two, three ... equal groups are worth to the player to move, as a")?;
        writeln!(f, "# part of one of them: at 64 groups of 4 kinds, and how that changes with the")?;
        writeln!(f, "# logarithm of groups and kinds. Made by: fruitrage tune --output FILE")?;
        for row in &self.rows {
            writeln!(f, "{:8.4} {:8.4} {:8.4}", row[0], row[1], row[2])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fruitrage_rules::{Board, generate};

    #[test]
    fn the_file_is_as_it_is_written() {
        let text = include_str!("weights.txt");
        assert_eq!(Weights::LEARNED.to_string(), text);
    }

    #[test]
    fn what_is_not_a_whole_table_is_refused() {
        let text = Weights::LEARNED.to_string();
        assert_eq!(Weights::parse(text.as_bytes()), Some(Weights::LEARNED));
        for wrong in [text[..text.len() - 9].to_owned(), format!("{text}  0.1000\n"), text.replace("0.", "x")] {
            assert_eq!(Weights::parse(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn weights_are_parts_of_a_group_at_every_stage() {
        for (size, kinds) in [(1, 1), (3, 2), (8, 4), (26, 2), (26, 10)] {
            let stage = Stage::of(&Board::settled(&generate(size, kinds, 1)));
            assert!(Weights::LEARNED.at(stage).iter().all(|weight| (0.0..=1.0).contains(weight)));
        }
    }
}
