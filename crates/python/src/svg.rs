//! Pictures of boards in the one theme, for notebooks.

use std::fmt::Write as _;

use fruitrage_game::theme;
use fruitrage_rules::{Board, Cell};

/// Pixels a cell, and the room for letters and numbers.
const CELL: usize = 32;
const EDGE: usize = 22;

/// Ink that can be read on light and on dark pages.
const INK: &str = "#857f78";

/// The name of the symbol of a kind.
fn symbol_id(kind: usize) -> String {
    format!("fruitrage-{kind}")
}

/// Returns the symbols of all kinds, for pictures that use them.
pub(crate) fn symbols() -> String {
    let kinds = theme::all().iter().enumerate();
    kinds.map(|(kind, look)| look.svg_symbol(&symbol_id(kind))).collect()
}

/// Returns the picture of a board, with a line of words below it if there is one.
pub(crate) fn of_board(board: &Board, words: Option<&str>) -> String {
    let (size, grid) = (board.size(), board.to_grid());
    let width = EDGE + size * CELL + 4;
    let height = width + if words.is_some() { EDGE } else { 0 };
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="12" fill="{INK}" text-anchor="middle"><defs>"#
    );
    for (kind, look) in theme::all().iter().enumerate() {
        if grid.rows().flatten().flatten().any(|fruit| usize::from(fruit.kind()) == kind) {
            svg += &look.svg_symbol(&symbol_id(kind));
        }
    }
    svg += "</defs>";
    for place in 0..size {
        let (letter, middle) = (char::from(b'A' + place as u8), EDGE + place * CELL + CELL / 2);
        let _ = write!(svg, r#"<text x="{middle}" y="15">{letter}</text>"#);
        let _ = write!(svg, r#"<text x="11" y="{}">{}</text>"#, middle + 4, place + 1);
    }
    for cell in Cell::all(size) {
        let (x, y) = (EDGE + cell.column() * CELL, EDGE + cell.row() * CELL);
        let Some(fruit) = grid.get(cell) else { continue };
        let id = symbol_id(usize::from(fruit.kind()));
        let _ = write!(svg, r##"<use href="#{id}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>"##);
    }
    if let Some(words) = words {
        let _ = write!(svg, r#"<text x="{}" y="{}">{words}</text>"#, width / 2, height - 7);
    }
    svg + "</svg>"
}
