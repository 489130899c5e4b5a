//! Where everything is on the screen: the board as large as it fits beside
//! the panel, and scrolled where it does not fit.

use fruitrage_rules::Cell;
use ratatui::layout::{Position, Rect};

/// The least that the game needs.
pub(super) const LEAST: (u16, u16) = (80, 24);

/// Columns and lines of a cell, the largest first.
const TILES: [(u16, u16); 3] = [(7, 3), (5, 2), (2, 1)];

/// Columns for the numbers of the rows.
const NUMBERS: u16 = 3;

/// The narrowest and the widest that the panel may be.
const PANEL: (u16, u16) = (23, 44);

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) view: View,
    pub(super) panel: Rect,
    pub(super) foot: Rect,
}

/// Where the board is, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Cells a side.
    pub(super) size: usize,
    /// The cells on the screen, with a last column for brackets; above it a line for
    /// the letters, and to its left columns for the numbers.
    pub(super) area: Rect,
    /// Columns and lines of a cell.
    pub(super) tile: (u16, u16),
    /// The first row that can be seen.
    pub(super) first_row: usize,
}

impl Layout {
    /// The places for a board of this size; none if the screen is too small for a game.
    /// Of a board that does not fit, the rows from `top` on are seen, as far as there
    /// are so many.
    pub(super) fn new(screen: Rect, size: usize, top: usize) -> Option<Self> {
        if screen.width < LEAST.0 || screen.height < LEAST.1 {
            return None;
        }
        let height = screen.height - 1;
        let foot = Rect { y: screen.y + height, height: 1, ..screen };
        let cells = size as u16;
        let width = |tile: (u16, u16)| NUMBERS + cells * tile.0 + 1;
        let fits = |tile: &(u16, u16)| {
            // Large cells are no use if the names beside them are cut off.
            width(*tile) + PANEL.0 + 3 <= screen.width && cells * tile.1 < height
        };
        let tile = TILES.into_iter().find(fits).unwrap_or(TILES[TILES.len() - 1]);
        let panel_width = (screen.width - width(tile) - 1).min(PANEL.1);
        let spare = screen.width - width(tile) - 1 - panel_width;
        let left = screen.x + spare / 2;
        let lines = (cells * tile.1).min(height - 1);
        let y = screen.y + 1 + (height - 1 - lines) / 2;
        let area = Rect { x: left + NUMBERS, y, width: cells * tile.0 + 1, height: lines };
        let rows = usize::from(lines / tile.1);
        let view = View { size, area, tile, first_row: top.min(size - rows) };
        let panel = Rect { x: area.right() + 1, y: screen.y, width: panel_width, height };
        Some(Self { view, panel, foot })
    }
}

impl View {
    /// How many rows can be seen.
    pub(super) fn rows(&self) -> usize {
        usize::from(self.area.height / self.tile.1)
    }

    /// The first row to be seen if a certain one is to be among those.
    pub(super) fn top_to_see(&self, row: usize) -> usize {
        // One row more, so that what lies next to it is seen as well.
        let (above, below) = (row.saturating_sub(1), (row + 2).min(self.size));
        self.first_row.min(above).max(below.saturating_sub(self.rows()))
    }

    /// The cell at a place on the screen.
    pub(super) fn cell_at(&self, column: u16, line: u16) -> Option<Cell> {
        if !self.area.contains(Position { x: column, y: line }) {
            return None;
        }
        let column = usize::from((column - self.area.x) / self.tile.0);
        let row = self.first_row + usize::from((line - self.area.y) / self.tile.1);
        (column < self.size && row < self.size).then(|| Cell::new(column, row))
    }

    /// The column of the screen where a column of the board begins.
    pub(super) fn x(&self, column: usize) -> u16 {
        self.area.x + column as u16 * self.tile.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: u16, height: u16, size: usize, top: usize) -> Option<Layout> {
        Layout::new(Rect::new(0, 0, width, height), size, top)
    }

    #[test]
    fn nothing_overlaps_and_all_is_on_the_screen() {
        for (width, height) in [(80, 24), (81, 25), (100, 30), (120, 40), (200, 60), (400, 200)] {
            for size in 1..=26 {
                let Layout { view, panel, foot } = layout(width, height, size, 0).unwrap();
                let screen = Rect::new(0, 0, width, height);
                for part in [view.area, panel, foot] {
                    assert_eq!(screen.intersection(part), part, "{size} at {width} x {height}");
                }
                assert!(view.area.x >= NUMBERS && view.area.y >= 1);
                assert!(view.area.right() < panel.x && panel.width >= PANEL.0 && panel.bottom() <= foot.y);
                assert!(view.area.bottom() <= foot.y);
            }
        }
    }

    #[test]
    fn every_row_of_the_largest_board_can_be_scrolled_to_on_the_smallest_screen() {
        let mut view = layout(80, 24, 26, 0).unwrap().view;
        assert_eq!((view.tile, view.rows()), ((2, 1), 22));
        for row in (0..26).chain((0..26).rev()) {
            view = layout(80, 24, 26, view.top_to_see(row)).unwrap().view;
            assert!((view.first_row..view.first_row + view.rows()).contains(&row), "row {row}");
        }
    }

    #[test]
    fn the_mouse_finds_every_cell_where_it_is_drawn() {
        for (width, height, size) in [(80, 24, 10), (80, 24, 26), (120, 40, 10), (120, 40, 26)] {
            let view = layout(width, height, size, 26).unwrap().view;
            for row in view.first_row..view.first_row + view.rows() {
                for column in 0..size {
                    let y = view.area.y + (row - view.first_row) as u16 * view.tile.1;
                    assert_eq!(view.cell_at(view.x(column), y), Some(Cell::new(column, row)));
                }
            }
            assert_eq!(view.cell_at(view.area.right() - 1, view.area.y), None);
            assert_eq!(view.cell_at(view.area.x - 1, view.area.y), None);
        }
    }

    #[test]
    fn a_small_screen_is_refused_and_a_larger_one_has_larger_cells() {
        assert_eq!(layout(79, 24, 5, 0), None);
        assert_eq!(layout(80, 23, 5, 0), None);
        assert_eq!(layout(80, 24, 10, 0).unwrap().view.tile, (5, 2));
        assert_eq!(layout(120, 40, 10, 0).unwrap().view.tile, (7, 3));
    }
}
