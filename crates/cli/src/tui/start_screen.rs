//! The start screen: who plays, on which board, on which clock, with the board
//! to be seen beside it.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use fruitrage_engine::Level;
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_rules::{MAX_KINDS, MAX_SIZE};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::board::Picture;
use super::layout::View;
use super::suggestion::Suggestion;
use super::text::{clipped, wrapped};
use super::theme::Theme;
use super::wish::{Starts, Who, Wish};
use crate::seed::new_seed;

/// Who can be chosen before the levels, and after them: as shown, and as written on the
/// command line.
const PERSON: (&str, &str) = ("a person", "human");
const CLASSICS: [(&str, &str); 3] =
    [("random moves", "random"), ("greedy", "greedy"), ("minimax, 3 ahead", "minimax:depth=3")];

/// The choice after those: a program.
const PROGRAM: usize = 1 + Level::ALL.len() + CLASSICS.len();

/// Returns who can be chosen, as shown and as written on the command line.
fn player(choice: usize) -> Option<(String, String)> {
    let of_level =
        |level: &Level| (format!("{}, level {}", level.name(), level.number()), format!("engine:level={level}"));
    let levels = Level::ALL.iter().map(of_level);
    let others = |(shown, text): (&str, &str)| (shown.to_owned(), text.to_owned());
    std::iter::once(others(PERSON)).chain(levels).chain(CLASSICS.map(others)).nth(choice)
}

/// Clocks to choose from: seconds for the game, and for each move; 0 for no clocks.
const CLOCKS: [(u64, u64); 14] = [
    (0, 0),
    (15, 0),
    (30, 0),
    (60, 0),
    (60, 1),
    (120, 0),
    (180, 0),
    (180, 2),
    (300, 0),
    (300, 3),
    (600, 0),
    (600, 5),
    (1200, 0),
    (3600, 0),
];

/// The columns of the form, up to the picture of the board.
const FORM: u16 = 46;

/// The column where answers begin.
const ANSWERS: usize = 16;

/// The line of the first field.
const FIRST_LINE: u16 = 3;

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Player(usize),
    Command(usize),
    Starts,
    Size,
    Kinds,
    Seed,
    Time,
    Begin,
    Learn,
    Puzzles,
}

impl Field {
    /// What it does if it is a button.
    const fn button(self) -> Option<Choice> {
        match self {
            Self::Begin => Some(Choice::Begin),
            Self::Learn => Some(Choice::Learn),
            Self::Puzzles => Some(Choice::Puzzles),
            _ => None,
        }
    }
}

/// What the start screen was left with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A game is wanted.
    Begin,
    /// The first lesson is wanted.
    Learn,
    /// Puzzles are wanted.
    Puzzles,
    /// The rules and the keys are asked for.
    Help,
    /// Nothing is wanted.
    Leave,
}

/// The start screen.
pub(super) struct StartScreen {
    wish: Wish,
    /// The commands of programs, as typed so far.
    commands: [String; 2],
    /// Whether a seat is for a program, whatever is typed.
    programs: [bool; 2],
    focus: usize,
    /// What is wrong.
    pub(super) trouble: Option<String>,
    /// Whether there is a game to go back to.
    pub(super) has_game: bool,
    suggestion: Suggestion,
}

impl StartScreen {
    pub(super) fn new(wish: Wish, suggestion: Suggestion) -> Self {
        let programs = wish.players.clone().map(|who| choice_of(&who) == PROGRAM);
        let commands = wish.players.clone().map(|who| match who {
            Who::Agent(command) if choice_of(&Who::Agent(command.clone())) == PROGRAM => command,
            Who::Agent(_) | Who::Human(_) => String::new(),
        });
        let mut screen = Self { wish, commands, programs, focus: 0, trouble: None, has_game: false, suggestion };
        screen.focus_on(Field::Begin);
        screen
    }

    /// The game that is wanted, or what is missing for it.
    pub(super) fn wish(&self) -> Result<Wish, String> {
        let mut wish = self.wish.clone();
        for seat in 0..2 {
            if self.programs[seat] {
                let command = self.commands[seat].trim();
                if command.is_empty() {
                    return Err("Type the command of the program, such as ./mybot or python3 bot.py.".to_owned());
                }
                wish.players[seat] = Who::Agent(command.to_owned());
            }
        }
        Ok(wish)
    }

    /// Asks about another board than last time.
    pub(super) fn another_board(&mut self) {
        self.wish.start = None;
        self.wish.random.seed = new_seed();
        self.focus_on(Field::Begin);
    }

    fn focus_on(&mut self, field: Field) {
        self.focus = self.fields().iter().position(|&other| other == field).unwrap_or(0);
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for seat in 0..2 {
            fields.push(Field::Player(seat));
            if self.programs[seat] {
                fields.push(Field::Command(seat));
            }
        }
        fields.extend([Field::Starts, Field::Size, Field::Kinds, Field::Seed, Field::Time]);
        fields.extend([Field::Begin, Field::Learn, Field::Puzzles]);
        fields
    }

    fn focused(&self) -> Field {
        self.fields()[self.focus]
    }

    // What is done.

    pub(super) fn press(&mut self, key: &KeyEvent, vi: bool) -> Option<Choice> {
        self.trouble = None;
        let field = self.focused();
        let typing = matches!(field, Field::Command(_));
        match key.code {
            KeyCode::Enter => return field.button().or(Some(Choice::Begin)),
            KeyCode::Backspace => self.delete(),
            KeyCode::Char(letter) if typing && !key.modifiers.contains(KeyModifiers::CONTROL) => {
                if let Field::Command(seat) = field {
                    self.commands[seat].push(letter);
                }
            }
            KeyCode::Char('?') | KeyCode::F(1) => return Some(Choice::Help),
            KeyCode::Char(' ') if field.button().is_some() => return field.button(),
            KeyCode::Esc | KeyCode::Char('q') => return Some(Choice::Leave),
            KeyCode::Up | KeyCode::BackTab => self.move_focus(-1),
            KeyCode::Down | KeyCode::Tab => self.move_focus(1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Char(letter @ ('h' | 'l')) if vi => self.change(if letter == 'h' { -1 } else { 1 }),
            KeyCode::Char(letter @ ('j' | 'k')) if vi => self.move_focus(if letter == 'k' { -1 } else { 1 }),
            KeyCode::Char(digit) => self.type_digit(digit),
            _ => {}
        }
        None
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Field::Command(seat) = self.focused() {
            self.commands[seat].extend(text.chars().filter(|letter| !letter.is_control()));
        }
    }

    pub(super) fn point(&mut self, mouse: MouseEvent) -> Option<Choice> {
        let line = usize::from(mouse.row.checked_sub(FIRST_LINE)?);
        let lines = self.lines_of_fields();
        let focus = lines.iter().position(|&of_field| of_field == line)?;
        match mouse.kind {
            MouseEventKind::Down(button) if mouse.column < FORM => {
                self.trouble = None;
                self.focus = focus;
                match (self.focused(), button) {
                    (field, _) if field.button().is_some() => return field.button(),
                    (_, MouseButton::Right) => self.change(-1),
                    // On the arrow at the left, back.
                    _ if usize::from(mouse.column) <= ANSWERS + 1 => self.change(-1),
                    _ => self.change(1),
                }
            }
            MouseEventKind::ScrollUp => self.change(-1),
            MouseEventKind::ScrollDown => self.change(1),
            _ => {}
        }
        None
    }

    /// The line of each field: there is a gap between players and board, and before the
    /// last.
    fn lines_of_fields(&self) -> Vec<usize> {
        let gaps = |field: Field| match field {
            Field::Player(_) | Field::Command(_) | Field::Starts => 0,
            Field::Begin | Field::Learn | Field::Puzzles => 2,
            _ => 1,
        };
        self.fields().into_iter().enumerate().map(|(at, field)| at + gaps(field)).collect()
    }

    fn move_focus(&mut self, by: isize) {
        let count = self.fields().len() as isize;
        self.focus = (self.focus as isize + by).rem_euclid(count) as usize;
    }

    /// The next answer, or the one before.
    fn change(&mut self, by: isize) {
        let field = self.focused();
        let random = &mut self.wish.random;
        match field {
            Field::Player(seat) => {
                let choices = PROGRAM as isize + 1;
                let now = if self.programs[seat] { PROGRAM } else { choice_of(&self.wish.players[seat]) };
                let next = (now as isize + by).rem_euclid(choices) as usize;
                self.programs[seat] = next == PROGRAM;
                if let Some((_, text)) = player(next) {
                    self.wish.players[seat] = Who::of_text(&text);
                }
            }
            Field::Starts => {
                let all = [Starts::You, Starts::Opponent, Starts::Lot];
                let now = all.iter().position(|&starts| starts == self.wish.starts).unwrap_or(0);
                self.wish.starts = all[(now as isize + by).rem_euclid(3) as usize];
            }
            Field::Size => random.size = random.size.saturating_add_signed(by).clamp(1, MAX_SIZE),
            Field::Kinds => random.kinds = random.kinds.saturating_add_signed(by as i8).clamp(1, MAX_KINDS),
            Field::Seed => random.seed = random.seed.wrapping_add_signed(by as i64),
            Field::Time => {
                let budget = self.wish.budget.map_or(0, |budget| budget.as_secs().max(1));
                let now = (budget, if budget > 0 { self.wish.increment.as_secs() } else { 0 });
                let (budget, increment) = if by > 0 {
                    CLOCKS.into_iter().find(|&clock| clock > now).unwrap_or(CLOCKS[0])
                } else {
                    CLOCKS.into_iter().rfind(|&clock| clock < now).unwrap_or(CLOCKS[CLOCKS.len() - 1])
                };
                self.wish.budget = (budget > 0).then(|| Duration::from_secs(budget));
                self.wish.increment = Duration::from_secs(increment);
            }
            Field::Command(_) | Field::Begin | Field::Learn | Field::Puzzles => {}
        }
        self.board_changed();
    }

    /// A board from a file stands only as long as no other is asked for.
    fn board_changed(&mut self) {
        if matches!(self.focused(), Field::Size | Field::Kinds | Field::Seed) {
            self.wish.start = None;
        }
    }

    fn type_digit(&mut self, letter: char) {
        let Some(digit) = letter.to_digit(10) else { return };
        let field = self.focused();
        let random = &mut self.wish.random;
        match field {
            Field::Size => {
                let longer = random.size * 10 + digit as usize;
                random.size = if longer <= MAX_SIZE { longer } else { digit as usize }.clamp(1, MAX_SIZE);
            }
            Field::Kinds => {
                let longer = random.kinds * 10 + digit as u8;
                random.kinds = if longer <= MAX_KINDS { longer } else { digit as u8 }.clamp(1, MAX_KINDS);
            }
            Field::Seed => {
                let longer = random.seed.checked_mul(10).and_then(|seed| seed.checked_add(digit.into()));
                random.seed = longer.unwrap_or(random.seed);
            }
            _ => {}
        }
        self.board_changed();
    }

    fn delete(&mut self) {
        match self.focused() {
            Field::Command(seat) => {
                self.commands[seat].pop();
            }
            Field::Seed => {
                self.wish.random.seed /= 10;
                self.board_changed();
            }
            _ => {}
        }
    }

    // To look at.

    fn question(field: Field) -> &'static str {
        match field {
            Field::Player(0) => "First player",
            Field::Player(_) => "Second player",
            Field::Command(_) => "  its command",
            Field::Starts => "Who starts",
            Field::Size => "Size",
            Field::Kinds => "Kinds of fruit",
            Field::Seed => "Seed",
            Field::Time => "Time for each",
            Field::Begin | Field::Learn | Field::Puzzles => "",
        }
    }

    fn answer(&self, field: Field) -> String {
        let random = &self.wish.random;
        let of_board = |text: String| if self.wish.start.is_some() { "as in the file".to_owned() } else { text };
        match field {
            Field::Player(seat) if self.programs[seat] => "a program".to_owned(),
            Field::Player(seat) => match &self.wish.players[seat] {
                Who::Human(name) if name != "Human" => name.clone(),
                who => player(choice_of(who)).map_or_else(String::new, |(shown, _)| shown),
            },
            Field::Command(seat) => self.commands[seat].clone(),
            Field::Starts => match self.wish.starts {
                Starts::You => "the first player",
                Starts::Opponent => "the second player",
                Starts::Lot => "drawn by lot",
            }
            .to_owned(),
            Field::Size => of_board(format!("{0} x {0}", random.size)),
            Field::Kinds => of_board(random.kinds.to_string()),
            Field::Seed => of_board(random.seed.to_string()),
            Field::Time => self
                .wish
                .budget
                .map_or_else(|| "no clocks".to_owned(), |time| clock_in_words(time, self.wish.increment)),
            Field::Begin => " Start the game ".to_owned(),
            Field::Learn => " First lesson ".to_owned(),
            Field::Puzzles => " Puzzles ".to_owned(),
        }
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let columns = usize::from(FORM) - 2;
        let put = |frame: &mut Frame<'_>, x: u16, y: u16, width: usize, line: Line<'_>| {
            let width = width as u16;
            frame.render_widget(Paragraph::new(line), Rect { x, y, width, height: 1 }.intersection(area));
        };
        put(frame, 2, 1, columns, Line::styled("FRUIT RAGE: a new game", theme.title()));
        let [back, on] = if theme.unicode { ["‹ ", " ›"] } else { ["< ", " >"] };
        for ((at, field), line) in self.fields().into_iter().enumerate().zip(self.lines_of_fields()) {
            let is_focused = at == self.focus;
            let style = if is_focused { Theme::chosen() } else { Theme::strong() };
            let answer = self.answer(field);
            let y = FIRST_LINE + line as u16;
            let spans = match field {
                Field::Begin | Field::Learn | Field::Puzzles => vec![Span::styled(answer, style)],
                Field::Command(_) => {
                    // The end of a long command is what is being typed.
                    let room = columns - ANSWERS;
                    let skip = answer.chars().count().saturating_sub(room.saturating_sub(3));
                    let shown: String = answer.chars().skip(skip).collect();
                    let cursor = if is_focused { "_" } else { "" };
                    vec![
                        Span::raw(format!("{:<ANSWERS$}", Self::question(field))),
                        Span::styled(format!("{shown}{cursor} "), style),
                    ]
                }
                _ => vec![
                    Span::raw(format!("{:<ANSWERS$}", Self::question(field))),
                    Span::styled(if is_focused { back } else { "  " }, theme.hint()),
                    Span::styled(answer, style),
                    Span::styled(if is_focused { on } else { "" }, theme.hint()),
                ],
            };
            put(frame, 2, y, columns, Line::from(spans));
        }
        let mut y = FIRST_LINE + self.lines_of_fields().last().copied().unwrap_or(0) as u16 + 2;
        if let Some(trouble) = &self.trouble {
            for line in wrapped(trouble, columns - 2).into_iter().take(8) {
                put(frame, 2, y, columns, Line::styled(line, theme.bad()));
                y += 1;
            }
        } else {
            for line in self.about(columns - 2) {
                put(frame, 2, y, columns, Line::styled(line, theme.faint()));
                y += 1;
            }
        }
        let leave = if self.has_game { "Esc: back to the game" } else { "Esc: leave" };
        let keys = format!("arrows: choose  Enter: start  ?: help  {leave}");
        put(frame, 1, area.bottom() - 1, 78, Line::styled(clipped(&keys, 78), theme.faint()));
        self.draw_board(frame, theme);
    }

    /// Who the opponents are, and who suits this person.
    fn about(&self, columns: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut levels: Vec<Level> = self.wish.players.iter().filter_map(level_of).collect();
        levels.dedup();
        for level in levels {
            let text = format!("{} ({}): {}.", level.name(), level.rating(), level.words());
            lines.extend(wrapped(&text, columns));
        }
        lines.extend(self.suggestion.words().iter().flat_map(|words| wrapped(words, columns)));
        lines
    }

    /// The board, as far as there is room for it.
    fn draw_board(&self, frame: &mut Frame<'_>, theme: Theme) {
        let Ok(start) = self.wish.start() else { return };
        let area = frame.area();
        let size = start.board.size();
        let (width, height) = (area.width.saturating_sub(FORM + 5), area.height.saturating_sub(4));
        // A board that is too large for its place is shown from its lower left corner, as
        // cells without symbols would say nothing.
        let fits = |tile: (u16, u16)| size as u16 * tile.0 < width && size as u16 * tile.1 <= height;
        let tile = [(5, 2), (2, 1)].into_iter().find(|&tile| fits(tile));
        let place = Rect { x: FORM + 4, y: 2, width, height };
        let Some(tile) = tile else {
            let text = format!("The board of {size} x {size} shows itself in the game.");
            let lines: Vec<Line<'_>> =
                wrapped(&text, usize::from(width)).into_iter().map(|line| Line::styled(line, theme.faint())).collect();
            return frame.render_widget(Paragraph::new(lines), place);
        };
        let area = Rect { width: size as u16 * tile.0 + 1, height: size as u16 * tile.1, ..place };
        let view = View { size, area, tile, first_row: 0 };
        let picture = Picture { theme, view, board: &start.board, lit: None, cursor: None, signs: &[], moment: None };
        picture.draw(frame.buffer_mut());
    }
}

/// Which of the players that can be chosen it is.
fn choice_of(who: &Who) -> usize {
    match who {
        Who::Human(_) => 0,
        Who::Agent(command) => {
            let level = level_of(who).map(|level| usize::from(level.number()));
            let classic = CLASSICS.iter().position(|(_, text)| text == command);
            level.or(classic.map(|at| 1 + Level::ALL.len() + at)).unwrap_or(PROGRAM)
        }
    }
}

/// The level, if it is the engine at one and nothing else is said of it.
fn level_of(who: &Who) -> Option<Level> {
    match who {
        Who::Human(_) => None,
        Who::Agent(command) => command.parse::<BuiltinPlayer>().ok()?.plain_level(),
    }
}

/// A clock with what it gives for each move: `3 min + 2 s a move`.
fn clock_in_words(time: Duration, increment: Duration) -> String {
    let time = time_in_words(time);
    if increment.is_zero() { time } else { format!("{time} + {} a move", time_in_words(increment)) }
}

fn time_in_words(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 60.0 && seconds % 60.0 == 0.0 { format!("{} min", seconds / 60.0) } else { format!("{seconds} s") }
}

#[cfg(test)]
mod tests {
    use super::super::wish::WishedBoard;
    use super::*;

    fn screen() -> StartScreen {
        let wish = Wish {
            players: [Who::of_text("human"), Who::of_text("engine:level=3")],
            starts: Starts::You,
            random: WishedBoard { size: 10, kinds: 4, seed: 7 },
            start: None,
            budget: None,
            increment: Duration::ZERO,
            move_time: Duration::from_secs(1),
            paused: false,
        };
        StartScreen::new(wish, Suggestion::of_results(&[]))
    }

    fn press(screen: &mut StartScreen, codes: &[KeyCode]) {
        for &code in codes {
            assert_eq!(screen.press(&KeyEvent::new(code, KeyModifiers::NONE), false), None);
        }
    }

    #[test]
    fn numbers_are_typed_or_changed_step_by_step() {
        let mut screen = screen();
        screen.focus = 3;
        assert_eq!(screen.focused(), Field::Size);
        press(&mut screen, &[KeyCode::Char('2'), KeyCode::Char('6'), KeyCode::Right, KeyCode::Left]);
        assert_eq!(screen.wish().unwrap().random.size, 25);
        press(&mut screen, &[KeyCode::Down, KeyCode::Char('9'), KeyCode::Down, KeyCode::Backspace, KeyCode::Char('4')]);
        let random = screen.wish().unwrap().random;
        assert_eq!((random.kinds, random.seed), (9, 4));
        press(&mut screen, &[KeyCode::Down, KeyCode::Right]);
        assert_eq!(screen.wish().unwrap().budget, Some(Duration::from_secs(15)));
        press(&mut screen, &[KeyCode::Right; 6]);
        let wish = screen.wish().unwrap();
        assert_eq!((wish.budget, wish.increment), (Some(Duration::from_mins(3)), Duration::from_secs(2)));
        assert_eq!(screen.answer(Field::Time), "3 min + 2 s a move");
        press(&mut screen, &[KeyCode::Left]);
        assert_eq!(screen.wish().unwrap().increment, Duration::ZERO);
    }

    #[test]
    fn a_program_needs_its_command() {
        let mut screen = screen();
        screen.focus = 0;
        press(&mut screen, &[KeyCode::Left]);
        assert_eq!(screen.fields()[1], Field::Command(0));
        assert!(screen.wish().is_err());
        press(&mut screen, &[KeyCode::Down, KeyCode::Char('.'), KeyCode::Char('/'), KeyCode::Char('q')]);
        assert_eq!(screen.wish().unwrap().players[0], Who::Agent("./q".to_owned()));
        press(&mut screen, &[KeyCode::Up, KeyCode::Right]);
        assert_eq!(screen.wish().unwrap().players[0], Who::of_text("human"));
    }
}
