//! Puzzles in the terminal: which one comes next, and what was solved, kept in a file.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use fruitrage_play::puzzle::{Attempt, Date, Exercise, Mistake, Progress, Puzzle, Reply, Theme, deck};
use fruitrage_rules::{Board, Cell, IllegalMove};

use super::exercise::{Answer, Teacher};
use crate::printing::plural;

/// Where puzzles come from.
#[derive(Clone, Debug)]
pub(crate) enum PuzzleSource {
    /// That of the day, then those that suit.
    Daily,
    /// Those that suit.
    Suited(Option<Theme>),
    /// Those that suit, until one is missed.
    Streak,
    /// Those that were missed and are due again.
    Missed,
    /// One's own mistakes.
    Mistakes(Vec<Mistake>),
}

/// Somebody's puzzles.
pub(crate) struct PuzzleRoom {
    pub(crate) source: PuzzleSource,
    pub(crate) date: Date,
    /// Where what was solved is kept; none to keep nothing.
    pub(crate) path: Option<PathBuf>,
    progress: Progress,
    now: Option<Task>,
    attempt: Option<Attempt>,
    /// How many were asked.
    asked: usize,
    trouble: Option<String>,
}

/// What is asked.
enum Task {
    Puzzle { puzzle: &'static Puzzle, of_day: bool },
    Mistake(Box<Mistake>),
}

impl PuzzleRoom {
    /// Opens the room; what was solved before is read from its file.
    pub(crate) fn open(source: PuzzleSource, date: Date, path: Option<PathBuf>) -> anyhow::Result<Self> {
        let progress = path.as_deref().map(read).transpose()?.unwrap_or_default();
        let mut room = Self { source, date, path, progress, now: None, attempt: None, asked: 0, trouble: None };
        room.ask_next();
        Ok(room)
    }

    /// Whether there is anything to ask.
    pub(crate) fn has_task(&self) -> bool {
        self.now.is_some()
    }

    /// What to say if there is nothing to ask.
    pub(crate) fn nothing(&self) -> &'static str {
        match self.source {
            PuzzleSource::Missed => "No missed puzzle is due today.",
            PuzzleSource::Mistakes(_) => "No mistake is left to learn from.",
            PuzzleSource::Streak => "The streak is over.",
            PuzzleSource::Daily | PuzzleSource::Suited(_) => "You have seen all of these puzzles.",
        }
    }

    fn ask_next(&mut self) {
        let (progress, date, asked) = (&self.progress, self.date, self.asked);
        let ask = |puzzle: &'static Puzzle| Task::Puzzle { puzzle, of_day: false };
        self.now = match &self.source {
            PuzzleSource::Daily if asked == 0 => {
                deck().of_day(date).map(|puzzle| Task::Puzzle { puzzle, of_day: true })
            }
            PuzzleSource::Streak if asked > 0 && progress.streak == 0 => None,
            PuzzleSource::Daily | PuzzleSource::Streak => deck().suited(progress, None).map(ask),
            PuzzleSource::Suited(theme) => deck().suited(progress, *theme).map(ask),
            PuzzleSource::Missed => deck().due(progress, date).map(ask),
            PuzzleSource::Mistakes(mistakes) => {
                mistakes.get(asked).cloned().map(|mistake| Task::Mistake(Box::new(mistake)))
            }
        };
        self.asked += 1;
        self.attempt = self.now.as_ref().map(|task| Attempt::new(task.exercise()));
    }

    /// Takes in what came of a puzzle, and keeps that.
    fn note(&mut self, outcome: Outcome) {
        let Some(Task::Puzzle { puzzle, of_day }) = &self.now else { return };
        match outcome {
            Outcome::Missed => self.progress.missed(puzzle, self.date),
            Outcome::Solved { faults } => {
                if faults == 0 {
                    self.progress.solved(puzzle, self.date);
                }
                if *of_day {
                    self.progress.solved_of_day(self.date);
                }
            }
        }
        let kept = self.path.as_deref().map_or(Ok(()), |path| write(path, &self.progress));
        self.trouble = kept.err().map(|error| format!("What you solved could not be kept: {error:#}"));
    }
}

/// What came of a puzzle. It is missed with the first wrong move, whatever follows.
#[derive(Clone, Copy)]
enum Outcome {
    Missed,
    Solved { faults: u32 },
}

impl Task {
    fn exercise(&self) -> Exercise {
        match self {
            Self::Puzzle { puzzle, .. } => Exercise { board: puzzle.board.clone(), one_move: false },
            Self::Mistake(mistake) => mistake.exercise.clone(),
        }
    }
}

impl Teacher for PuzzleRoom {
    fn heading(&self) -> (String, String) {
        match &self.now {
            None => ("PUZZLES".to_owned(), String::new()),
            Some(Task::Puzzle { of_day: true, .. }) => ("PUZZLE OF THE DAY".to_owned(), self.date.to_string()),
            Some(Task::Puzzle { puzzle, .. }) => ("PUZZLE".to_owned(), format!("rated {}", puzzle.rating)),
            Some(Task::Mistake(mistake)) => ("YOUR OWN GAME".to_owned(), format!("move {}", mistake.ply)),
        }
    }

    fn question(&self) -> String {
        let found = self.attempt.as_ref().map_or(0, Attempt::found);
        match &self.now {
            None => String::new(),
            Some(Task::Puzzle { .. }) if found > 0 => "It goes on. Which group is best now?".to_owned(),
            Some(Task::Puzzle { .. }) => "One group is best, and it is not the largest. Which one?".to_owned(),
            Some(Task::Mistake(mistake)) => {
                format!("Here you took {}, a {}. Find a better group.", mistake.played, mistake.class)
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        let progress = &self.progress;
        let mut notes = Vec::new();
        if let Some([own, other]) = self.attempt.as_ref().map(Attempt::points).filter(|points| *points != [0, 0]) {
            notes.push(format!("So far {own} : {other}"));
        }
        if !matches!(self.source, PuzzleSource::Mistakes(_)) {
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
        self.attempt.as_ref().map(Attempt::board)
    }

    fn take(&mut self, cell: Cell) -> Result<Answer, IllegalMove> {
        let Some(attempt) = &mut self.attempt else { return Err(IllegalMove::Empty(cell)) };
        let first = attempt.found() == 0;
        Ok(match attempt.take(cell)? {
            Reply::Wrong(wrong) => {
                if attempt.faults() == 1 {
                    self.note(Outcome::Missed);
                }
                Answer { right: false, done: false, moves: wrong.moves, words: wrong.words }
            }
            Reply::GoOn { defence } => Answer {
                right: true,
                done: false,
                moves: vec![cell, defence],
                words: "Your opponent answers as well as possible.".to_owned(),
            },
            Reply::Solved { line } => {
                let faults = attempt.faults();
                let moves = std::iter::once(cell).chain(line.into_iter().take(2)).collect();
                let words = self.praise(first);
                self.note(Outcome::Solved { faults });
                Answer { right: true, done: true, moves, words }
            }
        })
    }

    fn go_on(&mut self) {
        // Who skips a puzzle has missed it.
        if let Some(attempt) = self.attempt.take()
            && !attempt.is_solved()
            && attempt.faults() == 0
        {
            self.note(Outcome::Missed);
        }
        self.ask_next();
    }

    fn farewell(&self) -> String {
        self.nothing().to_owned()
    }
}

impl PuzzleRoom {
    fn praise(&self, at_first: bool) -> String {
        match &self.now {
            Some(Task::Puzzle { puzzle, .. }) => {
                let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.words()).collect();
                let more = puzzle.value - puzzle.second;
                let banked = if at_first { "" } else { "The advantage is banked. " };
                format!(
                    "{banked}{} was worth {more} point{} more than any other move: {}.",
                    puzzle.best,
                    plural(more as usize),
                    themes.join("; ")
                )
            }
            _ => "That is better than what you took.".to_owned(),
        }
    }
}

/// Reads what was solved; nothing if there is no such file.
fn read(path: &Path) -> anyhow::Result<Progress> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Progress::default()),
        text => text.with_context(|| path.display().to_string())?,
    };
    let what = || format!("{} is not a file of puzzles that were solved; move it away to begin anew", path.display());
    serde_json::from_str(&text).with_context(what)
}

/// Writes what was solved, whole or not at all.
fn write(path: &Path, progress: &Progress) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, progress)?;
    file.persist(path)?;
    Ok(())
}
