//! What holds on every page: small windows and large ones, and who sees or hears them.

use super::*;

const PAGES: [&str; 7] =
    ["/", "/analysis.html", "/games.html", "/watch.html", "/replay.html", "/learn.html", "/puzzles.html"];

/// The page does not scroll sideways.
const FITS: &str = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";

/// Where the parts of the board lie: the numbers beside their rows, all of it in the window.
const LINED_UP: &str = "(() => {
    const middle = (element) => { const box = element.getBoundingClientRect(); return box.y + box.height / 2; };
    const rows = [...document.querySelectorAll('.numbers span')];
    const cells = rows.map((_, row) => document.querySelector(`[data-cell=A${row + 1}]`));
    return rows.every((row, at) => Math.abs(middle(row) - middle(cells[at])) < 2);
})()";
const IN_SIGHT: &str = "(() => { const box = document.querySelector('.field').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })()";

#[test]
fn no_page_scrolls_sideways_on_a_phone_upright() {
    with_page(async |browser, server, _| {
        browser.become_phone(320, 640);
        open_play(browser, &server, 26, 9).await;
        assert_eq!(browser.value(&format!("[{LINED_UP}, {IN_SIGHT}]")).await, json!([true, true]));
        for page in PAGES {
            browser.goto(&server.url(page)).await;
            browser.wait("document.querySelector('header nav')").await;
            assert_eq!(browser.value(FITS).await, true, "{page}");
        }
    });
}

#[test]
fn the_board_is_whole_and_lined_up_on_a_phone_that_lies_and_in_small_and_huge_windows() {
    with_page(async |browser, server, _| {
        for (width, height) in [(844, 390), (800, 600), (390, 844), (1280, 720), (3840, 2160)] {
            browser.become_phone(width, height);
            open_play(browser, &server, 12, 6).await;
            let found = browser.value(&format!("[{LINED_UP}, {IN_SIGHT}, {FITS}]")).await;
            assert_eq!(found, json!([true, true, true]), "{width} x {height}");
        }
    });
}

#[test]
fn on_a_phone_the_pages_are_two_taps_away() {
    with_page(async |browser, server, _| {
        browser.become_phone(390, 844);
        open_play(browser, &server, 6, 3).await;
        let shown = "document.querySelector('header nav').checkVisibility()";
        assert_eq!(browser.value(shown).await, false);
        browser.tap("#pages").await;
        browser.wait(shown).await;
        browser.tap("header nav a[href='analysis.html']").await;
        browser.wait("location.pathname.endsWith('analysis.html') && document.querySelector('#lines li')").await;
    });
}

/// The rules of axe-core, if `scripts/axe` has fetched them.
pub(super) fn axe() -> Option<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/axe.min.js");
    let found = std::fs::read_to_string(&path).ok();
    if found.is_none() {
        eprintln!("NOTICE: SKIPPED: no axe-core; scripts/axe fetches it");
    }
    found
}

pub(super) async fn assert_accessible(browser: &Browser, axe: &str, what: &str) {
    browser.run(axe, vec![]).await;
    let ask = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations.map((each) => [each.id, each.help, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])));";
    let found = browser.client.execute_async(ask, vec![]).await.unwrap();
    assert_eq!(found, json!([]), "{what}");
}

#[test]
fn axe_finds_nothing_on_any_page_in_light_dark_and_forced_colours() {
    let Some(axe) = axe() else { return };
    with_page(async |browser, server, _| {
        for colours in [
            [("prefers-color-scheme", "light"), ("forced-colors", "none")],
            [("prefers-color-scheme", "dark"), ("forced-colors", "none")],
            [("prefers-color-scheme", "light"), ("forced-colors", "active")],
        ] {
            browser.want(&[colours[0], colours[1], ("prefers-reduced-motion", "reduce")]);
            open_play(browser, &server, 4, 2).await;
            assert_accessible(browser, &axe, &format!("the game, {colours:?}")).await;
            play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
            browser.wait("document.querySelector('#fact-accuracy').textContent !== '\u{2026}'").await;
            assert_accessible(browser, &axe, &format!("the end, {colours:?}")).await;
            browser.click("#result-new").await;
            assert_accessible(browser, &axe, &format!("settings, {colours:?}")).await;
            browser.run("document.querySelector('#sheet').close();", vec![]).await;
            browser.click("#review").await;
            browser.wait("document.querySelector('#graph .curve')").await;
            assert_accessible(browser, &axe, &format!("the review, {colours:?}")).await;
            for page in &PAGES[1..4] {
                browser.goto(&server.url(page)).await;
                browser.wait("document.querySelector('header nav')").await;
                assert_accessible(browser, &axe, &format!("{page}, {colours:?}")).await;
            }
        }
    });
}

#[test]
fn whose_turn_it_is_shows_without_colours() {
    with_page(async |browser, server, _| {
        browser.want(&[("forced-colors", "active")]);
        open_play(browser, &server, 6, 3).await;
        let widths = "[...document.querySelectorAll('.player')].map((each) => getComputedStyle(each).outlineStyle)";
        assert_eq!(browser.value(widths).await, json!(["solid", "none"]), "one is framed");
        assert_eq!(text(browser, ".player.turn small").await, "your turn");
    });
}

#[test]
fn a_game_goes_on_when_a_lost_server_is_back() {
    with_page(async |browser, server, folder| {
        open_play(browser, &server, 6, 3).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
        let port = server.address.port();
        drop(server);
        let _server = Server::start(folder.path(), port, &[]);
        browser.wait("document.querySelector('#connection').textContent === ''").await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 4 && {MY_TURN}")).await;
        assert_eq!(text(browser, "#problem").await, "");
    });
}

#[test]
fn nothing_moves_for_who_wants_it_still() {
    with_page(async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        open_play(browser, &server, 6, 3).await;
        browser.run("window.moved = 0; const real = Element.prototype.animate; Element.prototype.animate = function (...rest) { window.moved += 1; return real.apply(this, rest); };", vec![]).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN} && document.querySelector('.footprint.by2')")).await;
        assert_eq!(browser.value("window.moved").await, 0);
    });
}

#[test]
fn the_sound_is_switched_off_for_good() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        browser.keys("m").await;
        browser.wait("document.querySelector('#sound').getAttribute('aria-pressed') === 'false'").await;
        browser.goto(&server.url("/analysis.html")).await;
        browser.wait("document.querySelector('#sound')?.getAttribute('aria-pressed') === 'false'").await;
    });
}
