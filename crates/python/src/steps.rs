//! A game to step through in a notebook: a page of its own in a frame, so that neither
//! disturbs the other.

use fruitrage_game::{GameRecord, harmless};
use fruitrage_rules::Position;

use crate::svg;

/// The page, with places for what is shown.
const PAGE: &str = include_str!("steps.html");

/// Returns the game as HTML.
pub(crate) fn html(record: &GameRecord) -> String {
    let names = record.game.agents.each_ref().map(|agent| harmless(&agent.name));
    let page = PAGE
        .replace("{{symbols}}", &svg::symbols())
        .replace("{{names}}", &json(names.iter().map(String::as_str)))
        .replace("{{moves}}", &json(record.moves.iter().map(|line| line.cell.to_string())))
        .replace("{{boards}}", &json(record.positions.iter().map(|position| position.board().to_line())))
        .replace("{{points}}", &json(record.positions.iter().map(points)))
        .replace("{{message}}", &json(record.end.iter().map(|end| harmless(&end.message))));
    let height = 34 * record.positions[0].board().size() + 130;
    format!(
        r#"<iframe style="width:100%;border:0;height:{height}px" sandbox="allow-scripts" srcdoc="{}"></iframe>"#,
        page.replace('&', "&amp;").replace('"', "&quot;")
    )
}

fn points(position: &Position) -> String {
    let [first, second] = position.points();
    format!("{first} : {second}")
}

/// Returns texts as JavaScript that is safe inside a script element.
fn json(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    let texts: Vec<String> = texts.map(|text| format!("\"{}\"", escaped(text.as_ref()))).collect();
    format!("[{}]", texts.join(","))
}

fn escaped(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " */:;,.()+-_".contains(c);
    let escape = |c: char| if plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", u32::from(c)) };
    text.chars().map(escape).collect()
}
