//! What a puzzle is about, by facts that are true by the rules: those that the review
//! tells of moves.

use std::str::FromStr;

use fruitrage_rules::{Board, Cell, Group};

use super::Truth;
use super::truth::line;
use crate::effect;
use crate::refutation::played;
use crate::review::{largest_size, together_before};

/// What a puzzle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// Taking a largest group leaves more to the opponent than the best move does.
    Refuse,
    /// The best move brings fruits together that the opponent cannot take at once.
    Build,
    /// The best move breaks a largest group apart.
    Split,
    /// The best move changes nothing but whose turn it is.
    Wait,
    /// With the best move one takes last, with a largest group the opponent does.
    LastWord,
    /// Nothing of that kind: it shows when one counts on.
    Count,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Refuse, Self::Build, Self::Split, Self::Wait, Self::LastWord, Self::Count];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Build => "build",
            Self::Split => "split",
            Self::Wait => "wait",
            Self::LastWord => "last-word",
            Self::Count => "count",
        }
    }

    /// Returns what it is, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Refuse => "the largest group opens a larger one for the opponent",
            Self::Build => "bring fruit together that the opponent cannot take at once",
            Self::Split => "break the largest group apart",
            Self::Wait => "a small move that changes nothing but whose turn it is",
            Self::LastWord => "see to it that you take last",
            Self::Count => "count a few moves on",
        }
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|theme| theme.name() == text)
            .ok_or_else(|| format!("expected a theme ({names}), found '{text}'"))
    }
}

/// Returns what a puzzle is about: at least one thing. None if that takes more than
/// `nodes` nodes.
pub(super) fn themes(board: &Board, truth: &Truth, nodes: u64) -> Option<Vec<Theme>> {
    let largest = *board.groups().first()?;
    let best = truth.moves().first()?.0;
    let [after_best, after_largest] = [best, largest].map(|group| played(board, group));
    let [best_line, largest_line] = [line(&after_best, nodes)?, line(&after_largest, nodes)?];
    let holds = |theme: &Theme| match theme {
        Theme::Refuse => {
            let reply = largest_line.first().and_then(|&cell| after_largest.group_at(cell).ok());
            reply.is_some_and(|reply| reply.size() as u32 > largest_size(&after_best))
        }
        Theme::Build => {
            let reply = best_line.first().and_then(|&cell| after_best.group_at(cell).ok());
            let is_built =
                |group: &Group| group.size() > 2 && Some(*group) != reply && is_new(board, best, &after_best, *group);
            after_best.groups().iter().any(is_built)
        }
        Theme::Split => {
            let is_largest = |group: &&Group| group.size() == largest.size();
            board.groups().iter().take_while(is_largest).any(|&group| is_broken(board, best, &after_best, group))
        }
        Theme::Wait => {
            let mut rest = sizes(board);
            rest.retain({
                let mut is_gone = false;
                move |&size| size != best.size() || std::mem::replace(&mut is_gone, true)
            });
            best.size() <= 2 && rest == sizes(&after_best)
        }
        Theme::LastWord => best_line.len() % 2 == 0 && largest_line.len() % 2 == 1,
        Theme::Count => false,
    };
    let mut themes: Vec<Theme> = Theme::ALL.into_iter().filter(holds).collect();
    if themes.is_empty() {
        themes.push(Theme::Count);
    }
    Some(themes)
}

fn sizes(board: &Board) -> Vec<usize> {
    let mut sizes: Vec<usize> = board.groups().iter().map(|group| group.size()).collect();
    sizes.sort_unstable();
    sizes
}

/// Whether a group after a move is made of fruits that did not lie together before.
fn is_new(before: &Board, taken: Group, after: &Board, group: Group) -> bool {
    let cells = after.cells_of_group_at(group.cell()).unwrap_or_default();
    (together_before(taken.cell(), &cells, before) as usize) < group.size()
}

/// Whether the fruits of a group lie apart after a move.
fn is_broken(before: &Board, taken: Group, after: &Board, group: Group) -> bool {
    let Ok(effect) = effect(before, taken.cell()) else { return false };
    let goes_to = |cell: Cell| effect.falls.iter().find(|fall| fall.from == cell).map_or(cell, |fall| fall.to);
    let cells = before.cells_of_group_at(group.cell()).unwrap_or_default();
    let groups: Vec<_> = cells.into_iter().map(|cell| after.group_at(goes_to(cell)).ok()).collect();
    groups.windows(2).any(|pair| pair[0] != pair[1])
}
