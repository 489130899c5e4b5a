//! The pages in a real browser, led by clicks and keys as a person would, against
//! the real server. One window for all, one after the other: a browser is slow to
//! start.

#![cfg(unix)]

mod common;

use std::process::Stdio;

use common::Folder;
use common::browser::Browser;
use common::server::{Server, wait_for};
use serde_json::{Value, json};

/// Keys as the driver wants them.
const RIGHT: &str = "\u{E014}";
const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const HOME: &str = "\u{E011}";
const ENTER: &str = "\u{E007}";

/// Where there is still fruit, as the page has it: any cell of the first group.
const FIRST_GROUP: &str =
    "(document.querySelector('#board [data-cell]:not([aria-label$=empty])')?.dataset.cell ?? null)";
const MOVES: &str = "document.querySelectorAll('#moves li').length";
const MY_TURN: &str = "(!document.querySelector('#hint').disabled)";
const OVER: &str = "(!document.querySelector('#result').hidden)";

/// The page does not scroll sideways.
const FITS: &str = "document.documentElement.scrollWidth <= window.innerWidth";

#[test]
fn a_person_can_play_analyse_replay_and_watch() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(browser) = Browser::open(1280, 900).await else { return };
        let folder = Folder::new();
        let server = Server::start(folder.path(), 0, &[]);
        plays_by_clicks(&browser, &server).await;
        plays_by_keys(&browser, &server).await;
        measures_the_reply(&browser, &server).await;
        analyses_a_pasted_box(&browser, &server).await;
        steps_through_a_replay(&browser, &server).await;
        let server = recovers_from_a_drop(&browser, server, &folder).await;
        fits_a_phone(&browser, &server).await;
        drop(server);
        watches_a_tournament(&browser, &folder).await;
    });
}

/// A game against the weakest engine.
fn box_of(size: u32, fruits: u32, seed: u32) -> [(&'static str, Value); 4] {
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

async fn plays_by_clicks(browser: &Browser, server: &Server) {
    start_game(browser, server, &box_of(4, 2, 5)).await;
    // The group under the mouse is outlined, with its size and points.
    browser.run("document.querySelector('[data-cell=A1]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));", vec![]).await;
    browser.wait("document.querySelector('#board .pointed') && /for \\d+ points?/.test(document.querySelector('#under').textContent)").await;
    browser.click("#hint").await;
    browser.wait("document.querySelector('#hint-text').textContent.startsWith('The')").await;
    browser.click("#hint").await;
    browser.wait("document.querySelector('#board .hinted')").await;

    let cell = browser.value(FIRST_GROUP).await;
    browser.click(&format!("[data-cell={}]", cell.as_str().unwrap())).await;
    browser.wait(&format!("{MOVES} >= 2 && ({MY_TURN} || {OVER})")).await;
    browser.click("#back").await;
    browser.wait(&format!("{MOVES} === 0 && {MY_TURN}")).await;

    play_to_the_end(browser, |cell| async move { browser.click(&format!("[data-cell={cell}]")).await }).await;
    let title = browser.value("document.querySelector('#result-title').textContent").await;
    assert!(title.as_str().unwrap().contains(" : "), "{title}");
    let points = browser
        .value("[...document.querySelectorAll('#players .count')].map((count) => Number(count.textContent))")
        .await;
    let message = browser.value("document.querySelector('#result-why').textContent").await;
    assert!(message.as_str().unwrap().contains(&points[0].to_string()), "{message} {points}");
}

/// Takes any group in every turn of one's own.
async fn play_to_the_end<F: Future<Output = ()>>(browser: &Browser, take: impl Fn(String) -> F) {
    loop {
        browser.wait(&format!("{MY_TURN} || {OVER}")).await;
        let state = browser.value(&format!("[{OVER}, {FIRST_GROUP}, {MOVES}]")).await;
        if state[0] == true {
            return;
        }
        take(state[1].as_str().unwrap().to_owned()).await;
        browser.wait(&format!("{MOVES} > {}", state[2])).await;
    }
}

async fn plays_by_keys(browser: &Browser, server: &Server) {
    start_game(browser, server, &box_of(3, 2, 9)).await;
    // The box has the focus as soon as the game begins.
    browser.wait("document.activeElement.dataset.cell === 'A1'").await;
    browser.keys(&format!("{RIGHT}{UP}{LEFT}")).await;
    browser.wait("document.activeElement.dataset.cell === 'A1' && document.querySelector('#board .pointed')").await;
    browser.keys("h").await;
    browser.wait("document.querySelector('#hint-text').textContent.startsWith('The')").await;
    play_to_the_end(browser, |cell| async move {
        let mut bytes = cell.bytes();
        let (column, row) = (bytes.next().unwrap() - b'A', bytes.next().unwrap() - b'1');
        let path = RIGHT.repeat(column.into()) + &"\u{E015}".repeat(row.into());
        // PageUp and Home lead to the corner.
        browser.keys(&format!("\u{E00E}{HOME}{path}{ENTER}")).await;
    })
    .await;
    browser.keys("u").await;
    browser.wait(&format!("!{OVER} && {MY_TURN}")).await;
    browser.keys("n").await;
    browser.wait("document.querySelector('#options').open").await;
}

/// From a click on the largest box to the reply: known to the page, and drawn.
async fn measures_the_reply(browser: &Browser, server: &Server) {
    start_game(browser, server, &box_of(26, 4, 1)).await;
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
}

async fn analyses_a_pasted_box(browser: &Browser, server: &Server) {
    browser.goto(&server.url("/analysis")).await;
    browser.wait("document.querySelectorAll('#lines li').length > 0").await;
    let text = "3\n3\n12.5\n00*\n011\n211\n";
    browser.run("document.querySelector('#text').value = arguments[0];", vec![json!(text)]).await;
    browser.click("#load").await;
    browser
        .wait("document.querySelector('.board').dataset.size === '3' && !document.querySelector('#solved').hidden")
        .await;
    let marks = browser.value("document.querySelectorAll('#board .labels span').length").await;
    assert_eq!(marks, 3, "each of the three groups has its margin");
    // A line is stepped through, to its end and back.
    browser.click("#lines li:first-child button:last-child").await;
    browser.wait("document.querySelector('#value').textContent === 'The box is empty'").await;
    browser.click("#start").await;
    browser.wait("!document.querySelector('#solved').hidden").await;
    browser.click("#next").await;
    browser.wait("document.querySelector('#where').textContent.startsWith('After')").await;
    // A cell is edited.
    browser.click("#start").await;
    browser.click("#edit").await;
    browser.click("#palette [data-kind='4']").await;
    browser.click("[data-cell=C1]").await;
    browser.wait("document.querySelector('[data-cell=C1]').getAttribute('aria-label').includes('orange')").await;
    browser.click("#edit").await;
    browser.wait("!document.querySelector('#solved').hidden").await;
    // What is no box is refused in words.
    browser.run("document.querySelector('#text').value = '<b>nonsense</b>';", vec![]).await;
    browser.click("#load").await;
    browser.wait("document.querySelector('#text-problem').textContent.length > 10").await;
}

async fn steps_through_a_replay(browser: &Browser, server: &Server) {
    browser.goto(&server.url("/games")).await;
    browser.wait("document.querySelectorAll('#games a').length >= 2").await;
    // The first game of this test is the oldest.
    let link = browser.value("[...document.querySelectorAll('#games tr')].find((row) => row.textContent.includes('4 \u{d7} 4')).querySelector('a').href").await;
    browser.goto(link.as_str().unwrap()).await;
    browser.wait(&format!("{MOVES} > 0")).await;
    let moves = browser.value(MOVES).await.as_u64().unwrap();
    browser.click("#next").await;
    browser.click("#next").await;
    browser.wait("location.hash === '#ply=2' && document.querySelector('#slider').value === '2'").await;
    browser.click("#end").await;
    browser.wait(&format!("location.hash === '#ply={moves}' && document.querySelectorAll('#board [data-cell]:not([aria-label$=empty])').length === 0")).await;
    browser.click("#judge").await;
    browser.wait("document.querySelector('#graph .line')").await;
    browser.goto("about:blank").await;
    browser.goto(&format!("{}#ply=3", link.as_str().unwrap())).await;
    browser.wait("document.querySelector('#slider').value === '3'").await;
    browser.click("#play").await;
    browser.wait(&format!("document.querySelector('#slider').value === '{moves}'")).await;
}

async fn recovers_from_a_drop(browser: &Browser, server: Server, folder: &Folder) -> Server {
    start_game(browser, &server, &box_of(6, 3, 2)).await;
    let cell = browser.value(FIRST_GROUP).await;
    browser.click(&format!("[data-cell={}]", cell.as_str().unwrap())).await;
    browser.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
    let port = server.address.port();
    drop(server);
    browser.wait("document.documentElement.dataset.connection === 'lost'").await;
    let server = Server::start(folder.path(), port, &[]);
    browser.wait("document.documentElement.dataset.connection === 'live'").await;
    assert_eq!(browser.value(MOVES).await, 2);
    let cell = browser.value(FIRST_GROUP).await;
    browser.click(&format!("[data-cell={}]", cell.as_str().unwrap())).await;
    browser.wait(&format!("{MOVES} === 4 && {MY_TURN}")).await;
    server
}

async fn fits_a_phone(browser: &Browser, server: &Server) {
    browser.client.set_window_size(360, 740).await.unwrap();
    start_game(browser, server, &box_of(26, 9, 3)).await;
    assert_eq!(browser.value(FITS).await, true, "the game");
    for path in ["/analysis", "/replay", "/games", "/watch"] {
        browser.goto(&server.url(path)).await;
        browser.wait("document.querySelector('header nav')").await;
        assert_eq!(browser.value(FITS).await, true, "{path}");
    }
    browser.client.set_window_size(1280, 900).await.unwrap();
}

async fn watches_a_tournament(browser: &Browser, folder: &Folder) {
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
}
