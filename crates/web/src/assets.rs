//! The files of the pages, which are inside the program. Those of the theme are
//! generated from the game's own ([`crate::theme`]).

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fruitrage_game::theme::all;

use crate::failure::Failure;
use crate::theme;

/// A file of the pages.
struct Asset {
    name: Cow<'static, str>,
    kind: &'static str,
    content: Cow<'static, str>,
}

impl Asset {
    fn generated(name: impl Into<Cow<'static, str>>, kind: &'static str, content: String) -> Self {
        Self { name: name.into(), kind, content: content.into() }
    }
}

macro_rules! assets {
    ($($name:literal: $kind:expr),* $(,)?) => {
        [$(Asset { name: Cow::Borrowed($name), kind: $kind, content: Cow::Borrowed(include_str!(concat!("../assets/", $name))) }),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// All files, those of the theme last.
static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let drawings = all().iter().enumerate();
    let drawings = drawings.map(|(kind, fruit)| Asset::generated(format!("fruit-{kind}.svg"), DRAWING, fruit.svg()));
    let theme = [
        Asset::generated("theme.css", STYLE, theme::css()),
        Asset::generated("theme.js", SCRIPT, theme::module()),
        Asset::generated("icon.svg", DRAWING, all()[0].icon()),
    ];
    WRITTEN.into_iter().chain(theme).chain(drawings).collect()
});

const WRITTEN: [Asset; 39] = assets! {
    "analysis.html": HTML,
    "games.html": HTML,
    "play.html": HTML,
    "replay.html": HTML,
    "watch.html": HTML,
    "board.css": STYLE,
    "play.css": STYLE,
    "style.css": STYLE,
    "analysis.js": SCRIPT,
    "api.js": SCRIPT,
    "board.js": SCRIPT,
    "cards.js": SCRIPT,
    "dom.js": SCRIPT,
    "friend.js": SCRIPT,
    "fruit.js": SCRIPT,
    "game-view.js": SCRIPT,
    "games.js": SCRIPT,
    "graph.js": SCRIPT,
    "heading.js": SCRIPT,
    "keys.js": SCRIPT,
    "live.js": SCRIPT,
    "match.js": SCRIPT,
    "memory.js": SCRIPT,
    "motion.js": SCRIPT,
    "moves.js": SCRIPT,
    "outline.js": SCRIPT,
    "packed.js": SCRIPT,
    "paint.js": SCRIPT,
    "play.js": SCRIPT,
    "replay.js": SCRIPT,
    "result.js": SCRIPT,
    "sheet.js": SCRIPT,
    "sounds.js": SCRIPT,
    "story.js": SCRIPT,
    "table.js": SCRIPT,
    "tree.js": SCRIPT,
    "verdict.js": SCRIPT,
    "watch.js": SCRIPT,
    "words.js": SCRIPT,
};

/// Returns the text of a file of the pages.
///
/// # Panics
/// If there is none of that name.
pub(crate) fn text(name: &str) -> &'static str {
    &ASSETS.iter().find(|asset| asset.name == name).expect("a file of the pages").content
}

/// A file of the pages by its name. Browsers keep it, but ask whether it is still
/// the same: the next version of the program may be at the same address.
fn get(name: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(|| Failure::missing("there is no such file"))?;
    let mark = mark(asset.content.as_bytes());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, mark), (header::CACHE_CONTROL, "no-cache".to_owned())])
            .into_response());
    }
    let about = [
        (header::CONTENT_TYPE, asset.kind.to_owned()),
        (header::ETAG, mark),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((about, &*asset.content).into_response())
}

/// Differs if the content does (FNV-1a).
fn mark(content: &[u8]) -> String {
    let hash = content
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("\"{hash:016x}\"")
}

pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Failure> {
    get(&name, &headers)
}

pub(crate) async fn play(headers: HeaderMap) -> Result<Response, Failure> {
    get("play.html", &headers)
}

pub(crate) async fn analysis(headers: HeaderMap) -> Result<Response, Failure> {
    get("analysis.html", &headers)
}

pub(crate) async fn replay(headers: HeaderMap) -> Result<Response, Failure> {
    get("replay.html", &headers)
}

pub(crate) async fn games(headers: HeaderMap) -> Result<Response, Failure> {
    get("games.html", &headers)
}

pub(crate) async fn watch(headers: HeaderMap) -> Result<Response, Failure> {
    get("watch.html", &headers)
}

pub(crate) async fn icon(headers: HeaderMap) -> Result<Response, Failure> {
    get("icon.svg", &headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_pages_can_load_beside_the_engine_is_less_than_250_kilobytes() {
        let all: usize = ASSETS.iter().map(|asset| asset.content.len()).sum();
        assert!(all < 250_000, "{all} bytes");
    }

    #[test]
    fn no_page_has_anything_inline_or_from_elsewhere() {
        for asset in ASSETS.iter() {
            for wrong in ["style=", "onclick", "<style", "innerHTML", "//cdn", "https://", "eval("] {
                assert!(!asset.content.contains(wrong), "{}: {wrong}", asset.name);
            }
        }
    }

    /// Looks for what only the theme may say: how a fruit is coloured and called.
    #[test]
    fn colours_and_names_of_fruit_come_from_the_theme_alone() {
        let colours = all().iter().flat_map(|kind| [kind.body.to_string(), kind.outline.to_string()]);
        let names = all().iter().map(|kind| kind.plural.to_owned());
        let ours: Vec<String> = colours.chain(names).collect();
        for asset in &WRITTEN {
            let text = asset.content.to_lowercase();
            for word in &ours {
                assert!(!text.contains(word.as_str()), "{}: {word}", asset.name);
            }
        }
    }
}
