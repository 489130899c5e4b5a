//! Watching.

use std::process::Stdio;

use super::*;
use crate::common::RunProgram as _;
use crate::common::server::wait_for;

#[test]
fn a_tournament_is_watched_from_before_its_start_to_its_end() {
    with_page(async |browser, _, folder| {
        folder.make_dir("cup");
        let settings = r#"
            name = "Fruit cup"
            format = "round-robin"
            pairs = 3
            boards = ["8p4"]
            seed = 4
            time = 10
            jobs = 1
            agents = [{ command = "minimax:depth=3" }, { command = "greedy" }, { command = "random" }]
        "#;
        folder.write("cup/tournament.toml", settings);
        let server = Server::start(folder.path(), 0, &["--tournament", "cup"]);
        browser.goto(&server.url("/watch.html")).await;
        browser.wait("document.querySelector('#problem').textContent.length > 0").await;
        // What is listed next must follow what was listed before.
        browser
            .run(
                "window.gaps = []; new MutationObserver(() => {
                     const plies = [...document.querySelectorAll('#moves li')].map((each) => Number(each.dataset.ply));
                     if (plies.some((ply, at) => at && ply !== plies[at - 1] + 1)) gaps.push(plies);
                 }).observe(document.querySelector('#moves'), { childList: true });",
                vec![],
            )
            .await;
        let mut run = folder.command(&["tournament", "run", "cup"]);
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        browser.wait("document.querySelectorAll('#standings tr').length === 3").await;
        browser.wait("/finished/.test(document.querySelector('#state').textContent)").await;
        browser.wait("document.querySelectorAll('#last tr').length === 18").await;
        wait_for("the tournament's end", || run.try_wait().unwrap().is_some());
        assert_eq!(browser.value("gaps").await, json!([]), "no move is left out");
        browser.click("#last a").await;
        browser.wait(&format!("{MOVES} > 0")).await;
    });
}

#[test]
fn without_a_tournament_two_engines_play_one_move_after_the_other() {
    with_page(async |browser, server, _| {
        browser.goto(&server.url("/watch.html")).await;
        browser.wait(&format!("!document.querySelector('#engines').hidden && {MOVES} >= 3")).await;
        let seats = "[...document.querySelectorAll('#moves li')].slice(0, 3).map((each) => each.className.split(' ')[0]).join()";
        assert_eq!(browser.value(seats).await, "by1,by2,by1");
        browser.click("#hold").await;
        browser.wait("document.querySelector('#hold').textContent === 'Go on'").await;
    });
}
