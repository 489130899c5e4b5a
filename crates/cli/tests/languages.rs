//! Submissions in several languages, by the real program: found, built, started and told what
//! they lack. What needs a tool that is not here is skipped with a notice.

#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use common::{FIRST_FRUIT, Folder, Run, RunProgram as _};
use fruitrage_sandbox::{Sandbox, Tier};
use serde_json::{Value, json};

/// Whether a tool is here; says so if not.
fn has(tool: &str) -> bool {
    let is_there = Command::new("sh").args(["-c", "command -v \"$0\" >/dev/null", tool]).status().unwrap().success();
    if !is_there {
        eprintln!("NOTICE: there is no {tool} here; what needs it is NOT tested");
    }
    is_there
}

/// The names of all tiers that work here.
fn tiers() -> Vec<&'static str> {
    let works =
        Sandbox::survey(Path::new(env!("CARGO_BIN_EXE_fruitrage"))).into_iter().filter(|(_, result)| result.is_ok());
    let name = |(tier, _): (Tier, _)| match tier {
        Tier::Bubblewrap => "bwrap",
        Tier::Landlock => "landlock",
        Tier::Plain => "off",
    };
    works.map(name).collect()
}

fn play(folder: &Folder, arguments: &[&str]) -> Run {
    let usual =
        ["random", "--pairs", "1", "-n", "3", "-p", "2", "--seed", "4", "--time", "60", "--format", "json", "-q"];
    folder.run(&[&["match", arguments[0]], &usual[..], &arguments[1..]].concat())
}

/// Asserts that an agent plays without a fault.
fn assert_plays(folder: &Folder, arguments: &[&str]) {
    let run = play(folder, arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    let result: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&result["agents"][0]["faults"], &result["games"]), (&json!({}), &json!(2)), "{arguments:?}: {result}");
}

/// The message of the first fault, and its kind.
fn fault(folder: &Folder, arguments: &[&str]) -> String {
    let run = play(folder, arguments);
    let result: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    result["agents"][0]["fault_examples"][0]["message"].as_str().unwrap_or_default().to_owned()
}

/// A virtual environment of the system's Python with a package `fruit_helper` of its own, where
/// agents can reach it.
fn environment() -> Folder {
    let folder = Folder::new();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let made = folder.call("/usr/bin/python3", &["-m", "venv", "--without-pip", "venv"]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let lib = fs::read_dir(folder.path().join("venv/lib")).unwrap().next().unwrap().unwrap().path();
    fs::write(lib.join("site-packages/fruit_helper.py"), "ANSWER = 42\n").unwrap();
    folder
}

#[test]
fn the_users_own_python_with_its_packages_runs_in_every_tier() {
    if !Path::new("/usr/bin/python3").exists() {
        eprintln!("NOTICE: there is no /usr/bin/python3 here; virtual environments are NOT tested");
        return;
    }
    let (folder, place) = (Folder::new(), environment());
    let agent = format!("import fruit_helper\nassert fruit_helper.ANSWER == 42\n{FIRST_FRUIT}");
    folder.write("homework.py", &agent);
    folder.write("script", format!("#!/usr/bin/env python3\n{agent}"));
    fs::set_permissions(folder.path().join("script"), fs::Permissions::from_mode(0o755)).unwrap();
    let venv = place.path().join("venv");
    let path = format!("{}:{}", venv.join("bin").display(), std::env::var("PATH").unwrap());
    let usual = ["random", "--pairs", "1", "-n", "3", "-p", "2", "--time", "60", "--format", "json", "-q"];
    for tier in tiers() {
        for command in ["homework.py", "python3 homework.py", "./script"] {
            // First on the path, or active by its variable alone.
            for (name, value) in [("PATH", path.as_str()), ("VIRTUAL_ENV", venv.to_str().unwrap())] {
                if (name, command) == ("VIRTUAL_ENV", "./script") && tier == "off" {
                    continue;
                }
                let arguments = [&["match", command], &usual[..], &["--sandbox", tier]].concat();
                let run: Run =
                    folder.command(&arguments).env_remove("VIRTUAL_ENV").env(name, value).output().unwrap().into();
                let result: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
                assert_eq!(result["agents"][0]["faults"], json!({}), "{tier}, {command}, {name}: {result}");
            }
        }
    }
    // Or named by its path.
    let named = format!("{} homework.py", venv.join("bin/python3").display());
    for tier in tiers() {
        assert_plays(&folder, &[&named, "--sandbox", tier]);
    }
    // Nothing of that without it, so it was the environment that did it.
    assert!(fault(&folder, &["homework.py"]).contains("No module named 'fruit_helper'"));
}

/// An agent in Java that takes the first fruit, with something to do before.
fn java(class: &str, before: &str) -> String {
    format!(
        r#"class {class} {{
    public static void main(String[] arguments) throws Exception {{
        {before}
        java.util.List<String> lines = java.nio.file.Files.readAllLines(java.nio.file.Path.of("input.txt"));
        int n = Integer.parseInt(lines.get(0).trim());
        char[][] board = new char[n][];
        for (int r = 0; r < n; r++) board[r] = lines.get(3 + r).toCharArray();
        int row = 0, column = 0;
        while (board[row][column] == '*') {{ column++; if (column == n) {{ column = 0; row++; }} }}
        take(board, row, column, board[row][column]);
        StringBuilder out = new StringBuilder("" + (char) ('A' + column) + (row + 1) + "\n");
        for (int c = 0; c < n; c++)
            for (int r = n - 1, to = n - 1; r >= 0; r--)
                if (board[r][c] != '*') {{ char fruit = board[r][c]; board[r][c] = '*'; board[to--][c] = fruit; }}
        for (char[] line : board) out.append(line).append('\n');
        java.nio.file.Files.writeString(java.nio.file.Path.of("output.txt"), out);
    }}
    static void take(char[][] board, int r, int c, char fruit) {{
        if (r < 0 || c < 0 || r >= board.length || c >= board.length || board[r][c] != fruit) return;
        board[r][c] = '*';
        take(board, r + 1, c, fruit); take(board, r - 1, c, fruit);
        take(board, r, c + 1, fruit); take(board, r, c - 1, fruit);
    }}
}}
"#
    )
}

#[test]
fn java_keeps_within_its_memory_and_is_told_two_processors() {
    if !has("javac") {
        return;
    }
    let folder = Folder::new();
    let check = r#"
        Runtime machine = Runtime.getRuntime();
        if (machine.maxMemory() > 800L << 20 || machine.availableProcessors() != 2) throw new Error("" + machine.maxMemory());
        java.util.List<byte[]> kept = new java.util.ArrayList<>();
        for (int i = 0; i < 640 * 16; i++) { byte[] part = new byte[1 << 16]; java.util.Arrays.fill(part, (byte) 1); kept.add(part); }
    "#;
    folder.write("homework.java", java("homework", check));
    // 640 of 1,024 MiB may be used, in every tier.
    for tier in tiers() {
        assert_plays(&folder, &["homework.java", "--sandbox", tier]);
    }
    // More than there is fails by itself, and always in the same way.
    let greedy = "java.util.List<byte[]> kept = new java.util.ArrayList<>(); while (true) kept.add(new byte[1 << 16]);";
    folder.write(
        "greedy.java",
        java("greedy", greedy)
            .replace("java.util.List<String> lines", "if (kept != null) return; java.util.List<String> lines"),
    );
    let source =
        String::from_utf8(folder.read("greedy.java")).unwrap().replace("while (true)", "while (kept.size() < 64000)");
    folder.write("greedy.java", source);
    assert!(fault(&folder, &["greedy.java"]).contains("java.lang.OutOfMemoryError: Java heap space"));
}

#[test]
fn a_java_class_is_started_by_its_full_name_whatever_it_is_called() {
    if !has("javac") {
        return;
    }
    let folder = Folder::new();
    folder.make_dir("packaged");
    folder.write(
        "packaged/homework.java",
        format!("// of ada\npackage org.ada;\n{}", java("homework", "Helper.help();")),
    );
    folder.write("packaged/Helper.java", "package org.ada;\nclass Helper { static void help() {} }\n");
    assert_plays(&folder, &["packaged"]);
    folder.write("homework.java", java("Player", ""));
    assert_plays(&folder, &["homework.java"]);
}

#[test]
fn c_javascript_and_go_play_where_their_tools_are() {
    let folder = Folder::new();
    let c = r#"
#include <stdio.h>
#include <math.h>
static char board[27][32];
static int n;
static void take(int r, int c, char fruit) {
    if (r < 0 || c < 0 || r >= n || c >= n || board[r][c] != fruit) return;
    board[r][c] = '*';
    take(r + 1, c, fruit); take(r - 1, c, fruit); take(r, c + 1, fruit); take(r, c - 1, fruit);
}
int main(void) {
    int p, r, c; double time;
    FILE *in = fopen("input.txt", "r"), *out = fopen("output.txt", "w");
    if (fscanf(in, "%d %d %lf", &n, &p, &time) != 3 || isnan(sqrt(time))) return 1;
    for (r = 0; r < n; r++) if (fscanf(in, "%31s", board[r]) != 1) return 1;
    for (r = 0, c = 0; board[r][c] == '*'; c++, r += c / n, c %= n);
    fprintf(out, "%c%d\n", 'A' + c, r + 1);
    take(r, c, board[r][c]);
    for (c = 0; c < n; c++)
        for (int from = n - 1, to = n - 1; from >= 0; from--)
            if (board[from][c] != '*') { char fruit = board[from][c]; board[from][c] = '*'; board[to--][c] = fruit; }
    for (r = 0; r < n; r++) fprintf(out, "%s\n", board[r]);
    return 0;
}
"#;
    let javascript = r#"
const fs = require("fs");
const lines = fs.readFileSync("input.txt", "utf8").split("\n"), n = +lines[0];
const board = lines.slice(3, 3 + n).map(row => [...row]);
let at = 0;
while (board[Math.floor(at / n)][at % n] === "*") at++;
const row = Math.floor(at / n), column = at % n, fruit = board[row][column];
(function take(r, c) {
  if (!board[r] || board[r][c] !== fruit) return;
  board[r][c] = "*";
  take(r + 1, c); take(r - 1, c); take(r, c + 1); take(r, c - 1);
})(row, column);
for (let c = 0; c < n; c++) {
  const fruits = board.map(line => line[c]).filter(cell => cell !== "*");
  for (let r = 0; r < n; r++) board[r][c] = r < n - fruits.length ? "*" : fruits[r - n + fruits.length];
}
fs.writeFileSync("output.txt", String.fromCharCode(65 + column) + (row + 1) + "\n" + board.map(line => line.join("") + "\n").join(""));
"#;
    let go = r#"
package main

import ("fmt"; "os"; "strings")

var board [][]byte

func take(r, c int, fruit byte) {
	if r < 0 || c < 0 || r >= len(board) || c >= len(board) || board[r][c] != fruit { return }
	board[r][c] = '*'
	take(r+1, c, fruit); take(r-1, c, fruit); take(r, c+1, fruit); take(r, c-1, fruit)
}

func main() {
	text, _ := os.ReadFile("input.txt")
	lines := strings.Fields(string(text))
	n := 0
	fmt.Sscan(lines[0], &n)
	for _, line := range lines[3 : 3+n] { board = append(board, []byte(line)) }
	at := 0
	for board[at/n][at%n] == '*' { at++ }
	out := fmt.Sprintf("%c%d\n", 'A'+at%n, at/n+1)
	take(at/n, at%n, board[at/n][at%n])
	for c := 0; c < n; c++ {
		to := n - 1
		for r := n - 1; r >= 0; r-- {
			if fruit := board[r][c]; fruit != '*' { board[r][c] = '*'; board[to][c] = fruit; to-- }
		}
	}
	for _, line := range board { out += string(line) + "\n" }
	os.WriteFile("output.txt", []byte(out), 0644)
}
"#;
    for (tool, file, text) in [("gcc", "hw.c", c), ("node", "hw.js", javascript), ("go", "hw.go", go)] {
        folder.write(file, text);
        if has(tool) {
            assert_plays(&folder, &[file]);
        }
    }
}

#[test]
fn a_tool_that_is_missing_is_named() {
    let folder = Folder::new();
    folder.write("hw.go", "package main\nfunc main() {}\n");
    let arguments = ["match", "hw.go", "random", "--pairs", "1"];
    let run: Run = folder.command(&arguments).env("PATH", "/nowhere").output().unwrap().into();
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("go build -o hw hw.go` cannot be run:"), "{}", run.stderr);
}

#[test]
fn a_file_that_cannot_be_run_says_why_before_any_game() {
    let folder = Folder::new();
    folder.write("hw.rb", "puts 1");
    folder.write("mybot", "#!/bin/sh\n");
    folder.write("script", "#!/no/such/interpreter\n");
    fs::set_permissions(folder.path().join("script"), fs::Permissions::from_mode(0o755)).unwrap();
    for (name, advice) in [
        ("hw.rb", "hw.rb: unknown kind .rb; try the command 'ruby hw.rb', or hand in .py, .c,"),
        ("mybot", "mybot is not executable: chmod +x mybot"),
        ("./mybot", "mybot is not executable: chmod +x mybot"),
        ("./script", "script begins with #!/no/such/interpreter, but there is no /no/such/interpreter here"),
    ] {
        let run = folder.run(&["match", name, "random", "--pairs", "1"]);
        assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(advice), "{name}: {}", run.stderr);
    }
    // A program in this folder needs no path.
    folder.write("agent", format!("#!/usr/bin/env python3\n{FIRST_FRUIT}"));
    fs::set_permissions(folder.path().join("agent"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_plays(&folder, &["agent"]);
}

#[test]
fn syntax_errors_are_found_when_it_is_built_and_nothing_is_left_behind() {
    let folder = Folder::new();
    folder.write("homework.py", "x = 1\nprint 'hello'\n");
    let run = folder.run(&["match", "homework.py", "random", "--pairs", "1"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    for part in ["`python3 -m py_compile homework.py` failed", "File \"homework.py\", line 2", "SyntaxError: "] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    assert!(!run.stderr.contains("Traceback"), "{}", run.stderr);
    assert_eq!(folder.names(), ["homework.py"]);
    if has("node") {
        folder.write("hw.js", "let x = ;\n");
        let run = folder.run(&["match", "hw.js", "random", "--pairs", "1"]);
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        assert!(run.stderr.contains("SyntaxError: Unexpected token ';'"), "{}", run.stderr);
    }
}

#[test]
fn a_missing_helper_is_explained_and_dir_brings_it() {
    let folder = Folder::new();
    folder.write("homework.py", format!("import helper\n{FIRST_FRUIT}"));
    folder.write("other.py", "");
    folder.write("helper.py", "");
    let message = fault(&folder, &["homework.py"]);
    assert!(message.contains("ModuleNotFoundError: No module named 'helper'"), "{message}");
    assert!(message.contains("hand in the folder that holds both, or say dir=FOLDER"), "{message}");
    assert_plays(&folder, &["homework.py", "--a", "dir=."]);
    assert_plays(&folder, &["."]);
}

#[test]
fn archives_play_and_too_many_files_are_refused_by_name() {
    let folder = Folder::new();
    folder.make_dir("ada");
    folder.write("ada/homework.py", format!("import helper\n{FIRST_FRUIT}"));
    folder.write("ada/helper.py", "");
    let tar = folder.call("tar", &["-czf", "ada.tar.gz", "ada"]).status().unwrap();
    assert!(tar.success());
    assert_plays(&folder, &["ada.tar.gz"]);
    for file in 0..2001 {
        folder.write(&format!("ada/{file}"), "");
    }
    let run = folder.run(&["match", "ada", "random", "--pairs", "1"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("more than 2000 files, the limit of an agent's files"), "{}", run.stderr);
}
