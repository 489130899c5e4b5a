//! Outside text made harmless: what agents, compilers and files say, and what they are
//! called, on its way to a terminal, a table or a page.
//!
//! Nobody who wrote such a text is trusted: it may hold escape sequences that fill a
//! clipboard or wipe a screen, letters that turn the reading direction round, formulas
//! that a spreadsheet runs, and lines that look as if this program had printed them.
//! Pages escape the rest (`<`, `&`, quotes) by their markup language.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde_json::Value;

/// Stands for a letter that is not shown.
const REPLACEMENT: char = '\u{fffd}';

/// A short text from outside as it can be shown anywhere: one line of letters, with a
/// sign in the place of each one that is more than a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harmless<'a>(pub &'a str);

/// A longer text from outside: as [`Harmless`], but its lines and tabs stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarmlessLines<'a>(pub &'a str);

impl fmt::Display for Harmless<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&replaced(self.0, is_harmful))
    }
}

impl fmt::Display for HarmlessLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&replaced(self.0, |letter| is_harmful(letter) && !matches!(letter, '\n' | '\t')))
    }
}

/// Returns a short text from outside as it can be shown anywhere.
pub fn harmless(text: &str) -> String {
    Harmless(text).to_string()
}

/// Returns whether a letter is more than a letter: a control character, which a terminal
/// obeys, or a format character that moves, hides or turns round the letters beside it.
pub fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{180e}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

fn replaced(text: &str, is_replaced: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().any(&is_replaced) {
        text.chars().map(|letter| if is_replaced(letter) { REPLACEMENT } else { letter }).collect()
    } else {
        text.into()
    }
}

/// Returns a text from outside as a cell of a table: harmless, and nothing that a
/// spreadsheet takes for a formula, which could run programs and send data away.
pub fn harmless_cell(text: &str) -> String {
    // White space before it does not make a formula harmless everywhere.
    let first = text.trim_start().chars().next();
    let is_formula = matches!(first, Some('=' | '+' | '-' | '@' | '|' | '＝' | '＋' | '－' | '＠'));
    format!("{}{}", if is_formula || text.starts_with(['\t', '\r', '\n']) { "'" } else { "" }, HarmlessLines(text))
}

/// Returns JSON as text in which what is harmful is written as `\u….`: it can be printed,
/// and whoever reads it as JSON gets the letters that were there.
pub fn harmless_json(value: &Value) -> String {
    let text = format!("{value:#}");
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        // Outside of strings there is nothing but ASCII, and inside them serde has
        // written control characters below the blank as escapes.
        if is_harmful(letter) && letter != '\n' {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(letter);
        }
    }
    safe
}

/// Makes all texts of a JSON value harmless, for a page that shows them.
pub fn make_harmless(value: &mut Value) {
    match value {
        Value::String(text) => {
            if text.chars().any(is_harmful) {
                *text = HarmlessLines(text).to_string();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_harmless),
        Value::Object(fields) => fields.iter_mut().for_each(|(_, value)| make_harmless(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HOSTILE: &str = "a\u{1b}]52;c;aGk=\u{7}\u{9b}2Jb\r\n\tc\u{202e}d\u{2066}e\u{7f} é 果 👩‍🍳";

    #[test]
    fn a_name_is_one_line_of_letters() {
        let shown = harmless(HOSTILE);
        assert_eq!(shown, "a�]52;c;aGk=��2Jb���c�d�e� é 果 👩‍🍳");
        assert!(!shown.chars().any(is_harmful));
        assert_eq!(format!("{:>4}|{:<3}|", Harmless("ab"), Harmless("\u{7}")), "  ab|�  |");
    }

    #[test]
    fn a_longer_text_keeps_its_lines_and_nothing_else() {
        let shown = HarmlessLines(HOSTILE).to_string();
        assert!(shown.contains("2Jb�\n\tc"), "{shown}");
        assert!(!shown.chars().any(|letter| is_harmful(letter) && !matches!(letter, '\n' | '\t')));
    }

    #[test]
    fn a_cell_is_never_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "|calc", " =1", "\t=1", "\n=1", "＝1"] {
            assert!(harmless_cell(text).starts_with('\''), "{text}");
        }
        for text in ["", "ada", "a=b", "1-2", "果"] {
            assert_eq!(harmless_cell(text), text);
        }
        assert!(!harmless_cell(HOSTILE).contains('\u{1b}'));
    }

    #[test]
    fn json_is_printed_without_harm_and_read_without_loss() {
        let value = json!({ "name": HOSTILE, "list": [1, "\u{85}\u{feff}"] });
        let text = harmless_json(&value);
        assert!(!text.chars().any(|letter| is_harmful(letter) && letter != '\n'), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn a_page_is_given_nothing_harmful() {
        let mut value = json!({ "agents": [{ "name": HOSTILE }], "points": [1, 2] });
        make_harmless(&mut value);
        let name = value["agents"][0]["name"].as_str().unwrap();
        assert_eq!(name, HarmlessLines(HOSTILE).to_string());
        assert_eq!(value["points"], json!([1, 2]));
    }
}
