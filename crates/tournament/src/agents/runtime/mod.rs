//! The runtime of a program: the interpreter that its command means on this machine, and
//! what that must see and be told inside a sandbox.

mod java;
mod python;

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use fruitrage_sandbox::Sandbox;

pub(super) use java::compiler_options;
pub use python::{Python, python_remark};

/// A longer first line of a script is not one.
const LONGEST_SHEBANG: u64 = 512;

/// A command as it is run on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Runtime {
    /// The program, and its arguments.
    pub(super) words: Vec<OsString>,
    /// What it must see besides the system and its own folder.
    pub(super) visible: Vec<PathBuf>,
    /// What it must find in its environment.
    environment: Vec<(OsString, OsString)>,
}

impl Runtime {
    /// How to run a command in a folder that holds its files, within so many bytes of
    /// memory.
    pub(super) fn new(words: &[String], folder: &Path, memory: u64) -> Self {
        let mut words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let (mut visible, mut environment) = (Vec::new(), Vec::new());
        if cfg!(windows) {
            environment.extend(taken_from_env(&mut words));
        }
        let Some(first) = words.first().map(PathBuf::from) else { return Self { words, visible, environment } };
        let options = java::options(memory);
        if first.file_name().is_some_and(|name| name == "java" || name == "java.exe") {
            // As arguments, since a variable makes every start of Java print a line. What
            // the command says itself comes later, and counts.
            words.splice(1..1, options.map(OsString::from));
        } else {
            // It may be a script that starts Java.
            environment.push(("JAVA_TOOL_OPTIONS".into(), options.join(" ").into()));
        }
        if let Some(python) = python_of(&first, folder) {
            if python::is_python(&first) {
                words[0] = python.executable.clone().into();
            }
            visible.clone_from(&python.visible);
            environment.extend(python.environment.iter().cloned());
        }
        Self { words, visible, environment }
    }

    /// The sandbox with the environment that the program needs.
    pub(super) fn prepared(&self, sandbox: &Sandbox) -> Sandbox {
        sandbox.with_environment(self.environment.iter().cloned())
    }
}

/// Where there is no program `env`: the variables that it would set, taken from the command
/// together with its name.
fn taken_from_env(words: &mut Vec<OsString>) -> Vec<(OsString, OsString)> {
    if words.first().is_none_or(|word| word != "env") {
        return Vec::new();
    }
    let variable = |word: &OsString| {
        let (name, value) = word.to_str()?.split_once('=')?;
        Some((OsString::from(name), OsString::from(value)))
    };
    let variables: Vec<_> = words.iter().skip(1).map_while(variable).collect();
    words.drain(..=variables.len());
    variables
}

/// The Python that runs a program: named by the command, or by the first line of a script.
fn python_of(program: &Path, folder: &Path) -> Option<std::sync::Arc<Python>> {
    if python::is_python(program) {
        return Python::find(program);
    }
    let interpreter = shebang(&folder.join(program))?.interpreter()?;
    if python::is_python(&interpreter) { Python::find(&interpreter) } else { None }
}

/// Whether a program is an interpreter that this module knows, by its name.
pub(super) fn is_interpreter(program: &Path) -> bool {
    python::is_python(program) || program.file_stem().is_some_and(|name| name == "java" || name == "node")
}

/// The first line of a script, from the name of its interpreter on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shebang(pub(super) String);

impl Shebang {
    /// The interpreter: a path, or a name that is looked up.
    pub(super) fn interpreter(&self) -> Option<PathBuf> {
        let mut words = self.0.split_whitespace();
        let first = words.next()?;
        if !first.ends_with("/env") {
            return Some(first.into());
        }
        // `env -S python3 -u`, `env -i python3`, `env A=1 python3`
        words.find(|word| !word.starts_with('-') && !word.contains('=')).map(Into::into)
    }
}

/// Returns what stands behind `#!` in the first line of a file, line end included, if it
/// begins so.
pub(super) fn shebang(file: &Path) -> Option<Shebang> {
    let mut line = Vec::new();
    BufReader::new(File::open(file).ok()?.take(LONGEST_SHEBANG)).read_until(b'\n', &mut line).ok()?;
    let text = String::from_utf8_lossy(line.strip_prefix(b"#!")?).into_owned();
    Some(Shebang(text))
}

/// The first program of this name that the search path holds.
pub(super) fn in_search_path(name: &str) -> Option<PathBuf> {
    all_in_search_path(name).next()
}

fn all_in_search_path(name: &str) -> impl Iterator<Item = PathBuf> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    folders
        .into_iter()
        .map(move |folder| folder.join(&name))
        .filter(|path| path.is_file() && super::submission::is_executable(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &[&str], memory: u64) -> Vec<String> {
        let command: Vec<String> = command.iter().map(ToString::to_string).collect();
        let runtime = Runtime::new(&command, Path::new("."), memory);
        runtime.words.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn java_is_told_its_memory_before_what_the_command_says_itself() {
        let found = words(&["java", "-Xmx2g", "Homework"], 1 << 30);
        assert_eq!(found, ["java", "-Xmx768m", "-XX:ActiveProcessorCount=2", "-Xmx2g", "Homework"]);
        assert_eq!(words(&["./run"], 1 << 30), ["./run"]);
    }

    #[test]
    fn what_env_would_set_is_set_without_it() {
        let mut words: Vec<OsString> = ["env", "A=1", "B=x=y", "go", "build", "C=2"].map(OsString::from).into();
        let expected = [("A", "1"), ("B", "x=y")].map(|(name, value)| (OsString::from(name), OsString::from(value)));
        assert_eq!(taken_from_env(&mut words), expected);
        assert_eq!(words, ["go", "build", "C=2"]);
        assert_eq!(taken_from_env(&mut words), []);
    }

    #[test]
    fn a_script_that_starts_java_hands_its_memory_on() {
        let runtime = Runtime::new(&["./run".to_owned()], Path::new("."), 1 << 30);
        let (name, value) = &runtime.environment[0];
        assert_eq!(
            (name.to_str(), value.to_str()),
            (Some("JAVA_TOOL_OPTIONS"), Some("-Xmx768m -XX:ActiveProcessorCount=2"))
        );
    }

    #[test]
    fn the_interpreter_of_a_script_is_found_behind_env_and_its_options() {
        for (line, expected) in [
            ("/usr/bin/python3\n", "/usr/bin/python3"),
            (" /bin/sh -e\n", "/bin/sh"),
            ("/usr/bin/env python3\n", "python3"),
            ("/usr/bin/env -S python3 -u\n", "python3"),
            ("/usr/bin/env A=1 ruby\n", "ruby"),
        ] {
            assert_eq!(Shebang(line.to_owned()).interpreter().as_deref(), Some(Path::new(expected)));
        }
        assert_eq!(Shebang("/usr/bin/env\n".to_owned()).interpreter(), None);
    }
}
