//! A board on which a move is to be found, for the lesson and for puzzles: the board with a
//! cursor, what is asked beside it, and the answer move by move.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use fruitrage_play::{Answer, GroupView, group};
use fruitrage_rules::{Board, Cell, IllegalMove};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::Manners;
use super::board::Picture;
use super::keys::Action;
use super::layout::{Layout, View};
use super::text::{apart, clipped, wrapped};
use super::theme::Theme;

/// Somebody who asks for moves and answers them.
pub(super) trait Teacher {
    /// What is on the board now: a heading, and what stands beside it.
    fn heading(&self) -> (String, String);

    /// What is asked.
    fn question(&self) -> String;

    /// What else is to be known, such as a streak.
    fn notes(&self) -> Vec<String>;

    /// The board; none if there is nothing more to ask.
    fn board(&self) -> Option<&Board>;

    /// Answers a move.
    fn take(&mut self, cell: Cell) -> Result<Answer, IllegalMove>;

    /// Whether one may play on with a wrong move that was just refuted.
    fn may_play_on(&self) -> bool {
        false
    }

    /// Plays on with that move.
    fn play_on(&mut self) {}

    /// Goes on to the next board, whether this one is done or skipped.
    fn go_on(&mut self);

    /// What is said when there is nothing more to ask.
    fn farewell(&self) -> String;
}

/// The screen.
pub(super) struct ExerciseScreen {
    teacher: Box<dyn Teacher>,
    cursor: Cell,
    tabbed: usize,
    view: Option<View>,
    /// The answer that is being shown.
    shown: Option<Shown>,
    note: Option<String>,
}

/// An answer, move by move.
struct Shown {
    right: bool,
    done: bool,
    words: String,
    /// The board before each move, with the group that is taken; then the last board.
    boards: Vec<(Board, Option<GroupView>)>,
    at: usize,
}

/// What is left to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Nothing,
    Leave,
}

impl ExerciseScreen {
    pub(super) fn new(teacher: Box<dyn Teacher>) -> Self {
        let mut screen = Self { teacher, cursor: Cell::new(0, 0), tabbed: 0, view: None, shown: None, note: None };
        screen.place_cursor();
        screen
    }

    /// The cursor on the lowest fruit of the first column that has one.
    fn place_cursor(&mut self) {
        self.tabbed = 0;
        if let Some(board) = self.teacher.board() {
            let fruit = |cell: &Cell| board.get(*cell).is_some();
            let place = |cell: &Cell| (cell.column(), std::cmp::Reverse(cell.row()));
            self.cursor = Cell::all(board.size()).filter(fruit).min_by_key(place).unwrap_or(self.cursor);
        }
    }

    // What is done.

    pub(super) fn act(&mut self, action: Action) -> Wanted {
        self.note = None;
        match action {
            Action::Quit | Action::Leave => return Wanted::Leave,
            Action::New => self.go_on(),
            Action::Pause if self.shown.is_some() && self.teacher.may_play_on() => {
                self.shown = None;
                self.teacher.play_on();
            }
            _ if self.shown.is_some() => {
                if matches!(action, Action::Play) {
                    self.step();
                }
            }
            _ if self.teacher.board().is_none() => {
                if matches!(action, Action::Play) {
                    return Wanted::Leave;
                }
            }
            Action::Move(right, down) => {
                let last = self.teacher.board().map_or(0, |board| board.size() - 1);
                let column = self.cursor.column().saturating_add_signed(right).min(last);
                let row = self.cursor.row().saturating_add_signed(down).min(last);
                self.cursor = Cell::new(column, row);
            }
            Action::NextGroup { .. } => {
                let groups = self.teacher.board().map(Board::groups).unwrap_or_default();
                if let Some(group) = groups.get(self.tabbed % groups.len().max(1)) {
                    self.cursor = group.cell();
                    self.tabbed += 1;
                }
            }
            Action::Play => self.take(),
            _ => {}
        }
        Wanted::Nothing
    }

    pub(super) fn point(&mut self, mouse: MouseEvent) -> Wanted {
        let Some(view) = self.view else { return Wanted::Nothing };
        match (mouse.kind, view.cell_at(mouse.column, mouse.row)) {
            (MouseEventKind::Down(MouseButton::Left), _) if self.shown.is_some() => return self.act(Action::Play),
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(cell)) => self.cursor = cell,
            (MouseEventKind::Down(MouseButton::Left), Some(cell)) => {
                self.cursor = cell;
                return self.act(Action::Play);
            }
            _ => {}
        }
        Wanted::Nothing
    }

    fn take(&mut self) {
        let Some(before) = self.teacher.board().cloned() else { return };
        match self.teacher.take(self.cursor) {
            Err(why) => self.note = Some(why.to_string()),
            Ok(answer) => {
                let boards = boards(before, &answer.moves);
                self.shown = Some(Shown { right: answer.right, done: answer.done, words: answer.words, boards, at: 0 });
            }
        }
    }

    /// Shows the next move of an answer; after the last one it is somebody's turn again.
    fn step(&mut self) {
        let Some(shown) = &mut self.shown else { return };
        if shown.at + 1 < shown.boards.len() {
            shown.at += 1;
        } else if shown.done {
            self.go_on();
        } else {
            self.shown = None;
        }
    }

    fn go_on(&mut self) {
        self.shown = None;
        self.teacher.go_on();
        self.place_cursor();
    }

    // To look at.

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, manners: Manners) {
        let theme = manners.theme;
        let now = self.teacher.board().cloned();
        let (board, lit) = match (&self.shown, now) {
            (Some(shown), _) => shown.boards[shown.at].clone(),
            (None, Some(board)) => {
                let lit = group(&board, self.cursor).ok();
                (board, lit)
            }
            (None, None) => return self.draw_farewell(frame, theme),
        };
        let Some(Layout { view, panel, foot }) = Layout::new(frame.area(), board.size(), 0) else { return };
        self.view = Some(view);
        let cursor = self.shown.is_none().then_some(self.cursor);
        Picture { theme, view, board: &board, lit: lit.as_ref(), cursor, signs: &[], moment: None }
            .draw(frame.buffer_mut());
        let width = usize::from(panel.width);
        frame.render_widget(Paragraph::new(self.lines(theme, lit.as_ref(), width)), panel);
        let keys = match &self.shown {
            None => "Enter: take   Tab: next group   n: skip   Esc: leave",
            Some(shown) if shown.at + 1 < shown.boards.len() => "Enter: the next move   n: skip   Esc: leave",
            Some(shown) if shown.done => "Enter: go on   Esc: leave",
            Some(shown) if shown.right => "Enter: your next move   Esc: leave",
            Some(_) if self.teacher.may_play_on() => "Enter: try again   p: play on   n: skip   Esc: leave",
            Some(_) => "Enter: try again   n: skip   Esc: leave",
        };
        let place = Rect { x: foot.x + 1, width: foot.width - 1, ..foot };
        frame.render_widget(Line::styled(clipped(keys, usize::from(place.width)), theme.faint()), place);
    }

    fn lines(&self, theme: Theme, lit: Option<&GroupView>, width: usize) -> Vec<Line<'static>> {
        let (title, beside) = self.teacher.heading();
        let mut lines = vec![Line::styled(apart(&title, &beside, width), theme.title()), Line::default()];
        let mut say = |text: &str, style: Style| {
            lines.extend(wrapped(text, width).into_iter().map(|line| Line::styled(line, style)));
            lines.push(Line::default());
        };
        say(&self.teacher.question(), Style::new());
        match &self.shown {
            None => {
                if let Some(group) = lit {
                    let (size, points) = (group.size, group.points);
                    say(&format!("{}: {size} x {size} = {points}", self.cursor), Theme::strong());
                }
                if let Some(note) = &self.note {
                    say(note, theme.bad());
                }
                self.teacher.notes().iter().for_each(|note| say(note, theme.faint()));
            }
            Some(shown) => {
                let style = if shown.right { theme.good() } else { theme.bad() };
                say(if shown.right { "Right!" } else { "There is a better move." }, style);
                say(&shown.words, Style::new());
                if let Some(group) = lit {
                    let who = if shown.at % 2 == 0 { "You take" } else { "Your opponent takes" };
                    let (size, points) = (group.size, group.points);
                    say(&format!("{who} {size} for {points}."), Theme::strong());
                }
            }
        }
        lines
    }

    fn draw_farewell(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let width = usize::from(area.width) - 4;
        let mut lines = vec![Line::styled(self.teacher.heading().0, theme.title()), Line::default()];
        for text in std::iter::once(self.teacher.farewell()).chain(self.teacher.notes()) {
            lines.extend(wrapped(&text, width).into_iter().map(Line::raw));
        }
        lines.extend([Line::default(), Line::styled("Enter, Esc: leave", theme.faint())]);
        frame.render_widget(Paragraph::new(lines), Rect { x: 2, y: 2, width: width as u16, height: area.height - 2 });
    }
}

/// The board before each move with the group that it takes, then the last board.
fn boards(start: Board, moves: &[Cell]) -> Vec<(Board, Option<GroupView>)> {
    let mut board = start;
    let mut boards = Vec::new();
    for &cell in moves {
        boards.push((board.clone(), group(&board, cell).ok()));
        if board.try_play(cell).is_err() {
            break;
        }
    }
    boards.push((board, None));
    boards
}
