//! The liberal reader of `input.txt`, for files that are not as they should be.
//!
//! Whatever leaves a legal move is read, in the most plausible way, and every
//! liberty taken is reported once, with the first place where it was needed.
//! Only a file that names no size, or holds no fruit, is refused.

use std::time::Duration;

use super::scanner::describe_byte;
use super::seconds::MAX_SECONDS;
use super::{Input, LineColumn, Oddity, TextError, parse_seconds};
use crate::{Cell, Fruit, Grid, MAX_KINDS, MAX_SIZE, sort_short_by_key};

/// The lines before the board: its size, the kinds of fruit, the time.
const HEADER: usize = 3;

pub(super) fn read(text: &[u8]) -> Result<(Input, Vec<Oddity>), TextError> {
    let mut oddities = Oddities::default();
    let lines = split(text, &mut oddities);
    let header = |i: usize| lines.get(i).copied().unwrap_or_else(|| Line::missing(&lines));
    let rows = lines.get(HEADER..).unwrap_or_default();

    let size = read_size(header(0), rows.len(), &mut oddities)?;
    let announced = header(1).utf8().parse().ok().filter(|kinds| (1..=MAX_KINDS).contains(kinds));
    let (grid, places) = read_grid(rows, size, announced.unwrap_or(MAX_KINDS), &mut oddities);
    if rows.len() < size {
        let what = format!("{} of {size} rows are missing; taken to be empty", size - rows.len());
        oddities.note(Line::missing(&lines).place, what);
    }
    if grid.fruits() == 0 {
        return Err(TextError {
            place: rows.first().copied().unwrap_or_else(|| Line::missing(&lines)).place,
            expected: "a board with at least one fruit to take".to_owned(),
            found: "no fruit at all".to_owned(),
        });
    }
    let kinds = settle_kinds(header(1), announced, grid.kinds(), &mut oddities);
    let time = read_time(header(2), &mut oddities);
    for cell in grid.floating() {
        let place = places[cell.row()][cell.column()];
        oddities.note(place, "a fruit that floats; groups are taken as drawn, then everything falls");
    }
    Ok((Input { kinds, time, grid }, oddities.in_order()))
}

/// A line with something on it: its text without the blanks around it, and
/// where that starts.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a [u8],
    place: LineColumn,
}

impl<'a> Line<'a> {
    /// A stand-in for a line after the last one.
    fn missing(lines: &[Line<'_>]) -> Line<'a> {
        let line = lines.last().map_or(1, |last| last.place.line + 1);
        Line { text: b"", place: LineColumn { line, column: 1 } }
    }

    /// The place of a byte of the text.
    const fn at(self, offset: usize) -> LineColumn {
        LineColumn { line: self.place.line, column: self.place.column + offset }
    }

    /// The text in words.
    fn found(self) -> String {
        match self.text {
            [] => "nothing".to_owned(),
            text if text.len() > 20 => format!("'{}...'", text[..20].escape_ascii()),
            text => format!("'{}'", text.escape_ascii()),
        }
    }

    /// Notes a number that is not written in the plain form.
    fn note_form(self, number: usize, oddities: &mut Oddities) {
        if self.utf8() != number.to_string() {
            oddities.note(self.place, format!("{} for {number}", self.found()));
        }
    }

    fn utf8(self) -> &'a str {
        str::from_utf8(self.text).unwrap_or_default()
    }
}

/// What was odd so far. Each kind of oddity has a text of its own; repetitions
/// are counted instead of listed.
#[derive(Default)]
struct Oddities(Vec<(Oddity, usize)>);

impl Oddities {
    fn note(&mut self, place: LineColumn, what: impl Into<String>) {
        let what = what.into();
        match self.0.iter_mut().find(|(oddity, _)| oddity.what == what) {
            Some((_, again)) => *again += 1,
            None => self.0.push((Oddity { place, what }, 0)),
        }
    }

    /// All of them in the order of their places.
    fn in_order(mut self) -> Vec<Oddity> {
        sort_short_by_key(&mut self.0, |(oddity, _)| oddity.place);
        let with_count = |(oddity, again): (Oddity, usize)| match again {
            0 => oddity,
            1 => Oddity { what: oddity.what + " (and at 1 more place)", ..oddity },
            _ => Oddity { what: format!("{} (and at {again} more places)", oddity.what), ..oddity },
        };
        self.0.into_iter().map(with_count).collect()
    }
}

/// Splits a text into its lines, blank ones left out, whatever ends them.
fn split<'a>(text: &'a [u8], oddities: &mut Oddities) -> Vec<Line<'a>> {
    let mut place = LineColumn { line: 1, column: 1 };
    let mut rest = text;
    if let Some(after) = rest.strip_prefix(b"\xef\xbb\xbf") {
        oddities.note(place, "a byte order mark; skipped");
        rest = after;
        place.column += 3;
    }
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let length = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, end) = rest.split_at(length);
        let end_place = LineColumn { column: place.column + length, ..place };
        rest = match end {
            [b'\r', b'\n', after @ ..] => {
                oddities.note(end_place, "the line ends in CRLF instead of LF");
                after
            }
            [b'\r', after @ ..] => {
                oddities.note(end_place, "the line ends in CR instead of LF");
                after
            }
            [b'\n', after @ ..] => after,
            _ => {
                oddities.note(end_place, "no line end at the end of the file");
                end
            }
        };
        push_line(&mut lines, line, place, oddities);
        place = LineColumn { line: place.line + 1, column: 1 };
    }
    lines
}

fn push_line<'a>(lines: &mut Vec<Line<'a>>, line: &'a [u8], place: LineColumn, oddities: &mut Oddities) {
    let text = line.trim_ascii();
    let indent = line.trim_ascii_start().len().abs_diff(line.len());
    if text.is_empty() {
        oddities.note(place, "a blank line; skipped");
        return;
    }
    if indent > 0 {
        oddities.note(place, "blanks at the start of the line; skipped");
    }
    let line_start = Line { text: line, place };
    if indent + text.len() < line.len() {
        oddities.note(line_start.at(indent + text.len()), "blanks at the end of the line; skipped");
    }
    lines.push(Line { text, place: line_start.at(indent) });
}

fn read_size(line: Line<'_>, rows: usize, oddities: &mut Oddities) -> Result<usize, TextError> {
    match line.utf8().parse() {
        Ok(size @ 1..=MAX_SIZE) => {
            line.note_form(size, oddities);
            Ok(size)
        }
        _ if (1..=MAX_SIZE).contains(&rows) => {
            let found = line.found();
            oddities.note(
                line.place,
                format!("expected the size of the board, found {found}; taken to be {rows}, as there are as many rows"),
            );
            Ok(rows)
        }
        _ => Err(TextError {
            place: line.place,
            expected: format!("the size of the board, a whole number from 1 to {MAX_SIZE}"),
            found: line.found(),
        }),
    }
}

/// The board, and the places of its cells as far as there are any.
fn read_grid(rows: &[Line<'_>], size: usize, kinds: u8, oddities: &mut Oddities) -> (Grid, Vec<Vec<LineColumn>>) {
    let mut grid = Grid::empty(size);
    let lines = rows.iter().take(size).enumerate();
    let places = lines.map(|(row, line)| read_row(*line, &mut grid, row, kinds, oddities)).collect();
    if let Some(line) = rows.get(size) {
        oddities.note(line.place, "more after the last row; skipped");
    }
    (grid, places)
}

/// Reads a row into the board and returns the places of its cells.
fn read_row(line: Line<'_>, grid: &mut Grid, row: usize, kinds: u8, oddities: &mut Oddities) -> Vec<LineColumn> {
    let size = grid.size();
    let mut cells: Vec<(usize, u8)> = line.text.iter().copied().enumerate().collect();
    let filled = cells.iter().filter(|(_, byte)| !byte.is_ascii_whitespace()).count();
    if cells.len() != size && filled == size {
        oddities.note(line.place, "blanks between the cells; skipped");
        cells.retain(|(_, byte)| !byte.is_ascii_whitespace());
    }
    for (column, &(offset, byte)) in cells.iter().take(size).enumerate() {
        let content = Fruit::from_digit(byte);
        if content.is_none() && byte != b'*' {
            let found = describe_byte(byte);
            oddities.note(line.at(offset), format!("expected a digit or *, found {found}; taken to be an empty cell"));
        }
        if content.is_some_and(|fruit| fruit.kind() >= kinds) {
            let what = format!("a fruit that is not one of the {kinds} kinds announced; played all the same");
            oddities.note(line.at(offset), what);
        }
        grid.set(Cell::new(column, row), content);
    }
    if cells.len() < size {
        oddities.note(line.at(line.text.len()), "the row is too short; the rest is taken to be empty");
    } else if let Some((offset, _)) = cells.get(size) {
        oddities.note(line.at(*offset), "the row is too long; the rest is skipped");
    }
    cells.iter().map(|&(offset, _)| line.at(offset)).collect()
}

/// The kinds of fruit, at least as many as are drawn.
fn settle_kinds(line: Line<'_>, announced: Option<u8>, drawn: u8, oddities: &mut Oddities) -> u8 {
    match announced {
        None => {
            let found = line.found();
            let what = format!("expected the number of kinds, found {found}; taken to be {drawn}, as drawn");
            oddities.note(line.place, what);
        }
        Some(kinds) => {
            line.note_form(kinds.into(), oddities);
            if kinds == MAX_KINDS {
                oddities.note(line.place, "10 kinds of fruit; the published rules stop at 9");
            }
        }
    }
    announced.unwrap_or(drawn).max(drawn)
}

/// The remaining time; zero, so that an agent does not think, if unreadable.
fn read_time(line: Line<'_>, oddities: &mut Oddities) -> Duration {
    let text = line.utf8();
    if let Some(time) = parse_seconds(text).filter(|time| !time.is_zero()) {
        return time;
    }
    let found = line.found();
    // Anything that a program might print for a number, and a decimal comma.
    let number = text.replace(',', ".").parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    let loosely = number.and_then(|seconds| Duration::try_from_secs_f64(seconds.min(MAX_SECONDS as f64)).ok());
    if let Some(time) = loosely.filter(|time| !time.is_zero()) {
        let seconds = time.as_secs_f64();
        let what = format!("expected a plain decimal number of seconds, found {found}; taken to be {seconds} s");
        oddities.note(line.place, what);
        return time;
    }
    oddities.note(line.place, format!("expected the remaining seconds, found {found}; taken to be none"));
    Duration::ZERO
}
