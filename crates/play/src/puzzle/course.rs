//! Puzzles one after the other: which one is asked, what is said about an answer, and what is
//! noted of it. A state machine, the same for all views.

use fruitrage_rules::{Cell, IllegalMove};

use super::{Attempt, Date, Deck, Exercise, Mistake, Progress, Puzzle, Reply, Theme};
use crate::Answer;

/// Where puzzles come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// That of the day, then those that suit.
    Daily,
    /// Those that suit, about a theme if one is given.
    Suited(Option<Theme>),
    /// Those that suit, until one is missed.
    Streak,
    /// Those that were missed and are due again.
    Missed,
    /// One's own mistakes.
    Mistakes(Vec<Mistake>),
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Task {
    /// A puzzle of the deck.
    Puzzle {
        /// Which one.
        puzzle: Box<Puzzle>,
        /// Whether it is that of the day.
        of_day: bool,
    },
    /// A board of one's own game.
    Mistake(Box<Mistake>),
}

impl Task {
    fn of(puzzle: &Puzzle) -> Self {
        Self::Puzzle { puzzle: Box::new(puzzle.clone()), of_day: false }
    }

    fn exercise(&self) -> Exercise {
        match self {
            Self::Puzzle { puzzle, .. } => Exercise { board: puzzle.board.clone(), one_move: false },
            Self::Mistake(mistake) => mistake.exercise.clone(),
        }
    }
}

/// What came of a puzzle. It is missed with the first wrong move, whatever follows.
#[derive(Clone, Copy)]
enum Outcome {
    Missed,
    Solved { faults: u32 },
}

/// Somebody who solves puzzles.
#[derive(Clone, Debug)]
pub struct Course {
    source: Source,
    date: Date,
    progress: Progress,
    now: Option<(Task, Attempt)>,
    /// How many were asked.
    asked: usize,
}

impl Course {
    /// Asks the first puzzle of a source, on a day, of somebody who has solved so much.
    pub fn open(deck: &Deck, source: Source, date: Date, progress: Progress) -> Self {
        let mut course = Self { source, date, progress, now: None, asked: 0 };
        course.ask_next(deck);
        course
    }

    /// Returns where the puzzles come from.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the day.
    pub const fn date(&self) -> Date {
        self.date
    }

    /// Returns what was solved and missed.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns what is asked now; none if there is nothing more.
    pub fn task(&self) -> Option<&Task> {
        Some(&self.now.as_ref()?.0)
    }

    /// Returns the attempt at it.
    pub fn attempt(&self) -> Option<&Attempt> {
        Some(&self.now.as_ref()?.1)
    }

    /// Returns what is asked, by name, and which one of these it is.
    pub fn heading(&self) -> (&'static str, String) {
        match self.task() {
            None => ("Puzzles", String::new()),
            Some(Task::Puzzle { of_day: true, .. }) => ("Puzzle of the day", self.date.to_string()),
            Some(Task::Puzzle { puzzle, .. }) => ("Puzzle", format!("rated {}", puzzle.rating)),
            Some(Task::Mistake(mistake)) => ("Your own game", format!("move {}", mistake.ply)),
        }
    }

    /// Returns what is asked in a sentence, or why nothing is.
    pub fn question(&self) -> String {
        let Some((task, attempt)) = &self.now else { return self.nothing().to_owned() };
        match task {
            _ if attempt.has_strayed() => "You play on. Which group is best now?".to_owned(),
            Task::Puzzle { .. } if attempt.found() > 0 => "It goes on. Which group is best now?".to_owned(),
            Task::Puzzle { .. } => "One group is best, and it is not the largest. Which one?".to_owned(),
            Task::Mistake(mistake) => {
                format!("Here you took {}, a {}. Find a better group.", mistake.played, mistake.class)
            }
        }
    }

    /// Returns what to say if there is nothing to ask.
    pub const fn nothing(&self) -> &'static str {
        match self.source {
            Source::Missed => "No missed puzzle is due today.",
            Source::Mistakes(_) => "No mistake is left to learn from.",
            Source::Streak => "The streak is over.",
            Source::Daily | Source::Suited(_) => "You have seen all of these puzzles.",
        }
    }

    /// Answers a move, or says why it cannot be made.
    pub fn take(&mut self, cell: Cell) -> Result<Answer, IllegalMove> {
        let Some((task, attempt)) = &mut self.now else { return Err(IllegalMove::Empty(cell)) };
        let reply = attempt.take(cell)?;
        let (faults, has_strayed) = (attempt.faults(), attempt.has_strayed());
        Ok(match reply {
            Reply::Wrong(wrong) => {
                if faults == 1 {
                    self.note(Outcome::Missed);
                }
                Answer { right: false, done: false, moves: wrong.moves, words: wrong.words }
            }
            Reply::GoOn { defence } => {
                let words = "Your opponent answers as well as possible.".to_owned();
                Answer { right: true, done: false, moves: vec![cell, defence], words }
            }
            Reply::Solved { line } => {
                let moves = std::iter::once(cell).chain(line.into_iter().take(2)).collect();
                let words = praise(task, attempt);
                if !has_strayed {
                    self.note(Outcome::Solved { faults });
                }
                Answer { right: true, done: true, moves, words }
            }
        })
    }

    /// Plays on with the wrong move that was just refuted.
    pub fn play_on(&mut self) -> Result<(), IllegalMove> {
        self.now.as_mut().map_or(Ok(()), |(_, attempt)| attempt.play_on())
    }

    /// Goes on to the next puzzle. Who skips one has missed it.
    pub fn go_on(&mut self, deck: &Deck) {
        if self.attempt().is_some_and(|attempt| !attempt.is_over() && attempt.faults() == 0) {
            self.note(Outcome::Missed);
        }
        self.ask_next(deck);
    }

    fn ask_next(&mut self, deck: &Deck) {
        let (progress, date, asked) = (&self.progress, self.date, self.asked);
        let task = match &self.source {
            Source::Daily if asked == 0 => {
                deck.of_day(date).map(|puzzle| Task::Puzzle { puzzle: Box::new(puzzle.clone()), of_day: true })
            }
            Source::Streak if asked > 0 && progress.streak == 0 => None,
            Source::Daily | Source::Streak => deck.suited(progress, None).map(Task::of),
            Source::Suited(theme) => deck.suited(progress, *theme).map(Task::of),
            Source::Missed => deck.due(progress, date).map(Task::of),
            Source::Mistakes(mistakes) => mistakes.get(asked).map(|mistake| Task::Mistake(Box::new(mistake.clone()))),
        };
        self.asked += 1;
        self.now = task.map(|task| {
            let attempt = Attempt::new(task.exercise());
            (task, attempt)
        });
    }

    /// Takes in what came of a puzzle.
    fn note(&mut self, outcome: Outcome) {
        let Some((Task::Puzzle { puzzle, of_day }, _)) = &self.now else { return };
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
    }
}

/// What is said when the last move was found.
fn praise(task: &Task, attempt: &Attempt) -> String {
    let [own, other] = attempt.points();
    match task {
        _ if attempt.has_strayed() => {
            format!("From here on it is enough to take the largest group. So far {own} : {other}.")
        }
        Task::Puzzle { puzzle, .. } => {
            let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.words()).collect();
            let banked = if attempt.found() > 1 { "The advantage is banked. " } else { "" };
            let more = puzzle.value - puzzle.second;
            let points = if more == 1 { "point" } else { "points" };
            format!(
                "{banked}{} was worth {more} {points} more than any other move: {}.",
                puzzle.best,
                themes.join("; ")
            )
        }
        Task::Mistake(_) => "That is better than what you took.".to_owned(),
    }
}
