//! The files of the pages, which are inside the program: pages at the top, all else in
//! `assets/`, with links that are relative. What they take from elsewhere in the program is
//! generated: the theme ([`crate::theme`]), the levels, what works without a network.

use std::borrow::Cow;
use std::io::Write as _;
use std::sync::{Arc, LazyLock, OnceLock};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use fruitrage_engine::Level;
use fruitrage_game::theme::all;
use serde_json::{Value, json};

use crate::App;
use crate::failure::Failure;
use crate::theme;

/// A file of the pages.
pub(crate) struct Asset {
    name: Cow<'static, str>,
    kind: &'static str,
    content: Cow<'static, [u8]>,
    /// The content as it goes over a network, once it was asked for.
    packed: OnceLock<Vec<u8>>,
}

impl Asset {
    /// A file as it was written; scripts and styles without their comments, which are a fifth
    /// of what would go over a network.
    fn written(name: &'static str, kind: &'static str, content: &'static [u8]) -> Self {
        let text = std::str::from_utf8(content).ok().filter(|_| kind == SCRIPT || kind == STYLE);
        let content = text.map_or(Cow::Borrowed(content), |text| Cow::Owned(without_comments(text).into_bytes()));
        Self { name: Cow::Borrowed(name), kind, content, packed: OnceLock::new() }
    }

    fn generated(name: impl Into<Cow<'static, str>>, kind: &'static str, content: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), kind, content: Cow::Owned(content.into()), packed: OnceLock::new() }
    }

    /// Its place: pages and what browsers look for at the top are there.
    pub(crate) fn path(&self) -> String {
        match &*self.name {
            "play.html" => "index.html".to_owned(),
            name if self.kind == HTML || name == OFFLINE || name == MANIFEST => name.to_owned(),
            name => format!("assets/{name}"),
        }
    }

    /// Returns its text if it is a page.
    pub(crate) fn page(&self) -> Option<&str> {
        std::str::from_utf8(&self.content).ok().filter(|_| self.kind == HTML)
    }

    /// Whether it is a script, which sites have joined to one for each page.
    pub(crate) fn is_script(&self) -> bool {
        self.kind == SCRIPT
    }

    pub(crate) fn content(&self) -> &[u8] {
        &self.content
    }

    fn packed(&self) -> Option<&[u8]> {
        (self.kind != MODULE).then(|| self.packed.get_or_init(|| gzip(&self.content)).as_slice())
    }
}

/// Returns a script or a style without the lines that are comments.
fn without_comments(text: &str) -> String {
    let mut inside = false;
    let is_kept = |line: &&str| {
        let line = line.trim();
        let begins = line.starts_with("/*");
        let kept = !inside && !begins && !line.starts_with("//") && !line.is_empty();
        inside = (inside || begins) && !line.ends_with("*/");
        kept
    };
    text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect()
}

/// Returns bytes as short as they get.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written to")
}

macro_rules! assets {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(($name, $kind, include_bytes!(concat!("../assets/", $name)))),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
/// Packed already, and unpacked by the page: no server need know how.
const MODULE: &str = "application/gzip";

/// What makes the pages work without a network.
const OFFLINE: &str = "offline.js";
const MANIFEST: &str = "manifest.webmanifest";

/// Where the module is that says what there is beyond plain files.
pub(crate) const PLACE: &str = "assets/place.js";

/// All files.
pub(crate) static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let drawings = all().iter().enumerate();
    let drawings = drawings.map(|(kind, fruit)| Asset::generated(format!("fruit-{kind}.svg"), DRAWING, fruit.svg()));
    let generated = [
        Asset::generated("theme.css", STYLE, theme::css()),
        Asset::generated("theme.js", SCRIPT, theme::module()),
        Asset::generated("levels.js", SCRIPT, levels()),
        Asset::generated("icon.svg", DRAWING, all()[0].icon()),
        Asset::written("fruitrage.wasm.gz", MODULE, engine()),
        Asset::generated(MANIFEST, "application/manifest+json", manifest()),
    ];
    let written = WRITTEN.iter().map(|&(name, kind, content)| Asset::written(name, kind, content));
    let mut assets: Vec<Asset> = written.chain(generated).chain(drawings).collect();
    let mut kept: Vec<(String, &[u8])> = assets.iter().map(|asset| (asset.path(), asset.content())).collect();
    kept.retain(|(path, _)| path != OFFLINE);
    kept.push((PLACE.to_owned(), b""));
    let script = offline(&kept);
    let asset = assets.iter_mut().find(|asset| asset.name == OFFLINE).expect("a file of the pages");
    asset.content = Cow::Owned(script.into_bytes());
    assets
});

/// Returns the script that keeps files for a time without a network. It differs if any of them
/// does.
pub(crate) fn offline(files: &[(String, &[u8])]) -> String {
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).chain(["./"]).collect();
    let version = mark(&files.iter().flat_map(|(_, content)| mark(content).into_bytes()).collect::<Vec<u8>>());
    let script = include_str!("../assets/offline.js");
    let script = script.replace("FILES = []", &format!("FILES = {}", json!(paths)));
    script.replace("VERSION = \"\"", &format!("VERSION = {version}"))
}

/// Returns the module with the engine's levels, the weakest first.
fn levels() -> String {
    let level = |level: Level| json!({ "number": level.number(), "name": level.name(), "words": level.words(), "rating": level.rating() });
    let levels: Vec<Value> = Level::all().map(level).collect();
    format!("// The engine's levels, the weakest first. Generated.\n\nexport const LEVELS = {};\n", json!(levels))
}

/// Returns the module that says what there is beyond plain files.
pub(crate) fn place(offered: &Value) -> String {
    format!("// What a server offers beyond plain files. Generated.\n\nexport const SERVER = {offered};\n")
}

/// Returns what a system needs to know that is to keep the pages like a program.
fn manifest() -> String {
    let manifest = json!({
        "name": "Fruit Rage",
        "short_name": "Fruit Rage",
        "description": "Take groups of fruit, count their squares, beat the engine or a friend.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f1e7",
        "theme_color": "#f6f1e7",
        "icons": [{ "src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" }],
    });
    manifest.to_string()
}

/// The files that are written by hand: name, kind and content.
const WRITTEN: &[(&str, &str, &[u8])] = assets! {
    "analysis.html": HTML,
    "games.html": HTML,
    "play.html": HTML,
    "replay.html": HTML,
    "watch.html": HTML,
    "board.css": STYLE,
    "play.css": STYLE,
    "style.css": STYLE,
    "analysis.js": SCRIPT,
    "board.js": SCRIPT,
    "cards.js": SCRIPT,
    "dom.js": SCRIPT,
    "engine.js": SCRIPT,
    "friend.js": SCRIPT,
    "fruit.js": SCRIPT,
    "game-view.js": SCRIPT,
    "games.js": SCRIPT,
    "graph.js": SCRIPT,
    "harvest.js": SCRIPT,
    "heading.js": SCRIPT,
    "harvest.js": SCRIPT,
    "here.js": SCRIPT,
    "kept.js": SCRIPT,
    "keys.js": SCRIPT,
    "live.js": SCRIPT,
    "match.js": SCRIPT,
    "memory.js": SCRIPT,
    "motion.js": SCRIPT,
    "moves.js": SCRIPT,
    "network.js": SCRIPT,
    "offline.js": SCRIPT,
    "outline.js": SCRIPT,
    "packed.js": SCRIPT,
    "paint.js": SCRIPT,
    "play.js": SCRIPT,
    "refused.js": SCRIPT,
    "replay.js": SCRIPT,
    "result.js": SCRIPT,
    "room.js": SCRIPT,
    "sheet.js": SCRIPT,
    "shelf.js": SCRIPT,
    "sounds.js": SCRIPT,
    "story.js": SCRIPT,
    "table.js": SCRIPT,
    "tree.js": SCRIPT,
    "verdict.js": SCRIPT,
    "watch.js": SCRIPT,
    "words.js": SCRIPT,
};

/// Returns a file of the pages.
///
/// # Panics
/// If there is none of that name.
pub(crate) fn asset(name: &str) -> &'static Asset {
    ASSETS.iter().find(|asset| asset.name == name).expect("a file of the pages")
}

/// Returns the text of a file of the pages.
///
/// # Panics
/// If there is none of that name, or it is no text.
pub(crate) fn text(name: &str) -> &'static str {
    std::str::from_utf8(asset(name).content()).expect("a text")
}

/// Returns the engine, packed; `scripts/wasm` makes it.
pub(crate) const fn engine() -> &'static [u8] {
    include_bytes!("../assets/fruitrage.wasm.gz")
}

/// A file of the pages by its place. Browsers keep it, but ask whether it is still
/// the same: the next version of the program may be at the same address.
fn get(path: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let asset = ASSETS.iter().find(|asset| asset.path() == path);
    let asset = asset.ok_or_else(|| Failure::missing("there is no such page"))?;
    let mark = mark(asset.content());
    let about = [(header::ETAG, mark.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let kind = [(header::CONTENT_TYPE, asset.kind)];
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    let takes_gzip = accepted.is_some_and(|accepted| accepted.split(',').any(|one| one.trim() == "gzip"));
    Ok(match asset.packed().filter(|_| takes_gzip) {
        Some(packed) => (about, kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (about, kind, asset.content()).into_response(),
    })
}

/// Differs if the content does (FNV-1a).
fn mark(content: &[u8]) -> String {
    let hash = content
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("\"{hash:016x}\"")
}

/// `GET /...`: a file of the pages.
pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Failure> {
    get(&path, &headers)
}

/// `GET /`: the first page.
pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Failure> {
    get("index.html", &headers)
}

/// `GET /favicon.ico`: what browsers ask for by themselves.
pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Failure> {
    get("assets/icon.svg", &headers)
}

/// `GET /assets/place.js`: what this server offers.
pub(crate) async fn offered(State(app): State<Arc<App>>) -> Response {
    let offered = json!({ "rooms": true, "tournament": app.tournament.is_some(), "records": true });
    let about = [(header::CONTENT_TYPE, SCRIPT), (header::CACHE_CONTROL, "no-cache")];
    (about, place(&offered)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> impl Iterator<Item = (&'static str, &'static str)> {
        ASSETS.iter().take(WRITTEN.len()).map(|asset| (&*asset.name, text(&asset.name)))
    }

    #[test]
    fn all_that_pages_can_load_is_less_than_500_kilobytes_over_a_network() {
        let all: usize = ASSETS.iter().map(|asset| asset.packed().unwrap_or(asset.content()).len()).sum();
        assert!(all < 500_000, "{all} bytes");
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
        assert_eq!(without_comments(text), "let a = 1; // stays\n  b();\n");
    }

    #[test]
    fn every_file_that_a_page_names_is_there() {
        let paths: Vec<String> = ASSETS.iter().map(Asset::path).chain([PLACE.to_owned()]).collect();
        for (name, text) in written() {
            let named = text.split(['"', '\'']).filter(|word| {
                let known = [".js", ".css", ".svg", ".html", ".webmanifest", ".wasm.gz"];
                known.iter().any(|ending| word.ends_with(ending)) && !word.contains([' ', '$', '('])
            });
            for word in named.filter(|word| *word != "assets/fruitrage.wasm.js") {
                let path = word.strip_prefix("./").map_or_else(|| word.to_owned(), |module| format!("assets/{module}"));
                assert!(paths.contains(&path), "{name} names {word}");
            }
        }
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
