//! The files that a browser loads, as a server and a site have them: each page with its script in
//! one, one style sheet, the engine, and what makes them work without a network. Pages are at the
//! top, all else is in `assets/`, and links are relative.

use std::borrow::Cow;
use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use fruitrage_game::theme::all;
use fruitrage_play::puzzle::deck_text;
use serde_json::{Value, json};

use crate::App;
use crate::assets::{self, engine, place, styles, text};
use crate::bundle::bundle;
use crate::failure::Failure;

/// A file that a browser loads.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) content: Cow<'static, [u8]>,
    /// The content as it goes over a network, once it was asked for.
    packed: OnceLock<Vec<u8>>,
}

/// What is packed already: the engine. The page unpacks it, so no server need know how.
const PACKED: &str = "application/gzip";

/// The puzzles, as a script, because pages that are opened from a disk can fetch nothing. It is
/// loaded when somebody wants a puzzle.
const DECK: &str = "assets/deck.js";

/// What makes the pages work without a network.
const OFFLINE: &str = "offline.js";

impl File {
    pub(crate) fn new(path: impl Into<String>, content: impl Into<Cow<'static, [u8]>>) -> Self {
        Self { path: path.into(), content: content.into(), packed: OnceLock::new() }
    }

    fn text(path: impl Into<String>, content: impl Into<String>) -> Self {
        Self::new(path, content.into().into_bytes())
    }

    /// What the server calls it.
    fn kind(&self) -> &'static str {
        match self.path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("webmanifest") => "application/manifest+json",
            _ => PACKED,
        }
    }

    fn packed(&self) -> Option<&[u8]> {
        (self.kind() != PACKED).then(|| self.packed.get_or_init(|| gzip(&self.content)).as_slice())
    }
}

/// Returns bytes as short as they get.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written to")
}

/// All files of the pages.
#[derive(Debug)]
pub(crate) struct Pages(Vec<File>);

impl Pages {
    /// The pages where a server offers so much beyond plain files, with others beside them.
    pub(crate) fn new(offered: &Value, others: Vec<File>) -> Self {
        let place = place(offered);
        let mut files = Vec::new();
        for name in assets::PAGES {
            let module = name.replace(".html", ".js");
            let script = format!("assets/{module}");
            let page: String = text(name).lines().map(|line| with_one_script(line, &script)).collect();
            files.push(File::text(if name == "play.html" { "index.html" } else { name }, page));
            // Its own scope, so that nothing of it is seen from outside.
            files.push(File::text(script, format!("(() => {{\n{}}})();\n", bundle(&module, &place))));
        }
        files.push(File::text("assets/pages.css", styles()));
        files.push(File::text("assets/icon.svg", all()[0].icon()));
        files.push(File::text("manifest.webmanifest", manifest()));
        files.push(File::new("assets/fruitrage.wasm.gz", engine()));
        files.push(File::text(DECK, format!("globalThis.fruitrageDeck = {};\n", json!(deck_text()))));
        files.extend(others);
        let offline = offline(&files);
        files.push(File::text(OFFLINE, offline));
        Self(files)
    }

    pub(crate) fn files(&self) -> &[File] {
        &self.0
    }

    /// A file by its place. Browsers keep it, but ask whether it is still the same: the next
    /// version of the program may be at the same address.
    fn get(&self, path: &str, headers: &HeaderMap) -> Result<Response, Failure> {
        let file = self.0.iter().find(|file| file.path == path);
        let file = file.ok_or_else(|| Failure::missing("there is no such page"))?;
        let mark = mark(&file.content);
        let about = [(header::ETAG, mark.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
        if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == mark.as_bytes()) {
            return Ok((StatusCode::NOT_MODIFIED, about).into_response());
        }
        let kind = [(header::CONTENT_TYPE, file.kind())];
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
        let takes_gzip = accepted.is_some_and(|accepted| accepted.split(',').any(|one| one.trim() == "gzip"));
        Ok(match file.packed().filter(|_| takes_gzip) {
            Some(packed) => (about, kind, [(header::CONTENT_ENCODING, "gzip")], packed.to_vec()).into_response(),
            None => (about, kind, file.content.to_vec()).into_response(),
        })
    }
}

/// Returns a line of a page; the one that loads its module loads one script instead, which
/// browsers take from a disk too.
fn with_one_script(line: &str, script: &str) -> String {
    if line == format!("<script type=\"module\" src=\"{script}\"></script>") {
        return format!("<script defer src=\"{script}\"></script>\n");
    }
    format!("{line}\n")
}

/// Returns the script that keeps files for a time without a network. It differs if any of them
/// does.
fn offline(files: &[File]) -> String {
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).filter(|path| !is_for_disks(path)).collect();
    let paths: Vec<&str> = paths.into_iter().chain(["./"]).collect();
    let version = mark(&files.iter().flat_map(|file| mark(&file.content).into_bytes()).collect::<Vec<u8>>());
    let script = text(OFFLINE).replace("FILES = []", &format!("FILES = {}", json!(paths)));
    script.replace("VERSION = \"\"", &format!("VERSION = {version}"))
}

/// The engine as a script, for pages that are opened from a disk: those can fetch nothing.
pub(crate) const ENGINE_SCRIPT: &str = "assets/fruitrage.wasm.js";

/// Whether a file is never loaded over a network.
fn is_for_disks(path: &str) -> bool {
    path == ENGINE_SCRIPT
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

/// Differs if the content does (FNV-1a).
fn mark(content: &[u8]) -> String {
    let hash = content
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("\"{hash:016x}\"")
}

/// `GET /...`: a file of the pages.
pub(crate) async fn file(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    app.pages.get(&path, &headers)
}

/// `GET /`: the first page.
pub(crate) async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    app.pages.get("index.html", &headers)
}

/// `GET /favicon.ico`: what browsers ask for by themselves.
pub(crate) async fn icon(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    app.pages.get("assets/icon.svg", &headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> Pages {
        Pages::new(&json!({ "rooms": true, "tournament": true, "records": true }), Vec::new())
    }

    #[test]
    fn all_that_pages_can_load_is_less_than_550_kilobytes_over_a_network() {
        let pages = pages();
        let all: usize = pages.files().iter().map(|file| file.packed().unwrap_or(&file.content).len()).sum();
        assert!(all < 550_000, "{all} bytes");
    }

    #[test]
    fn every_file_that_a_page_names_is_there() {
        let pages = pages();
        let paths: Vec<&str> = pages.files().iter().map(|file| file.path.as_str()).collect();
        for file in pages.files().iter().filter(|file| file.kind().starts_with("text/")) {
            let text = std::str::from_utf8(&file.content).unwrap();
            let named = text.split(['"', '\'']).filter(|word| {
                let known = [".js", ".css", ".svg", ".html", ".webmanifest", ".wasm.gz"];
                known.iter().any(|ending| word.ends_with(ending)) && !word.contains([' ', '$', '('])
            });
            for word in named.filter(|word| !is_for_disks(word)) {
                assert!(paths.contains(&word), "{} names {word}", file.path);
            }
        }
    }

    #[test]
    fn every_page_loads_one_script_and_one_style() {
        for file in pages().files().iter().filter(|file| file.kind().starts_with("text/html")) {
            let text = std::str::from_utf8(&file.content).unwrap();
            assert_eq!(text.matches("<script defer src=").count(), 1, "{}", file.path);
            assert_eq!(text.matches("rel=\"stylesheet\"").count(), 1, "{}", file.path);
            assert!(!text.contains("type=\"module\""), "{}", file.path);
        }
    }
}
