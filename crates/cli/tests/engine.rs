//! The engine by the Universal Game Interface, in a real process.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use common::{Folder, RunProgram as _};
use fruitrage_rules::text::PositionLine;

/// A session with the real program.
struct Engine {
    child: Child,
    commands: ChildStdin,
    replies: BufReader<ChildStdout>,
    _folder: Folder,
}

impl Engine {
    fn start() -> Self {
        let folder = Folder::new();
        let mut command = folder.command(&["engine"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (commands, replies) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, commands, replies, _folder: folder }
    }

    fn tell(&mut self, command: &str) {
        writeln!(self.commands, "{command}").unwrap();
    }

    /// All lines up to one that begins with a word, that one included.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.replies.read_line(&mut line).unwrap() > 0, "no {word} after {lines:#?}");
            lines.push(line.trim_end().to_owned());
            if line.split_whitespace().next() == Some(word) {
                return lines;
            }
        }
    }

    fn last(&mut self, word: &str) -> String {
        self.until(word).pop().unwrap()
    }

    /// Says good-bye, and expects nothing more.
    fn quit(mut self) {
        self.tell("quit");
        let mut rest = String::new();
        assert_eq!(self.replies.read_line(&mut rest).unwrap(), 0, "{rest}");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let mut engine = Engine::start();
    engine.tell("ugi");
    let lines = engine.until("ugiok");
    assert!(lines[0].starts_with("id name Fruit Rage "), "{lines:#?}");
    for option in ["MultiPV", "Level", "Threads", "Hash"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type spin"))), "{lines:#?}");
    }
    engine.tell("isready");
    assert_eq!(engine.last("readyok"), "readyok");
    engine.quit();
}

#[test]
fn a_whole_game_against_itself_is_legal_and_its_result_is_right() {
    let mut engine = Engine::start();
    let start = "0120/2010/1122/0201 1 0:0 -";
    let mut position = start.parse::<PositionLine>().unwrap().position;
    let mut moves = Vec::new();
    while !position.is_over() {
        engine.tell(&format!("position fen {start} moves {}", moves.join(" ")));
        engine.tell("query gameover");
        assert_eq!(engine.last("response"), "response false");
        engine.tell("go nodes 1000");
        let best = engine.last("bestmove");
        let cell = best.strip_prefix("bestmove ").unwrap();
        position.try_play(cell.parse().unwrap()).unwrap();
        moves.push(cell.to_owned());
    }
    engine.tell(&format!("position fen {start} moves {}", moves.join(" ")));
    engine.tell("query result");
    let [first, second] = position.points();
    let result = match first.cmp(&second) {
        std::cmp::Ordering::Greater => "p1win",
        std::cmp::Ordering::Less => "p2win",
        std::cmp::Ordering::Equal => "draw",
    };
    assert_eq!(engine.last("response"), format!("response {result}"));
    engine.tell("go");
    assert_eq!(engine.last("bestmove"), "bestmove none");
    engine.quit();
}

#[test]
fn what_it_finds_is_told_depth_by_depth_with_as_many_moves_as_were_asked_for() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 3");
    engine.tell("position startpos");
    engine.tell("go depth 4");
    let lines = engine.until("bestmove");
    for depth in 1..=4 {
        for place in 1..=3 {
            let head = format!("info depth {depth} multipv {place} score points ");
            let line =
                lines.iter().find(|line| line.starts_with(&head)).unwrap_or_else(|| panic!("{head}: {lines:#?}"));
            for part in [" nodes ", " time ", " pv "] {
                assert!(line.contains(part), "{line}");
            }
        }
    }
    let (best, first) = (&lines[lines.len() - 1], &lines[lines.len() - 4]);
    let line = first.split(" pv ").nth(1).unwrap();
    assert_eq!(best.as_str(), format!("bestmove {}", line.split(' ').next().unwrap()));
    engine.quit();
}

#[test]
fn a_small_board_is_solved_and_said_to_be_exact() {
    let mut engine = Engine::start();
    engine.tell("position fen 310/012/302");
    engine.tell("go movetime 100000");
    let lines = engine.until("bestmove");
    let last = &lines[lines.len() - 2];
    // The same board as `analyze --solve` in the README.
    assert!(last.contains(" exact "), "{lines:#?}");
    engine.quit();
}

#[test]
fn it_answers_while_it_thinks_and_thinks_until_it_is_told_to_stop() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    engine.tell("go infinite");
    engine.until("info");
    engine.tell("isready");
    let lines = engine.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    engine.tell("stop");
    assert!(engine.last("bestmove").len() > "bestmove ".len());
    // Solved at once, and yet it waits.
    engine.tell("position fen 12/21");
    engine.tell("go infinite");
    engine.until("info");
    engine.tell("isready");
    let lines = engine.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    engine.tell("stop");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn what_it_does_not_understand_is_told_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.tell("position fen 12/21 moves A1");
    for (command, words) in [
        ("uci", "did you mean ugi?"),
        ("position fen 12/21 moves A1 A1", "move 2, A1: A1 is empty"),
        ("position fen 12/2", "line 1, column 5"),
        ("setoption name Levle value 1", "did you mean Level?"),
        ("go wtime 5", "go has no 'wtime'"),
    ] {
        engine.tell(command);
        let line = engine.last("info");
        assert!(line.starts_with("info string ") && line.contains(words), "{line}");
    }
    engine.tell("query p1turn");
    assert_eq!(engine.last("response"), "response false");
    engine.quit();
}

#[test]
fn a_session_from_a_file_is_answered_to_the_end() {
    let folder = Folder::new();
    let mut command = folder.command(&["engine"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"position startpos\ngo depth 5\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
}

/// A line without what depends on the machine.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for name in ["nps", "time"] {
        if let Some(place) = words.iter().position(|word| *word == name).filter(|_| words[0] == "info") {
            words.drain(place..=place + 1);
        }
    }
    words.join(" ")
}

#[test]
fn the_session_of_the_guide_goes_as_it_says() {
    let guide = include_str!("../../../docs/engine-author.md");
    let (_, session) = guide.split_once("    $ fruitrage engine\n").expect("a session to copy");
    let session: Vec<&str> = session.lines().map_while(|line| line.strip_prefix("    ")).collect();
    let is_reply =
        |line: &str| ["info", "bestmove", "response", "ugiok", "..."].iter().any(|word| line.starts_with(word));
    let mut engine = Engine::start();
    for line in &session {
        match *line {
            // Whatever is not worth a line of the guide.
            "..." => {}
            "ugiok" => drop(engine.until("ugiok")),
            "quit" => break,
            line if is_reply(line) => {
                let word = line.split(' ').next().unwrap();
                // Only the last depth is shown.
                let mut said = engine.last(word);
                while word == "info" && !said.starts_with(line.split(" multipv").next().unwrap()) {
                    said = engine.last(word);
                }
                assert_eq!(timeless(&said), timeless(line));
            }
            command => engine.tell(command),
        }
    }
    assert_eq!(session.last(), Some(&"quit"));
    engine.quit();
}

#[test]
fn bytes_that_are_no_text_and_endless_nonsense_do_not_end_it() {
    let mut engine = Engine::start();
    engine.commands.write_all(b"\xff\xfe\x00go\n\r\n   \nposition\ngo depth\ngo depth x\n").unwrap();
    engine.commands.write_all(&vec![b'x'; 100_000]).unwrap();
    engine.commands.write_all(b"\nsetoption\nquery\nquery what\nstop\nisready\n").unwrap();
    let said = engine.until("readyok");
    assert!(said[..said.len() - 1].iter().all(|line| line.starts_with("info string ")), "{said:#?}");
    assert!(said.len() >= 8, "{said:#?}");
    engine.tell("position fen 12/21\ngo depth 1");
    assert!(engine.last("bestmove").len() > "bestmove ".len());
    engine.quit();
}
