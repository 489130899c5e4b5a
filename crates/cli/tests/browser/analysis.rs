//! The analysis.

use super::*;

const SOLVED: &str = "(!document.querySelector('#solved').hidden)";

/// Loads a board of three groups, and waits until it is solved.
async fn analyse(browser: &Browser, server: &Server, text: &str, size: u32) {
    browser.goto(&server.url("/analysis.html")).await;
    browser.wait("document.querySelector('#lines .steps-of button')").await;
    browser
        .run(
            "document.querySelector('#paste').open = true; document.querySelector('#text').value = arguments[0];",
            vec![json!(text)],
        )
        .await;
    browser.click("#load").await;
    browser.wait(&format!("document.querySelector('.board').dataset.size === '{size}' && {SOLVED}")).await;
}

const THREE_GROUPS: &str = "3\n3\n12.5\n00*\n011\n211\n";

#[test]
fn each_group_of_a_pasted_board_is_marked_with_its_margin() {
    with_page(async |browser, server, _| {
        analyse(browser, &server, THREE_GROUPS, 3).await;
        browser.wait("document.querySelectorAll('#board .tags [data-tag^=line]').length === 3").await;
    });
}

#[test]
fn a_board_of_one_cell_is_analysed() {
    with_page(async |browser, server, _| {
        analyse(browser, &server, "7", 1).await;
        assert_eq!(text(browser, "#value").await, "+1 for player 1");
    });
}

#[test]
fn rows_of_the_analysis_do_not_jump() {
    with_page(async |browser, server, _| {
        browser.goto(&server.url("/analysis.html")).await;
        let place = "document.querySelector('.tree-panel').getBoundingClientRect().top";
        browser.wait("document.querySelectorAll('#lines li').length === 3").await;
        let before = browser.value(place).await;
        browser.wait("document.querySelectorAll('#lines .steps-of button').length > 6").await;
        assert_eq!(browser.value(place).await, before);
    });
}

#[test]
fn moves_and_their_variations_are_listed_and_stepped_through() {
    with_page(async |browser, server, _| {
        analyse(browser, &server, THREE_GROUPS, 3).await;
        click_cell(browser, "A1").await;
        browser.wait("document.querySelectorAll('#tree button').length === 1").await;
        browser.click("#previous").await;
        browser.wait(SOLVED).await;
        click_cell(browser, "B3").await;
        browser.wait("document.querySelectorAll('#tree .variation button').length === 1").await;
        browser.click("#tree button").await;
        browser.wait("document.querySelector('#tree button').getAttribute('aria-current') === 'step'").await;
        assert_eq!(browser.value("document.querySelectorAll('.piece').length").await, 5, "three zeros are taken");
    });
}

#[test]
fn a_board_is_painted_by_dragging_and_the_painting_undone() {
    with_page(async |browser, server, _| {
        analyse(browser, &server, THREE_GROUPS, 3).await;
        browser.click("#edit").await;
        browser.click("#palette [data-kind='4']").await;
        let drag = "
            const at = (cell) => { const box = document.querySelector(`[data-cell=${cell}]`).getBoundingClientRect(); return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }; };
            const send = (type, cell) => document.querySelector(`[data-cell=${cell}]`).dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerType: 'mouse', ...at(cell) }));
            send('pointerdown', 'A3'); send('pointermove', 'B3'); send('pointermove', 'C3'); send('pointerup', 'C3');";
        browser.run(drag, vec![]).await;
        let oranges =
            "[...document.querySelectorAll('[data-cell]')].filter((each) => each.ariaLabel.includes('orange')).length";
        browser.wait(&format!("{oranges} === 3")).await;
        browser.click("#undo").await;
        browser.wait(&format!("{oranges} === 0")).await;
        browser.click("#edit").await;
        browser.wait(SOLVED).await;
    });
}

#[test]
fn text_that_is_no_board_is_refused_in_words() {
    with_page(async |browser, server, _| {
        analyse(browser, &server, THREE_GROUPS, 3).await;
        browser.run("document.querySelector('#text').value = '<b>nonsense</b>';", vec![]).await;
        browser.click("#load").await;
        browser.wait("document.querySelector('#text-problem').textContent.length > 10").await;
    });
}
