//! The tools that agents are built and run by, as they are found on this machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::agents::runtime::{Python, in_search_path};

/// A compiler or an interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Where it is; nothing if it is not there, or does not work.
    pub path: Option<PathBuf>,
    /// What it says of its version.
    pub version: Option<String>,
}

/// Whether submissions in a language can be built and run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageSupport {
    /// What it is called.
    pub language: &'static str,
    /// How the names of its files end.
    pub files: &'static str,
    /// What is needed for it.
    pub tools: Vec<Tool>,
    /// The packages of Debian and Ubuntu that hold it.
    pub package: &'static str,
}

impl LanguageSupport {
    /// Whether everything is there.
    pub fn works(&self) -> bool {
        self.tools.iter().all(|tool| tool.path.is_some())
    }
}

/// A language, its files, its package, and its tools with the argument that asks each for its
/// version.
type Known = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const KNOWN: [Known; 7] = [
    ("Python", ".py", "python3", &[("python3", "--version")]),
    ("C", ".c", "gcc", &[("gcc", "--version")]),
    ("C++", ".cpp", "g++", &[("g++", "--version")]),
    ("Java", ".java", "default-jdk-headless", &[("javac", "-version"), ("java", "-version")]),
    ("JavaScript", ".js", "nodejs", &[("node", "--version")]),
    ("Go", ".go", "golang-go", &[("go", "version")]),
    ("Rust", ".rs, Cargo.toml", "cargo", &[("cargo", "--version"), ("rustc", "--version")]),
];

/// All languages, and whether they can be built and run here. It takes a while: every tool is
/// started.
pub fn languages() -> Vec<LanguageSupport> {
    let support = |&(language, files, package, tools): &Known| {
        let tools = tools.iter().map(|&(name, question)| find(name, question)).collect();
        LanguageSupport { language, files, tools, package }
    };
    KNOWN.iter().map(support).collect()
}

fn find(name: &'static str, question: &str) -> Tool {
    if name == "python3" {
        let python = Python::find(Path::new(name));
        let path = python.as_ref().map(|python| python.executable.clone());
        return Tool { name, path, version: python.map(|python| python.version.clone()) };
    }
    let path = in_search_path(name);
    let said = path.as_ref().and_then(|path| {
        let output = Command::new(path).arg(question).stdin(Stdio::null()).output().ok()?;
        let text = [output.stdout, output.stderr].concat();
        output.status.success().then(|| String::from_utf8_lossy(&text).into_owned())
    });
    // One that cannot say its version, such as a stand-in for one that is not installed.
    let path = path.filter(|_| said.is_some());
    Tool { name, path, version: said.as_deref().and_then(number) }
}

/// The first word that looks like the number of a version.
fn number(text: &str) -> Option<String> {
    let words = text.split(|char: char| char.is_whitespace() || "\"()".contains(char));
    let word = words.map(|word| word.trim_start_matches("go").trim_start_matches('v'));
    let mut numbers = word.filter(|word| word.starts_with(|char: char| char.is_ascii_digit()) && word.contains('.'));
    numbers.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_tools_say() {
        for (said, expected) in [
            ("g++ (Debian 12.2.0-14) 12.2.0\nCopyright", "12.2.0-14"),
            ("openjdk version \"17.0.15\" 2025-04-15", "17.0.15"),
            ("v20.20.2\n", "20.20.2"),
            ("go version go1.19.8 linux/amd64", "1.19.8"),
            ("cargo 1.95.0 (f2d3ce0bd 2026-03-21)", "1.95.0"),
        ] {
            assert_eq!(number(said).as_deref(), Some(expected));
        }
    }
}
