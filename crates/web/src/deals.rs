//! Boards that are dealt already: who opens the first page sees one before the engine is there.

use fruitrage_game::BoardClass;
use fruitrage_play::view::{groups, rows};
use serde_json::{Value, json};

/// The usual board: cells a side and kinds of fruit.
const USUAL: (usize, u8) = (10, 4);

/// The seeds of the boards. Which of them a page shows is left to chance; all later ones it deals
/// itself.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=6;

/// Returns the module with the boards, as the engine of a page would deal them.
pub(crate) fn module() -> String {
    let class = BoardClass::new(USUAL.0, USUAL.1).expect("a board that can be played on");
    let deal = |seed| {
        let board = class.board(seed);
        json!({ "size": class.size(), "kinds": class.kinds(), "seed": seed, "rows": rows(&board), "groups": groups(&board) })
    };
    format!("export const DEALS = {};\n", SEEDS.map(deal).collect::<Value>())
}
