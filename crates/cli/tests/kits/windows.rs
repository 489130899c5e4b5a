//! The kits on Windows: built for it, run by Wine, and held to the same bytes as elsewhere.
//! `scripts/kits-on-windows` gets what is needed and says where it is; without it they are
//! skipped with a notice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::common::{Folder, RunProgram as _};
use super::playing::{boards, reference};

/// The folder with what is needed: Wine's own folder `prefix`, and Windows' programs.
const TOOLS: &str = "FRUITRAGE_WINDOWS_TOOLS";

/// A kit for Windows.
struct Kit {
    language: &'static str,
    /// What builds it here, in its folder.
    built: &'static [&'static str],
    /// Where the compiler is to be told that it is for Windows.
    variable: Option<(&'static str, &'static str)>,
    /// What runs it, from a folder beside its own; `{tools}` is where Windows' programs are.
    run: &'static str,
}

const KITS: [Kit; 7] = [
    Kit { language: "python", built: &[], variable: None, run: r"{tools}\python\python.exe ..\kit\homework.py" },
    Kit {
        language: "java",
        built: &["javac", "--release", "17", "homework.java"],
        variable: None,
        run: r"{tools}\java\bin\java.exe -cp ..\kit homework",
    },
    Kit {
        language: "cpp",
        built: &["x86_64-w64-mingw32-g++", "-O2", "-static", "-o", "homework.exe", "homework.cpp"],
        variable: None,
        run: r"..\kit\homework.exe",
    },
    Kit {
        language: "c",
        built: &["x86_64-w64-mingw32-gcc", "-O2", "-static", "-o", "homework.exe", "homework.c"],
        variable: None,
        run: r"..\kit\homework.exe",
    },
    Kit {
        language: "rust",
        built: &["rustc", "-O", "--edition", "2021", "--target", "x86_64-pc-windows-gnu", "homework.rs"],
        variable: None,
        run: r"..\kit\homework.exe",
    },
    Kit { language: "js", built: &[], variable: None, run: r"{tools}\node\node.exe ..\kit\homework.js" },
    Kit {
        language: "go",
        built: &["go", "build", "-o", "homework.exe", "homework.go"],
        variable: Some(("GOOS", "windows")),
        run: r"..\kit\homework.exe",
    },
];

/// Builds a kit, asks it about so many boards on Windows, and compares every byte.
fn assert_same_bytes(kit: &Kit, tools: &Path, count: u32) {
    let language = kit.language;
    let folder = Folder::new();
    assert_eq!(folder.run(&["new-agent", language, "kit"]).code, Some(0));
    let own = folder.path().join("kit");
    if let Some((program, arguments)) = kit.built.split_first() {
        let mut build = Command::new(program);
        let made = build.args(arguments).envs(kit.variable).current_dir(&own).output().unwrap();
        assert!(made.status.success(), "{language}: {}", String::from_utf8_lossy(&made.stderr));
    }
    // A program finds it beside itself.
    fs::copy(tools.join("bcryptprimitives.dll"), own.join("bcryptprimitives.dll")).unwrap();
    let boards = boards(count);
    for (number, (input, is_of_windows)) in boards.iter().enumerate() {
        let place = folder.path().join(format!("board{number:03}"));
        fs::create_dir(&place).unwrap();
        let text = input.to_string();
        fs::write(place.join("input.txt"), if *is_of_windows { text.replace('\n', "\r\n") } else { text }).unwrap();
    }
    let run = kit.run.replace("{tools}", &format!("Z:{}", tools.display()).replace('/', r"\"));
    folder.write(
        "all.bat",
        format!("@echo off\r\nfor /d %%b in (board*) do (\r\ncd %%b\r\n{run} >said.txt 2>&1\r\ncd ..\r\n)\r\n"),
    );
    let mut wine = Command::new("wine");
    wine.args(["cmd", "/c", "all.bat"]).current_dir(folder.path()).stdin(Stdio::null());
    // It stays behind for the next, and must not hold what we wait for.
    wine.stdout(Stdio::null()).stderr(Stdio::null());
    wine.env("WINEPREFIX", tools.join("prefix")).env("WINEDEBUG", "-all").env("NODE_SKIP_PLATFORM_CHECK", "1");
    assert!(wine.status().unwrap().success(), "{language}: Wine failed");
    for (number, (input, _)) in boards.iter().enumerate() {
        let place = folder.path().join(format!("board{number:03}"));
        let said = fs::read(place.join("said.txt")).unwrap_or_default();
        let reply = fs::read_to_string(place.join("output.txt"))
            .unwrap_or_else(|error| panic!("{language}, board {number}: {error}\n{}", String::from_utf8_lossy(&said)));
        assert_eq!(reply, reference(&input.grid).to_string(), "{language}, board {number}:\n{input}");
    }
}

fn assert_kit(language: &str, count: u32) {
    let Some(tools) = std::env::var_os(TOOLS).map(PathBuf::from) else {
        eprintln!(
            "NOTICE: {TOOLS} is not set (scripts/kits-on-windows); the kit for {language} is NOT tried on Windows"
        );
        return;
    };
    let kit = KITS.iter().find(|kit| kit.language == language).unwrap();
    assert_same_bytes(kit, &tools, count);
}

/// Two tests for each: every size and number of kinds once, and all boards.
macro_rules! kits_write_the_same_bytes_on_windows {
    ($($kit:ident)*) => { $(mod $kit {
        #[test]
        fn writes_the_same_bytes_on_windows() {
            super::assert_kit(stringify!($kit), 12);
        }

        #[test]
        #[ignore = "takes minutes: scripts/kits-on-windows"]
        fn writes_the_same_bytes_on_windows_on_all_boards() {
            super::assert_kit(stringify!($kit), 200);
        }
    })* };
}

kits_write_the_same_bytes_on_windows!(python java cpp c rust js go);
