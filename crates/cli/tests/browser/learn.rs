//! The lesson and puzzles.

use fruitrage_play::lesson::Lesson;
use fruitrage_play::puzzle::{Attempt, Course, Date, Exercise, Progress, Puzzle, Reply, Source, Theme, deck};
use fruitrage_rules::{Board, Cell};

use super::everywhere::{assert_accessible, axe};
use super::review::record_with_a_mistake;
use super::table::{FileHost, run, with_files};
use super::*;

/// The cells with fruit, as the page has them.
const FRUIT: &str =
    "[...document.querySelectorAll('[data-cell]:not([aria-label$=empty])')].map((each) => each.dataset.cell).join(' ')";
/// An answer was told to its end, and what comes next is left to the reader.
const WRONG: &str = "!document.querySelector('#again').disabled";
const DONE: &str = "document.querySelector('#next.main')";

/// Waits until a board is asked.
async fn see_board(browser: &Browser, board: &Board) {
    let mut cells: Vec<Cell> = Cell::all(board.size()).filter(|&cell| board.get(cell).is_some()).collect();
    cells.sort_by_key(|cell| (cell.row(), cell.column()));
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    browser.wait(&format!("{MY_TURN} && {FRUIT} === '{}'", cells.join(" "))).await;
}

/// Opens puzzles by what stands after the address, in a browser that wants nothing to move.
async fn open_puzzles(browser: &Browser, server: &Server, wanted: &str) {
    browser.want(&[("prefers-reduced-motion", "reduce")]);
    browser.goto("about:blank").await;
    browser.goto(&server.url(&format!("/puzzles.html#{wanted}"))).await;
}

fn of_day(text: &str) -> &'static Puzzle {
    deck().of_day(text.parse::<Date>().unwrap()).unwrap()
}

/// Makes best moves until nothing more is to be found.
async fn solve(browser: &Browser, mut attempt: Attempt) {
    loop {
        see_board(browser, attempt.board()).await;
        let groups = attempt.board().groups();
        let is_right = |cell: &Cell| !matches!(attempt.clone().take(*cell), Ok(Reply::Wrong(_)) | Err(_));
        let cell = groups.iter().map(|group| group.cell()).find(is_right).unwrap();
        click_cell(browser, &cell.to_string()).await;
        browser.wait("document.querySelector('#verdict-title').textContent === 'Right!'").await;
        if let Reply::Solved { .. } = attempt.take(cell).unwrap() {
            return browser.wait(DONE).await;
        }
    }
}

fn attempt_at(puzzle: &Puzzle) -> Attempt {
    Attempt::new(Exercise { board: puzzle.board.clone(), one_move: false })
}

/// A cell of a right group on a board of the lesson.
fn right_cell(number: usize) -> String {
    let lesson = Lesson::at(number).unwrap();
    let groups = lesson.board().groups();
    let right = groups.into_iter().find(|group| lesson.take(group.cell()).unwrap().right);
    right.unwrap().cell().to_string()
}

#[test]
fn the_lesson_goes_from_the_first_screen_to_its_end_and_on_to_a_first_game() {
    with_page(async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        open_play(browser, &server, 6, 3).await;
        browser.click(".actions a[href='learn.html']").await;
        browser.wait(&format!("{MY_TURN} && document.querySelector('#beside').textContent === '1 of 8'")).await;
        // The cherries are wrong, which is answered.
        click_cell(browser, "A3").await;
        browser.wait(WRONG).await;
        assert_eq!(text(browser, "#verdict-title").await, "There is a better move.");
        assert!(text(browser, "#verdict-words").await.starts_with("Those were"), "what it allows");
        browser.click("#again").await;
        for number in 1..=Lesson::STEPS {
            see_board(browser, Lesson::at(number).unwrap().board()).await;
            click_cell(browser, &right_cell(number)).await;
            browser.wait(DONE).await;
            assert_eq!(browser.value("document.querySelectorAll('.dots .done').length").await, number);
            browser.click("#next").await;
        }
        browser.wait("!document.querySelector('#farewell').hidden").await;
        browser.click("#first-game").await;
        browser.wait(&format!("{MY_TURN} && document.querySelector('.player.by2 b')?.textContent === 'Cress'")).await;
    });
}

#[test]
fn the_lesson_is_taken_by_keys_alone_skipped_and_repeated() {
    with_page(async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        browser.goto(&server.url("/learn.html")).await;
        see_board(browser, Lesson::at(1).unwrap().board()).await;
        let (down, right) = ("\u{e015}", "\u{e014}");
        browser.keys(down).await;
        browser.keys(&format!("{right}{right}{down}{down}\u{e007}")).await;
        browser.wait(&format!("{DONE} && document.activeElement === document.querySelector('#next')")).await;
        browser.keys("\u{e007}").await;
        see_board(browser, Lesson::at(2).unwrap().board()).await;
        browser.keys("n").await;
        see_board(browser, Lesson::at(3).unwrap().board()).await;
        browser.click(".dots li:first-child button").await;
        see_board(browser, Lesson::at(1).unwrap().board()).await;
        assert_eq!(browser.value("document.querySelectorAll('.dots .done').length").await, 1, "one was skipped");
    });
}

#[test]
fn the_puzzle_of_a_day_is_solved_move_by_move_counted_and_kept() {
    with_page(async |browser, server, _| {
        let puzzle = of_day("2031-05-18");
        open_puzzles(browser, &server, "date=2031-05-18").await;
        solve(browser, attempt_at(puzzle)).await;
        assert!(text(browser, "#beside").await.starts_with(&format!("2031-05-18, rated {}", puzzle.rating)));
        assert!(text(browser, "#verdict-words").await.contains("more than any other move"));
        let own = "['rating', 'streak', 'days'].map((each) => document.querySelector(`#own-${each}`).textContent)";
        let mut progress = Progress::default();
        progress.solved(puzzle, "2031-05-18".parse().unwrap());
        assert_eq!(browser.value(own).await, json!([progress.rating().to_string(), "1", "1"]));
        // The same day again: it is known, and counts no more.
        open_puzzles(browser, &server, "date=2031-05-18").await;
        browser.wait("document.querySelector('#verdict-title').textContent === 'Solved'").await;
        solve(browser, attempt_at(puzzle)).await;
        assert_eq!(browser.value(own).await, json!([progress.rating().to_string(), "1", "1"]));
    });
}

#[test]
fn a_wrong_move_is_refuted_move_by_move_and_one_may_try_again_or_play_on() {
    with_page(async |browser, server, _| {
        let puzzle = of_day("2031-05-17");
        let mut attempt = attempt_at(puzzle);
        let largest = puzzle.board.groups()[0].cell();
        let Reply::Wrong(wrong) = attempt.take(largest).unwrap() else { panic!("it is wrong") };
        open_puzzles(browser, &server, "date=2031-05-17").await;
        for _ in 0..2 {
            see_board(browser, &puzzle.board).await;
            click_cell(browser, &largest.to_string()).await;
            browser.wait(WRONG).await;
            assert_eq!(text(browser, "#verdict-words").await, wrong.words);
            assert_eq!(browser.value(MOVES).await, wrong.moves.len(), "each move is shown");
            browser.click("#again").await;
        }
        see_board(browser, &puzzle.board).await;
        click_cell(browser, &largest.to_string()).await;
        browser.wait(WRONG).await;
        browser.click("#play-on").await;
        attempt.play_on().unwrap();
        browser.wait("document.querySelector('#question').textContent.startsWith('You play on')").await;
        solve(browser, attempt).await;
        assert_eq!(text(browser, "#own-days").await, "0", "it stays missed");
        let kept = browser.value("JSON.parse(localStorage.getItem('puzzles'))").await;
        assert!(kept.as_str().unwrap().contains(&format!("missed {} 0 2031-05-18\n", puzzle.name())), "{kept}");
    });
}

#[test]
fn a_streak_goes_on_with_every_puzzle_and_ends_with_the_first_that_is_missed() {
    with_page(async |browser, server, _| {
        open_puzzles(browser, &server, "set=streak").await;
        let mut course = Course::open(deck(), Source::Streak, Date::of_days(1), Progress::default());
        solve(browser, course.attempt().unwrap().clone()).await;
        assert_eq!(text(browser, "#own-streak").await, "1");
        browser.click("#next").await;
        while !course.attempt().unwrap().is_over() {
            let groups = course.attempt().unwrap().board().groups();
            let is_right = |cell: &Cell| course.clone().take(*cell).unwrap().right;
            let cell = groups.iter().map(|group| group.cell()).find(is_right).unwrap();
            course.take(cell).unwrap();
        }
        course.go_on(deck());
        see_board(browser, course.attempt().unwrap().board()).await;
        browser.click("#next").await;
        browser.wait("document.querySelector('#question').textContent === 'The streak is over.'").await;
        assert_eq!(text(browser, "#own-streak").await, "0");
        assert_eq!(text(browser, "#verdict-words").await, "1 puzzle in a row is your best.");
        browser.click("#once-more").await;
        browser.wait(MY_TURN).await;
    });
}

#[test]
fn puzzles_come_by_theme_and_a_missed_one_comes_again_the_next_day() {
    with_page(async |browser, server, _| {
        open_puzzles(browser, &server, "theme=wait&date=2031-05-17").await;
        let puzzle = deck().suited(&Progress::default(), Some(Theme::Wait)).unwrap();
        see_board(browser, &puzzle.board).await;
        browser.click("#next").await;
        browser.wait("document.querySelector('#own-words').textContent.startsWith('1 missed puzzle')").await;
        open_puzzles(browser, &server, "set=missed&date=2031-05-17").await;
        browser.wait("document.querySelector('#question').textContent === 'No missed puzzle is due today.'").await;
        open_puzzles(browser, &server, "set=missed&date=2031-05-18").await;
        solve(browser, attempt_at(puzzle)).await;
        open_puzzles(browser, &server, "set=missed&date=2031-05-20").await;
        browser.wait("document.querySelector('#question').textContent === 'No missed puzzle is due today.'").await;
        open_puzzles(browser, &server, "set=missed&date=2031-05-21").await;
        see_board(browser, &puzzle.board).await;
    });
}

#[test]
fn the_mistakes_of_a_reviewed_game_are_asked_again() {
    with_page(async |browser, server, _| {
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        browser.goto(&server.url("/replay.html")).await;
        browser.wait("!document.querySelector('#elsewhere').hidden").await;
        browser
            .run("document.querySelector('#record').value = arguments[0];", vec![json!(record_with_a_mistake())])
            .await;
        browser.click("#read").await;
        browser.wait("!document.querySelector('#learn').hidden && document.querySelector('#learn').hash").await;
        browser.click("#learn").await;
        browser.wait(&format!("{MY_TURN} && document.querySelector('#title').textContent === 'Your own game'")).await;
        assert!(text(browser, "#question").await.starts_with("Here you took C3, a blunder."));
        click_cell(browser, "A4").await;
        browser.wait(DONE).await;
        assert_eq!(text(browser, "#verdict-words").await, "That is better than what you took.");
        browser.click("#next").await;
        browser.wait("document.querySelector('#question').textContent === 'No mistake is left to learn from.'").await;
        browser.click("#from-game").await;
        browser.wait(&format!("location.pathname.endsWith('replay.html') && {MOVES} === 2")).await;
    });
}

#[test]
fn lesson_and_puzzles_work_from_plain_files_on_a_disk_and_without_a_network() {
    with_files(async |browser, folder| {
        run(folder, &["site", "-o", "public"]);
        browser.want(&[("prefers-reduced-motion", "reduce")]);
        let host = FileHost::start(folder.path().join("public"));
        let disk = format!("file://{}/", folder.path().join("public").display());
        for place in [disk, host.url()] {
            browser.goto(&format!("{place}learn.html")).await;
            see_board(browser, Lesson::at(1).unwrap().board()).await;
            click_cell(browser, &right_cell(1)).await;
            browser.wait(DONE).await;
            browser.goto(&format!("{place}puzzles.html#date=2031-05-17")).await;
            solve(browser, attempt_at(of_day("2031-05-17"))).await;
        }
        browser.wait("navigator.serviceWorker.controller !== null").await;
        host.close();
        browser.goto("about:blank").await;
        browser.goto(&format!("{}puzzles.html#date=2031-05-18", host.url())).await;
        solve(browser, attempt_at(of_day("2031-05-18"))).await;
        browser.goto(&format!("{}learn.html", host.url())).await;
        see_board(browser, Lesson::at(1).unwrap().board()).await;
    });
}

#[test]
fn axe_finds_nothing_on_the_lesson_and_the_puzzles_in_light_dark_and_forced_colours() {
    let Some(axe) = axe() else { return };
    with_page(async |browser, server, _| {
        for (scheme, forced) in [("light", "none"), ("dark", "none"), ("light", "active")] {
            browser.want(&[
                ("prefers-color-scheme", scheme),
                ("forced-colors", forced),
                ("prefers-reduced-motion", "reduce"),
            ]);
            browser.goto("about:blank").await;
            browser.goto(&server.url("/learn.html#board=8")).await;
            see_board(browser, Lesson::at(8).unwrap().board()).await;
            assert_accessible(browser, &axe, &format!("the lesson, {scheme}, {forced}")).await;
            click_cell(browser, &right_cell(8)).await;
            browser.wait(DONE).await;
            browser.click("#next").await;
            assert_accessible(browser, &axe, &format!("the end of the lesson, {scheme}, {forced}")).await;
            browser.goto(&server.url("/puzzles.html#date=2031-05-17")).await;
            let puzzle = of_day("2031-05-17");
            see_board(browser, &puzzle.board).await;
            assert_accessible(browser, &axe, &format!("a puzzle, {scheme}, {forced}")).await;
            click_cell(browser, &puzzle.board.groups()[0].cell().to_string()).await;
            browser.wait(WRONG).await;
            assert_accessible(browser, &axe, &format!("a refutation, {scheme}, {forced}")).await;
        }
    });
}

#[test]
fn the_sheet_suggests_a_level_from_the_own_games() {
    with_page(async |browser, server, _| {
        open_play(browser, &server, 4, 2).await;
        browser.click("#new").await;
        assert_eq!(text(browser, "#suits").await, "", "nothing is known yet");
        played_game(browser, &server).await;
        browser.click("#result-new").await;
        browser.wait("document.querySelector('#suits').textContent.endsWith('suits you, by 1 game of yours.')").await;
        assert_eq!(browser.value("document.querySelectorAll('.suits').length").await, 1);
        let ratings = browser.value("document.querySelectorAll('.levels .choice i').length").await;
        assert_eq!(ratings, 9, "each level has its rating beside it");
    });
}
