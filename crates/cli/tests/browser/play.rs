//! Playing.

use super::*;

const RIGHT: &str = "\u{E014}";
const LEFT: &str = "\u{E012}";
const DOWN: &str = "\u{E015}";
const HOME: &str = "\u{E011}";
const PAGE_UP: &str = "\u{E00E}";
const ENTER: &str = "\u{E007}";

/// Keeps the order in which moves are listed and begin to be shown, with their times.
const WATCH_MOVES: &str = "
    window.told = [];
    new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(() => told.push(performance.now()))))
        .observe(document.querySelector('#moves'), { childList: true });";

#[test]
fn the_first_click_is_the_first_move() {
    with_page(async |browser, server, _| {
        browser.goto(&server.url("/")).await;
        browser.wait(MY_TURN).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        assert_eq!(browser.value("document.querySelector('#moves li').className").await, "by1");
    });
}

/// Lets the engine wait until `release()` is called.
const HOLD_ENGINE: &str = "
    const real = window.fetch;
    const released = new Promise((resolve) => (window.release = resolve));
    window.fetch = (...rest) => String(rest[0]).includes('wasm') ? released.then(() => real(...rest)) : real(...rest);";

#[test]
fn the_board_is_drawn_and_the_first_move_seen_in_the_next_frame_before_the_engine_is_there() {
    with_page(async |browser, server, _| {
        browser.device("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": HOLD_ENGINE }));
        browser.goto(&server.url("/")).await;
        browser.wait(MY_TURN).await;
        let take = "
            const done = arguments[0];
            const cell = document.querySelector('#board [data-cell][aria-label*=\"group of\"]');
            const before = document.querySelectorAll('.moving .piece').length;
            cell.click();
            requestAnimationFrame(() => done([before, document.querySelectorAll('.moving .piece').length > 1]));";
        assert_eq!(browser.client.execute_async(take, vec![]).await.unwrap(), json!([0, true]), "fruit goes at once");
        assert_eq!(
            browser.value(&format!("[{MOVES}, {MY_TURN}]")).await,
            json!([0, false]),
            "the table has told nothing"
        );
        browser.run("release();", vec![]).await;
        browser.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
    });
}

#[test]
fn who_comes_back_sees_the_game_before_the_engine_is_there() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
        let board = "[...document.querySelectorAll('[data-cell]')].map((each) => each.ariaLabel).join()";
        let before = browser.value(board).await;
        browser.device("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": HOLD_ENGINE }));
        browser.goto("about:blank").await;
        browser.goto(&server.url("/")).await;
        browser.wait(&format!("{MOVES} === 2 && {MY_TURN}")).await;
        assert_eq!(browser.value(board).await, before);
        browser.run("release();", vec![]).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 4 && {MY_TURN}")).await;
    });
}

#[test]
fn a_double_click_plays_once() {
    with_page(async |browser, server, _| {
        // Without motion the answer comes soonest.
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        open_play(browser, &server, 8, 4).await;
        browser.double_click("[data-cell=D8]").await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        assert_eq!(browser.value(MOVES).await, 2, "one move and its answer");
    });
}

#[test]
fn the_answer_is_shown_after_the_move_and_not_before_400_milliseconds() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        browser.run(WATCH_MOVES, vec![]).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        let between = browser.value("told[1] - told[0]").await.as_f64().unwrap();
        assert!(between >= 395.0, "{between} ms");
    });
}

#[test]
fn the_group_under_the_mouse_is_lifted_with_its_points_on_it() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 2).await;
        let over = "document.querySelector('[data-cell=C3]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));";
        browser.run(over, vec![]).await;
        browser.wait("document.querySelector('.lifted .body')").await;
        let tag = text(browser, "[data-tag=points]").await;
        let points: u32 = tag.trim_start_matches('+').parse().unwrap();
        let lifted = browser.value("document.querySelectorAll('.lifted .piece').length").await.as_u64().unwrap();
        assert_eq!(u64::from(points), lifted * lifted);
        assert!(text(browser, "#line").await.contains(&format!("for {points} point")));
    });
}

#[test]
fn the_coach_says_what_a_move_leaves() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 2).await;
        browser.keys("c").await;
        browser.wait("document.querySelector('#coach').getAttribute('aria-pressed') === 'true'").await;
        let over = "document.querySelector('[data-cell=C3]').dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));";
        browser.run(over, vec![]).await;
        browser
            .wait(
                "/That (leaves \\d+ points? for|empties the board)/.test(document.querySelector('#line').textContent)",
            )
            .await;
    });
}

#[test]
fn on_touch_the_first_tap_shows_and_the_second_takes() {
    with_page(async |browser, server, _| {
        browser.become_phone(390, 844);
        open_play(browser, &server, 6, 3).await;
        browser.tap("[data-cell=C6]").await;
        browser.wait("document.querySelector('.lifted .body')").await;
        assert_eq!(browser.value(MOVES).await, 0);
        browser.tap("[data-cell=C6]").await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
    });
}

#[test]
fn a_hint_says_what_to_look_for_and_then_where_and_moves_no_button() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        let places = "JSON.stringify([...document.querySelectorAll('.actions button')].map((each) => each.getBoundingClientRect()))";
        let before = browser.value(places).await;
        browser.click("#hint").await;
        browser.wait("document.querySelector('#line').textContent.startsWith('The')").await;
        browser.click("#hint").await;
        browser.wait("document.querySelector('.ring.hint') && document.querySelector('#line').textContent.startsWith('Take the')").await;
        assert_eq!(browser.value(places).await, before, "nothing slides under the cursor");
    });
}

#[test]
fn a_move_and_its_reply_are_taken_back() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        browser.click("#back").await;
        browser.wait(&format!("{MOVES} === 0 && {MY_TURN}")).await;
    });
}

#[test]
fn one_looks_back_during_a_game_and_comes_back_to_it() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        browser.click("#moves li:first-child button").await;
        browser.wait(&format!("!{MY_TURN} && !document.querySelector('#looking').hidden")).await;
        browser.click("#now").await;
        browser.wait(MY_TURN).await;
    });
}

#[test]
fn the_last_move_stays_marked_on_the_cells_that_it_took() {
    with_page(async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        open_play(browser, &server, 6, 3).await;
        assert_eq!(browser.value("document.querySelector('.footprint')").await, Value::Null);
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN} && document.querySelector('.footprint.by2')")).await;
    });
}

#[test]
fn a_game_is_found_again_after_a_reload_and_from_another_page() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        let points = text(browser, ".player.by1 .count").await;
        browser.client.refresh().await.unwrap();
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        assert_eq!(text(browser, ".player.by1 .count").await, points);
        browser.goto(&server.url("/analysis.html")).await;
        browser.wait("!document.querySelector('#running').hidden").await;
        browser.click("#running").await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        browser.goto(&server.url("/games.html")).await;
        browser.wait("document.querySelector('#own .button')").await;
        assert_eq!(text(browser, "#own .button").await, "Continue");
        browser.click("header nav a").await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
    });
}

#[test]
fn a_rematch_swaps_the_sides_of_the_same_board_and_counts_both_games() {
    with_page(async |browser, server, _| {
        played_game(browser, &server).await;
        let board = "[...document.querySelectorAll('[data-cell]')].map((each) => each.ariaLabel.split(', ')[1]).join()";
        let points = browser
            .value("[...document.querySelectorAll('#players .count')].map((each) => Number(each.textContent))")
            .await;
        assert!(
            text(browser, "#result-title").await.contains("win") || text(browser, "#result-title").await == "A draw"
        );
        // Also after a reload.
        browser.client.refresh().await.unwrap();
        browser.wait(OVER).await;
        browser.click("#again").await;
        browser.wait(&format!("!{OVER} && {MOVES} === 1 && {MY_TURN}")).await;
        assert_eq!(text(browser, ".player.by2 .name b").await, "You", "the opponent begins");
        browser.click("#moves button").await;
        browser.keys(LEFT).await;
        browser.wait(&format!("!({board}).includes('empty')")).await;
        browser.click("#now").await;
        play_to_the_end(browser, async |cell| click_cell(browser, &cell).await).await;
        let second = browser
            .value("[...document.querySelectorAll('#players .count')].map((each) => Number(each.textContent))")
            .await;
        let total = |seat: usize| points[seat].as_u64().unwrap() + second[1 - seat].as_u64().unwrap();
        let words = text(browser, "#result-words").await;
        let (most, least) = (total(0).max(total(1)), total(0).min(total(1)));
        assert!(words.contains(&format!("{most} : {least}")), "{words}");
    });
}

#[test]
fn a_game_is_played_to_its_end_by_keys() {
    with_page(async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        open_play(browser, &server, 3, 2).await;
        browser.keys(DOWN).await;
        browser.wait("document.activeElement.dataset.cell === 'A1'").await;
        play_to_the_end(browser, async |cell| {
            let mut bytes = cell.bytes();
            let (column, row) = (bytes.next().unwrap() - b'A', bytes.next().unwrap() - b'1');
            let path = RIGHT.repeat(column.into()) + &DOWN.repeat(row.into());
            browser.keys(&format!("{PAGE_UP}{HOME}{path}{ENTER}")).await;
        })
        .await;
        browser.keys("?").await;
        browser.wait("document.querySelector('#overview').open").await;
        browser.click("#overview button").await;
        browser.keys("u").await;
        browser.wait(&format!("!{OVER} && {MY_TURN}")).await;
        browser.keys("n").await;
        browser.wait("document.querySelector('#sheet').open").await;
    });
}

#[test]
fn settings_are_chosen_in_a_sheet() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        browser.click("#new").await;
        browser.wait("document.querySelector('#sheet').open").await;
        let set =
            "const size = document.querySelector('#size'); size.value = 5; size.dispatchEvent(new Event('input'));
                   [...document.querySelectorAll('#time option')].find((each) => each.text === '5 minutes + 3 s a move').selected = true;";
        browser.run(set, vec![]).await;
        browser.click("#start").await;
        browser.wait(&format!("document.querySelector('.board').dataset.size === '5' && {MY_TURN}")).await;
        browser.wait("/^[45]:\\d\\d$/.test(document.querySelector('.player.by1 .clock').textContent)").await;
        browser.wait("document.querySelector('#about').textContent.includes('3 seconds more for each move')").await;
        let sizes = browser
            .value("['.clock', '.count'].map((each) => getComputedStyle(document.querySelector(`.player ${each}`)).fontSize)")
            .await;
        assert_eq!(sizes[0], sizes[1], "a clock is as large as the score");
    });
}

#[test]
fn two_people_play_at_one_screen() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 4, 2).await;
        browser.click("#friend").await;
        browser
            .run(
                "document.querySelector('#name-one').value = 'Ada'; document.querySelector('#name-two').value = 'Ben';",
                vec![],
            )
            .await;
        browser.click("#friend-sheet .main").await;
        browser.wait(&format!("{MY_TURN} && document.title.startsWith('Ada to move')")).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} === 1 && {MY_TURN} && document.title.startsWith('Ben to move')")).await;
    });
}

#[test]
fn an_idle_page_runs_nothing() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 6, 3).await;
        take_first_group(browser).await;
        browser.wait(&format!("{MOVES} >= 2 && {MY_TURN}")).await;
        let count = "
            const done = arguments[0]; let asked = 0;
            for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval']) {
                const real = window[name];
                window[name] = (...rest) => { asked += 1; return real.apply(window, rest); };
                if (name === 'setTimeout') real(() => done([asked, document.getAnimations().length]), 3000);
            }";
        let found = browser.client.execute_async(count, vec![]).await.unwrap();
        assert_eq!(found, json!([0, 0]), "frames and timers asked for, animations running");
    });
}
