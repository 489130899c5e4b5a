//! What somebody has solved and missed, and when a missed puzzle comes again. It is kept on
//! their own device, as a few lines of text.

use std::fmt;
use std::str::FromStr;

use super::Puzzle;
use crate::rating::{Scored, performance};

/// A missed puzzle comes again after so many days, each time it is solved a step later.
const SPACES: [i64; 4] = [1, 3, 7, 21];

/// The rating of somebody who has tried none.
const USUAL_RATING: i32 = 900;

/// How many of the last puzzles count for the rating.
const LATEST: usize = 30;

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i64);

/// What somebody has solved and missed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Puzzles solved without a wrong move, in a row.
    pub streak: u32,
    /// The most of these.
    pub best_streak: u32,
    /// Days in a row on which the puzzle of the day was solved.
    pub days: u32,
    /// The last of these days.
    pub last_day: Option<Date>,
    /// The latest results: the puzzle's rating, and whether it was solved without a wrong
    /// move.
    results: Vec<(i32, bool)>,
    // Lists: a page that is to load quickly has no room for trees, and they are short.
    seen: Vec<String>,
    missed: Vec<Missed>,
}

/// A puzzle that was missed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Missed {
    name: String,
    /// How often it was solved since.
    solved: usize,
    due: Date,
}

impl Date {
    /// Returns the day that is so many days after 1970-01-01.
    pub const fn of_days(days: i64) -> Self {
        Self(days)
    }

    /// Returns how many days it is after 1970-01-01.
    pub const fn days(self) -> i64 {
        self.0
    }
}

impl FromStr for Date {
    type Err = String;

    /// Reads `2031-05-17`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a date such as 2031-05-17, found '{text}'");
        let parts: Vec<i64> = text.split('-').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
        let [year @ 1970..=9999, month @ 1..=12, day @ 1..=31] = parts[..] else { return Err(wrong()) };
        // Counted from March, so that a leap day is the last of its year (Howard Hinnant,
        // "chrono-Compatible Low-Level Date Algorithms").
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_years = 365 * year + year / 4 - year / 100 + year / 400;
        let date = Self(of_years + (153 * month + 2) / 5 + day - 719_469);
        // The 31st of June is another day.
        if date.to_string() == text { Ok(date) } else { Err(wrong()) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0 + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text form, a fact a line; those of puzzles name their boards.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "streak {} {}", self.streak, self.best_streak)?;
        if let Some(day) = self.last_day {
            writeln!(f, "days {} {day}", self.days)?;
        }
        self.results.iter().try_for_each(|(rating, at_once)| writeln!(f, "result {rating} {}", u8::from(*at_once)))?;
        self.seen.iter().try_for_each(|name| writeln!(f, "seen {name}"))?;
        self.missed.iter().try_for_each(|missed| writeln!(f, "missed {} {} {}", missed.name, missed.solved, missed.due))
    }
}

impl FromStr for Progress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut progress = Self::default();
        for line in text.lines() {
            let wrong = || format!("not what was solved or missed: '{line}'");
            progress.take_in(line).ok_or_else(wrong)?;
        }
        Ok(progress)
    }
}

impl Progress {
    /// Takes in a line of the text form.
    fn take_in(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["streak", now, best] => (self.streak, self.best_streak) = (now.parse().ok()?, best.parse().ok()?),
            ["days", days, last] => (self.days, self.last_day) = (days.parse().ok()?, Some(last.parse().ok()?)),
            ["result", rating, at_once] => self.results.push((rating.parse().ok()?, at_once == "1")),
            ["seen", name] => self.seen.push(name.to_owned()),
            ["missed", name, solved, due] => {
                let (solved, due) = (solved.parse().ok()?, due.parse().ok()?);
                self.missed.push(Missed { name: name.to_owned(), solved, due });
            }
            _ => return None,
        }
        Some(())
    }
}

impl Progress {
    /// Takes in that a puzzle was solved without a wrong move. One that was seen before
    /// counts only if it was missed and is due again.
    pub fn solved(&mut self, puzzle: &Puzzle, date: Date) {
        let name = puzzle.name();
        let missed = self.missed.iter().position(|missed| missed.name == name);
        if self.has_seen(&name) && missed.is_none_or(|at| self.missed[at].due > date) {
            return;
        }
        self.streak += 1;
        self.best_streak = self.best_streak.max(self.streak);
        self.tried(puzzle, true);
        if let Some(at) = missed {
            self.put_off(puzzle, self.missed[at].solved + 1, date);
        }
    }

    /// Takes in that a puzzle was missed: by a first wrong move, or because it was skipped.
    pub fn missed(&mut self, puzzle: &Puzzle, date: Date) {
        self.streak = 0;
        self.tried(puzzle, false);
        self.put_off(puzzle, 0, date);
    }

    /// Takes in that the puzzle of a day was solved, with however many wrong moves.
    pub fn solved_of_day(&mut self, date: Date) {
        if self.last_day != Some(date) {
            let follows = self.last_day == Some(Date(date.0 - 1));
            self.days = if follows { self.days + 1 } else { 1 };
            self.last_day = Some(date);
        }
    }

    fn tried(&mut self, puzzle: &Puzzle, at_once: bool) {
        self.results.push((puzzle.rating, at_once));
        let old = self.results.len().saturating_sub(LATEST);
        self.results.drain(..old);
        if !self.has_seen(&puzzle.name()) {
            self.seen.push(puzzle.name());
        }
    }

    /// Lets a puzzle come again, unless it was solved often enough since it was missed.
    fn put_off(&mut self, puzzle: &Puzzle, solved: usize, date: Date) {
        let name = puzzle.name();
        self.missed.retain(|missed| missed.name != name);
        if let Some(days) = SPACES.get(solved) {
            self.missed.push(Missed { name, solved, due: Date(date.0 + days) });
        }
    }

    /// Returns whether a puzzle was seen before.
    pub fn has_seen(&self, name: &str) -> bool {
        self.seen.iter().any(|seen| seen == name)
    }

    /// Returns the missed puzzles that are due: since when, and their names.
    pub fn due(&self, date: Date) -> impl Iterator<Item = (Date, &str)> {
        let due = self.missed.iter().filter(move |missed| missed.due <= date);
        due.map(|missed| (missed.due, missed.name.as_str()))
    }

    /// Returns how many missed puzzles wait for their day.
    pub fn waiting(&self) -> usize {
        self.missed.len()
    }

    /// Returns the rating on the scale of the levels, by the latest puzzles.
    pub fn rating(&self) -> i32 {
        let scored = |&(rating, at_once): &(i32, bool)| Scored { rating, score: f64::from(u8::from(at_once)) };
        performance(&self.results.iter().map(scored).collect::<Vec<_>>(), USUAL_RATING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::deck;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn dates_are_read_as_they_are_written_and_only_if_they_exist() {
        assert_eq!((date("1970-01-01").days(), date("2000-03-01").days()), (0, 11_017));
        for days in (0..200_000).step_by(7) {
            let date = Date::of_days(days);
            assert_eq!(date.to_string().parse(), Ok(date));
        }
        for text in ["2031-02-29", "2031-06-31", "2031-13-01", "31-1-1", "today", "", "2031-5-7"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_missed_puzzle_comes_again_later_and_later() {
        let (mut progress, puzzle) = (Progress::default(), &deck().puzzles()[0]);
        let day = |number: i64| Date::of_days(20_000 + number);
        progress.missed(puzzle, day(0));
        let is_due = |progress: &Progress, number: i64| progress.due(day(number)).next().is_some();
        let mut today = 0;
        for space in SPACES {
            assert!(!is_due(&progress, today + space - 1) && is_due(&progress, today + space));
            today += space;
            progress.solved(puzzle, day(today));
        }
        assert_eq!(progress.waiting(), 0, "solved often enough");
        progress.missed(puzzle, day(100));
        progress.missed(puzzle, day(101));
        assert!(is_due(&progress, 102), "missed again, it begins again");
    }

    #[test]
    fn streaks_count_what_follows_without_a_gap() {
        let (mut progress, puzzles) = (Progress::default(), deck().puzzles());
        let today = date("2031-05-17");
        for (puzzle, at_once) in puzzles.iter().zip([true, true, true, false, true]) {
            if at_once { progress.solved(puzzle, today) } else { progress.missed(puzzle, today) }
        }
        assert_eq!((progress.streak, progress.best_streak, progress.days), (1, 3, 0));
        for (day, days) in [("2031-05-17", 1), ("2031-05-17", 1), ("2031-05-18", 2), ("2031-05-20", 1)] {
            progress.solved_of_day(date(day));
            assert_eq!(progress.days, days, "{day}");
        }
        assert_eq!(progress.to_string().parse(), Ok(progress));
        for wrong in ["streak 1", "result much 1", "missed 01/10 0 today", "{}"] {
            assert!(wrong.parse::<Progress>().unwrap_err().contains(wrong));
        }
    }
}
