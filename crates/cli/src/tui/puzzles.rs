//! Puzzles in the terminal: what was solved is kept in a file.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use fruitrage_play::Answer;
use fruitrage_play::puzzle::{Attempt, Course, Date, Progress, Source, deck};
use fruitrage_rules::{Board, Cell, IllegalMove};

use super::exercise::Teacher;
use crate::printing::plural;

/// Somebody's puzzles.
pub(crate) struct PuzzleRoom {
    course: Course,
    /// Where what was solved is kept; none to keep nothing.
    path: Option<PathBuf>,
    trouble: Option<String>,
}

impl PuzzleRoom {
    /// Opens the room; what was solved before is read from its file.
    pub(crate) fn open(source: Source, date: Date, path: Option<PathBuf>) -> anyhow::Result<Self> {
        let progress = path.as_deref().map(read).transpose()?.unwrap_or_default();
        Ok(Self { course: Course::open(deck(), source, date, progress), path, trouble: None })
    }

    /// Whether there is anything to ask.
    pub(crate) fn has_task(&self) -> bool {
        self.course.task().is_some()
    }

    /// What to say if there is nothing to ask.
    pub(crate) fn nothing(&self) -> &'static str {
        self.course.nothing()
    }

    /// Does something, and keeps what was solved and missed if that has changed.
    fn keeping<T>(&mut self, what: impl FnOnce(&mut Course) -> T) -> T {
        let before = self.course.progress().clone();
        let done = what(&mut self.course);
        if let Some(path) = self.path.as_deref().filter(|_| *self.course.progress() != before) {
            let kept = write(path, self.course.progress());
            self.trouble = kept.err().map(|error| format!("What you solved could not be kept: {error:#}"));
        }
        done
    }
}

impl Teacher for PuzzleRoom {
    fn heading(&self) -> (String, String) {
        let (title, beside) = self.course.heading();
        (title.to_uppercase(), beside)
    }

    fn question(&self) -> String {
        self.course.question()
    }

    fn notes(&self) -> Vec<String> {
        let progress = self.course.progress();
        let mut notes = Vec::new();
        if let Some([own, other]) = self.course.attempt().map(Attempt::points).filter(|points| *points != [0, 0]) {
            notes.push(format!("So far {own} : {other}"));
        }
        if !matches!(self.course.source(), Source::Mistakes(_)) {
            notes.push(format!("In a row: {} (best {})", progress.streak, progress.best_streak));
            let days = progress.days;
            notes.push(format!("Days in a row: {days}. Your rating: {}", progress.rating()));
            let waiting = progress.waiting();
            if waiting > 0 {
                notes.push(format!("{waiting} missed puzzle{} will come again.", plural(waiting)));
            }
        }
        notes.extend(self.trouble.clone());
        notes
    }

    fn board(&self) -> Option<&Board> {
        self.course.attempt().map(Attempt::board)
    }

    fn take(&mut self, cell: Cell) -> Result<Answer, IllegalMove> {
        self.keeping(|course| course.take(cell))
    }

    fn may_play_on(&self) -> bool {
        self.course.attempt().is_some_and(Attempt::may_play_on)
    }

    fn play_on(&mut self) {
        // The moves were made on this board before, to see what they lead to.
        let _ = self.course.play_on();
        if self.course.attempt().is_some_and(Attempt::is_over) {
            self.go_on();
        }
    }

    fn go_on(&mut self) {
        self.keeping(|course| course.go_on(deck()));
    }

    fn farewell(&self) -> String {
        self.nothing().to_owned()
    }
}

/// Reads what was solved; nothing if there is no such file.
fn read(path: &Path) -> anyhow::Result<Progress> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Progress::default()),
        text => text.with_context(|| path.display().to_string())?,
    };
    let what = || format!("{} is not a file of puzzles that were solved; move it away to begin anew", path.display());
    text.parse::<Progress>().map_err(anyhow::Error::msg).with_context(what)
}

/// Writes what was solved, whole or not at all.
fn write(path: &Path, progress: &Progress) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    write!(file, "{progress}")?;
    file.persist(path)?;
    Ok(())
}
