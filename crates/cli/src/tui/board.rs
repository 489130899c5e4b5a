//! The picture of the board: the fruit, the group under the cursor with its
//! outline, and the fruit that falls.

use fruitrage_play::GroupView;
use fruitrage_rules::{Board, Cell, Fruit};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::layout::View;
use super::motion::Moment;
use super::theme::Theme;

/// What to show.
pub(super) struct Picture<'a> {
    pub(super) theme: Theme,
    pub(super) view: View,
    pub(super) board: &'a Board,
    /// The group that is lit.
    pub(super) lit: Option<&'a GroupView>,
    pub(super) cursor: Option<Cell>,
    /// Cells to be pointed out, with a sign for each.
    pub(super) signs: &'a [(Cell, char)],
    pub(super) moment: Option<Moment<'a>>,
}

/// Which sides of a cell are the border of its group.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a cell has four sides")]
struct Edges {
    top: bool,
    right: bool,
    bottom: bool,
    left: bool,
}

impl Picture<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        self.draw_labels(buffer);
        match &self.moment {
            None => {
                self.draw_cells(buffer, self.board, self.lit.map_or(&[], |group| &group.cells), |_| false);
                self.draw_signs(buffer);
                self.draw_cursor(buffer);
            }
            Some(Moment::Flash { before, taken }) => {
                self.draw_cells(buffer, before, &taken.cells, |_| false);
                self.draw_gain(buffer, taken);
            }
            Some(Moment::Falling { before, taken, falls, part }) => {
                let moves = |cell: Cell| taken.cells.contains(&cell) || falls.iter().any(|fall| fall.from == cell);
                self.draw_cells(buffer, before, &[], moves);
                for fall in *falls {
                    let way = (fall.to.row() - fall.from.row()) as f64 * f64::from(self.view.tile.1);
                    let line = self.line(fall.from.row()) + (way * part).round() as i32;
                    self.draw_tile(buffer, fall.from.column(), line, Some(fall.fruit), None);
                }
            }
        }
    }

    /// The line of a row, counted from the first one that is seen.
    fn line(&self, row: usize) -> i32 {
        (row as i32 - self.view.first_row as i32) * i32::from(self.view.tile.1)
    }

    /// One character of the board, if it is among what is seen.
    fn put(&self, buffer: &mut Buffer, x: u16, line: i32, symbol: char, style: Style) {
        if (0..i32::from(self.view.area.height)).contains(&line) {
            buffer[(x, self.view.area.y + line as u16)].set_char(symbol).set_style(style);
        }
    }

    fn draw_labels(&self, buffer: &mut Buffer) {
        let View { size, area, tile, first_row } = self.view;
        let (faint, marked) = (self.theme.faint(), Theme::strong());
        let here = |is_here: bool| if is_here { marked } else { faint };
        for column in 0..size {
            let style = here(self.cursor.is_some_and(|cursor| cursor.column() == column));
            buffer[(self.view.x(column) + tile.0 / 2, area.y - 1)].set_char(letter(column)).set_style(style);
        }
        let rows = self.view.rows();
        for row in first_row..first_row + rows {
            let y = area.y + (row - first_row) as u16 * tile.1 + (tile.1 - 1) / 2;
            let style = here(self.cursor.is_some_and(|cursor| cursor.row() == row));
            buffer.set_string(area.x - 3, y, format!("{:>2}", row + 1), style);
        }
        // More rows above and below, if they do not fit.
        if first_row > 0 {
            buffer.set_string(area.x - 3, area.y, self.theme.either(" ▲", " ^"), self.theme.hint());
        }
        if first_row + rows < size {
            buffer.set_string(area.x - 3, area.bottom() - 1, self.theme.either(" ▼", " v"), self.theme.hint());
        }
    }

    fn draw_cells(&self, buffer: &mut Buffer, board: &Board, lit: &[Cell], is_hidden: impl Fn(Cell) -> bool) {
        let size = self.view.size;
        for cell in Cell::all(size) {
            let fruit = board.get(cell).filter(|_| !is_hidden(cell));
            let edges = lit.contains(&cell).then(|| {
                let (column, row) = (cell.column(), cell.row());
                let inside = |column: usize, row: usize| lit.contains(&Cell::new(column, row));
                Edges {
                    top: row == 0 || !inside(column, row - 1),
                    right: column + 1 == size || !inside(column + 1, row),
                    bottom: row + 1 == size || !inside(column, row + 1),
                    left: column == 0 || !inside(column - 1, row),
                }
            });
            self.draw_tile(buffer, cell.column(), self.line(cell.row()), fruit, edges);
        }
    }

    /// A cell with its left upper corner in some line; lit if its edges are told.
    fn draw_tile(&self, buffer: &mut Buffer, column: usize, line: i32, fruit: Option<Fruit>, lit: Option<Edges>) {
        let (width, height) = self.view.tile;
        let x = self.view.x(column);
        let Some(fruit) = fruit else {
            let dot = if self.theme.unicode { '·' } else { '.' };
            return self.put(buffer, x + width / 2, line + i32::from((height - 1) / 2), dot, self.theme.faint());
        };
        let style = if lit.is_some() { self.theme.lit(fruit) } else { self.theme.fruit(fruit) };
        for y in 0..height {
            for dx in 0..width {
                let border = lit.filter(|_| height > 1 && self.theme.unicode);
                let symbol = border.map_or(' ', |edges| edges.symbol((dx, y), self.view.tile));
                self.put(buffer, x + dx, line + i32::from(y), symbol, style);
            }
        }
        let centre = line + i32::from((height - 1) / 2);
        self.put(buffer, x + width / 2, centre, self.theme.symbol(fruit), style.add_modifier(Modifier::BOLD));
    }

    /// Brackets around the cell under the cursor.
    fn draw_cursor(&self, buffer: &mut Buffer) {
        let Some(cell) = self.cursor else { return };
        let (width, height) = self.view.tile;
        let (centre, line) = (self.view.x(cell.column()) + width / 2, self.line(cell.row()));
        for (x, bracket) in [(centre - 1, '['), (centre + 1, ']')] {
            let line = line + i32::from((height - 1) / 2);
            self.put(buffer, x, line, bracket, Style::new().add_modifier(Modifier::BOLD));
        }
    }

    fn draw_signs(&self, buffer: &mut Buffer) {
        let (width, _) = self.view.tile;
        for &(cell, sign) in self.signs {
            // Left of the fruit in small cells, in the corner of large ones.
            let x = self.view.x(cell.column()) + u16::from(width > 2);
            let style = self.theme.label();
            self.put(buffer, x, self.line(cell.row()), sign, style);
        }
    }

    /// The points of the group that is being taken, on the group.
    fn draw_gain(&self, buffer: &mut Buffer, taken: &GroupView) {
        let text = format!("+{}", taken.points);
        let width = text.len() as u16;
        let Some(cell) = taken.cells.get(taken.cells.len() / 2) else { return };
        let area = self.view.area;
        let x = self.view.x(cell.column()).min(area.right().saturating_sub(width + 1));
        let line = self.line(cell.row()) + i32::from(self.view.tile.1) - 1;
        for (at, symbol) in text.chars().enumerate() {
            let style = self.theme.label();
            self.put(buffer, x + at as u16, line, symbol, style);
        }
    }
}

impl Edges {
    /// The line that belongs to a place in a cell.
    fn symbol(self, (x, y): (u16, u16), (width, height): (u16, u16)) -> char {
        match (x, y) {
            (0, _) if self.left => '▏',
            (x, _) if self.right && x + 1 == width => '▕',
            (_, 0) if self.top => '▔',
            (_, y) if self.bottom && y + 1 == height => '▁',
            _ => ' ',
        }
    }
}

fn letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}
