//! The game in a real terminal, which tmux is: what is on the screen after which keys,
//! and that the terminal is given back as it was.

#![cfg(unix)]

mod common;

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::terminal::{PATIENCE, Terminal, squeezed};
use common::{FIRST_FRUIT, Folder, RunProgram as _};

/// A screen is drawn from top to bottom, and may be seen half drawn: it is whole when this
/// is there.
const LOWEST_LINE: &str = "q: quit";

/// Two groups: seven fruits of kind 0, and two of kind 1 on the right.
const TWO_GROUPS: &str = "3\n2\n300\n001\n001\n000\n";

/// Four groups, none of which touches another of its kind after any move.
const FOUR_GROUPS: &str = "4\n4\n300\n0123\n0123\n0123\n0123\n";

const TWO_PEOPLE: &[&str] = &["human:Ada", "human:Ben", "--board", "board.txt", "--no-animation"];

fn folder_with(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("board.txt", text);
    folder
}

#[test]
fn the_start_screen_asks_who_plays_in_which_box() {
    let terminal = Terminal::play(Folder::new(), &[]);
    terminal.see_all(&["a new game", "Dill, level 3", "10 x 10", "no clocks", "Start the game"]);
    // Up from the last field: time, seed, kinds, size, who starts, second player.
    terminal.press(&["Up", "Right"]);
    terminal.see("15 s");
    terminal.press(&["Up", "Up", "2", "Up", "5"]);
    terminal.see("5 x 5");
    terminal.press(&["Up", "Up", "Right"]);
    terminal.see("Fig, level 4");
    // A program, whose command is asked for.
    terminal.press(&["Left", "Left", "Left", "Left", "Left"]);
    terminal.see("its command");
    terminal.press(&["Enter"]);
    terminal.see("Type the command");
    terminal.press(&["Right"]);
    terminal.see("Second player ‹ a person ›");
    terminal.press(&["Enter"]);
    terminal.see_all(&["5 x 5, 2 kinds", "Human 1", "Human 2", "move 1", "15.0 s"]);
    terminal.press(&["q"]);
    terminal.see_the_end(0);
    assert_eq!(std::fs::read_dir(terminal.folder.path().join("games")).unwrap().count(), 0, "no move, no record");
}

#[test]
fn a_question_mark_on_the_start_screen_tells_the_rules_and_the_keys() {
    let terminal = Terminal::play(Folder::new(), &[]);
    terminal.see("?: help");
    terminal.press(&["?"]);
    terminal.see_all(&["Take groups of equal fruits in turn", "choose another answer", "start the game"]);
    terminal.press(&["Esc"]);
    terminal.see("Start the game");
}

#[test]
fn a_move_is_made_and_taken_back() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see_all(&["▶ Ada", "B3: 7 fruits, 49 points", "move 1"]);
    terminal.press(&["Enter"]);
    terminal.see_all(&["▶ Ben", "B3: empty", "move 2", "1 B3 49"]);
    terminal.press(&["Enter"]);
    terminal.see("B3 is empty");
    terminal.press(&["u"]);
    terminal.see_all(&["▶ Ada", "B3: 7 fruits, 49 points", "move 1"]);
    terminal.press(&["Up", "Right", "Space"]);
    let screen = terminal.see_all(&["▶ Ben", "move 2", "1 C2 4"]);
    assert!(!squeezed(&screen).contains("B3 49"), "{screen}");
}

#[test]
fn a_hint_tells_something_and_then_all_and_the_analysis_tells_what_it_is_worth() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    terminal.press(&["h"]);
    terminal.see("The best move");
    terminal.press(&["h"]);
    terminal.see_all(&["takes 7 for 49", "+45"]);
    terminal.press(&["a"]);
    terminal.see_all(&["analysis", "exact", "takes 7"]);
    terminal.press(&["a"]);
    terminal.wait("no analysis", |screen| !screen.contains("exact"));
}

#[test]
fn a_whole_game_ends_with_its_result_and_a_review() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    // The smaller group first: a blunder.
    terminal.press(&["Right", "Up", "Enter"]);
    terminal.see("move 2");
    terminal.press(&["Down", "Enter"]);
    terminal.see_all(&["game over", "Ben wins by points", "r: review"]);
    terminal.press(&["r"]);
    terminal.see_all(&["blunder", "Best was", "after move 1 of 2"]);
    terminal.press(&["PageDown"]);
    terminal.see_all(&["Move 2", "best"]);
    terminal.press(&["u"]);
    terminal.see_all(&["▶ Ben", "move 2"]);
    terminal.press(&["Enter"]);
    terminal.see("game over");
    terminal.press(&["q"]);
    let screen = terminal.see_the_end(0);
    assert!(screen.contains("Ben wins by points") && screen.contains("fruitrage review games/"), "{screen}");
}

#[test]
fn the_mouse_points_and_takes() {
    let terminal = Terminal::play(folder_with(FOUR_GROUPS), TWO_PEOPLE);
    let screen = terminal.see_all(&["move 1", LOWEST_LINE]);
    let line = screen.lines().position(|line| line.contains(" 2 ")).unwrap() + 1;
    let column = screen.lines().find(|line| line.contains("A  ")).unwrap().find('A').unwrap() + 1;
    terminal.send(&format!("\x1b[<35;{column};{line}M"));
    terminal.see("A2: 4 fruits, 16 points");
    terminal.send(&format!("\x1b[<0;{column};{line}M"));
    terminal.send(&format!("\x1b[<0;{column};{line}m"));
    terminal.see_all(&["A2: empty", "move 2", "1 A2 16"]);
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("B3: 7 fruits, 49 points");
    terminal.resize(60, 20);
    terminal.see_all(&["has 60 x 20", "needs 80 x 24"]);
    terminal.resize(120, 40);
    terminal.see_all(&["B3: 7 fruits, 49 points", "q: quit"]);
    terminal.press(&["Enter"]);
    terminal.resize(80, 24);
    terminal.see_all(&["B3: empty", "move 2", "q: quit"]);
}

#[test]
fn the_largest_box_is_played_on_the_smallest_screen() {
    let terminal = Terminal::play(Folder::new(), &["human:Ada", "human:Ben", "-n", "26", "-p", "5", "--seed", "1"]);
    let has = |screen: &str, row: &str| screen.contains(&format!("\n{row} "));
    terminal.wait("the lower rows", |screen| has(screen, " ▲") && has(screen, "26") && !has(screen, " 1"));
    terminal.press(&["-N", "25", "Up"]);
    terminal.wait("the upper rows", |screen| has(screen, " 1") && has(screen, " ▼") && screen.contains("N1: "));
    terminal.press(&["Tab"]);
    terminal.press(&["Enter"]);
    terminal.see("move 2");
}

#[test]
fn a_game_without_a_move_leaves_nothing_and_takes_nothing_away() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    let games = terminal.folder.path().join("games");
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 0);
    // Somebody else begins a game of the same name, and moves first.
    let other = games.join("3p2-own.jsonl");
    std::fs::write(&other, "somebody else's").unwrap();
    terminal.press(&["q"]);
    terminal.see_the_end(0);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "somebody else's");
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 1);
}

#[test]
fn the_game_is_recorded_and_gone_on_with() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    terminal.press(&["Enter"]);
    terminal.see("move 2");
    terminal.press(&["C-c"]);
    let screen = terminal.see_the_end(130);
    assert!(screen.contains("To go on: fruitrage play --resume games/3p2-own.jsonl"), "{screen}");
    let record = terminal.record();
    let folder = folder_with(TWO_GROUPS);
    folder.make_dir("games");
    std::fs::copy(&record, folder.path().join("games/3p2-own.jsonl")).unwrap();
    let terminal = Terminal::play(folder, &["--resume", "games/3p2-own.jsonl"]);
    terminal.see_all(&["▶ Ben", "move 2", "1 B3 49"]);
    terminal.press(&["Right", "Enter"]);
    terminal.see_all(&["Ada wins by points", "49:4"]);
}

#[test]
fn a_program_plays_and_goes_on_only_if_it_is_named_again() {
    let folder = folder_with(FOUR_GROUPS);
    folder.write("bot.py", FIRST_FRUIT);
    let terminal = Terminal::play(folder, &["python3 bot.py", "--board", "board.txt"]);
    terminal.see_all(&["▶ Human", "python3 bot.py"]);
    terminal.press(&["Enter"]);
    terminal.see_all(&["▶ Human", "move 3", "1 C4 16 A1 16"]);
    terminal.press(&["q"]);
    let screen = terminal.see_the_end(0);
    let words = "fruitrage play --resume games/4p4-own.jsonl 'python3 bot.py'";
    assert!(screen.contains(words), "{screen}");
    let refused = Terminal::play(folder_with(FOUR_GROUPS), &["--resume", &terminal.record()]);
    let screen = refused.see_the_end(2);
    assert!(screen.contains("It runs again only if you say so"), "{screen}");
    let record = terminal.record();
    let folder = Folder::new();
    folder.write("bot.py", FIRST_FRUIT);
    let resumed = Terminal::play(folder, &["--resume", &record, "python3 bot.py"]);
    resumed.see_all(&["▶ Human", "move 3"]);
    resumed.press(&["Left", "Enter"]);
    resumed.see_all(&["game over", "Drawn, 32:32"]);
}

#[test]
fn the_engine_replies_and_tells_what_it_thinks() {
    let terminal = Terminal::play(Folder::new(), &["--level", "1", "-n", "5", "-p", "3", "--seed", "3"]);
    terminal.see_all(&["▶ Human", "Cress", "move 1"]);
    terminal.press(&["Enter"]);
    terminal.see_all(&["▶ Human", "move 3", "thought", "expects"]);
}

#[test]
fn machines_are_watched_step_by_step_and_then_let_go() {
    let terminal = Terminal::play(
        folder_with(FOUR_GROUPS),
        &["greedy", "random", "--board", "board.txt", "--paused", "--no-animation"],
    );
    terminal.see_all(&["PAUSED", "greedy", "random", "Space: pause"]);
    terminal.press(&["s"]);
    terminal.see_all(&["1 D1 16", "PAUSED"]);
    terminal.press(&["+", "+", "+", "+"]);
    terminal.see("at least 0 s");
    terminal.press(&["Space"]);
    terminal.see_all(&["game over", "Drawn, 32:32"]);
}

#[test]
fn help_lies_on_top_and_a_new_game_can_be_thought_better_of() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    terminal.press(&["?"]);
    terminal.see_all(&["Help", "h, i", "hint", "recorded in", "q, Ctrl+C"]);
    terminal.press(&["x"]);
    terminal.wait("no help", |screen| !screen.contains("recorded in"));
    terminal.press(&["n"]);
    terminal.see_all(&["a new game", "back to the game"]);
    terminal.press(&["Escape"]);
    terminal.see_all(&["▶ Ada", "move 1", "to move"]);
}

#[test]
fn vi_keys_move_the_cursor() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), &[TWO_PEOPLE, &["--vi-keys"]].concat());
    terminal.see("B3: 7");
    terminal.press(&["l", "k"]);
    terminal.see("C2: 2");
    terminal.press(&["h", "j"]);
    terminal.see("B3: 7");
    terminal.press(&["i"]);
    terminal.see("The best move");
}

#[test]
fn the_terminal_is_given_back_after_a_signal_and_after_a_panic() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
        terminal.see("move 1");
        terminal.press(&["Enter"]);
        terminal.see("move 2");
        assert!(Command::new("kill").args([signal, &terminal.process()]).status().unwrap().success());
        let screen = terminal.see_the_end(130);
        assert!(screen.contains("To go on: fruitrage play --resume"), "{screen}");
    }
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    terminal.press(&["F12"]);
    let screen = terminal.see_the_end(101);
    assert!(screen.contains("a fault on purpose"), "{screen}");
}

#[test]
fn without_colour_nothing_is_coloured_and_without_symbols_there_are_digits() {
    let arguments = [TWO_PEOPLE, &["--ascii"]].concat();
    let terminal = Terminal::start(folder_with(TWO_GROUPS), (80, 24), "NO_COLOR=1", &arguments);
    terminal.see_all(&["> Ada", "B3: 7 fruits, 49 points", LOWEST_LINE]);
    let screen = terminal.tmux(&["capture-pane", "-p", "-e"]);
    assert!(screen.is_ascii(), "{screen}");
    let sequences = screen.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m')).map(|(codes, _)| codes);
    let codes: Vec<u32> = sequences.flat_map(|codes| codes.split(';')).filter_map(|code| code.parse().ok()).collect();
    assert!(codes.contains(&7), "the group under the cursor is reversed: {codes:?}");
    assert!(codes.iter().all(|code| *code < 30 || *code == 39 || *code == 49), "{codes:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_game_that_waits_for_its_player_does_nothing() {
    let terminal = Terminal::play(folder_with(TWO_GROUPS), TWO_PEOPLE);
    terminal.see("move 1");
    let process = terminal.process();
    let switches = || -> String {
        let mut all = String::new();
        for thread in std::fs::read_dir(format!("/proc/{process}/task")).unwrap() {
            let status = std::fs::read_to_string(thread.unwrap().path().join("status")).unwrap();
            all.extend(status.lines().filter(|line| line.contains("ctxt_switches")));
        }
        all
    };
    let start = Instant::now();
    let mut before = switches();
    loop {
        sleep(Duration::from_millis(700));
        let now = switches();
        if now == before {
            break;
        }
        assert!(start.elapsed() < PATIENCE, "it never rests");
        before = now;
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let run = Folder::new().run(&["play"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("needs a terminal"), "{}", run.stderr);
}

#[test]
fn what_is_wrong_is_said_before_the_screen_is_taken() {
    let terminal = Terminal::play(Folder::new(), &["engine:level=10"]);
    let screen = terminal.see_the_end(2);
    assert!(screen.contains("level"), "{screen}");
    let terminal = Terminal::play(Folder::new(), &["--resume", "nothing.jsonl"]);
    let screen = terminal.see_the_end(2);
    assert!(screen.contains("cannot open nothing.jsonl"), "{screen}");
}
