//! The agent as a referee meets it: a process in a folder.

mod common;

use common::{Folder, RunProgram as _};
use fruitrage_rules::text::{Input, Output};
use fruitrage_rules::{Board, Cell, generate};

/// The classic examples of the assignment.
const CLASSIC: [&str; 5] = [
    "2\n3\n123.6\n01\n21\n",
    "3\n1\n257.2\n***\n***\n*0*\n",
    "3\n2\n24.345\n***\n*10\n000\n",
    "3\n10\n7.24\n444\n444\n444\n",
    "10\n4\n1.276\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n0323321010\n2003022012\n2202200021\n0130000020\n2200022231\n",
];

fn input_text(size: usize, kinds: u8, seed: u64, time: &str) -> String {
    let time = fruitrage_rules::text::parse_seconds(time).unwrap();
    Input { kinds, time, grid: generate(size, kinds, seed) }.to_string()
}

/// Runs the plain call, holds its reply to the board, and returns the move.
fn play(folder: &Folder) -> Cell {
    let run = folder.run(&[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    checked_reply(folder).cell
}

fn checked_reply(folder: &Folder) -> Output {
    let (input, _) = Input::read_liberally(&folder.read("input.txt")).unwrap();
    let reply = Output::read_strictly(&folder.read("output.txt"), input.grid.size()).unwrap();
    reply.check(&input.grid).unwrap();
    reply
}

#[test]
fn the_classic_examples_are_answered_rightly() {
    for text in CLASSIC {
        let folder = Folder::with_input(text);
        play(&folder);
        assert_eq!(folder.names(), ["input.txt", "output.txt"], "nothing else is left behind");
        assert_eq!(folder.read("input.txt"), text.as_bytes(), "the input is left alone");
    }
}

#[test]
fn forced_and_obvious_moves_are_found() {
    assert_eq!(play(&Folder::with_input(CLASSIC[1])).to_string(), "B3");
    assert_eq!(play(&Folder::with_input(CLASSIC[3])).to_string(), "A1");
    // Four zeros for sixteen points, then one for the opponent.
    assert_eq!(play(&Folder::with_input(CLASSIC[2])).to_string(), "A3");
}

#[test]
fn every_size_is_played_with_little_time_left() {
    for (size, kinds) in [(1, 1), (2, 10), (7, 3), (13, 10), (20, 2), (26, 9)] {
        for time in ["0.001", "0.05"] {
            play(&Folder::with_input(input_text(size, kinds, 5, time)));
        }
    }
}

#[test]
fn a_whole_game_is_played_to_the_end() {
    let folder = Folder::with_input(input_text(8, 3, 1, "0.5"));
    loop {
        play(&folder);
        let after = checked_reply(&folder).grid;
        if after.fruits() == 0 {
            break;
        }
        folder.write("input.txt", format!("8\n3\n0.5\n{after}"));
    }
}

#[test]
fn odd_files_are_played_with_a_warning_for_each_oddity() {
    let folder = Folder::with_input("\u{feff}3\r\n2 \r\n24.345\r\n1**\r\n*15\r\n0*0");
    let run = folder.run(&[]);
    assert_eq!(run.code, Some(0));
    checked_reply(&folder);
    let expected = "\
fruitrage: warning: input.txt: line 1, column 1: a byte order mark; skipped
fruitrage: warning: input.txt: line 1, column 5: the line ends in CRLF instead of LF (and at 4 more places)
fruitrage: warning: input.txt: line 2, column 2: blanks at the end of the line; skipped
fruitrage: warning: input.txt: line 4, column 1: a fruit that floats; groups are taken as drawn, then everything falls (and at 1 more place)
fruitrage: warning: input.txt: line 5, column 3: a fruit that is not one of the 2 kinds announced; played all the same
fruitrage: warning: input.txt: line 6, column 4: no line end at the end of the file
";
    assert_eq!(run.stderr, expected);
    assert_eq!(run.stdout, "");
}

#[test]
fn an_error_leaves_an_old_output_alone() {
    let cases = [
        (
            "",
            "fruitrage: input.txt: line 1, column 1: expected the size of the board, a whole number from 1 to 26, found nothing\n",
        ),
        (
            "2\n1\n9\n**\n**\n",
            "fruitrage: input.txt: line 4, column 1: expected a board with at least one fruit to take, found no fruit at all\n",
        ),
    ];
    for (text, message) in cases {
        let folder = Folder::with_input(text);
        folder.write("output.txt", "old");
        let run = folder.run(&[]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), message));
        assert_eq!(folder.read("output.txt"), b"old");
        assert_eq!(folder.names(), ["input.txt", "output.txt"]);
    }
}

#[test]
fn a_missing_input_is_explained() {
    let folder = Folder::new();
    let run = folder.run(&[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("fruitrage: cannot read input.txt: "), "{}", run.stderr);
    assert!(run.stderr.ends_with("make one with: fruitrage board new -n 10 -p 4 > input.txt\n"), "{}", run.stderr);
    assert!(!folder.exists("output.txt"));
}

#[test]
fn an_input_that_is_no_small_file_is_refused() {
    let folder = Folder::with_input(vec![b'1'; 2 << 20]);
    let run = folder.run(&[]);
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.stderr,
        "fruitrage: input.txt: line 1, column 1: the file is larger than 1 MiB; no file of this game is\n"
    );
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("input.txt")).unwrap();
    assert_eq!(folder.run(&[]).code, Some(2));
}

#[test]
fn a_reply_that_cannot_be_written_is_an_error() {
    let folder = Folder::with_input(CLASSIC[0]);
    let run = folder.run(&["--output", "nowhere/output.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("fruitrage: cannot write nowhere/output.txt: "), "{}", run.stderr);
    std::fs::create_dir(folder.path().join("output.txt")).unwrap();
    assert_eq!(folder.run(&[]).code, Some(2));
    assert_eq!(folder.names(), ["input.txt", "output.txt"], "no temporary file stays behind");
}

#[test]
fn a_reader_never_sees_half_a_reply() {
    let folder = Folder::with_input(input_text(26, 9, 3, "0.001"));
    play(&folder);
    let path = folder.path().join("output.txt");
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                Output::read_strictly(&std::fs::read(&path).unwrap(), 26).unwrap();
                reads += 1;
            }
            reads
        });
        for _ in 0..30 {
            play(&folder);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
}

#[test]
fn the_environment_does_not_change_the_plain_call() {
    let folder = Folder::with_input(input_text(5, 3, 3, "30"));
    let reply = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = folder.command(arguments);
        let output = command.env_clear().envs(environment.iter().copied()).output().unwrap();
        assert!(output.status.success());
        folder.read("output.txt")
    };
    let plain = reply(&[], &[]);
    assert_ne!(reply(&["--depth", "1"], &[]), plain, "the test needs a board where thinking matters");
    let names =
        ["FRUITRAGE_INPUT", "FRUITRAGE_DEPTH", "DEPTH", "RUST_LOG", "RUST_BACKTRACE", "NO_COLOR", "CLICOLOR_FORCE"];
    assert_eq!(reply(&[], &names.map(|name| (name, "1"))), plain);
}

#[test]
fn no_clock_is_too_large() {
    for time in ["18000000000000000000", "1e308", "inf", "1000000000"] {
        let folder = Folder::with_input(format!("2\n3\n{time}\n01\n21\n"));
        assert_eq!(folder.run(&[]).code, Some(0), "{time}");
        checked_reply(&folder);
    }
}

/// What happened before this program took over a process does not count: a
/// build before `cargo run`, a script that prepares something.
#[test]
#[cfg(unix)]
fn a_process_that_was_a_shell_before_has_its_whole_clock() {
    let folder = Folder::with_input(input_text(8, 4, 2, "1"));
    let script = format!("sleep 1.5; exec {} --verbose", env!("CARGO_BIN_EXE_fruitrage-agent"));
    let thinks = || {
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        // With no time left it looks one move ahead.
        String::from_utf8(output.stderr).unwrap().lines().count() > 2
    };
    // A busy machine may take all the time that there is for a move.
    assert!((0..20).any(|_| thinks()), "it never thinks");
}

#[test]
#[cfg(unix)]
fn what_a_killed_run_left_behind_is_no_obstacle() {
    let folder = Folder::with_input(CLASSIC[0]);
    let program = env!("CARGO_BIN_EXE_fruitrage-agent");
    let script = format!("echo old > .output.txt.$$-0.tmp; exec {program}");
    let status = std::process::Command::new("sh").args(["-c", &script]).current_dir(folder.path()).status().unwrap();
    assert!(status.success());
    checked_reply(&folder);
    assert_eq!(folder.names().len(), 3, "the old file is left to whoever made it: {:?}", folder.names());
}

#[test]
#[cfg(unix)]
fn links_are_followed_and_pipes_written_to() {
    let folder = Folder::with_input(CLASSIC[1]);
    folder.write("real.txt", "old");
    std::os::unix::fs::symlink("real.txt", folder.path().join("output.txt")).unwrap();
    play(&folder);
    assert_eq!(folder.read("real.txt"), b"B3\n***\n***\n***\n");
    assert!(folder.path().join("output.txt").is_symlink());

    let program = env!("CARGO_BIN_EXE_fruitrage-agent");
    let script = format!("mkfifo pipe; cat pipe & {program} --output pipe; wait");
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.stdout, b"B3\n***\n***\n***\n");
}

#[test]
fn people_can_name_files_and_limits() {
    let folder = Folder::new();
    folder.write("board.txt", input_text(10, 4, 2, "300"));
    let arguments = ["--input", "board.txt", "--output", "reply.txt", "--nodes", "20000"];
    for extra in
        [&[][..], &["--seed", "7"], &["--threads", "2"], &["--depth", "3"], &["--time", "0.2"], &["--level", "1"]]
    {
        let run = folder.run(&[&arguments[..], extra].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{extra:?}");
        assert_eq!(folder.names(), ["board.txt", "reply.txt"]);
        let input = Input::read_strictly(&folder.read("board.txt")).unwrap();
        Output::read_strictly(&folder.read("reply.txt"), 10).unwrap().check(&input.grid).unwrap();
    }
}

/// `script` gives the program a real terminal; it is part of every Debian.
#[test]
#[cfg(target_os = "linux")]
fn a_person_at_a_terminal_is_told_what_was_played_and_how_to_play_oneself() {
    let folder = Folder::with_input(CLASSIC[3]);
    let on_terminal = |call: &str| {
        let arguments = ["--quiet", "--return", "--command", call, "/dev/null"];
        let output = std::process::Command::new("script").args(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let program = env!("CARGO_BIN_EXE_fruitrage-agent");
    let told = on_terminal(program);
    let lines: Vec<&str> = told.lines().filter(|line| !line.contains("warning")).collect();
    let [played, next_step] = lines[..] else { panic!("{told}") };
    assert_eq!(played, "Played A1: 9 fruits for 81 points; the reply is in output.txt.");
    assert!(next_step.starts_with("Play yourself: cargo run --release -p fruitrage -- play"), "{next_step}");
    assert!(!on_terminal(&format!("{program} --output -")).contains("Played"), "the reply itself is on the screen");
}

#[test]
fn a_dash_means_standard_input_and_output() {
    use std::io::Write as _;
    let folder = Folder::new();
    let mut command = folder.command(&["--input", "-", "--output", "-"]);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut agent = command.spawn().unwrap();
    agent.stdin.take().unwrap().write_all(CLASSIC[1].as_bytes()).unwrap();
    let output = agent.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"B3\n***\n***\n***\n");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn verbose_tells_of_each_depth_on_stderr() {
    let folder = Folder::with_input(input_text(8, 4, 2, "5"));
    let run = folder.run(&["--verbose", "--depth", "3"]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.stderr);
    for (depth, line) in (1..).zip(lines) {
        assert!(line.starts_with(&format!("depth {depth:>2}  value ")), "{line}");
        for word in ["nodes", "M nodes/s", " s  "] {
            assert!(line.contains(word), "{line}");
        }
    }
}

#[test]
fn verbose_tells_of_as_many_moves_as_asked_for() {
    let folder = Folder::with_input(input_text(8, 4, 2, "5"));
    let run = folder.run(&["--verbose", "--depth", "3", "--top", "4"]);
    assert_eq!(run.stderr.lines().count(), 3 * 4, "{}", run.stderr);
    let last: Vec<&str> = run.stderr.lines().skip(2 * 4).collect();
    assert!(last.iter().all(|line| line.starts_with("depth  3  value ")), "{}", run.stderr);
    let reply = checked_reply(&folder).cell.to_string();
    assert!(last[0].split_whitespace().any(|word| word == reply), "the best is played: {}", run.stderr);
}

#[test]
fn a_node_limit_gives_the_same_reply_every_time() {
    let folder = Folder::with_input(input_text(12, 5, 2, "0.01"));
    let reply = || {
        assert_eq!(folder.run(&["--nodes", "30000"]).code, Some(0));
        folder.read("output.txt")
    };
    assert_eq!(reply(), reply());
}

#[test]
fn bad_options_are_refused_with_their_range() {
    let folder = Folder::with_input(CLASSIC[0]);
    for (arguments, word) in [
        (["--threads", "0"], "from 1 to 256"),
        (["--top", "0"], "from 1 to 676"),
        (["--level", "10"], "expected a level from 1 to 9 or its name (cress, mint, dill, "),
        (["--depth", "0"], "0 is not in 1..=1000"),
        (["--time", "soon"], "a decimal number such as 300 or 1.5"),
        (["--colour", "red"], "unexpected argument"),
    ] {
        let run = folder.run(&arguments);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(word), "{}", run.stderr);
        assert!(!folder.exists("output.txt"));
    }
}

/// Plays a whole game against greedy through the files, beginning, and returns the
/// points of both.
fn game_against_greedy(folder: &Folder, seed: u64) -> [u32; 2] {
    let mut board = Board::settled(&generate(12, 4, seed));
    let mut points = [0, 0];
    while !board.is_empty() {
        let time = fruitrage_rules::text::parse_seconds("2").unwrap();
        folder.write("input.txt", Input { kinds: 4, time, grid: board.to_grid() }.to_string());
        points[0] += board.try_play(play(folder)).unwrap().points();
        if let Some(largest) = board.groups().first().copied() {
            points[1] += board.try_play(largest.cell()).unwrap().points();
        }
    }
    points
}

#[test]
fn notes_are_taken_only_where_asked_for_and_kept_up_to_date() {
    let folder = Folder::with_input(CLASSIC[4]);
    play(&folder);
    assert_eq!(folder.names(), ["input.txt", "output.txt"]);
    assert_eq!(folder.run(&["--notes"]).code, Some(0));
    assert_eq!(folder.names(), ["fruitrage.notes", "input.txt", "output.txt"]);
    folder.write("fruitrage.notes", "");
    game_against_greedy(&folder, 3);
    assert_eq!(folder.names(), ["fruitrage.notes", "input.txt", "output.txt"]);
    let notes = String::from_utf8(folder.read("fruitrage.notes")).unwrap();
    let numbers: Vec<f64> = notes.lines().nth(2).unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    assert!(numbers[0] > 0.9, "greedy takes the largest group every time:\n{notes}");
    assert!(numbers[2] < 0.05, "and does not look three moves ahead:\n{notes}");
}

#[test]
fn notes_that_are_none_cost_no_move() {
    let folder = Folder::with_input(CLASSIC[4]);
    folder.write("fruitrage.notes", "my shopping list\nmilk\neggs\n");
    let run = folder.run(&[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("warning: fruitrage.notes is begun anew: it has not five lines"), "{}", run.stderr);
    checked_reply(&folder);
    assert!(!String::from_utf8(folder.read("fruitrage.notes")).unwrap().contains("milk"));
    let run = folder.run(&[]);
    assert_eq!(run.stderr, "");
}
