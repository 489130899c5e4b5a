//! The pages of a graded class: one for each student, one for the teacher. Each is one file
//! that opens from the file system and asks the network for nothing.

mod class;
mod matches;
mod plots;
mod student;
#[cfg(test)]
mod tests;

use fruitrage_results::report::page::{STYLE, text};
use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use class::class_page;
pub use matches::{EmbeddedGame, Replays};
pub use student::student_page;

/// What is only on these pages.
const OWN_STYLE: &str = include_str!("style.css");

/// What a page may do: run and style what is inside it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// A page of its own, with a script at its end.
fn page(title: &str, body: &Markup, script: &str) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (text_only(title)) " – Fruit Rage" }
                style { (PreEscaped(STYLE)) (PreEscaped(OWN_STYLE)) }
            }
            body {
                (body)
                script { (PreEscaped(script)) }
            }
        }
    };
    page.into_string()
}

/// A text where no element can stand.
fn text_only(text: &str) -> String {
    fruitrage_game::harmless(text)
}

/// The name of somebody.
fn name(name: &str) -> Markup {
    text(name)
}

/// A chance as people say it.
fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// So many of something.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
