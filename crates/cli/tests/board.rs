//! `fruitrage board` and `fruitrage bench` as a person or a script uses them.

mod common;

use common::{Folder, Run, RunProgram as _};

const INPUT: &str = "3\n2\n24.345\n***\n*10\n000\n";
const OUTPUT: &str = "C2\n***\n***\n*1*\n";

fn check(input: &str, output: &str) -> Run {
    let folder = Folder::with_input(input);
    folder.write("output.txt", output);
    folder.run(&["board", "check", "input.txt", "output.txt"])
}

#[test]
fn new_prints_the_box_that_its_seed_names() {
    let folder = Folder::new();
    let run = folder.run(&["board", "new", "-n", "5", "-p", "3", "--seed", "42", "--time", "1.5"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, "5\n3\n1.5\n10221\n20110\n00122\n22112\n20220\n");
}

#[test]
fn new_without_a_seed_tells_the_one_it_chose() {
    let folder = Folder::new();
    let run = folder.run(&["board", "new"]);
    let seed = run.stderr.strip_prefix("seed ").unwrap().trim_end();
    let again = folder.run(&["board", "new", "--seed", seed]);
    assert_eq!(run.stdout, again.stdout);
    assert!(run.stdout.starts_with("10\n4\n300\n"), "{}", run.stdout);
}

#[test]
fn new_refuses_impossible_boards() {
    let folder = Folder::new();
    for arguments in [["-n", "0"], ["-n", "27"], ["-p", "0"], ["-p", "11"], ["--time", "0"], ["--seed", "x"]] {
        let run = folder.run(&[&["board", "new"], &arguments[..]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(arguments[1]), "{}", run.stderr);
    }
}

#[test]
fn from_turns_a_position_into_an_input() {
    let folder = Folder::new();
    let run = folder.run(&["board", "from", "***/*10/000 2 9:4 300:24.345"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), INPUT));
    let run = folder.run(&["board", "from", "***/*10/000 1 0:0 -", "--time", "24.345"]);
    assert_eq!(run.stdout, INPUT);
    let run = folder.run(&["board", "from", "***/*1x/000 1 0:0 -"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("line 1, column 7: expected a digit from 0 to 9"), "{}", run.stderr);
    assert_eq!(folder.run(&["board", "from", "0 1 0:0 0:5"]).code, Some(2));
}

#[test]
fn a_lost_move_without_a_reply_is_told_and_can_be_tried_again() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("kept")).unwrap();
    folder.write("kept/input.txt", INPUT);
    folder.write("kept/verdict.txt", "bot crashed with exit code 1; \u{1b}]0;obey\u{7}\n");
    let run = folder.run(&["board", "check", "kept"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{}", run.stdout);
    assert!(run.stdout.starts_with("wrong: there is no reply: bot crashed with exit code 1; "), "{}", run.stdout);
    assert!(run.stdout.ends_with("to try again: run the program in kept, then this command\n"), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}'));
    let run = folder.run(&["board", "check", "kept", "--format", "json"]);
    assert!(run.stdout.contains("\"verdict\": \"no reply\""), "{}", run.stdout);
    folder.write("kept/output.txt", OUTPUT);
    let run = folder.run(&["board", "check", "kept"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
}

#[test]
fn show_draws_fruit_and_group_sizes_with_letters_and_numbers() {
    let run = Folder::with_input(INPUT).run(&["board", "show"]);
    let drawn: Vec<&str> = run.stdout.lines().collect();
    let expected = [
        "     fruit       size of its group",
        "    A  B  C          A  B  C",
        " 1  .  .  .  1    1  .  .  .  1",
        " 2  .  1  0  2    2  .  1  4  2",
        " 3  0  0  0  3    3  4  4  4  3",
        "    A  B  C          A  B  C",
        "",
        "position: ***/*10/000 1 0:0 -",
        "5 fruits of 2 kinds, 2 groups, 24.345 s left",
        "",
        " move  fruits  points",
        "   A3       4      16",
        "   B2       1       1",
    ];
    assert_eq!(drawn, expected);
    assert!(!run.stdout.contains('\x1b'), "no colour into a pipe");
}

#[test]
fn the_folder_of_a_move_does_for_its_input() {
    let folder = Folder::new();
    folder.make_dir("lost");
    folder.write("lost/input.txt", INPUT);
    let [whole, place] = ["lost/input.txt", "lost"].map(|path| folder.run(&["board", "show", path]));
    assert_eq!((place.code, place.stdout), (Some(0), whole.stdout));
    assert_eq!(folder.run(&["board", "play", "lost", "c2"]).code, Some(0));
}

#[test]
fn show_draws_in_colour_where_colour_is_wanted() {
    let folder = Folder::with_input(INPUT);
    let coloured = folder.command(&["board", "show", "input.txt"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(String::from_utf8(coloured.stdout).unwrap().contains("\x1b["));
}

#[test]
fn show_draws_the_largest_box() {
    let folder = Folder::new();
    let text = folder.run(&["board", "new", "-n", "26", "-p", "1", "--seed", "1"]).stdout;
    folder.write("input.txt", text);
    let run = folder.run(&["board", "show", "input.txt"]);
    assert!(run.stdout.contains("   A1     676  456976"), "{}", run.stdout);
    assert!(run.stdout.lines().any(|line| line.starts_with("26  0  0")), "{}", run.stdout);
}

#[test]
fn show_speaks_json_on_request() {
    let run = Folder::with_input(INPUT).run(&["board", "show", "input.txt", "--format", "json"]);
    let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(result["rows"], serde_json::json!(["***", "*10", "000"]));
    assert_eq!(result["groups"][0], serde_json::json!({"move": "A3", "fruit": 0, "size": 4, "points": 16}));
}

#[test]
fn check_says_yes_to_a_right_reply() {
    let run = check(INPUT, OUTPUT);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, "right: C2 takes 4 fruits for 16 points, and the board after it is as written\n");
}

#[test]
fn check_says_no_and_where() {
    let cases = [
        (
            "C2\n***\n***\n*0*\n",
            "line 4, column 2: wrong board after C2: row 3, character 2 (cell B3) should be '1', but is '0'",
        ),
        (
            "C2\n***\n*1*\n***\n",
            "line 3, column 2: wrong board after C2: row 2, character 2 (cell B2) should be '*', but is '1'; \
             likely cause: the fruit did not fall after the group was taken",
        ),
        (
            "A1\n***\n***\n*1*\n",
            "line 1, column 1: illegal move: A1 is empty; \
             likely cause: rows are counted from the bottom instead of the top: A3 is meant, but A1 is written",
        ),
        ("A1\n***\n***\n***\n", "line 1, column 1: illegal move: A1 is empty"),
        (
            "D1\n***\n***\n*1*\n",
            "line 1, column 1: illegal move: D1 is outside the 3 x 3 board; \
             likely cause: the board is right for taking A3, but the move says D1: they belong to different moves",
        ),
        ("C2\r\n***\r\n", "line 1, column 3: the board has 1 row instead of 3"),
        ("", "line 1, column 1: the file is empty: was it closed before the program ended?"),
        ("C2;\n***\n***\n*1*\n", "line 1, column 3: C2;: write letter and number only: C2"),
        (
            "C2 is best, surely\n***\n***\n*1*\n",
            "line 1, column 3: C2 is best, surely: the first line must hold the move alone: C2",
        ),
        ("C2\n***\n?!?\n*1*\n", "line 3, column 1: expected a digit from 0 to 9, or * for an empty cell, found '?'"),
        (
            "C2\n***\n***\n*1*",
            "line 4, column 4: the file has no line end (LF) after the last row: end each line, the last one too, with LF \
             and nothing else\n\
             but for the white space: right: C2 takes 4 fruits for 16 points, and the board after it is as written",
        ),
        (
            "C2\r\n***\r\n*1*\r\n***\r\n",
            "line 1, column 3: the file has lines that end in CRLF instead of LF: end each line, the last one too, with LF \
             and nothing else\n\
             but for the white space: wrong: output.txt: line 3, column 2: wrong board after C2: row 2, character 2 (cell B2) \
             should be '*', but is '1'; likely cause: the fruit did not fall after the group was taken",
        ),
    ];
    for (output, message) in cases {
        let run = check(INPUT, output);
        assert_eq!((run.code, run.stdout), (Some(1), format!("wrong: output.txt: {message}\n")));
    }
}

#[test]
fn check_finds_both_files_by_itself_or_in_a_folder() {
    let folder = Folder::with_input(INPUT);
    folder.write("output.txt", OUTPUT);
    folder.make_dir("kept");
    folder.write("kept/input.txt", INPUT);
    folder.write("kept/output.txt", "b1\n***\n***\n*1*\n");
    let run = folder.run(&["board", "check"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let run = folder.run(&["board", "check", "kept"]);
    let path = std::path::Path::new("kept").join("output.txt");
    let message = "line 1, column 1: b1: the column letter must be a capital: B1";
    assert_eq!((run.code, run.stdout), (Some(1), format!("wrong: {}: {message}\n", path.display())));
}

#[test]
fn check_does_not_blame_the_output_for_the_input() {
    let run = check("3\n2\n1\n***\n*15\n000\n", OUTPUT);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("input.txt: line 5, column 3: expected a digit from 0 to 1"), "{}", run.stderr);
    let folder = Folder::with_input(INPUT);
    let run = folder.run(&["board", "check", "input.txt", "missing.txt"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot read missing.txt"), "{}", run.stderr);
}

#[test]
fn check_takes_an_odd_input_on_request() {
    let folder = Folder::with_input("3\n2\n1\n***\n*15\n000");
    folder.write("output.txt", "C2\n***\n***\n*15\n");
    let run = folder.run(&["board", "check", "--liberal-input", "input.txt", "output.txt"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stdout,
        "wrong: output.txt: line 3, column 2: wrong board after C2: row 2, character 2 (cell B2) should be '1', but is '*'; \
         likely cause: column and row are swapped in the move: B3 is meant, but C2 is written\n"
    );
    assert!(run.stderr.contains("not one of the 2 kinds announced"), "{}", run.stderr);
}

#[test]
fn check_speaks_json_on_request() {
    let folder = Folder::with_input(INPUT);
    for (output, verdict) in [
        (OUTPUT, "right"),
        ("A1\n***\n***\n*1*\n", "illegal move"),
        ("C2\n***\n***\n***\n", "wrong board"),
        ("C2", "malformed output"),
    ] {
        folder.write("output.txt", output);
        let run = folder.run(&["board", "check", "input.txt", "output.txt", "--format", "json"]);
        let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(result["verdict"], verdict);
        assert_eq!(result["line"].is_null(), verdict == "right");
    }
}

#[test]
fn play_prints_the_box_after_a_move_and_its_points() {
    let folder = Folder::with_input(INPUT);
    let run = folder.run(&["board", "play", "input.txt", "B3"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "***\n***\n*1*\nB3 takes 4 fruits for 16 points\n"));
    let run = folder.run(&["board", "play", "input.txt", "b2"]);
    assert_eq!(run.stdout, "***\n**0\n000\nB2 takes 1 fruit for 1 point\n");
    let run = folder.run(&["board", "play", "input.txt", "B2", "--format", "json"]);
    let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&result["points"], &result["rows"][1]), (&1.into(), &"**0".into()));
}

#[test]
fn play_refuses_an_illegal_move() {
    let folder = Folder::with_input(INPUT);
    for (cell, message) in [
        ("A1", "A1 is empty"),
        ("D1", "D1 is outside the 3 x 3 board"),
        ("1b", "expected a column letter A to Z, found '1'"),
    ] {
        let run = folder.run(&["board", "play", "input.txt", cell]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn bench_prints_the_same_signature_in_both_formats() {
    let folder = Folder::new();
    let text = folder.run(&["bench"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&folder.run(&["bench", "--format", "json"]).stdout).unwrap();
    assert!(text.lines().any(|line| line == format!("signature {}", json["signature"])), "{text}");
}

#[test]
fn a_reader_who_goes_away_is_no_error_and_changes_no_verdict() {
    use std::process::Stdio;
    let folder = Folder::with_input(INPUT);
    folder.write("wrong.txt", "A1\n***\n***\n*1*\n");
    for (arguments, code) in
        [(["board", "show", "input.txt"].as_slice(), 0), (&["board", "check", "input.txt", "wrong.txt"], 1)]
    {
        let mut child = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(code));
    }
}

#[test]
fn lab_gives_the_same_result_with_any_number_of_threads() {
    let folder = Folder::new();
    let result = |threads: &str| {
        let arguments = [
            "lab",
            "engine",
            "minimax:depth=2",
            "--nodes",
            "300",
            "--boards",
            "4p3,6p9",
            "--pairs",
            "3",
            "-j",
            threads,
        ];
        let run = folder.run(&arguments);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    assert_eq!(result("1"), result("3"));
    assert!(result("1").contains("300 nodes a move, seeds from 1"));
}

#[test]
fn lab_stops_as_soon_as_a_gain_in_sweeps_is_decided() {
    let folder = Folder::new();
    let lab = |players: [&str; 2], gain: &str| {
        let common = ["--objective", "sweeps", "--gain", gain, "--nodes", "300", "--boards", "6p3", "--pairs", "60"];
        let run = folder.run(&[&["lab"], &players[..], &common[..]].concat());
        (run.code, run.stdout)
    };
    // Every pair is a sweep, so that there is no spread at all.
    let (code, text) = lab(["engine", "random"], "50");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("gain of 50.00 % of the pairs with both games won: A gains that much"), "{text}");
    assert!(!text.contains("60  "), "{text}");
    assert_eq!(lab(["random", "engine"], "50").0, Some(1));
    assert_eq!(lab(["engine", "engine"], "5").0, Some(5), "equals sweep nothing");
    let run = folder.run(&["lab", "engine", "greedy", "--objective", "sweeps"]);
    assert!(run.code == Some(2) && run.stderr.contains("--gain"), "{}", run.stderr);
}

#[test]
fn lab_says_what_a_player_takes() {
    let folder = Folder::new();
    for (player, message) in [
        ("engines", "there is no player 'engines'; did you mean engine? There are random, greedy, minimax and engine"),
        ("engine:speed=2", "'engine' has no 'speed'; it takes level, time, depth, habits (0 or 1) and "),
        ("engine:level=2.5", "'level=2.5' for 'engine': expected a level from 1 to 9 or its name"),
        ("minimax:slow=2", "'slow=2' for 'minimax': expected 0 or 1"),
    ] {
        let run = folder.run(&["lab", player, "greedy"]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn lab_refuses_an_allowance_that_a_player_cannot_keep() {
    for (player, allowance, message) in [
        ("minimax:deepen=1", "--nodes", "minimax:deepen=1 plays by --move-time or --depth"),
        ("minimax:deepen=1", "--game-time", "minimax:deepen=1 plays by --move-time or --depth"),
    ] {
        let run = Folder::new().run(&["lab", player, "greedy", allowance, "100"]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn lab_plays_the_same_game_on_a_slow_board() {
    let folder = Folder::new();
    let result = |player: &str| {
        let arguments = ["lab", player, "greedy", "--nodes", "1", "--boards", "6p4", "--pairs", "2"];
        let run = folder.run(&arguments);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(result("minimax:depth=2"), result("minimax:depth=2,slow=1"));
}

#[test]
fn lab_tells_the_time_of_a_move_where_players_are_held_to_the_time() {
    let arguments = ["lab", "greedy", "random", "--boards", "3p2,4p2", "--pairs", "1", "--move-time", "0.234"];
    let run = Folder::new().run(&arguments);
    assert!(run.stdout.contains("\n0.234 ms a move"), "{}", run.stdout);
    let times = run.stdout.split_once("CPU time a move, ms:").expect("times").1;
    assert_eq!(times.lines().skip(1).map(|line| line.split_whitespace().count()).collect::<Vec<_>>(), [3, 3]);
}
