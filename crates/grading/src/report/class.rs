//! A class as reports see it.

use crate::{GradeSheet, Mode, Points};

/// A graded class: everything that reports tell about.
#[derive(Clone, Debug)]
pub struct ClassReport<'a> {
    /// What it is called.
    pub title: &'a str,
    /// How the boards of matches were dealt.
    pub mode: Mode,
    /// Everybody's sheet.
    pub sheets: &'a [GradeSheet],
    /// The machines that have graded, if that is known.
    pub hosts: &'a [HostShare],
}

/// What a machine has graded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostShare {
    /// Its name.
    pub name: String,
    /// Submissions of which it has graded something.
    pub submissions: usize,
    /// Games that these submissions lost on time.
    pub lost_on_time: usize,
    /// How fast it is: positions a second in the engine's benchmark.
    pub speed: Option<u64>,
}

impl ClassReport<'_> {
    /// The points of everybody who is graded, from the least.
    pub fn points(&self) -> Vec<Points> {
        let graded = self.sheets.iter().filter(|sheet| sheet.not_graded().next().is_none());
        let mut points: Vec<Points> = graded.map(GradeSheet::earned).collect();
        points.sort();
        points
    }

    /// What could be earned.
    pub fn most(&self) -> Points {
        self.sheets.first().map_or(Points::ZERO, GradeSheet::most)
    }
}

/// Names of files for some people, each once, with nothing in them that means something to a
/// file system or an address.
pub fn file_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let plain = fruitrage_tournament::lost_move::plain(name).to_lowercase();
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !taken.contains(name));
        taken.extend(free);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_file_of_an_own_name() {
        let names = ["Ada Lovelace", "ada lovelace", "../../etc/passwd", "Ada_Lovelace", "果", "-2"];
        let files = file_names(names);
        assert_eq!(files, ["ada_lovelace", "ada_lovelace-2", "etc_passwd", "ada_lovelace-3", "agent", "-2"]);
    }
}
