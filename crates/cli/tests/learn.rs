//! Learning in a real terminal: the first lesson, puzzles, and one's own mistakes.

#![cfg(unix)]

mod common;

use common::terminal::Terminal;
use common::{Folder, RunProgram as _};
use fruitrage_play::puzzle::{Attempt, Date, Exercise, Puzzle, Reply, deck};
use fruitrage_rules::{Board, Cell};

/// Moves the cursor from the lowest fruit of the first column to a cell.
fn go(terminal: &Terminal, board: &Board, cell: Cell) {
    let columns = (0..board.size()).find(|&column| board.get(Cell::new(column, board.size() - 1)).is_some());
    let first = Cell::new(columns.unwrap(), board.size() - 1);
    let mut keys = vec!["Right"; cell.column() - first.column()];
    keys.extend(vec!["Up"; first.row() - cell.row()]);
    if !keys.is_empty() {
        terminal.press(&keys);
    }
    terminal.see(&format!("{cell}: "));
}

/// The puzzle of a day.
fn of_day(text: &str) -> &'static Puzzle {
    deck().of_day(text.parse::<Date>().unwrap()).unwrap()
}

/// Goes through the moves of an answer to its last board.
fn through(terminal: &Terminal, last: &str) {
    loop {
        let screen = terminal.wait("an answer", |screen| screen.contains("Enter: "));
        if screen.contains(last) {
            return;
        }
        terminal.press(&["Enter"]);
        terminal.wait("the next board", |now| now != screen);
    }
}

#[test]
fn the_lesson_goes_from_the_first_board_to_the_last_and_answers_a_wrong_move() {
    let terminal = Terminal::run(Folder::new(), &["learn"]);
    terminal.see_all(&["Take a group", "1 of 8", "Pick a banana"]);
    // The cherries, on which the cursor is, are wrong.
    terminal.press(&["Enter"]);
    terminal.see_all(&["There is a better move", "Those were cherries", "You take 3 for 9"]);
    through(&terminal, "Enter: try again");
    terminal.press(&["Enter"]);
    terminal.see("Enter: take");
    // The keys that lead to a right group on each board.
    let right = &["Right", "Right", "Right"];
    let ways: [&[&str]; 8] = [&right[1..], &["Up"], &right[1..], &right[2..], &["Up", "Up"], right, right, right];
    for (number, way) in (1..).zip(ways) {
        terminal.see_all(&[&format!("{number} of 8"), "Enter: take"]);
        if !way.is_empty() {
            terminal.press(way);
        }
        terminal.press(&["Enter"]);
        terminal.see("Right!");
        through(&terminal, "Enter: go on");
        terminal.press(&["Enter"]);
    }
    terminal.see_all(&["FIRST LESSON", "fruitrage play --level cress"]);
    terminal.press(&["Enter"]);
    terminal.see_the_end(0);
}

#[test]
fn the_lesson_and_the_puzzles_are_reached_from_the_start_screen_and_can_be_skipped() {
    let terminal = Terminal::play(Folder::new(), &[]);
    terminal.see_all(&["First lesson", "Puzzles", "Start the game"]);
    terminal.press(&["Down", "Enter"]);
    terminal.see("1 of 8");
    terminal.press(&["n"]);
    terminal.see("2 of 8");
    terminal.press(&["Escape"]);
    terminal.see("Start the game");
    terminal.press(&["Down", "Enter"]);
    terminal.see("PUZZLE OF THE DAY");
    terminal.press(&["Escape"]);
    terminal.see("Start the game");
    terminal.press(&["Escape"]);
    terminal.see_the_end(0);
}

#[test]
fn the_puzzle_of_a_day_is_refuted_and_solved_move_by_move_and_kept() {
    let (date, next_date) = ("2031-05-17", "2031-05-18");
    let puzzle = of_day(date);
    let arguments = |date: &'static str| ["puzzle", "--date", date, "--progress", "solved.txt"];
    let terminal = Terminal::run(Folder::new(), &arguments(date));
    terminal.see_all(&["PUZZLE OF THE DAY", date, "In a row: 0"]);
    // A largest group is wrong; what it allows is shown move by move.
    let largest = puzzle.board.groups()[0].cell();
    go(&terminal, &puzzle.board, largest);
    terminal.press(&["Enter"]);
    terminal.see_all(&["There is a better move", "You took"]);
    terminal.press(&["Enter"]);
    terminal.see("Your opponent takes");
    through(&terminal, "Enter: try again");
    terminal.press(&["Enter"]);
    terminal.see_all(&["One group is best", "Enter: take"]);
    // Wrong once more, and on with it.
    terminal.press(&["Enter"]);
    terminal.see("There is a better move");
    through(&terminal, "p: play on");
    terminal.press(&["p"]);
    terminal.see_all(&["You play on", "So far", "Enter: take"]);
    terminal.press(&["Escape"]);
    terminal.see_the_end(0);
    let kept = String::from_utf8(terminal.folder.read("solved.txt")).unwrap();
    let missed = format!("missed {} 0 {next_date}\n", puzzle.name());
    assert!(kept.contains(&missed) && !kept.contains("days"), "missed, and not solved: {kept}");
    // Another day, without a fault.
    let puzzle = of_day(next_date);
    let terminal = Terminal::run(Folder::new(), &arguments(next_date));
    let mut attempt = Attempt::new(Exercise { board: puzzle.board.clone(), one_move: false });
    let mut cell = puzzle.best;
    loop {
        terminal.see("Enter: take");
        // From wherever the cursor is to the corner, and then to the cell.
        let board = attempt.board().clone();
        terminal.press(&vec!["Left"; board.size()]);
        terminal.press(&vec!["Down"; board.size()]);
        if cell.column() > 0 {
            terminal.press(&vec!["Right"; cell.column()]);
        }
        if cell.row() + 1 < board.size() {
            terminal.press(&vec!["Up"; board.size() - 1 - cell.row()]);
        }
        terminal.see(&format!("{cell}: "));
        terminal.press(&["Enter"]);
        terminal.see("Right!");
        match attempt.take(cell).unwrap() {
            Reply::Wrong(wrong) => panic!("{cell} is right: {wrong:?}"),
            Reply::Solved { .. } => break,
            Reply::GoOn { .. } => {
                through(&terminal, "Enter: your next move");
                terminal.press(&["Enter"]);
                let board = attempt.board();
                let is_right = |cell: &Cell| !matches!(attempt.clone().take(*cell), Ok(Reply::Wrong(_)) | Err(_));
                cell = board.groups().iter().map(|group| group.cell()).find(is_right).unwrap();
            }
        }
    }
    through(&terminal, "Enter: go on");
    terminal.press(&["Enter"]);
    terminal.see_all(&["PUZZLE", "rated", "In a row: 1", "Days in a row: 1"]);
    terminal.press(&["Escape"]);
    terminal.see_the_end(0);
    let kept = String::from_utf8(terminal.folder.read("solved.txt")).unwrap();
    assert!(kept.contains("streak 1 1\n") && kept.contains(&format!("days 1 {next_date}\n")), "{kept}");
}

#[test]
fn a_skipped_puzzle_is_missed_and_due_the_next_day() {
    let folder = Folder::new();
    let none = folder.run(&["puzzle", "--missed", "--date", "2031-05-17", "--progress", "solved.txt"]);
    assert_eq!((none.code, none.stderr.trim()), (Some(1), "No missed puzzle is due today."));
    let terminal = Terminal::run(folder, &["puzzle", "--theme", "wait", "--date", "2031-05-17", "--progress", "p.txt"]);
    terminal.see("PUZZLE");
    terminal.press(&["n"]);
    terminal.see("1 missed puzzle will come again");
    terminal.press(&["Escape"]);
    terminal.see_the_end(0);
    let missed = |date: &str| terminal.folder.run(&["puzzle", "--missed", "--date", date, "--progress", "p.txt"]);
    assert_eq!(missed("2031-05-17").code, Some(1));
    // It is due, and asked for in a terminal, which there is none of here.
    let due = missed("2031-05-18");
    assert!(due.code == Some(2) && due.stderr.contains("needs a terminal"), "{}", due.stderr);
}

#[test]
fn a_streak_ends_with_the_first_puzzle_that_is_missed() {
    let terminal = Terminal::run(Folder::new(), &["puzzle", "--streak", "--progress", "p.txt"]);
    terminal.see_all(&["PUZZLE", "In a row: 0"]);
    terminal.press(&["n"]);
    terminal.see("The streak is over");
    terminal.press(&["Enter"]);
    terminal.see_the_end(0);
    let bad = terminal.folder.run(&["puzzle", "--theme", "think"]);
    assert!(bad.code == Some(2) && bad.stderr.contains("expected a theme (refuse, build"), "{}", bad.stderr);
    let bad = terminal.folder.run(&["puzzle", "--date", "2031-02-29"]);
    assert!(bad.code == Some(2) && bad.stderr.contains("expected a date such as 2031-05-17"), "{}", bad.stderr);
}

#[test]
fn an_engine_is_judged_by_the_puzzles() {
    let folder = Folder::new();
    let arguments = ["regret", "--suite", "puzzles", "--move-time", "1", "--format", "json"];
    let greedy = folder.run(&[&arguments[..], &["greedy"]].concat());
    let found: serde_json::Value = serde_json::from_str(&greedy.stdout).unwrap();
    assert!(found[0]["positions"].as_u64() >= Some(1000), "{found}");
    assert_eq!(found[0]["perfect"], 0, "taking a largest group is always wrong");
}

#[test]
fn puzzles_are_made_again_in_the_same_order_whatever_the_threads() {
    let folder = Folder::new();
    let made = |threads: &str| {
        let run = folder.run(&["puzzles", "make", "--seed", "1", "--count", "5", "--threads", threads]);
        assert_eq!(run.code, Some(0));
        run.stdout.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected: Vec<String> = deck().puzzles().iter().take(5).map(ToString::to_string).collect();
    assert_eq!(made("1"), expected);
    assert_eq!(made("3"), expected);
}

#[test]
fn the_start_screen_suggests_a_level_from_the_own_games() {
    let folder = Folder::new();
    folder.write("board.txt", "1\n1\n300\n0\n");
    let terminal = Terminal::play(folder, &["--level", "Cress", "--board", "board.txt", "--no-animation"]);
    terminal.see_all(&["Cress", "move 1"]);
    terminal.press(&["Enter"]);
    terminal.see("game over");
    terminal.press(&["q"]);
    terminal.see_the_end(0);
    let record = std::fs::read_to_string(terminal.folder.path().join(terminal.record())).unwrap();
    assert!(record.contains("engine:level=cress"), "{record}");
    let next = Folder::new();
    std::fs::create_dir(next.path().join("games")).unwrap();
    next.write("games/won.jsonl", record);
    let terminal = Terminal::play(next, &[]);
    terminal.see_all(&["Fig, level 4", "Fig (740): greedy", "Fig suits you, by 1 game of yours."]);
    terminal.press(&["Escape"]);
    terminal.see_the_end(0);
}

/// A game in which a person takes a group of four and opens one of five.
fn own_game(folder: &Folder) {
    folder.write("board.txt", "4\n3\n300\n**2*\n122*\n000*\n022*\n");
}

#[test]
fn the_mistakes_of_an_own_game_are_asked_again() {
    let folder = Folder::new();
    own_game(&folder);
    let arguments = ["human:Ada", "human:Ben", "--board", "board.txt", "--no-animation"];
    let terminal = Terminal::play(folder, &arguments);
    terminal.see("move 1");
    // The cherries: Tab goes to the largest group.
    terminal.press(&["Tab", "Enter"]);
    terminal.see("move 2");
    for ply in 3.. {
        terminal.press(&["Tab", "Enter"]);
        let screen = terminal.see_all(&["q: quit"]);
        let screen = terminal.wait("the next move", |now| {
            now.contains("game over") || now.contains(&format!("move {ply}")) || now != screen
        });
        if screen.contains("game over") {
            break;
        }
    }
    terminal.see("game over");
    // After the review, in the game itself, and back.
    terminal.press(&["r"]);
    terminal.see("m: learn from");
    terminal.press(&["m"]);
    terminal.see_all(&["YOUR OWN GAME", "move 1"]);
    terminal.press(&["Escape"]);
    terminal.see("m: learn from");
    terminal.press(&["q"]);
    terminal.see_the_end(0);
    let record = terminal.record();
    let copy = Folder::new();
    copy.write("game.jsonl", std::fs::read_to_string(record).unwrap());
    let terminal = Terminal::run(copy, &["puzzle", "--from", "game.jsonl", "--progress", "p.txt"]);
    terminal.see_all(&["YOUR OWN GAME", "move 1", "Here you took", "Find a better"]);
    // The banana on top of the first column.
    terminal.press(&["Up", "Up", "Enter"]);
    terminal.see_all(&["Right!", "That is better than"]);
    terminal.press(&["Escape"]);
    terminal.see_the_end(0);
    let bad = terminal.folder.run(&["puzzle", "--from", "nothing.jsonl"]);
    assert!(bad.code == Some(2) && bad.stderr.contains("nothing.jsonl"), "{}", bad.stderr);
}
