//! Texts of strangers on the page, and links to files.

use std::fmt::Write;

use fruitrage_game::harmless;
use maud::{Markup, html};

use crate::report::TournamentData;

/// A short text of somebody else, which keeps its direction of writing to itself.
pub fn text(text: &str) -> Markup {
    html! { bdi { (harmless(text)) } }
}

/// The name of an agent.
pub(super) fn name(data: &TournamentData, agent: usize) -> Markup {
    text(&data.agents[agent].name)
}

/// A longer text with its lines as they are.
pub fn lines(text: &str) -> String {
    text.lines().map(harmless).collect::<Vec<_>>().join("\n")
}

/// A link to a file that lies relative to the report.
pub(super) fn file(path: &str, label: &str) -> Markup {
    html! { a href=(address(path)) { (label) } }
}

/// The address of a file. It begins with a dot and has no colon, so it cannot
/// name a protocol, and with it a script.
pub fn address(path: &str) -> String {
    let mut address = String::from("./");
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => address.push(byte.into()),
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_file_and_nothing_else() {
        assert_eq!(address("logs/r01/0001-1.2.log"), "./logs/r01/0001-1.2.log");
        assert_eq!(address("javascript:alert(1)"), "./javascript%3Aalert%281%29");
        assert_eq!(address("a b/#é?"), "./a%20b/%23%C3%A9%3F");
    }
}
