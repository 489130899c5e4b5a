//! The first lesson in the terminal.

use fruitrage_play::Answer;
use fruitrage_play::lesson::Lesson;
use fruitrage_rules::{Board, Cell, IllegalMove};

use super::exercise::Teacher;

#[derive(Default)]
pub(super) struct LessonTeacher {
    lesson: Lesson,
    is_over: bool,
}

impl Teacher for LessonTeacher {
    fn heading(&self) -> (String, String) {
        if self.is_over {
            return ("FIRST LESSON".to_owned(), String::new());
        }
        (self.lesson.step().title.to_owned(), format!("{} of {}", self.lesson.number(), Lesson::STEPS))
    }

    fn question(&self) -> String {
        self.lesson.step().sentence.to_owned()
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn board(&self) -> Option<&Board> {
        (!self.is_over).then(|| self.lesson.board())
    }

    fn take(&mut self, cell: Cell) -> Result<Answer, IllegalMove> {
        self.lesson.take(cell)
    }

    fn go_on(&mut self) {
        self.is_over = !self.lesson.go_on();
    }

    fn farewell(&self) -> String {
        "That was the first lesson. `fruitrage play --level cress` is a first game, `fruitrage puzzle` has \
         puzzles, and `fruitrage learn` begins again."
            .to_owned()
    }
}
