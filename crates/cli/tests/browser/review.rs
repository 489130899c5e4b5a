//! The review of a game.

use super::table::{record_match, run};
use super::*;

const PLY: &str = "new URLSearchParams(location.hash.slice(1)).get('ply')";
const JUDGED: &str = "document.querySelector('#graph .curve')";

/// Plays a game whose first move is bad, and opens its review.
async fn reviewed_game(browser: &Browser, server: &Server) {
    played_game(browser, server).await;
    browser.click("#review").await;
    browser.wait(&format!("{MOVES} > 0 && {JUDGED}")).await;
}

/// A game between two people in which the first player errs at once, as text to be pasted.
pub(super) fn record_with_a_mistake() -> String {
    let game = json!({ "type": "game", "version": 1, "id": "g", "pair": "g", "board": "0120/0210/3312/3321", "kinds": 4, "seed": null,
        "agents": [{ "name": "Ada", "command": "human", "time": 1.0, "sandbox": "none" }, { "name": "Ben", "command": "human", "time": 1.0, "sandbox": "none" }],
        "clock": { "kind": "none", "grace": 10.0 }, "ties": "draw", "strict_board": true, "strict_format": false });
    let step = |ply: u32, cell: &str, size: u32, points: [u32; 2]| json!({ "type": "move", "ply": ply, "player": if ply % 2 == 1 { 1 } else { 2 }, "move": cell, "size": size, "points": points, "cpu": 0.0, "wall": 0.1, "left": 1.0 });
    // The board has a group of four, which the first player leaves to the second.
    [game, step(1, "C3", 2, [4, 0]), step(2, "A4", 4, [4, 16])].map(|line| line.to_string() + "\n").concat()
}

/// Pastes that game, and waits for its review.
async fn open_record_with_a_mistake(browser: &Browser, server: &Server) {
    browser.goto(&server.url("/replay.html")).await;
    browser.wait("!document.querySelector('#elsewhere').hidden").await;
    browser.run("document.querySelector('#record').value = arguments[0];", vec![json!(record_with_a_mistake())]).await;
    browser.click("#read").await;
    browser.wait(&format!("{JUDGED} && document.querySelector('.ring.best')")).await;
}

#[test]
fn the_review_opens_at_the_mistake_and_shows_the_best_move_on_the_board_before_it() {
    with_page(async |browser, server, _| {
        open_record_with_a_mistake(browser, &server).await;
        assert_eq!(browser.value("document.querySelectorAll('.piece').length").await, 16, "the board before the move");
        assert_eq!(browser.value("document.querySelectorAll('.ring.made, .ring.best').length").await, 2);
        let title = text(browser, "#verdict-title").await;
        assert!(title.starts_with("Blunder"), "{title}");
        browser.click("#next").await;
        browser.wait(&format!("{PLY} === '1' && document.querySelectorAll('.piece').length === 14")).await;
    });
}

#[test]
fn the_next_mistake_is_one_click_away_and_can_be_tried_again() {
    with_page(async |browser, server, _| {
        open_record_with_a_mistake(browser, &server).await;
        assert_eq!(text(browser, "#fault-count").await, "1 of 1");
        browser.click("#last").await;
        browser.wait(&format!("{PLY} === '2'")).await;
        browser.click("#fault").await;
        browser.wait(&format!("{PLY} === null && document.querySelectorAll('.piece').length === 16")).await;
        browser.click("#try").await;
        browser.wait(&format!("{MY_TURN} && document.querySelectorAll('.piece').length === 16")).await;
        assert_eq!(text(browser, ".player.by1 .name b").await, "You");
    });
}

#[test]
fn another_move_is_tried_on_the_board_of_the_review_and_undone() {
    with_page(async |browser, server, _| {
        open_record_with_a_mistake(browser, &server).await;
        browser.wait(MY_TURN).await;
        let board = "document.querySelector('#board').innerText + [...document.querySelectorAll('[data-cell]')].map((each) => each.ariaLabel).join()";
        let before = browser.value(board).await;
        take_first_group(browser).await;
        browser.wait("document.querySelector('#verdict-title').textContent.startsWith('Tried ') && document.querySelector('#verdict-words').textContent.includes('would end at')").await;
        assert_ne!(browser.value(board).await, before);
        browser.click("#untry").await;
        browser.wait(&format!("{board} === {before}")).await;
    });
}

#[test]
fn page_file_and_terminal_judge_a_game_alike() {
    with_page(async |browser, server, folder| {
        folder.make_dir("games");
        record_match(folder, "games/match.jsonl");
        let review = ["review", "games/match.jsonl", "--game", "0001-1", "--quiet"];
        run(folder, &[&review[..], &["--html", "review.html"]].concat());
        let told: Value = serde_json::from_str(&run(folder, &[&review[..], &["--format", "json"]].concat())).unwrap();
        let printed = run(folder, &review);
        let judged = "({
            classes: [...document.querySelectorAll('#moves li')].map((each) => each.className.split(' ')[1]),
            figures: [...document.querySelectorAll('#judged td')].map((each) => each.textContent),
            title: document.querySelector('#verdict-title').textContent,
            words: document.querySelector('#verdict-words').textContent,
        })";
        let ready = format!("{MOVES} > 0 && {JUDGED} && document.querySelector('#judged td')");
        browser.goto(&server.url("/replay.html?file=match.jsonl&game=0001-1")).await;
        browser.wait(&ready).await;
        let page = browser.value(judged).await;
        browser.goto(&format!("file://{}", folder.path().join("review.html").display())).await;
        browser.wait(&ready).await;
        assert_eq!(browser.value(judged).await, page, "the file and the page");
        let classes: Vec<Value> =
            told["review"]["moves"].as_array().unwrap().iter().map(|each| each["class"].clone()).collect();
        assert_eq!(page["classes"], json!(classes), "the terminal and the page");
        let accuracy = page["figures"][0].as_str().unwrap();
        assert!(accuracy.ends_with('%') && printed.contains(accuracy), "{accuracy} in {printed}");
    });
}

#[test]
fn a_replay_is_stepped_through_and_plays_on_by_itself() {
    with_page(async |browser, server, _| {
        reviewed_game(browser, &server).await;
        let moves = browser.value(MOVES).await;
        browser.click("#last").await;
        browser.wait(&format!("{PLY} === '{moves}' && document.querySelectorAll('.piece').length === 0")).await;
        browser.click("#first").await;
        browser.wait(&format!("{PLY} === null")).await;
        browser.click("#play").await;
        browser.wait(&format!("{PLY} === '{moves}'")).await;
    });
}

#[test]
fn a_game_that_is_over_is_listed_with_its_date_and_leads_to_its_review() {
    with_page(async |browser, server, _| {
        played_game(browser, &server).await;
        browser.goto(&server.url("/games.html")).await;
        browser.wait("document.querySelectorAll('#own tr').length === 1").await;
        assert!(text(browser, "#own td").await.starts_with("today"), "a date");
        assert!(text(browser, "#levels").await.contains("won"), "the record by level");
        browser.click("#own .button").await;
        browser.wait(&format!("{MOVES} > 0 && location.pathname.endsWith('replay.html')")).await;
    });
}

#[test]
fn games_are_exported_removed_and_imported_again() {
    with_page(async |browser, server, _| {
        played_game(browser, &server).await;
        browser.goto(&server.url("/games.html")).await;
        browser.wait("document.querySelectorAll('#own tr').length === 1").await;
        // The file goes where the browser wants; what is in it is what matters.
        browser.run("const real = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => (window.exported = text)); return real(blob); };", vec![]).await;
        browser.click("#export").await;
        browser.wait("window.exported?.includes('\"type\":\"end\"')").await;
        browser.click("#own button").await;
        browser.wait("document.querySelectorAll('#own tr').length === 0").await;
        let import = "const files = new DataTransfer(); files.items.add(new File([window.exported], 'games.jsonl'));
                      const input = document.querySelector('#import'); input.files = files.files; input.dispatchEvent(new Event('change'));";
        browser.run(import, vec![]).await;
        browser.wait("document.querySelectorAll('#own tr').length === 1").await;
    });
}
