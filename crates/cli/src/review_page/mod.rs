//! Answers for a review as one page: everything inside the file, nothing from a
//! network.
//!
//! What the record says goes into the page as data, and the page's script shows it
//! as text only; so a name cannot be more than a name.

use fruitrage_arena::game::GameRecord;
use fruitrage_play::group;
use fruitrage_play::review::{Review, ReviewedMove};
use fruitrage_rules::{Board, Cell};
use serde_json::{Value, json};

use crate::commands::review::turning_point;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
const FRUITS: &str = include_str!("fruits.svg");

/// The page about a game.
pub(crate) fn page(game: &GameRecord, review: &Review) -> String {
    let [first, second] = &game.game.agents;
    let title = format!("{} against {}, game {}", first.name, second.name, game.game.id);
    // In this order: what comes from outside is put in last and not looked at again.
    let parts = [
        ("{{style}}", STYLE.to_owned()),
        ("{{fruits}}", FRUITS.to_owned()),
        ("{{script}}", SCRIPT.to_owned()),
        ("{{title}}", escaped(&title)),
        ("{{data}}", embedded(&data(game, review, &title))),
    ];
    let mut page = String::new();
    let mut rest = PAGE;
    // The page is put together from left to right, so nothing that was put in is
    // taken for a mark.
    while let Some((place, mark, part)) =
        parts.iter().filter_map(|(mark, part)| Some((rest.find(mark)?, mark, part))).min_by_key(|(place, ..)| *place)
    {
        page.push_str(&rest[..place]);
        page.push_str(part);
        rest = &rest[place + mark.len()..];
    }
    page + rest
}

/// Text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(character),
        }
    }
    safe
}

/// JSON that can stand in a script element: nothing in it can end that.
fn embedded(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn data(game: &GameRecord, review: &Review, title: &str) -> Value {
    let boards: Vec<String> =
        game.positions.iter().map(|position| position.board().to_string().trim_end().replace('\n', "/")).collect();
    let moves: Vec<Value> =
        review.moves.iter().zip(&game.positions).map(|(found, before)| move_data(found, before.board())).collect();
    json!({
        "title": title,
        "size": game.positions[0].board().size(),
        "names": [game.game.agents[0].name, game.game.agents[1].name],
        "ending": game.end.as_ref().map(|end| end.message.as_str()),
        "boards": boards,
        "points": game.positions.iter().map(fruitrage_rules::Position::points).collect::<Vec<_>>(),
        "moves": moves,
        "curve": review.curve,
        "players": review.players,
        "turningPoint": review.turning_point,
        "turningWords": turning_point(game, review),
    })
}

fn move_data(found: &ReviewedMove, before: &Board) -> Value {
    let cells = |cell: Cell| {
        let view = group(before, cell);
        let places = view.map(|view| view.cells.iter().map(|cell| [cell.column(), cell.row()]).collect::<Vec<_>>());
        places.unwrap_or_default()
    };
    let mut value = json!(found);
    value["mark"] = json!(found.class.mark());
    value["cells"] = json!(cells(found.cell));
    value["bestCells"] = if found.best == found.cell { Value::Null } else { json!(cells(found.best)) };
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_data_can_end_the_script() {
        let text = embedded(&json!("</script><!-- & {{data}}"));
        assert!(!text.contains(['<', '>', '&']), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), "</script><!-- & {{data}}");
        assert_eq!(escaped("<b title=\"'&\">"), "&lt;b title=&quot;&#39;&amp;&quot;&gt;");
    }
}
