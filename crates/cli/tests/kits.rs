//! The kits of `fruitrage new-agent`, by the real program: written to an empty folder, built as
//! submissions are, and held to one reference player on many boards. A kit whose tools are not
//! here is skipped with a notice.

mod common;
#[cfg(unix)]
#[path = "kits/windows.rs"]
mod windows;

use common::{Folder, RunProgram as _};

/// What the command line calls each kit, another name for it, and its file.
const KITS: [(&str, &str, &str); 7] = [
    ("python", "py", "homework.py"),
    ("java", "Java", "homework.java"),
    ("cpp", "c++", "homework.cpp"),
    ("c", "C", "homework.c"),
    ("rust", "rs", "homework.rs"),
    ("js", "javascript", "homework.js"),
    ("go", "golang", "homework.go"),
];

#[test]
fn a_kit_is_three_files_and_the_next_command_is_told() {
    for (language, other_name, file) in KITS {
        let folder = Folder::new();
        let run = folder.run(&["new-agent", language]);
        let agent = std::path::Path::new("my-agent").join(file).display().to_string();
        let expected = format!(
            "wrote {agent}, {} and {}\nnext: fruitrage check {agent}\n",
            agent.replace(file, "input.txt"),
            agent.replace(file, "README.md")
        );
        assert_eq!((run.code, run.stdout, run.stderr), (Some(0), expected, String::new()), "{language}");
        let run = folder.run(&["new-agent", other_name, "a folder/of mine"]);
        assert_eq!(run.code, Some(0), "{other_name}: {}", run.stderr);
        assert_eq!(folder.read(&format!("a folder/of mine/{file}")), folder.read(&format!("my-agent/{file}")));
    }
}

#[test]
fn a_kit_is_short_and_its_readme_has_the_commands_for_its_file() {
    for (language, _, file) in KITS {
        let folder = Folder::new();
        folder.run(&["new-agent", language, "."]);
        assert_eq!(folder.names(), ["README.md", file, "input.txt"]);
        let source = String::from_utf8(folder.read(file)).unwrap();
        let lines = source.lines().count();
        assert!((80..=150).contains(&lines), "{file} has {lines} lines");
        let widest = source.lines().map(|line| line.replace('\t', "    ").len()).max().unwrap();
        assert!(widest <= 115, "{file} has a line of {widest} characters");
        let readme = String::from_utf8(folder.read("README.md")).unwrap();
        for command in [format!("\n    fruitrage check {file}\n"), format!("\n    fruitrage match {file} random\n")] {
            assert!(readme.contains(&command), "{readme}");
        }
        assert!(!readme.contains(['{', '}']), "{readme}");
        let shown = folder.run(&["board", "show", "input.txt"]);
        assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    }
}

#[test]
fn a_file_that_is_there_is_never_written_over() {
    let folder = Folder::new();
    folder.write("homework.py", "mine");
    folder.write("README.md", "mine too");
    let run = folder.run(&["new-agent", "py", "."]);
    let expected = format!(
        "fruitrage: {} and {} are already there, and nothing was written; name another folder: \
         fruitrage new-agent python FOLDER\n",
        std::path::Path::new(".").join("homework.py").display(),
        std::path::Path::new(".").join("README.md").display()
    );
    assert_eq!((run.code, run.stderr), (Some(2), expected));
    assert_eq!(folder.names(), ["README.md", "homework.py"]);
    assert_eq!(folder.read("homework.py"), b"mine");
    // Nor is a folder made where a file is.
    let run = folder.run(&["new-agent", "py", "README.md"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot make the folder README.md: "), "{}", run.stderr);
}

#[test]
fn an_unknown_language_is_told_which_ones_there_are() {
    let folder = Folder::new();
    for (typed, tip) in [("pyton", "a similar value exists: 'python'"), ("ruby", ""), ("jav", "'java'")] {
        let run = folder.run(&["new-agent", typed]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains("[possible values: python, java, cpp, c, rust, js, go]"), "{}", run.stderr);
        assert!(run.stderr.contains(tip), "{}", run.stderr);
    }
    assert!(folder.names().is_empty());
}

#[cfg(unix)]
mod playing {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::time::Duration;

    use fruitrage_game::Stop;
    use fruitrage_rules::text::{Input, Output};
    use fruitrage_rules::{Board, Cell, Grid, Judge, Random, generate};
    use fruitrage_sandbox::{Sandbox, SandboxChoice};
    use fruitrage_testing::cases;
    use fruitrage_tournament::agents::{BuildError, Preparation, build, find_one};

    use serde_json::{Value, json};

    use super::common::{Folder, RunProgram as _};

    /// The reply of the reference: the largest group, and of equal ones the one whose first
    /// cell comes first, row by row from the top.
    pub(super) fn reference(grid: &Grid) -> Output {
        let judge = Judge::new(grid);
        let mut best: Option<(usize, Cell)> = None;
        for cell in Cell::all(grid.size()) {
            let group = judge.cells_of_group_at(cell);
            if group.first() == Some(&cell) && best.is_none_or(|(size, _)| group.len() > size) {
                best = Some((group.len(), cell));
            }
        }
        Output::of(grid, best.expect("a board with fruit").1).unwrap()
    }

    /// Boards of all sizes and kinds, whole and played down, with fruit left.
    pub(super) fn boards(count: u32) -> Vec<(Input, bool)> {
        let classes =
            [(1, 1), (26, 10), (1, 10), (26, 1), (2, 2), (26, 9), (3, 10), (10, 9), (5, 3), (26, 2), (10, 4), (15, 10)];
        let clocks = [300_000, 50, 5_000, 400, 123_600];
        let mut random = Random::new(18);
        let mut one = |number: usize| {
            let (size, kinds) = classes[number % classes.len()];
            let mut board = Board::settled(&generate(size, kinds, number as u64));
            // The second time round they are sparse, and so on.
            let moves = board.groups().len() * (number / classes.len() % 4) / 4;
            for _ in 0..moves {
                let groups = board.groups();
                let mut next = board.clone();
                next.try_play(groups[random.below(groups.len() as u64) as usize].cell()).unwrap();
                if !next.is_empty() {
                    board = next;
                }
            }
            let time = Duration::from_millis(clocks[number % clocks.len()]);
            (Input { kinds, time, grid: board.to_grid() }, number % 5 == 4)
        };
        (0..count as usize).map(&mut one).collect()
    }

    /// Whether all tools are here; says so if not.
    fn has(tools: &[&str]) -> bool {
        let is_there = |tool: &&str| Command::new("which").arg(tool).output().is_ok_and(|found| found.status.success());
        let missing: Vec<&str> = tools.iter().copied().filter(|tool| !is_there(tool)).collect();
        if !missing.is_empty() {
            eprintln!("NOTICE: there is no {} here; the kit for it is NOT tested", missing.join(" and no "));
        }
        missing.is_empty()
    }

    /// Builds a kit as the arena does. Returns the command that runs it, and where.
    fn built(folder: &Folder, file: &str) -> Option<(Vec<String>, PathBuf)> {
        let warden = Path::new(env!("CARGO_BIN_EXE_fruitrage"));
        let sandbox = Sandbox::choose(SandboxChoice::default(), false, warden).unwrap();
        let submission = find_one(&folder.path().join("my-agent").join(file)).unwrap();
        let (work, kept) = (folder.path().join("work"), folder.path().join("kept"));
        fs::create_dir(&work).unwrap();
        let stop = Stop::default();
        let preparation = Preparation { sandbox, work: &work, kept: &kept, stop: &stop, tell: &|_| {} };
        match build(&submission, &preparation) {
            Ok(agent) => Some((shlex::split(&agent.command).unwrap(), agent.dir.unwrap())),
            Err(BuildError::Arena { reason, .. }) if reason.contains("no other user can reach") => {
                eprintln!("NOTICE: {reason}; that the arena builds {file} is NOT tested");
                None
            }
            Err(error) => panic!("{file}: {error}"),
        }
    }

    /// Plays a pair of games by the real program, without a fault and without a warning.
    fn assert_plays(folder: &Folder, agent: &str) {
        let small = ["random", "--pairs", "1", "-n", "4", "-p", "3", "--time", "60", "-q", "--format", "json"];
        let run = folder.run(&[&["match", agent], &small[..]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let result: Value = serde_json::from_str(&run.stdout).unwrap();
        let own = &result["agents"][0];
        assert_eq!((&own["faults"], &own["warnings"]), (&json!({}), &json!(0)), "{result}");
    }

    /// A kit builds without a warning, is built by the arena, plays a match without a fault,
    /// and replies as the reference does. What it is built with by hand is `by_hand`, and what
    /// that makes is run by `program`.
    fn assert_exemplary(language: &str, file: &str, tools: &[&str], by_hand: &[&[&str]], program: &[&str]) {
        if !has(tools) {
            return;
        }
        let folder = Folder::new();
        assert_eq!(folder.run(&["new-agent", language]).code, Some(0));
        let own = folder.path().join("my-agent");
        for command in by_hand {
            let made = Command::new(command[0]).args(&command[1..]).current_dir(&own).output().unwrap();
            let said = String::from_utf8_lossy(&made.stdout) + String::from_utf8_lossy(&made.stderr);
            assert!(made.status.success() && said.is_empty(), "{command:?}: {said}");
        }
        let (words, place) = if let Some(built) = built(&folder, file) {
            assert_plays(&folder, &format!("my-agent/{file}"));
            built
        } else {
            (program.iter().map(|&word| word.to_owned()).collect(), own)
        };
        for (number, (input, is_of_windows)) in boards(cases(200)).into_iter().enumerate() {
            let text = if is_of_windows { input.to_string().replace('\n', "\r\n") } else { input.to_string() };
            fs::write(place.join("input.txt"), &text).unwrap();
            let _ = fs::remove_file(place.join("output.txt"));
            let run = Command::new(&words[0]).args(&words[1..]).current_dir(&place).output().unwrap();
            assert!(run.status.success(), "board {number}: {}\n{text}", String::from_utf8_lossy(&run.stderr));
            let reply = fs::read_to_string(place.join("output.txt")).unwrap();
            assert_eq!(reply, reference(&input.grid).to_string(), "board {number}:\n{text}");
        }
    }

    #[test]
    fn the_kit_for_python_is_exemplary() {
        let by_hand = &[&["python3", "-W", "error", "-m", "py_compile", "homework.py"][..]];
        assert_exemplary("python", "homework.py", &["python3"], by_hand, &[]);
    }

    #[test]
    fn the_kit_for_java_is_exemplary() {
        let by_hand = &[&["javac", "-Xlint:all", "-Werror", "homework.java"][..]];
        assert_exemplary("java", "homework.java", &["javac", "java"], by_hand, &[]);
    }

    #[test]
    fn the_kit_for_cpp_is_exemplary() {
        let flags = ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-o", "homework", "homework.cpp"];
        let by_standard = |standard| [&["g++", standard][..], &flags].concat();
        let by_hand = [by_standard("-std=c++11"), by_standard("-std=c++20")];
        let by_hand: Vec<&[&str]> = by_hand.iter().map(Vec::as_slice).collect();
        assert_exemplary("cpp", "homework.cpp", &["g++"], &by_hand, &[]);
    }

    #[test]
    fn the_kit_for_c_is_exemplary() {
        let flags = ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-o", "homework", "homework.c"];
        let by_hand = [&["gcc", "-std=c99"][..], &flags].concat();
        assert_exemplary("c", "homework.c", &["gcc"], &[&by_hand], &[]);
    }

    #[test]
    fn the_kit_for_rust_is_exemplary() {
        let by_hand = &[&["rustc", "-O", "--edition", "2021", "-D", "warnings", "homework.rs"][..]];
        assert_exemplary("rust", "homework.rs", &["rustc"], by_hand, &["./homework"]);
    }

    #[test]
    fn the_kit_for_javascript_is_exemplary() {
        assert_exemplary("js", "homework.js", &["node"], &[&["node", "--check", "homework.js"]], &[]);
    }

    #[test]
    fn the_kit_for_go_is_exemplary() {
        let by_hand: &[&[&str]] = &[&["go", "vet", "homework.go"], &["gofmt", "-l", "homework.go"]];
        assert_exemplary("go", "homework.go", &["go"], by_hand, &[]);
    }
}
