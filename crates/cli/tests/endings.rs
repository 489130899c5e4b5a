//! Every way for an agent to lose by its own fault, through the referee: what it
//! does, how the game is said to end, and that the opponent wins it unharmed.

mod common;

use common::{FIRST_FRUIT, Folder, RunProgram as _};
use serde_json::{Value, json};

/// A game that an agent in Python loses. Each line after `FIRST_FRUIT` may spoil
/// the good reply that this has written.
fn lose(spoil: &str, options: &[&str]) -> Value {
    let folder = Folder::new();
    folder.write("agent.py", format!("import os, sys, time\n{FIRST_FRUIT}\n{spoil}\n"));
    let fixed =
        ["match", "python3 agent.py", "greedy", "--pairs", "1", "-n", "5", "--seed", "3", "-q", "--format", "json"];
    let run = folder.run(&[&fixed[..], options].concat());
    // 3 if it has lost all its games by its own fault.
    assert!(matches!(run.code, Some(0 | 3)), "{spoil}: {}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

/// The agent loses both games with this ending, for a reason that says this.
#[track_caller]
fn loses_by(ending: &str, reason: &str, spoil: &str, options: &[&str]) {
    let result = lose(spoil, options);
    let [agent, opponent] = [&result["agents"][0], &result["agents"][1]];
    assert_eq!(agent["faults"], json!({ending: 2}), "{spoil}: {result}");
    assert_eq!((&result["lost"], &opponent["faults"]), (&json!(2), &json!({})), "{spoil}");
    let message = agent["fault_examples"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains(reason), "{spoil}: {message}");
}

fn writes(text: &str) -> String {
    format!("os.remove('output.txt'); open('output.txt', 'wb').write({text})")
}

#[test]
fn outputs_that_are_no_replies_are_told_apart_by_line_and_column() {
    for (text, reason) in [
        ("b''", "line 1, column 1: the file is empty: was it closed before the program ended?"),
        ("b'A1'", "line 2, column 1: the board has 0 rows instead of 5"),
        ("b'A1\\n*****\\n'", "line 3, column 1: the board has 1 row instead of 5"),
        ("bytes(range(256))", "line 1, column 1"),
        ("b'a1\\n' + b'*****\\n' * 5", "a1: the column letter must be a capital: A1"),
        ("open('input.txt', 'rb').read()", "this has the form of input.txt"),
    ] {
        loses_by("malformed-output", reason, &writes(text), &[]);
    }
    let crlf =
        "text = open('output.txt').read(); open('output.txt', 'w', newline='').write(text.replace('\\n', '\\r\\n'))";
    loses_by("malformed-output", "line 1, column 3: the file has lines that end in CRLF", crlf, &["--strict-format"]);
    let more = "open('output.txt', 'a').write('and more')";
    loses_by("malformed-output", "line 7, column 1", more, &[]);
}

#[test]
fn odd_white_space_costs_one_warning_and_no_game() {
    let rewrite = |change: &str| {
        format!("text = open('output.txt').read(); open('output.txt', 'w', newline='').write(text{change})")
    };
    for (change, odd) in [
        (".replace('\\n', '\\r\\n')", "lines that end in CRLF instead of LF"),
        (".rstrip()", "no line end (LF) after the last row"),
        (" + '\\n'", "blank lines at the end"),
        (".replace('\\n', ' \\n')", "blanks at the end of lines"),
    ] {
        let result = lose(&rewrite(change), &[]);
        let agent = &result["agents"][0];
        assert_eq!(agent["faults"], json!({}), "{change}: {result}");
        let [warning] = &agent["warning_examples"].as_array().unwrap()[..] else { panic!("{agent}") };
        assert_eq!((&warning["times"], &agent["warnings"]), (&agent["moves"], &agent["moves"]), "{agent}");
        let message = format!("odd white space in output.txt: {odd}; a strict grader may give zero for it");
        assert_eq!(warning["message"], message);
        loses_by("malformed-output", odd, &rewrite(change), &["--strict-format"]);
    }
}

#[test]
fn illegal_moves_and_wrong_boards_are_told_apart() {
    let board = "b'*****\\n' * 5";
    loses_by("illegal-move", "Z26 is outside the 5 x 5 board", &writes(&format!("b'Z26\\n' + {board}")), &[]);
    loses_by("illegal-move", "is outside", &writes(&format!("b'F1\\n' + {board}")), &[]);
    // With a good first move A1 is empty in the second.
    let second = "if open('input.txt').read().split()[3][0] == '*': open('output.txt', 'r+').write('A1')";
    loses_by("illegal-move", "A1 is empty", second, &[]);
    let wrong = "text = open('output.txt').read(); open('output.txt', 'w').write(text[:3] + '0' + text[4:])";
    loses_by("wrong-board", "row 1, character 1 (cell A1) should be '*', but is '0'", wrong, &[]);
    let before = "lines = open('input.txt').read().split(); \\\nmove = open('output.txt').read().split()[0]; \\\n\
                  open('output.txt', 'w').write(move + '\\n' + '\\n'.join(lines[3:]) + '\\n')";
    loses_by("wrong-board", "likely cause: this is the board before the move", before, &[]);
}

#[test]
fn a_wrong_board_is_only_a_warning_if_so_wanted() {
    let wrong = "text = open('output.txt').read(); open('output.txt', 'w').write(text[:3] + '0' + text[4:])";
    let result = lose(wrong, &["--strict-board=false"]);
    assert_eq!(result["agents"][0]["faults"], json!({}));
    assert!(result["agents"][0]["warnings"].as_u64() > Some(2), "{result}");
}

#[test]
fn an_output_that_is_not_a_plain_file_is_refused_without_being_followed() {
    for (what, reason) in [
        ("", "left no output.txt: it wrote nothing to the folder that it runs in"),
        ("open('Output.TXT', 'w').write('A1')", "it wrote 'Output.TXT', but the name must be exactly output.txt"),
        ("open('result.txt', 'w').write('A1')", "there are only other files of its own: result.txt"),
        ("os.symlink('/etc/passwd', 'output.txt')", "a symbolic link"),
        (
            "os.rename('x', 'y') if os.path.exists('x') else None; os.symlink('input.txt', 'output.txt')",
            "a symbolic link",
        ),
        ("os.mkfifo('output.txt')", "a pipe"),
        ("os.mkdir('output.txt')", "a folder"),
        ("open('twin', 'w').write('A1'); os.link('twin', 'output.txt')", "a hard link"),
        ("open('output.txt', 'wb').truncate(50 << 20)", "too large"),
    ] {
        // What was left by the move before must not be in the way.
        let spoil = format!("os.path.exists('twin') and os.remove('twin')\nos.remove('output.txt')\n{what}");
        loses_by("no-output", reason, &spoil, &[]);
    }
}

#[test]
fn time_that_is_over_loses_whether_the_agent_answers_or_not() {
    let clock = ["--time", "0.3", "--grace", "0.5"];
    // Who answers too late may do so as late as a busy machine makes it.
    let patient = ["--time", "0.3", "--grace", "30"];
    let busy = |seconds: f64| format!("end = time.process_time() + {seconds}\nwhile time.process_time() < end: pass");
    loses_by("out-of-time", "ran out of time: the move took", &busy(0.4), &patient);
    loses_by(
        "out-of-time",
        "ran out of time: the move took",
        &format!("os.remove('output.txt')\n{}", busy(60.0)),
        &clock,
    );
    loses_by("killed", "it slept or waited", "time.sleep(60)", &clock);
    let wall = ["--time", "0.3", "--grace", "0.5", "--clock", "wall"];
    let patient = [&patient[..], &["--clock", "wall"]].concat();
    loses_by("out-of-time", "ran out of time", "time.sleep(0.4)", &patient);
    loses_by("out-of-time", "ran out of time: the move took", "time.sleep(60)", &wall);
}

#[test]
fn crashes_are_told_with_exit_code_or_signal_and_the_last_words() {
    let gone = "os.remove('output.txt')\n";
    loses_by("crashed", "exit code 1; the end of its stderr: Traceback", &format!("{gone}[][0]"), &[]);
    loses_by("crashed", "exit code 7, and wrote nothing to stderr", &format!("{gone}sys.exit(7)"), &[]);
    loses_by("crashed", "SIGSEGV", &format!("{gone}os.kill(os.getpid(), 11)"), &[]);
    loses_by("crashed", "SIGABRT", &format!("{gone}os.abort()"), &[]);
}

#[test]
fn what_harms_nobody_but_the_agent_does_not_lose() {
    for odd in [
        "sys.exit(1)",
        "open('input.txt', 'w').write('nonsense')",
        "os.remove('input.txt')",
        "os.remove('input.txt'); os.symlink('/etc/passwd', 'input.txt')",
        "os.remove('input.txt'); os.mkdir('input.txt'); open('input.txt/x', 'w').write('x')",
        "sys.stdout.write('x' * (1 << 20)); sys.stderr.write('y' * (1 << 20))",
        "sys.stdout.close(); sys.stderr.close()",
        "os.chmod('.', 0o500)",
        "if os.fork() == 0: time.sleep(100)",
        "import subprocess; subprocess.Popen(['sleep', '100'], start_new_session=True)",
    ] {
        let result = lose(odd, &[]);
        assert_eq!(result["agents"][0]["faults"], json!({}), "{odd}: {result}");
    }
}

#[test]
fn an_agent_that_deletes_its_own_folder_has_left_no_output() {
    let spoil = "import shutil\nshutil.rmtree(os.getcwd(), ignore_errors=True)";
    loses_by("no-output", "left no output.txt: it wrote nothing", spoil, &[]);
}
