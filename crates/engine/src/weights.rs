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
    /// The ones that were learned last.
    pub(crate) fn learned() -> Self {
        Self::parse(include_str!("weights.txt")).expect("the file that is compiled in is tested")
    }

    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_ascii_whitespace)
            .map(|number| number.parse().ok());
        let mut rows = [[0.0; Stage::TERMS]; Stage::GROUPS];
        for number in rows.as_flattened_mut() {
            *number = numbers.next()??;
        }
        numbers.next().is_none().then_some(Self { rows })
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
        assert_eq!(Weights::parse(text).unwrap().to_string(), text);
    }

    #[test]
    fn what_is_not_a_whole_table_is_refused() {
        let text = Weights::learned().to_string();
        assert_eq!(Weights::parse(&text[..text.len() - 9]), None);
        assert_eq!(Weights::parse(&format!("{text} 1")), None);
        assert_eq!(Weights::parse(&text.replace("0.", "x")), None);
    }

    #[test]
    fn weights_are_parts_of_a_group_at_every_stage() {
        for (size, kinds) in [(1, 1), (3, 2), (8, 4), (26, 2), (26, 10)] {
            let stage = Stage::of(&Board::settled(&generate(size, kinds, 1)));
            assert!(Weights::learned().at(stage).iter().all(|weight| (0.0..=1.0).contains(weight)));
        }
    }
}
