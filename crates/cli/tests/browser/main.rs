//! The pages in a real browser, led by clicks, taps and keys as a person would, against the
//! real server: one claim a test, each with a browser and a server of its own, files by page.

#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod analysis;
mod everywhere;
mod learn;
mod opponent;
mod play;
mod review;
mod rooms;
mod table;
mod watch;

use common::Folder;
use common::browser::Browser;
use common::server::Server;
use serde_json::{Value, json};

/// Where there is still fruit, as the page has it: any cell of the first group.
const FIRST_GROUP: &str =
    "(document.querySelector('#board [data-cell]:not([aria-label$=empty])')?.dataset.cell ?? null)";
const MOVES: &str = "document.querySelectorAll('#moves li').length";
const MY_TURN: &str = "(document.querySelector('.board.playable') !== null)";
const OVER: &str = "(!document.querySelector('#result').hidden)";

/// Runs a test with a browser, a server, and the folder that the server runs in.
fn with_page(test: impl AsyncFnOnce(&Browser, Server, &Folder)) {
    with_options(&[], |_| {}, test);
}

/// The same with options of the server, in a folder that was made ready for them.
fn with_options(options: &[&str], make_ready: impl FnOnce(&Folder), test: impl AsyncFnOnce(&Browser, Server, &Folder)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(browser) = Browser::open(1280, 900).await else { return };
        let folder = Folder::new();
        make_ready(&folder);
        test(&browser, Server::start(folder.path(), 0, options), &folder).await;
    });
}

/// Opens the first page with settings as if they had been chosen before: the weakest level,
/// on a board of some size.
async fn open_play(browser: &Browser, server: &Server, size: u32, fruits: u32) {
    browser.goto(&server.url("/assets/icon.svg")).await;
    let settings = json!({ "level": 1, "first": "you", "size": size, "fruits": fruits, "time": null });
    browser
        .run(
            "localStorage.setItem('wanted', JSON.stringify(arguments[0])); localStorage.removeItem('current');",
            vec![settings],
        )
        .await;
    browser.goto(&server.url("/")).await;
    browser.wait(&format!("{MY_TURN} && document.querySelector('.board').dataset.size === '{size}'")).await;
}

async fn click_cell(browser: &Browser, cell: &str) {
    browser.click(&format!("[data-cell={cell}]")).await;
}

/// Clicks on a cell of the first group that is left.
async fn take_first_group(browser: &Browser) {
    let cell = browser.value(FIRST_GROUP).await;
    click_cell(browser, cell.as_str().unwrap()).await;
}

/// Takes any group in every turn of one's own.
async fn play_to_the_end(browser: &Browser, take: impl AsyncFn(String)) {
    loop {
        browser.wait(&format!("{MY_TURN} || {OVER}")).await;
        let state = browser.value(&format!("[{OVER}, {FIRST_GROUP}, {MOVES}]")).await;
        if state[0] == true {
            return;
        }
        let Some(cell) = state[1].as_str() else { continue };
        take(cell.to_owned()).await;
        browser.wait(&format!("{MOVES} > {} || {OVER}", state[2])).await;
    }
}

/// Plays a small game to its end by clicks.
async fn played_game(browser: &Browser, server: &Server) {
    browser.want(&[("prefers-reduced-motion", "reduce")]);
    open_play(browser, server, 4, 2).await;
    play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
}

/// The text of an element.
async fn text(browser: &Browser, selector: &str) -> String {
    let found = browser.run("return document.querySelector(arguments[0]).textContent;", vec![json!(selector)]).await;
    found.as_str().unwrap_or_else(|| panic!("{selector}: {found}")).to_owned()
}
