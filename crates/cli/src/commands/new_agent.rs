//! `fruitrage new-agent`: an agent to begin with, in the language of one's choice.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use super::Verdict;
use crate::printing::print;

#[derive(Args, Debug)]
#[command(after_help = "\
It writes three files, and never over one that is there already:
  homework.py (or .java, .cpp, ...)   an agent that takes the largest group
  input.txt                           a board to try it on
  README.md                           how to run it, check it and play it

Examples:
  fruitrage new-agent python          to the folder my-agent
  fruitrage new-agent java .          to this folder
  fruitrage new-agent c++ bots/first  to a folder of its own

Exit codes: 0 the files are written; 2 bad usage, or a file is there already: nothing is written.")]
pub(crate) struct Options {
    /// What to write it in
    #[arg(value_enum, ignore_case = true)]
    language: Language,
    /// Where to put it; the folder is made if there is none
    #[arg(value_name = "FOLDER", default_value = "my-agent")]
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    #[value(alias = "py", alias = "python3")]
    Python,
    Java,
    #[value(alias = "c++", alias = "cxx", alias = "cc")]
    Cpp,
    C,
    #[value(alias = "rs")]
    Rust,
    #[value(alias = "javascript", alias = "node", alias = "nodejs")]
    Js,
    #[value(alias = "golang")]
    Go,
}

/// What there is to begin with in a language.
struct Kit {
    /// The language as it is spelt.
    language: &'static str,
    /// The name of the agent's file, as it is handed in.
    file: &'static str,
    source: &'static str,
    /// How to run it by hand.
    run: &'static str,
    /// How to do that on Windows.
    run_on_windows: &'static str,
}

/// The board to try an agent on.
const INPUT: &str = include_str!("../../kits/input.txt");
/// How to go on, for all languages.
const README: &str = include_str!("../../kits/README.md");

impl Language {
    fn kit(self) -> Kit {
        match self {
            Self::Python => Kit {
                language: "Python",
                file: "homework.py",
                source: include_str!("../../kits/python/homework.py"),
                run: "python3 homework.py",
                run_on_windows: "py homework.py",
            },
            Self::Java => Kit {
                language: "Java",
                file: "homework.java",
                source: include_str!("../../kits/java/homework.java"),
                run: "javac homework.java && java homework",
                run_on_windows: "javac homework.java && java homework",
            },
            Self::Cpp => Kit {
                language: "C++",
                file: "homework.cpp",
                source: include_str!("../../kits/cpp/homework.cpp"),
                run: "g++ -O2 -Wall -o homework homework.cpp && ./homework",
                run_on_windows: "g++ -O2 -Wall -o homework homework.cpp && .\\homework",
            },
            Self::C => Kit {
                language: "C",
                file: "homework.c",
                source: include_str!("../../kits/c/homework.c"),
                run: "gcc -O2 -Wall -o homework homework.c && ./homework",
                run_on_windows: "gcc -O2 -Wall -o homework homework.c && .\\homework",
            },
            Self::Rust => Kit {
                language: "Rust",
                file: "homework.rs",
                source: include_str!("../../kits/rust/homework.rs"),
                run: "rustc -O --edition 2021 homework.rs && ./homework",
                run_on_windows: "rustc -O --edition 2021 homework.rs && .\\homework",
            },
            Self::Js => Kit {
                language: "JavaScript",
                file: "homework.js",
                source: include_str!("../../kits/js/homework.js"),
                run: "node homework.js",
                run_on_windows: "node homework.js",
            },
            Self::Go => Kit {
                language: "Go",
                file: "homework.go",
                source: include_str!("../../kits/go/homework.go"),
                run: "go run homework.go",
                run_on_windows: "go run homework.go",
            },
        }
    }
}

impl Kit {
    /// The files by name, with line ends that every compiler and grader takes.
    fn files(&self) -> [(&'static str, String); 3] {
        let plain = |text: &str| text.replace("\r\n", "\n");
        [(self.file, plain(self.source)), ("input.txt", plain(INPUT)), ("README.md", self.readme())]
    }

    fn readme(&self) -> String {
        let windows = match self.run_on_windows {
            same if same == self.run => String::new(),
            other => format!("\n\nOn Windows it is run by hand with\n\n    {other}"),
        };
        let text = README.replace("\r\n", "\n").replace("{language}", self.language).replace("{file}", self.file);
        text.replace("{run}", self.run).replace("{windows}", &windows)
    }
}

/// Writes an agent to begin with.
pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let kit = options.language.kit();
    let files = kit.files();
    let folder = &options.folder;
    let there: Vec<PathBuf> =
        files.iter().map(|(name, _)| folder.join(name)).filter(|path| path.symlink_metadata().is_ok()).collect();
    if !there.is_empty() {
        bail!(
            "{} already there, and nothing was written; name another folder: fruitrage new-agent {} FOLDER",
            is_or_are(&there),
            options.language
        );
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, text) in &files {
        let path = folder.join(name);
        write_new(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let written: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    let agent = written[0].display().to_string();
    print(format_args!("wrote {}\nnext: fruitrage check {}\n", listed(&written), quoted(&agent)))?;
    Ok(Verdict::Yes)
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    File::create_new(path)?.write_all(text.as_bytes())
}

/// A path as it is typed in a shell.
fn quoted(path: &str) -> String {
    if cfg!(windows) {
        return if path.contains(' ') { format!("\"{path}\"") } else { path.to_owned() };
    }
    shlex::try_quote(path).map_or_else(|_| path.to_owned(), Into::into)
}

fn is_or_are(paths: &[PathBuf]) -> String {
    format!("{} {}", listed(paths), if paths.len() == 1 { "is" } else { "are" })
}

/// Paths as a sentence lists them.
fn listed(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}
