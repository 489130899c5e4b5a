//! The game's theme as the pages take it: a style sheet, a module of names, drawings.

use fruitrage_game::theme;

/// Returns the style sheet of the fruit, with its drawings inside.
pub(crate) fn css() -> String {
    theme::css(|_, kind| format!("data:image/svg+xml,{}", percent_encoded(&kind.svg())))
}

/// Returns the module with the names of the fruit, one and many of each, and with their
/// drawings.
pub(crate) fn module() -> String {
    let names: Vec<[&str; 2]> = theme::all().iter().map(|kind| [kind.singular, kind.plural]).collect();
    let drawings: Vec<String> = theme::all().iter().map(theme::Kind::svg).collect();
    format!(
        "// The names of the fruit, one and many of each, and their drawings. Generated.\n\n\
         export const FRUITS = {};\nexport const DRAWINGS = {};\n",
        serde_json::json!(names),
        serde_json::json!(drawings)
    )
}

/// Returns a drawing as a part of an address inside a style sheet.
fn percent_encoded(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len() * 5 / 4);
    for character in svg.chars() {
        match character {
            '#' => text.push_str("%23"),
            '%' => text.push_str("%25"),
            '<' => text.push_str("%3C"),
            '>' => text.push_str("%3E"),
            '"' => text.push('\''),
            _ => text.push(character),
        }
    }
    // Single quotes would end the address otherwise.
    text.replace('\'', "%27")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_asks_for_nothing() {
        let css = css();
        assert_eq!(css.matches("url(\"data:image/svg+xml,%3Csvg").count(), 10);
        assert!(!css.contains("fruit-") && !css.contains('<'), "{css}");
        assert!(module().contains("[\"pear\",\"pears\"]"));
    }
}
