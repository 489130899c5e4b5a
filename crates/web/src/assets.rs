//! Answers for the pages themselves, which are inside the binary.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;

/// A file of the pages.
struct Asset {
    name: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

macro_rules! assets {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(Asset { name: $name, kind: $kind, content: include_bytes!(concat!("../assets/", $name)) }),*]
    };
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

const ASSETS: &[Asset] = assets! {
    "play.html": HTML,
    "analysis.html": HTML,
    "replay.html": HTML,
    "games.html": HTML,
    "watch.html": HTML,
    "style.css": STYLE,
    "api.js": SCRIPT,
    "page.js": SCRIPT,
    "board.js": SCRIPT,
    "moves.js": SCRIPT,
    "graph.js": SCRIPT,
    "play.js": SCRIPT,
    "analysis.js": SCRIPT,
    "replay.js": SCRIPT,
    "games.js": SCRIPT,
    "watch.js": SCRIPT,
    "fruit-0.svg": DRAWING,
    "fruit-1.svg": DRAWING,
    "fruit-2.svg": DRAWING,
    "fruit-3.svg": DRAWING,
    "fruit-4.svg": DRAWING,
    "fruit-5.svg": DRAWING,
    "fruit-6.svg": DRAWING,
    "fruit-7.svg": DRAWING,
    "fruit-8.svg": DRAWING,
    "fruit-9.svg": DRAWING,
};

/// A file of the pages by its name. Browsers keep it, but ask whether it is still
/// the same: the next version of the program may be at the same address.
fn get(name: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(|| Failure::missing("there is no such file"))?;
    let mark = mark(asset.content);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, mark), (header::CACHE_CONTROL, "no-cache".to_owned())])
            .into_response());
    }
    let about = [
        (header::CONTENT_TYPE, asset.kind.to_owned()),
        (header::ETAG, mark),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((about, asset.content).into_response())
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
    get("fruit-0.svg", &headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_a_page_can_load_is_less_than_200_kilobytes() {
        let all: usize = ASSETS.iter().map(|asset| asset.content.len()).sum();
        assert!(all < 200_000, "{all} bytes");
    }

    #[test]
    fn no_page_has_anything_inline_or_from_elsewhere() {
        for asset in ASSETS {
            let text = std::str::from_utf8(asset.content).unwrap();
            for wrong in ["style=", "onclick", "<style", "innerHTML", "//cdn", "https://", "eval("] {
                assert!(!text.contains(wrong), "{}: {wrong}", asset.name);
            }
        }
    }
}
