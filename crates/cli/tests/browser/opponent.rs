//! A player of the server: offered with the levels, played against, and what it does wrong.

use crate::common::Folder;
use crate::common::browser::Browser;
use crate::common::ugi::bot;
use crate::{MOVES, MY_TURN, OVER, click_cell, open_play, play_to_the_end, take_first_group, text, with_options};

/// Chooses an opponent of the server for a new game.
async fn choose(browser: &Browser, name: &str) {
    browser.click("#new").await;
    let chosen = format!("document.querySelector(`#sheet [name=level][value='opponent:{name}']`)");
    browser.wait(&format!("{chosen} !== null")).await;
    browser.run(&format!("{chosen}.click();"), vec![]).await;
    browser.click("#start").await;
    browser.wait(&format!("location.hash.startsWith('#room=') && {MOVES} === 0 && {MY_TURN}")).await;
}

#[test]
fn an_opponent_of_the_server_is_played_against_and_its_fault_is_told() {
    let make_ready = |folder: &Folder| {
        folder.write("good.py", bot("pass", "pass"));
        folder.write("tired.py", bot("sys.exit('I am tired')", "pass"));
    };
    let offered = ["--opponent", "ugi:python3 good.py", "--opponent", "ugi:python3 tired.py"];
    with_options(&offered, make_ready, async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        open_play(browser, &server, 3, 2).await;
        choose(browser, "ugi:python3 good.py").await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && ({MY_TURN} || {OVER})")).await;
        // Who comes back has the same game.
        browser.client.refresh().await.unwrap();
        browser.wait(&format!("{MOVES} >= 2")).await;
        play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
        assert_eq!(text(browser, "#result-why").await, "");
        // The rematch is against the same with sides swapped: now it begins.
        browser.click("#again").await;
        browser.wait("document.querySelector('#players .by1 b')?.textContent === 'ugi:python3 good.py'").await;
        browser.wait(&format!("{MOVES} >= 1 && ({MY_TURN} || {OVER})")).await;
        choose(browser, "ugi:python3 tired.py").await;
        take_first_group(browser).await;
        browser.wait(OVER).await;
        let why = text(browser, "#result-why").await;
        assert!(why.contains("I am tired"), "{why}");
    });
}
