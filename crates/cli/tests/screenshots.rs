//! Pictures of the pages for the documentation, made by scripts/screenshots: each page in
//! light, in dark and on a phone.

#![cfg(unix)]

mod common;

use std::path::{Path, PathBuf};

use common::browser::Browser;
use common::server::Server;
use common::{Folder, RunProgram as _};
use serde_json::json;

const SETTINGS: &str = r#"
name = "Fruit cup"
format = "round-robin"
pairs = 2
boards = ["10p4"]
seed = 4
time = 2
jobs = 1
agents = [
    { name = "engine", command = "engine" },
    { name = "minimax", command = "minimax:depth=3" },
    { name = "greedy", command = "greedy" },
    { name = "random", command = "random" },
]
"#;

/// Looks that a page is pictured in.
#[derive(Clone, Copy)]
enum Look {
    Light,
    Dark,
    Phone,
}

impl Look {
    const fn ending(self) -> &'static str {
        match self {
            Self::Light => "",
            Self::Dark => "-dark",
            Self::Phone => "-phone",
        }
    }

    fn wear(self, browser: &Browser) {
        let scheme = if matches!(self, Self::Dark) { "dark" } else { "light" };
        browser.want(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]);
        match self {
            Self::Phone => browser.become_phone(390, 844),
            _ => browser.become_window(1280, 860),
        }
    }
}

const MY_TURN: &str = "document.querySelector('.board.playable')";
const LARGEST: &str = r#"[...document.querySelectorAll('[data-cell][aria-label*="group of"]')].sort((one, two) => two.ariaLabel.match(/of (\d+)/)[1] - one.ariaLabel.match(/of (\d+)/)[1])[0]"#;

async fn picture(browser: &Browser, folder: &Path, name: &str, look: Look) {
    // Whatever moves has come to rest.
    browser.wait("document.getAnimations().every((each) => each.playState !== 'running')").await;
    let bytes = browser.client.screenshot().await.unwrap();
    std::fs::write(folder.join(format!("page-{name}{}.png", look.ending())), bytes).unwrap();
}

/// Starts a game on a fixed board, as the first page remembers it.
async fn start(browser: &Browser, server: &Server, size: u32, fruits: u32, seed: u32) {
    browser.goto(&server.url("/assets/icon.svg")).await;
    let settings = json!({ "level": 3, "first": "you", "size": size, "fruits": fruits, "time": null });
    browser
        .run("localStorage.clear(); localStorage.setItem('wanted', JSON.stringify(arguments[0]));", vec![settings])
        .await;
    browser.goto(&server.url("/")).await;
    browser.wait(MY_TURN).await;
    browser.run("document.querySelector('#new').click(); document.querySelector('#seed').value = arguments[0]; document.querySelector('#start').click();", vec![json!(seed)]).await;
    browser.wait(&format!("!document.querySelector('#sheet').open && {MY_TURN}")).await;
}

/// Takes the largest group in every turn, so many times or to the end.
async fn play(browser: &Browser, moves: usize) {
    for _ in 0..moves {
        browser.wait(&format!("{MY_TURN} || !document.querySelector('#result').hidden")).await;
        let over = browser.value("!document.querySelector('#result').hidden").await;
        if over == true {
            return;
        }
        let before = browser.value("document.querySelectorAll('#moves li').length").await;
        browser
            .run(
                &format!("({LARGEST} ?? document.querySelector('[data-cell]:not([aria-label$=empty])')).click()"),
                vec![],
            )
            .await;
        browser.wait(&format!("document.querySelectorAll('#moves li').length > {before}")).await;
    }
    browser.wait(&format!("{MY_TURN} || !document.querySelector('#result').hidden")).await;
}

#[test]
#[ignore = "it writes pictures; scripts/screenshots runs it"]
fn make_pictures_of_all_pages() {
    let Some(docs) = std::env::var_os("SCREENSHOTS").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&docs).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let browser = Browser::open(1280, 860).await.expect("a browser");
        let folder = Folder::new();
        folder.make_dir("cup");
        folder.write("cup/tournament.toml", SETTINGS);
        let ran = folder.run(&["tournament", "run", "cup"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let server = Server::start(folder.path(), 0, &["--tournament", "cup"]);
        for look in [Look::Light, Look::Dark, Look::Phone] {
            look.wear(&browser);
            start(&browser, &server, 9, 4, 11).await;
            play(&browser, 5).await;
            let over = format!(
                "{LARGEST}.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true, pointerType: 'mouse' }}))"
            );
            browser.run(&over, vec![]).await;
            picture(&browser, &docs, "play", look).await;

            browser.goto(&server.url("/learn.html#board=5")).await;
            browser.wait(MY_TURN).await;
            browser.run(&over, vec![]).await;
            picture(&browser, &docs, "learn", look).await;

            // The largest group is wrong, and what it allows is shown.
            browser.goto(&server.url("/puzzles.html#date=2031-05-17")).await;
            browser.wait(MY_TURN).await;
            browser.run(&format!("{LARGEST}.click()"), vec![]).await;
            browser.wait("!document.querySelector('#again').disabled").await;
            picture(&browser, &docs, "puzzle", look).await;

            browser.goto(&server.url("/analysis.html")).await;
            browser.wait("document.querySelector('#lines .steps-of button')").await;
            browser.goto(&server.url("/analysis.html#position=00123/01233/21102/30121/33210 1 0:0 -")).await;
            browser.wait("!document.querySelector('#solved').hidden").await;
            picture(&browser, &docs, "analysis", look).await;

            start(&browser, &server, 8, 4, 3).await;
            play(&browser, 200).await;
            browser.wait("document.querySelector('#fact-accuracy').textContent !== '\u{2026}'").await;
            picture(&browser, &docs, "result", look).await;
            browser.run("document.querySelector('#review').click()", vec![]).await;
            browser.wait("document.querySelector('#graph .curve') && document.querySelector('.ring')").await;
            picture(&browser, &docs, "review", look).await;

            browser.goto(&server.url("/games.html")).await;
            browser.wait("document.querySelector('#own tr')").await;
            picture(&browser, &docs, "games", look).await;

            browser.goto(&server.url("/watch.html")).await;
            browser.wait("document.querySelectorAll('#last tr').length > 0 && document.querySelectorAll('#moves li').length >= 8").await;
            picture(&browser, &docs, "watch", look).await;
        }
    });
}
