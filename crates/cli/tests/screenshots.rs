//! Pictures of the pages for the documentation, made by scripts/screenshots.

#![cfg(unix)]

mod common;

use std::path::PathBuf;

use common::browser::Browser;
use common::server::Server;
use common::{Folder, RunProgram as _};
use serde_json::{Value, json};

const SETTINGS: &str = r#"
name = "Fruit cup"
format = "round-robin"
pairs = 2
boards = ["10p4"]
seed = 4
time = 2
jobs = 1
agents = [
    { name = "minimax", command = "minimax:depth=3" },
    { name = "engine", command = "engine" },
    { name = "greedy", command = "greedy" },
    { name = "random", command = "random" },
]
"#;

async fn picture(browser: &Browser, folder: &std::path::Path, name: &str) {
    // Whatever moves has come to rest.
    browser.wait("document.getAnimations().every((each) => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity)").await;
    let bytes = browser.client.screenshot().await.unwrap();
    std::fs::write(folder.join(format!("page-{name}.png")), bytes).unwrap();
}

/// Plays a game with fixed seeds so far, always the largest group, and returns its name.
fn game(server: &Server, moves: usize, wanted: &Value) -> String {
    let made = server.post("/api/games", wanted).json();
    let id = made["id"].as_str().unwrap().to_owned();
    let mut events = server.events(&format!("/api/games/{id}/events"));
    let mut groups = events.next_of("snapshot")["groups"].clone();
    for _ in 0..moves {
        let Some(cell) = groups[0]["cells"][0].as_str() else { break };
        server.post(&format!("/api/games/{id}/moves"), &json!({ "move": cell }));
        groups = events.next_of("moved")["groups"].clone();
    }
    id
}

#[test]
#[ignore = "it writes pictures; scripts/screenshots runs it"]
fn make_pictures_of_all_pages() {
    let Some(docs) = std::env::var_os("SCREENSHOTS").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&docs).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let browser = Browser::open(1180, 1000).await.expect("a browser");
        let folder = Folder::new();
        folder.make_dir("cup");
        folder.write("cup/tournament.toml", SETTINGS);
        let ran = folder.run(&["tournament", "run", "cup"]);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let server = Server::start(folder.path(), 0, &["--tournament", "cup"]);

        let two = |size: usize, fruits: u8, seed: u64| json!({ "seats": [{ "name": "Ada" }, { "name": "Ben" }], "size": size, "fruits": fruits, "seed": seed });
        let play = game(&server, 12, &two(12, 5, 11));
        let dark = |yes: bool| format!("localStorage.setItem('theme', '\"{}\"')", if yes { "dark" } else { "light" });
        browser.goto(&server.url("/games")).await;
        browser.run(&dark(false), vec![]).await;
        browser.goto(&server.url(&format!("/#game={play}"))).await;
        browser.wait("document.querySelectorAll('#moves li').length === 12").await;
        let largest = r#"[...document.querySelectorAll('[data-cell][aria-label*="group of"]')].sort((one, two) => two.ariaLabel.match(/of (\d+)/)[1] - one.ariaLabel.match(/of (\d+)/)[1])[0]"#;
        browser.run(&format!("{largest}.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true, pointerType: 'mouse' }}))"), vec![]).await;
        picture(&browser, &docs, "play").await;

        browser.goto(&server.url("/analysis#position=00123/01233/21102/30121/33210 1 0:0 -")).await;
        browser.wait("!document.querySelector('#solved').hidden").await;
        picture(&browser, &docs, "analysis").await;

        let replay = game(&server, 200, &two(10, 4, 3));
        browser.goto(&server.url(&format!("/replay?file={replay}.jsonl#ply=9"))).await;
        browser.wait("document.querySelectorAll('#moves li').length > 9").await;
        browser.click("#judge").await;
        browser.wait("document.querySelector('#graph .line')").await;
        picture(&browser, &docs, "replay").await;

        browser.run(&dark(true), vec![]).await;
        browser.goto(&server.url("/watch")).await;
        browser.wait("document.querySelectorAll('#last tr').length > 0").await;
        picture(&browser, &docs, "watch").await;

        browser.client.set_window_size(420, 860).await.unwrap();
        browser.goto(&server.url(&format!("/#game={play}"))).await;
        browser.wait("document.querySelectorAll('#moves li').length === 12").await;
        picture(&browser, &docs, "phone").await;
    });
}
