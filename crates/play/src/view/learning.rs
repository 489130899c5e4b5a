//! The lesson and puzzles: what is asked, and what is answered.

use fruitrage_rules::{Board, Player, Position};
use serde_json::{Value, json};

use super::position::{draw, steps};
use super::value;
use crate::Answer;
use crate::lesson::Lesson;
use crate::puzzle::{Attempt, Course, Deck, Source, Task, Theme};

/// Returns a board of the lesson.
pub fn lesson(lesson: &Lesson) -> Value {
    let mut shown = value(&draw(&Position::start(lesson.board().clone()), Vec::new()));
    shown["number"] = json!(lesson.number());
    shown["title"] = json!(lesson.step().title);
    shown["question"] = json!(lesson.step().sentence);
    shown["titles"] = json!(Lesson::titles().collect::<Vec<_>>());
    shown
}

/// Returns how many puzzles a deck has, in all and about each theme.
pub fn deck(deck: &Deck) -> Value {
    let theme = |theme: Theme| json!({ "name": theme.name(), "words": theme.words(), "count": deck.about(theme) });
    json!({ "count": deck.puzzles().len(), "themes": Theme::ALL.map(theme) })
}

/// Returns what is asked of somebody who solves puzzles, and what they have solved; `progress`
/// is to be kept as it is. There is no board if there is nothing more to ask.
pub fn course(course: &Course) -> Value {
    let mut shown = course.attempt().map_or_else(|| json!({}), |attempt| value(&draw(&position(attempt), Vec::new())));
    let (title, beside) = course.heading();
    shown["title"] = json!(title);
    shown["beside"] = json!(beside);
    shown["question"] = json!(course.question());
    if let Some(attempt) = course.attempt() {
        shown["found"] = json!(attempt.found());
        shown["faults"] = json!(attempt.faults());
        shown["may_play_on"] = json!(attempt.may_play_on());
        shown["over"] = json!(attempt.is_over());
    }
    match course.task() {
        Some(Task::Puzzle { puzzle, of_day }) => {
            shown["rating"] = json!(puzzle.rating);
            shown["of_day"] = json!(of_day);
        }
        Some(Task::Mistake(mistake)) => shown["ply"] = json!(mistake.ply),
        None => {}
    }
    let progress = course.progress();
    let solved_today = progress.last_day == Some(course.date());
    shown["own"] = json!({
        "rating": progress.rating(),
        "streak": progress.streak,
        "best_streak": progress.best_streak,
        "days": progress.days,
        "solved_today": solved_today,
        "waiting": progress.waiting(),
        "due": progress.due(course.date()).count(),
    });
    // One's own mistakes are no puzzles of the deck: nothing is noted of them.
    shown["progress"] =
        if matches!(course.source(), Source::Mistakes(_)) { Value::Null } else { json!(progress.to_string()) };
    shown
}

fn position(attempt: &Attempt) -> Position {
    Position::new(attempt.board().clone(), Player::First, attempt.points())
}

/// Returns the answer to a move on a board on which so many points were made: the words, and
/// the moves with all that a page draws of each.
pub fn answered(board: &Board, points: [u32; 2], answer: &Answer) -> Value {
    let steps = steps(Position::new(board.clone(), Player::First, points), &answer.moves);
    // The moves were made on this board before.
    let steps = steps.unwrap_or_default();
    json!({ "right": answer.right, "done": answer.done, "words": answer.words, "steps": steps })
}
