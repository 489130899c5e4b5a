//! Styles: in what textbook players differ from the plainest one.

use std::fmt;

use fruitrage_rules::Group;

use crate::{Parameters, PlayerError};

/// How a textbook player counts and chooses. The plainest one counts points, looks at
/// all groups and takes the first of the best moves, larger groups first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Style {
    /// Whether it adds the largest group that is left where it ends, for whose turn it is.
    pub adds_best: bool,
    /// Whether it counts fruits instead of points.
    pub counts_fruits: bool,
    /// Whether it takes the last of the best moves.
    pub takes_last: bool,
    /// How many groups it looks at on each board, the largest first; none for all.
    pub beam: Option<u32>,
    /// Whether it leaves out single fruits while there are larger groups.
    pub drops_singles: bool,
}

impl Style {
    /// The plainest one.
    pub const PLAIN: Self =
        Self { adds_best: false, counts_fruits: false, takes_last: false, beam: None, drops_singles: false };

    /// What a player with a style takes besides its depth, for a sentence.
    pub(crate) const TAKES: &str =
        "leaf (points or best), counts (points or fruits), ties (first or last), beam and singles (1 or 0)";

    /// Takes the style out of a player's settings.
    pub(crate) fn of_parameters(parameters: &mut Parameters<'_>) -> Result<Self, PlayerError> {
        let range = 1.0..=676.0;
        Ok(Self {
            adds_best: is_second(parameters, "leaf", ["points", "best"])?,
            counts_fruits: is_second(parameters, "counts", ["points", "fruits"])?,
            takes_last: is_second(parameters, "ties", ["first", "last"])?,
            beam: parameters.number("beam", &range, "a number of groups from 1 to 676")?.map(|beam| beam as u32),
            drops_singles: is_second(parameters, "singles", ["1", "0"])?,
        })
    }

    /// Returns what it takes a group to be worth.
    pub(crate) fn gain(self, group: Group) -> i64 {
        if self.counts_fruits { group.size() as i64 } else { i64::from(group.points()) }
    }

    /// Keeps the groups that it looks at. They are given with the largest first.
    pub(crate) fn choose_from(self, groups: &mut Vec<Group>) {
        if self.drops_singles && groups.iter().any(|group| group.size() > 1) {
            groups.retain(|group| group.size() > 1);
        }
        groups.truncate(self.beam.map_or(usize::MAX, |beam| beam as usize));
    }
}

/// Takes a setting with two values, the first of which is usual.
fn is_second(parameters: &mut Parameters<'_>, setting: &str, values: [&str; 2]) -> Result<bool, PlayerError> {
    match parameters.text(setting) {
        None => Ok(false),
        Some(text) if text == values[0] => Ok(false),
        Some(text) if text == values[1] => Ok(true),
        Some(text) => Err(parameters.wrong(setting, text, &values.join(" or "))),
    }
}

/// As settings behind others: `,leaf=best,beam=4`.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let switches = [
            (self.adds_best, ",leaf=best"),
            (self.counts_fruits, ",counts=fruits"),
            (self.takes_last, ",ties=last"),
            (self.drops_singles, ",singles=0"),
        ];
        for (_, text) in switches.into_iter().filter(|(is_on, _)| *is_on) {
            f.write_str(text)?;
        }
        self.beam.map_or(Ok(()), |beam| write!(f, ",beam={beam}"))
    }
}
