//! The languages that agents are written in: how a file tells its
//! language, how it is built and how it is run.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::java;
use super::unrunnable::{self, Unrunnable};
use crate::agents::runtime;

/// How a program comes into being.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Run as it is by Python 3.
    Python,
    /// Compiled by gcc.
    C,
    /// Compiled by g++, by this standard if the file's name asks for one.
    Cpp { standard: Option<&'static str> },
    /// Compiled by javac; the class is that of the file, or the only one with a `main`.
    Java,
    /// Run as it is by node.
    JavaScript,
    /// Built by go.
    Go,
    /// Compiled by rustc, without any crates.
    Rust,
    /// Built by cargo.
    Cargo,
    /// Run as it is.
    Executable,
}

/// The edition of a Rust file that is not part of a Cargo project.
const RUST_EDITION: &str = "2021";

/// Looks whether a file is Python, and writes nothing.
const PYTHON_CHECK: &str = "\
import sys, traceback
with open(sys.argv[1], 'rb') as file:
    source = file.read()
try:
    compile(source, sys.argv[1], 'exec', dont_inherit=True)
except Exception as error:
    error.__traceback__ = None
    sys.exit(''.join(traceback.format_exception(type(error), error, None)).rstrip())
";

/// A file of a submission that is a program, or becomes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Its name, without a path.
    pub(super) file: String,
    pub(super) language: Language,
}

impl Part {
    /// The file as a program; if it is none, why.
    pub(super) fn of(path: &Path) -> Result<Self, Unrunnable> {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let language = match Language::of_name(&file) {
            Some(language) => language,
            None => unrunnable::check(path).map(|()| Language::Executable)?,
        };
        Ok(Self { file, language })
    }

    fn stem(&self) -> &str {
        self.file.split('.').next().unwrap_or(&self.file)
    }

    /// The program that a compiler makes of it.
    fn product(&self) -> String {
        format!("{}{}", self.stem(), std::env::consts::EXE_SUFFIX)
    }

    /// The command that makes the program in a folder, or looks whether it is one, with so
    /// many bytes of memory; nothing if there is nothing to make.
    pub(super) fn build_command(&self, folder: &Path, memory: u64) -> Option<Vec<String>> {
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
        let (file, product) = (self.file.as_str(), self.product());
        match &self.language {
            Language::Executable => None,
            Language::Python => words(&["python3", "-c", PYTHON_CHECK, file]),
            Language::JavaScript => words(&["node", "--check", file]),
            Language::C => words(&["gcc", "-O2", "-pthread", "-o", &product, file, "-lm"]),
            Language::Cpp { standard } => {
                let mut command = vec!["g++", "-O2", "-pthread", "-o", &product, file];
                command.extend(standard);
                words(&command)
            }
            Language::Java => {
                let options = runtime::compiler_options(memory);
                let command = ["javac".to_owned()].into_iter().chain(options);
                let command = command.chain(["-encoding", "UTF-8", "-d", "."].map(str::to_owned));
                Some(command.chain(java::sources(folder, file)).collect())
            }
            Language::Go => {
                let what = if folder.join("go.mod").is_file() { "." } else { file };
                let local = ["env", "GOTOOLCHAIN=local", "GOPROXY=off", "GOFLAGS=-buildvcs=false", "CGO_ENABLED=0"];
                words(&[&local[..], &["go", "build", "-o", &product, what]].concat())
            }
            Language::Rust => {
                let (_, rustc) = rust_tools();
                words(&["env", &rustc, "-O", "--edition", RUST_EDITION, "-o", &product, file])
            }
            Language::Cargo => {
                let (cargo, rustc) = rust_tools();
                let rustc = format!("RUSTC={rustc}");
                let build = ["build", "--release", "--offline", "--target-dir", "target"];
                words(&[&["env", "CARGO_HOME=.cargo-home", &rustc, &cargo], &build[..]].concat())
            }
        }
    }

    /// The command that makes it, as a person is to read it.
    pub(super) fn told_build<'a>(&self, command: &'a [String]) -> Cow<'a, str> {
        match self.language {
            Language::Python => format!("python3 -m py_compile {}", self.file).into(),
            Language::Rust => format!("rustc -O --edition {RUST_EDITION} -o {} {}", self.stem(), self.file).into(),
            _ => command.join(" ").into(),
        }
    }

    /// The programs that building has made in a folder.
    pub(super) fn products(&self, built: &Path) -> Vec<PathBuf> {
        match &self.language {
            Language::Python | Language::JavaScript | Language::Java | Language::Executable => Vec::new(),
            Language::C | Language::Cpp { .. } | Language::Go | Language::Rust => {
                vec![built.join(self.product())]
            }
            Language::Cargo => {
                let entries = std::fs::read_dir(built.join("target/release")).into_iter().flatten().flatten();
                let files = entries.map(|entry| entry.path()).filter(|path| path.is_file());
                let suffix = std::env::consts::EXE_EXTENSION;
                let mut programs: Vec<PathBuf> =
                    files.filter(|path| path.extension().is_none_or(|extension| extension == suffix)).collect();
                // Cargo locks its folder with a file.
                programs.retain(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')));
                programs.sort();
                programs
            }
        }
    }

    /// The command that runs the program, in the folder where it was made: `built`.
    pub(super) fn run_command(&self, built: &Path) -> Option<String> {
        let quoted = |word: &str| shlex::try_quote(word).ok().map(Cow::into_owned);
        match &self.language {
            Language::Python => Some(format!("python3 {}", quoted(&self.file)?)),
            Language::JavaScript => Some(format!("node {}", quoted(&self.file)?)),
            Language::C | Language::Cpp { .. } | Language::Go | Language::Rust => {
                quoted(&format!("./{}", self.product()))
            }
            Language::Java => Some(format!("java -cp . {}", quoted(&java::main_class(built, &self.file))?)),
            Language::Executable => quoted(&format!("./{}", self.file)),
            Language::Cargo => {
                let program = self.products(built).into_iter().next()?;
                quoted(&format!("./{}", program.strip_prefix(built).ok()?.display()))
            }
        }
    }
}

impl Language {
    /// The language that a file's name tells.
    pub(super) fn of_name(file: &str) -> Option<Self> {
        if file == "Cargo.toml" {
            return Some(Self::Cargo);
        }
        let (stem, extension) = file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "py" => Self::Python,
            "c" => Self::C,
            // The courses ask for homework11.cpp if C++11 is meant.
            "cpp" | "cc" | "cxx" => Self::Cpp { standard: stem.ends_with("11").then_some("-std=gnu++11") },
            "java" => Self::Java,
            "js" | "mjs" | "cjs" => Self::JavaScript,
            "go" => Self::Go,
            "rs" => Self::Rust,
            _ => return None,
        })
    }
}

/// Cargo and rustc. Not rustup's stand-ins for them, which need the user's home.
fn rust_tools() -> (String, String) {
    let tool = |name: &str| {
        toolchain().map_or_else(|| name.to_owned(), |root| root.join("bin").join(name).display().to_string())
    };
    (tool("cargo"), tool("rustc"))
}

/// The folder of the Rust toolchain, which need not be part of the system.
pub(super) fn toolchain() -> Option<PathBuf> {
    let output = std::process::Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim())).filter(|path| path.is_dir())
}

/// Lets a program that was built be run. In some sandboxes a compiler cannot do
/// that itself.
pub(in crate::agents) fn make_executable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    let _ = path;
    Ok(())
}

/// Whether a file can be run as it is.
#[cfg(unix)]
pub(in crate::agents) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

/// Whether a file can be run as it is.
#[cfg(not(unix))]
pub(in crate::agents) fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "exe")
}
