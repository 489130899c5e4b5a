//! Habits of writing a reply in another form than the rules': what a reply that cannot be
//! read would have to change to be read.
//!
//! A habit is named only if the reply can be read once that one thing is mended.

use fruitrage_rules::Cell;
use fruitrage_rules::text::{Input, Output, WhiteSpace};

/// Why a reply cannot be read, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Nothing was written.
    Empty,
    /// Nothing but white space was written.
    Blank,
    /// The text is in UTF-16.
    Utf16,
    /// There are zero bytes in the text.
    ZeroBytes,
    /// The white space is odd, which only a strict reader minds.
    WhiteSpace(Vec<WhiteSpace>),
    /// There are blanks at the start of lines.
    Indented,
    /// There are blank lines before the board or in it.
    BlankLines,
    /// The move is written in another form; as it is, and as it should be.
    Move(MoveForm, String, Cell),
    /// The move is two numbers.
    Numbers(String),
    /// There is more than the move on its line.
    MoreThanMove(String, Cell),
    /// The first row has the number 0.
    RowZero(String),
    /// The move stands behind the board.
    MoveLast,
    /// There is no move.
    NoMove,
    /// It is an `input.txt`.
    InputForm,
    /// Size, kinds and time stand before the board.
    Header,
    /// There is something between the cells of a row.
    CellsApart,
    /// All stands on one line.
    OneLine,
    /// Empty cells are written as something else than `*`.
    EmptyAs(String),
    /// The board has this number of rows instead of that.
    Rows(usize, usize),
    /// A row, counted from 1, has this number of cells instead of that.
    RowLength(usize, usize, usize),
    /// Something follows the board: the line, and what stands there.
    After(usize, String),
    /// Something stands before the move: so many lines, and the first of them.
    Before(usize, String),
}

/// Another form of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// `b1`
    SmallLetter,
    /// `B 1`
    Blank,
    /// `1B`
    NumberFirst,
    /// `B01`
    LeadingZero,
    /// `(B,1)`, `'B1'`
    Punctuation,
}

/// Returns the habit that keeps a reply for a board of this size from being read, if it is
/// one that is known.
pub fn habit(text: &[u8], size: usize) -> Option<Habit> {
    if text.is_empty() {
        return Some(Habit::Empty);
    }
    if text.trim_ascii().is_empty() {
        return Some(Habit::Blank);
    }
    if let Ok((_, odd)) = Output::read_tolerantly(text, size) {
        return Some(Habit::WhiteSpace(odd)).filter(|_| Output::read_strictly(text, size).is_err());
    }
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") || is_every_other_byte_zero(text) {
        return Some(Habit::Utf16);
    }
    if text.contains(&0) {
        let without: Vec<u8> = text.iter().copied().filter(|&byte| byte != 0).collect();
        return Output::read_tolerantly(&without, size).ok().map(|_| Habit::ZeroBytes);
    }
    let text = str::from_utf8(text).ok()?;
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    Reply { lines: &lines, size }.habit()
}

fn is_every_other_byte_zero(text: &[u8]) -> bool {
    let zeros = |first: usize| text.iter().skip(first).step_by(2).all(|&byte| byte == 0);
    text.len() >= 4 && (zeros(0) || zeros(1))
}

/// The lines of a reply without what may be odd about their ends.
#[derive(Clone, Copy)]
struct Reply<'a> {
    lines: &'a [&'a str],
    size: usize,
}

impl Reply<'_> {
    fn habit(self) -> Option<Habit> {
        self.of_layout()
            .or_else(|| self.of_move())
            .or_else(|| self.of_rows())
            .or_else(|| self.of_counts())
            .or_else(|| self.of_surroundings())
    }

    /// Whether lines can be read as a reply.
    fn reads<S: AsRef<str>>(self, lines: impl IntoIterator<Item = S>) -> bool {
        let text: String = lines.into_iter().flat_map(|line| [line.as_ref().to_owned(), "\n".to_owned()]).collect();
        Output::read_strictly(text.as_bytes(), self.size).is_ok()
    }

    /// Whether a line is a row of the board.
    fn is_row(self, line: &str) -> bool {
        line.len() == self.size && is_cells(line)
    }

    fn of_layout(self) -> Option<Habit> {
        if self.reads(self.lines.iter().map(|line| line.trim_start())) {
            return Some(Habit::Indented);
        }
        if self.reads(self.lines.iter().filter(|line| !line.is_empty())) {
            return Some(Habit::BlankLines);
        }
        if let [line] = self.lines
            && self.reads(line.split_whitespace())
        {
            return Some(Habit::OneLine);
        }
        None
    }

    fn of_move(self) -> Option<Habit> {
        let (first, rows) = self.lines.split_first()?;
        let with = |name: &str| self.reads([name].iter().chain(rows));
        // Whatever stands there, is the rest as it should be?
        if !with("A1") {
            return None;
        }
        let mended = |name: &str| name.parse::<Cell>().ok();
        let quoted = || shortened(first);
        if let Some(cell) = mended(&first.to_uppercase()) {
            return Some(Habit::Move(MoveForm::SmallLetter, quoted(), cell));
        }
        if let Some(cell) = mended(&first.replace([' ', '\t'], "")) {
            return Some(Habit::Move(MoveForm::Blank, quoted(), cell));
        }
        if let Some(word) = first.split_whitespace().next().filter(|_| first.contains(char::is_whitespace))
            && let Some(cell) = mended(word)
        {
            return Some(Habit::MoreThanMove(quoted(), cell));
        }
        if let Some(word) = first.split_whitespace().next_back().filter(|_| first.contains(char::is_whitespace))
            && let Some(cell) = mended(word)
        {
            return Some(Habit::MoreThanMove(quoted(), cell));
        }
        let plain: String = first.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
        let digits = plain.trim_matches(|c: char| c.is_ascii_uppercase());
        let letter = plain.trim_matches(|c: char| c.is_ascii_digit());
        if letter.is_empty() && !plain.is_empty() {
            return Some(Habit::Numbers(quoted()));
        }
        if letter.len() == 1 && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
            let row = digits.trim_start_matches('0');
            if row.is_empty() {
                return Some(Habit::RowZero(quoted()));
            }
            let cell = mended(&format!("{letter}{row}"))?;
            let form = match first {
                first if first.len() != plain.len() => MoveForm::Punctuation,
                first if first.starts_with(|c: char| c.is_ascii_digit()) => MoveForm::NumberFirst,
                _ => MoveForm::LeadingZero,
            };
            return Some(Habit::Move(form, quoted(), cell));
        }
        None
    }

    fn of_rows(self) -> Option<Habit> {
        let (first, rows) = self.lines.split_first()?;
        let with = |row: &dyn Fn(&str) -> String| {
            self.reads(std::iter::once((*first).to_owned()).chain(rows.iter().map(|line| row(line))))
        };
        if with(&|line| line.replace([' ', '\t', ',', ';', '|', '[', ']', '(', ')', '\'', '"'], "")) {
            return Some(Habit::CellsApart);
        }
        if with(&|line| line.replace("-1", "*").replace([' ', '\t', ','], "")) {
            return Some(Habit::EmptyAs("-1".to_owned()));
        }
        let mut strange = rows.iter().flat_map(|line| line.chars()).filter(|&c| !is_cell(c));
        if let Some(symbol) = strange.next()
            && strange.all(|other| other == symbol)
            && with(&|line| format!("{line:<0$}", self.size).replace([symbol, ' '], "*"))
        {
            let is_blank = rows.iter().any(|line| line.len() < self.size);
            return Some(Habit::EmptyAs(if is_blank { "a blank".to_owned() } else { format!("'{symbol}'") }));
        }
        None
    }

    fn of_counts(self) -> Option<Habit> {
        let (first, rows) = self.lines.split_first()?;
        if let Some((last, board)) = self.lines.split_last()
            && self.reads([last].into_iter().chain(board))
        {
            return Some(Habit::MoveLast);
        }
        if self.reads(["A1"].iter().chain(self.lines)) {
            return Some(Habit::NoMove);
        }
        if Input::read_strictly((self.lines.join("\n") + "\n").as_bytes()).is_ok() {
            return Some(Habit::InputForm);
        }
        if let Some(board) = rows.get(3..)
            && self.reads([first].into_iter().chain(board))
        {
            return Some(Habit::Header);
        }
        first.parse::<Cell>().ok()?;
        let filled: Vec<&&str> = rows.iter().filter(|line| is_cells(line)).collect();
        if rows.len() != self.size && rows.iter().all(|line| self.is_row(line)) {
            return Some(Habit::Rows(rows.len(), self.size));
        }
        if rows.len() == self.size && filled.len() == rows.len() {
            let wrong = rows.iter().position(|line| line.len() != self.size)?;
            return Some(Habit::RowLength(wrong + 1, rows[wrong].len(), self.size));
        }
        None
    }

    fn of_surroundings(self) -> Option<Habit> {
        let whole = self.size + 1;
        if let Some(reply) = self.lines.get(..whole)
            && self.reads(reply)
        {
            let (number, line) = self.lines.iter().enumerate().skip(whole).find(|(_, line)| !line.is_empty())?;
            return Some(Habit::After(number + 1, shortened(line)));
        }
        let before = (1..self.lines.len()).find(|&before| self.reads(&self.lines[before..]))?;
        Some(Habit::Before(before, shortened(self.lines[0])))
    }
}

const fn is_cell(symbol: char) -> bool {
    symbol.is_ascii_digit() || symbol == '*'
}

fn is_cells(line: &str) -> bool {
    !line.is_empty() && line.chars().all(is_cell)
}

/// The beginning of a line, to be quoted.
fn shortened(line: &str) -> String {
    const MOST: usize = 20;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
