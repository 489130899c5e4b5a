//! The lesson and puzzles. The deck comes from the page, which loads it when it is wanted.
//!
//! What is asked is a few words, each a text: that takes less room in a page than a type for
//! each question.

use fruitrage_play::lesson::Lesson;
use fruitrage_play::puzzle::{Course, Date, Deck, Mistake, Progress, Source};
use fruitrage_play::review::Class;
use fruitrage_play::view::{self, choose, read_record};
use fruitrage_rules::{Cell, IllegalMove};
use serde_json::Value;

use crate::Refused;

/// What somebody learns with.
#[derive(Debug, Default)]
pub(crate) struct School {
    deck: Option<Deck>,
    course: Option<Course>,
}

impl School {
    /// Answers a question:
    ///
    /// - `lesson NUMBER`: a board of the lesson; `lesson NUMBER CELL`: the answer to a move;
    /// - `deck TEXT`: takes in the puzzles;
    /// - `open SOURCE DATE PROGRESS`: the first puzzle of `daily`, `streak`, `missed`, `suited`
    ///   or a theme; the progress is as it was told last, or empty;
    /// - `mistakes RECORD FOUND`: the boards of a game on which somebody went wrong, as the
    ///   review found them: `3:mistake,9:blunder`;
    /// - `move CELL`, `play-on`, `next`: the answer to a move, on with a wrong one that was just
    ///   refuted, the next puzzle.
    pub(crate) fn answer(&mut self, words: &[String]) -> Result<Value, Refused> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["lesson", number] => Ok(view::lesson(&lesson(number)?)),
            ["lesson", number, cell] => {
                let lesson = lesson(number)?;
                let answer = lesson.take(parsed(cell)?).map_err(illegal)?;
                Ok(view::answered(lesson.board(), [0; 2], &answer))
            }
            ["deck", text] => Ok(view::deck(self.deck.insert(Deck::read(text).map_err(Refused::bad)?))),
            ["open", source, date, progress] => self.open(wanted(source)?, date, progress),
            ["mistakes", record, found] => {
                let record = choose(read_record(record)?, None).ok_or_else(nothing)?;
                let mistake = |text: &str| {
                    let (ply, name) = text.split_once(':')?;
                    let class = Class::ALL.into_iter().find(|class| class.to_string() == name)?;
                    Mistake::of(&record, ply.parse().ok()?, class)
                };
                let mistakes: Option<Vec<Mistake>> = found.split(',').map(mistake).collect();
                let wrong = || Refused::bad(format!("not the mistakes of this game: '{found}'"));
                self.open(Source::Mistakes(mistakes.ok_or_else(wrong)?), "1970-01-01", "")
            }
            ["move", cell] => {
                let course = self.course.as_mut().ok_or_else(nothing)?;
                let attempt = course.attempt().ok_or_else(nothing)?;
                let (board, points) = (attempt.board().clone(), attempt.points());
                let answer = course.take(parsed(cell)?).map_err(illegal)?;
                let mut shown = view::answered(&board, points, &answer);
                shown["now"] = view::course(course);
                Ok(shown)
            }
            ["play-on"] => {
                let course = self.course.as_mut().ok_or_else(nothing)?;
                course.play_on().map_err(illegal)?;
                Ok(view::course(course))
            }
            ["next"] => {
                let (course, deck) = self.course.as_mut().zip(self.deck.as_ref()).ok_or_else(nothing)?;
                course.go_on(deck);
                Ok(view::course(course))
            }
            _ => Err(Refused::bad("nobody knows how to learn that")),
        }
    }

    fn open(&mut self, source: Source, date: &str, progress: &str) -> Result<Value, Refused> {
        let date: Date = date.parse().map_err(Refused::bad)?;
        let progress: Progress = progress.parse().map_err(|message| Refused { status: 422, message })?;
        let deck = self.deck.as_ref().ok_or_else(nothing)?;
        Ok(view::course(self.course.insert(Course::open(deck, source, date, progress))))
    }
}

fn nothing() -> Refused {
    Refused::conflict("no puzzle is asked")
}

fn lesson(number: &str) -> Result<Lesson, Refused> {
    let wrong = || Refused::missing(format!("the lesson has boards 1 to {}", Lesson::STEPS));
    number.parse().ok().and_then(Lesson::at).ok_or_else(wrong)
}

fn wanted(source: &str) -> Result<Source, Refused> {
    Ok(match source {
        "daily" => Source::Daily,
        "streak" => Source::Streak,
        "missed" => Source::Missed,
        "suited" => Source::Suited(None),
        theme => Source::Suited(Some(theme.parse().map_err(Refused::bad)?)),
    })
}

fn parsed(cell: &str) -> Result<Cell, Refused> {
    cell.parse().map_err(Refused::bad)
}

fn illegal(illegal: IllegalMove) -> Refused {
    Refused { status: 422, message: illegal.to_string() }
}
