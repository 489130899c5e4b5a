//! What the pages are made from, which is inside the program: pages, scripts, styles and the
//! engine. What they take from elsewhere in the program is generated: the theme
//! ([`crate::theme`]), the levels, boards that are dealt already ([`crate::deals`]). The files that
//! a browser loads are made of these in [`crate::pages`].

use std::borrow::Cow;
use std::sync::LazyLock;

use fruitrage_engine::Level;
use serde_json::{Value, json};

use crate::{deals, theme};

/// The style sheets in their order, after the theme's. They go to a page as one.
const STYLES: [&str; 15] = [
    "style.css",
    "heading.css",
    "controls.css",
    "dialogs.css",
    "lists.css",
    "board.css",
    "layout.css",
    "players.css",
    "result.css",
    "moves.css",
    "phone.css",
    "review.css",
    "analysis.css",
    "games.css",
    "learn.css",
];

/// The pages.
pub(crate) const PAGES: [&str; 7] =
    ["play.html", "learn.html", "puzzles.html", "analysis.html", "games.html", "replay.html", "watch.html"];

macro_rules! written {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../assets/", $name)))),*]
    };
}

/// The texts that are written by hand: name and content.
const WRITTEN: &[(&str, &str)] = written![
    "analysis.html",
    "games.html",
    "learn.html",
    "play.html",
    "puzzles.html",
    "replay.html",
    "watch.html",
    "analysis.css",
    "board.css",
    "controls.css",
    "dialogs.css",
    "games.css",
    "heading.css",
    "layout.css",
    "learn.css",
    "lists.css",
    "moves.css",
    "phone.css",
    "players.css",
    "result.css",
    "review.css",
    "style.css",
    "analysis.js",
    "board.js",
    "cards.js",
    "dealt.js",
    "dock.js",
    "dom.js",
    "engine.js",
    "exercise.js",
    "friend.js",
    "fruit.js",
    "game-view.js",
    "games.js",
    "graph.js",
    "harvest.js",
    "heading.js",
    "here.js",
    "kept.js",
    "keys.js",
    "learn.js",
    "live.js",
    "match.js",
    "memory.js",
    "motion.js",
    "moves.js",
    "network.js",
    "offline.js",
    "outline.js",
    "packed.js",
    "paint.js",
    "play.js",
    "puzzles.js",
    "refused.js",
    "replay.js",
    "result.js",
    "room.js",
    "school.js",
    "sheet.js",
    "shelf.js",
    "sounds.js",
    "story.js",
    "table.js",
    "tree.js",
    "trial.js",
    "verdict.js",
    "watch.js",
    "words.js",
];

/// All texts by name, those of scripts and styles without their comments, which are a fifth of
/// what would go over a network.
static TEXTS: LazyLock<Vec<(&str, Cow<'static, str>)>> = LazyLock::new(|| {
    let written = WRITTEN.iter().map(|&(name, text)| {
        let is_page = PAGES.contains(&name);
        (name, if is_page { Cow::Borrowed(text) } else { Cow::Owned(without_comments(text)) })
    });
    let generated = [("theme.js", theme::module()), ("levels.js", levels()), ("deals.js", deals::module())];
    written.chain(generated.map(|(name, text)| (name, Cow::Owned(text)))).collect()
});

/// Returns the text of a page, script or style by its name.
///
/// # Panics
/// If there is none of that name.
pub(crate) fn text(name: &str) -> &'static str {
    let found = TEXTS.iter().find(|(other, _)| *other == name);
    &found.unwrap_or_else(|| panic!("{name} is no part of the pages")).1
}

/// Returns the style sheet of all pages.
pub(crate) fn styles() -> String {
    theme::css() + &STYLES.map(text).concat()
}

/// Returns the engine, packed; `scripts/wasm` makes it.
pub(crate) const fn engine() -> &'static [u8] {
    include_bytes!("../assets/fruitrage.wasm.gz")
}

/// Returns a script or a style without the lines that are comments, and without indentation.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let is_kept = |line: &&str| {
        let line = line.trim();
        let begins = line.starts_with("/*");
        let kept = !inside && !begins && !line.starts_with("//") && !line.is_empty();
        inside = (inside || begins) && !line.ends_with("*/");
        kept
    };
    text.lines().filter(is_kept).flat_map(|line| [line.trim_start(), "\n"]).collect()
}

/// Returns the module with the engine's levels, the weakest first.
fn levels() -> String {
    let level = |level: Level| json!({ "number": level.number(), "name": level.name(), "words": level.words(), "rating": level.rating() });
    let levels: Vec<Value> = Level::all().map(level).collect();
    format!("export const LEVELS = {};\n", json!(levels))
}

/// Returns the module that says what a server offers beyond plain files.
pub(crate) fn place(offered: &Value) -> String {
    format!("export const SERVER = {offered};\n")
}

#[cfg(test)]
mod tests {
    use fruitrage_game::theme::all;

    use super::*;

    fn written() -> impl Iterator<Item = (&'static str, &'static str)> {
        WRITTEN.iter().map(|&(name, _)| (name, text(name)))
    }

    #[test]
    fn every_page_and_every_style_is_among_what_is_written() {
        let ending = |ending: &'static str| {
            let mut names: Vec<&str> = written().map(|(name, _)| name).filter(|name| name.ends_with(ending)).collect();
            names.sort_unstable();
            names
        };
        let sorted = |mut names: Vec<&'static str>| {
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(PAGES.to_vec()), ending(".html"));
        assert_eq!(sorted(STYLES.to_vec()), ending(".css"));
    }

    #[test]
    fn no_page_has_anything_inline_or_from_elsewhere() {
        for (name, text) in written() {
            for wrong in ["style=", "onclick", "<style", "innerHTML", "//cdn", "https://", "eval("] {
                assert!(!text.contains(wrong), "{name}: {wrong}");
            }
        }
    }

    /// Looks for what only the theme may say: how a fruit is coloured and called.
    #[test]
    fn colours_and_names_of_fruit_come_from_the_theme_alone() {
        let colours = all().iter().flat_map(|kind| [kind.body.to_string(), kind.outline.to_string()]);
        let names = all().iter().map(|kind| kind.plural.to_owned());
        let ours: Vec<String> = colours.chain(names).collect();
        for (name, text) in written() {
            let text = text.to_lowercase();
            for word in &ours {
                assert!(!text.contains(word.as_str()), "{name}: {word}");
            }
        }
    }

    #[test]
    fn comments_are_left_out_and_nothing_else() {
        let text = "// One.\nlet a = 1; // stays\n\n/** Two. */\n  /*\n   * three\n   */\n  b();\n";
        assert_eq!(without_comments(text), "let a = 1; // stays\nb();\n");
    }

    /// The colour of a name in style.css, in light and in dark.
    fn colours(name: &str) -> [String; 2] {
        let style = include_str!("../assets/style.css");
        let (_, rest) = style.split_once(&format!("--{name}: light-dark(")).unwrap();
        let (light, rest) = rest.split_once(", ").unwrap();
        [light, rest.split_once(')').unwrap().0].map(str::to_owned)
    }

    /// The contrast of two colours by the Web Content Accessibility Guidelines, from 1 to 21.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |colour: &str| {
            let part = |at: usize| {
                let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
                if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_colour_of_words_can_be_read_on_every_ground() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        for ground in ["ground", "panel", "quiet"] {
            for ink in ["ink", "faint", "accent", "one", "two", "good", "bad"] {
                for (ground_colour, colour) in colours(ground).iter().zip(colours(ink)) {
                    let found = contrast(ground_colour, &colour);
                    assert!(found >= 4.5, "{ink} {colour} on {ground} {ground_colour}: {found:.2}");
                }
            }
        }
    }
}
