//! The pages in a real browser, led by clicks and keys as a person would, against
//! the real server: one claim a test, each with a browser and a server of its own.

#![cfg(unix)]

mod common;

use std::process::Stdio;

use common::browser::Browser;
use common::server::{Server, wait_for};
use common::{Folder, RunProgram as _};
use serde_json::{Value, json};

/// Keys as the driver wants them.
const RIGHT: &str = "\u{E014}";
const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const HOME: &str = "\u{E011}";
const DOWN: &str = "\u{E015}";
const PAGE_UP: &str = "\u{E00E}";
const ENTER: &str = "\u{E007}";

/// Where there is still fruit, as the page has it: any cell of the first group.
const FIRST_GROUP: &str =
    "(document.querySelector('#board [data-cell]:not([aria-label$=empty])')?.dataset.cell ?? null)";
const MOVES: &str = "document.querySelectorAll('#moves li').length";
const MY_TURN: &str = "(!document.querySelector('#hint').disabled)";
const OVER: &str = "(!document.querySelector('#result').hidden)";

const SOLVED: &str = "(!document.querySelector('#solved').hidden)";

/// The page does not scroll sideways.
const FITS: &str = "document.documentElement.scrollWidth <= window.innerWidth";

/// Runs a test with a browser, a server, and the folder that the server runs in.
fn with_page(test: impl AsyncFnOnce(&Browser, Server, &Folder)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(browser) = Browser::open(1280, 900).await else { return };
        let folder = Folder::new();
        test(&browser, Server::start(folder.path(), 0, &[]), &folder).await;
    });
}

/// A game against the weakest engine.
fn weakest(size: u32, fruits: u32, seed: u32) -> [(&'static str, Value); 4] {
    [("opponent", json!("1")), ("size", json!(size)), ("fruits", json!(fruits)), ("seed", json!(seed))]
}

/// Starts a game through the dialog.
async fn start_game(browser: &Browser, server: &Server, options: &[(&str, Value)]) {
    browser.goto("about:blank").await;
    browser.goto(&server.url("/")).await;
    browser.wait("document.querySelector('#options').open").await;
    for (name, value) in options {
        browser
            .run("document.getElementById(arguments[0]).value = arguments[1];", vec![json!(name), value.clone()])
            .await;
    }
    browser.click("#form .main").await;
    browser.wait(&format!("{MY_TURN} && !document.querySelector('#options').open")).await;
}

/// Clicks on a cell of the first group that is left.
async fn take_first_group(browser: &Browser) {
    let cell = browser.value(FIRST_GROUP).await;
    click_cell(browser, cell.as_str().unwrap()).await;
}

async fn click_cell(browser: &Browser, cell: &str) {
    browser.click(&format!("[data-cell={cell}]")).await;
}

/// Takes any group in every turn of one's own.
async fn play_to_the_end(browser: &Browser, take: impl AsyncFn(String)) {
    loop {
        browser.wait(&format!("{MY_TURN} || {OVER}")).await;
        let state = browser.value(&format!("[{OVER}, {FIRST_GROUP}, {MOVES}]")).await;
        if state[0] == true {
            return;
        }
        // After the last move the board is empty for a moment before the game is over.
        let Some(cell) = state[1].as_str() else { continue };
        take(cell.to_owned()).await;
        browser.wait(&format!("{MOVES} > {}", state[2])).await;
    }
}

#[test]
fn the_group_under_the_mouse_is_outlined_with_its_points() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(4, 2, 5)).await;
        browser.run("document.querySelector('[data-cell=A1]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));", vec![]).await;
        browser.wait("document.querySelector('#board .pointed') && /for \\d+ points?/.test(document.querySelector('#under').textContent)").await;
    });
}

#[test]
fn a_hint_says_what_to_look_for_and_then_where() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(4, 2, 5)).await;
        browser.click("#hint").await;
        browser.wait("document.querySelector('#hint-text').textContent.startsWith('The')").await;
        browser.click("#hint").await;
        browser.wait("document.querySelector('#board .hinted')").await;
    });
}

#[test]
fn a_move_and_its_reply_are_taken_back() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(4, 2, 5)).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && ({MY_TURN} || {OVER})")).await;
        browser.click("#back").await;
        browser.wait(&format!("{MOVES} === 0 && {MY_TURN}")).await;
    });
}

#[test]
fn after_a_reload_the_same_can_be_played_again() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(3, 2, 5)).await;
        play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
        let address = "location.href";
        let before = browser.value(address).await;
        browser.goto("about:blank").await;
        browser.goto(before.as_str().unwrap()).await;
        browser.wait(OVER).await;
        browser.click("#again").await;
        browser.wait(&format!("{address} !== {before} && {MOVES} === 0 && {MY_TURN}")).await;
        let about = browser.value("document.querySelector('#about').textContent").await;
        assert!(about.as_str().unwrap().starts_with("3 \u{D7} 3, 2 kinds"), "{about}");
        assert_eq!(browser.value("JSON.parse(localStorage.getItem('options')).size").await, "3");
    });
}

#[test]
fn a_game_is_played_to_its_result_by_clicks() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(4, 2, 5)).await;
        play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
        let title = browser.value("document.querySelector('#result-title').textContent").await;
        assert!(title.as_str().unwrap().contains(" : "), "{title}");
        let points = browser
            .value("[...document.querySelectorAll('#players .count')].map((count) => Number(count.textContent))")
            .await;
        let message = browser.value("document.querySelector('#result-why').textContent").await;
        assert!(message.as_str().unwrap().contains(&points[0].to_string()), "{message} {points}");
    });
}

#[test]
fn a_game_is_played_to_its_end_by_keys() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(3, 2, 9)).await;
        // The board has the focus as soon as the game begins.
        browser.wait("document.activeElement.dataset.cell === 'A1'").await;
        browser.keys(&format!("{RIGHT}{UP}{LEFT}")).await;
        browser.wait("document.activeElement.dataset.cell === 'A1' && document.querySelector('#board .pointed')").await;
        browser.keys("h").await;
        browser.wait("document.querySelector('#hint-text').textContent.startsWith('The')").await;
        play_to_the_end(browser, async |cell| {
            let mut bytes = cell.bytes();
            let (column, row) = (bytes.next().unwrap() - b'A', bytes.next().unwrap() - b'1');
            let path = RIGHT.repeat(column.into()) + &DOWN.repeat(row.into());
            browser.keys(&format!("{PAGE_UP}{HOME}{path}{ENTER}")).await;
        })
        .await;
        browser.keys("u").await;
        browser.wait(&format!("!{OVER} && {MY_TURN}")).await;
        browser.keys("n").await;
        browser.wait("document.querySelector('#options').open").await;
    });
}

/// Prints also how long the largest board takes from a click to the reply: until it is
/// known to the page, and until it is drawn.
#[test]
fn the_page_of_a_game_is_small_to_load() {
    with_page(async |browser, server, _| {
        start_game(browser, &server, &weakest(26, 4, 1)).await;
        let mut times = Vec::new();
        for _ in 0..7 {
            browser.wait(MY_TURN).await;
            let script = format!(
                "const done = arguments[0], before = {MOVES}, start = performance.now();
                 new MutationObserver((_, observer) => {{
                     if ({MOVES} < before + 2) return;
                     observer.disconnect();
                     const known = performance.now() - start;
                     requestAnimationFrame(() => requestAnimationFrame(() => done([performance.now() - start, known])));
                 }}).observe(document.querySelector('#moves'), {{ childList: true }});
                 document.querySelector(`[data-cell=${{{FIRST_GROUP}}}]`).click();"
            );
            let time = browser.client.execute_async(&script, vec![]).await.unwrap();
            times.push([0, 1].map(|part| time[part].as_f64().unwrap().round()));
        }
        times.sort_by(|one, two| one[0].total_cmp(&two[0]));
        let loaded = browser
            .value(
                "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
                 .filter((entry) => !entry.name.includes('/api/'))
                 .reduce((sum, entry) => sum + entry.decodedBodySize, 0)",
            )
            .await;
        println!("click to reply, level 1, 26 x 26, [drawn, known] in ms: {times:?}; first load: {loaded} bytes");
        assert!(loaded.as_u64().unwrap() < 200_000, "{loaded}");
    });
}

/// Loads a board of three groups on the page of the analysis, and waits until it is solved.
async fn analyse(browser: &Browser, server: &Server) {
    browser.goto(&server.url("/analysis")).await;
    browser.wait("document.querySelectorAll('#lines li').length > 0").await;
    let text = "3\n3\n12.5\n00*\n011\n211\n";
    browser.run("document.querySelector('#text').value = arguments[0];", vec![json!(text)]).await;
    browser.click("#load").await;
    browser.wait(&format!("document.querySelector('.board').dataset.size === '3' && {SOLVED}")).await;
}

#[test]
fn each_group_of_a_pasted_board_is_marked_with_its_margin() {
    with_page(async |browser, server, _| {
        analyse(browser, &server).await;
        assert_eq!(browser.value("document.querySelectorAll('#board .labels span').length").await, 3);
    });
}

#[test]
fn a_line_of_the_analysis_is_stepped_through_to_its_end_and_back() {
    with_page(async |browser, server, _| {
        analyse(browser, &server).await;
        browser.click("#lines li:first-child button:last-child").await;
        browser.wait("document.querySelector('#value').textContent === 'The board is empty'").await;
        browser.click("#start").await;
        browser.wait(SOLVED).await;
        browser.click("#next").await;
        browser.wait("document.querySelector('#where').textContent.startsWith('After')").await;
    });
}

#[test]
fn a_cell_of_the_analysis_is_edited() {
    with_page(async |browser, server, _| {
        analyse(browser, &server).await;
        browser.click("#edit").await;
        browser.click("#palette [data-kind='4']").await;
        click_cell(browser, "C1").await;
        browser.wait("document.querySelector('[data-cell=C1]').getAttribute('aria-label').includes('orange')").await;
        browser.click("#edit").await;
        browser.wait(SOLVED).await;
    });
}

#[test]
fn text_that_is_no_board_is_refused_in_words() {
    with_page(async |browser, server, _| {
        analyse(browser, &server).await;
        browser.run("document.querySelector('#text').value = '<b>nonsense</b>';", vec![]).await;
        browser.click("#load").await;
        browser.wait("document.querySelector('#text-problem').textContent.length > 10").await;
    });
}

/// Plays a game to its end; returns the address of its replay and how many moves it has.
async fn played_game(browser: &Browser, server: &Server) -> (String, u64) {
    start_game(browser, server, &weakest(4, 2, 5)).await;
    play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
    browser.goto(&server.url("/games")).await;
    browser.wait("document.querySelectorAll('#games a').length >= 1").await;
    let link = browser.value("document.querySelector('#games a').href").await;
    browser.goto(link.as_str().unwrap()).await;
    browser.wait(&format!("{MOVES} > 0")).await;
    let moves = browser.value(MOVES).await.as_u64().unwrap();
    (link.as_str().unwrap().to_owned(), moves)
}

#[test]
fn a_game_that_was_played_is_stepped_through_and_judged() {
    with_page(async |browser, server, _| {
        let (_, moves) = played_game(browser, &server).await;
        browser.click("#next").await;
        browser.click("#next").await;
        browser.wait("location.hash === '#ply=2' && document.querySelector('#slider').value === '2'").await;
        browser.click("#end").await;
        browser.wait(&format!("location.hash === '#ply={moves}' && document.querySelectorAll('#board [data-cell]:not([aria-label$=empty])').length === 0")).await;
        browser.click("#judge").await;
        browser.wait("document.querySelector('#graph .line')").await;
    });
}

#[test]
fn a_link_leads_to_a_ply_of_a_replay_which_plays_on_by_itself() {
    with_page(async |browser, server, _| {
        let (link, moves) = played_game(browser, &server).await;
        browser.goto("about:blank").await;
        browser.goto(&format!("{link}#ply=3")).await;
        browser.wait("document.querySelector('#slider').value === '3'").await;
        browser.click("#play").await;
        browser.wait(&format!("document.querySelector('#slider').value === '{moves}'")).await;
    });
}

#[test]
fn a_game_goes_on_when_a_lost_server_is_back() {
    with_page(async |browser, server, folder| {
        start_game(browser, &server, &weakest(6, 3, 2)).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
        let port = server.address.port();
        drop(server);
        browser.wait("document.documentElement.dataset.connection === 'lost'").await;
        let _server = Server::start(folder.path(), port, &[]);
        browser.wait("document.documentElement.dataset.connection === 'live'").await;
        assert_eq!(browser.value(MOVES).await, 2);
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 4 && {MY_TURN}")).await;
    });
}

#[test]
fn no_page_scrolls_sideways_on_a_phone() {
    with_page(async |browser, server, _| {
        browser.client.set_window_size(360, 740).await.unwrap();
        start_game(browser, &server, &weakest(26, 9, 3)).await;
        assert_eq!(browser.value(FITS).await, true, "the game");
        for path in ["/analysis", "/replay", "/games", "/watch"] {
            browser.goto(&server.url(path)).await;
            browser.wait("document.querySelector('header nav')").await;
            assert_eq!(browser.value(FITS).await, true, "{path}");
        }
    });
}

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
        browser.goto(&server.url("/watch")).await;
        browser.wait("document.querySelector('#problem').textContent.length > 0").await;
        let mut run = folder.command(&["tournament", "run", "cup"]);
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        browser.wait("document.querySelectorAll('#standings tr').length === 3").await;
        browser.wait("document.querySelectorAll('#live article').length > 0 || /Finished/.test(document.querySelector('#state').textContent)").await;
        browser.wait("/Finished/.test(document.querySelector('#state').textContent)").await;
        browser.wait("document.querySelectorAll('#last tr').length === 18").await;
        wait_for("the tournament's end", || run.try_wait().unwrap().is_some());
        browser.click("#last a").await;
        browser.wait(&format!("{MOVES} > 0")).await;
    });
}
