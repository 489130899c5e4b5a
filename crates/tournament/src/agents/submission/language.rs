//! The languages that agents are written in: how a file tells its
//! language, how it is built and how it is run.

use std::path::{Path, PathBuf};

/// How a program comes into being.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Run as it is by Python 3.
    Python,
    /// Compiled by g++, by this standard if the file's name asks for one.
    Cpp { standard: Option<&'static str> },
    /// Compiled by javac; the class has the name of the file.
    Java,
    /// Built by cargo.
    Cargo,
    /// Run as it is.
    Executable,
}

/// A file of a submission that is a program, or becomes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Its name, without a path.
    pub(super) file: String,
    pub(super) language: Language,
}

impl Part {
    /// The file as a program, if it looks like one.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let file = path.file_name()?.to_str()?.to_owned();
        if !path.is_file() {
            return None;
        }
        let stem = path.file_stem()?.to_str()?;
        let language = match path.extension().and_then(|extension| extension.to_str()) {
            Some("py") => Language::Python,
            // The courses ask for homework11.cpp if C++11 is meant.
            Some("cpp" | "cc" | "cxx") => Language::Cpp { standard: stem.ends_with("11").then_some("-std=gnu++11") },
            Some("java") => Language::Java,
            _ if file == "Cargo.toml" => Language::Cargo,
            None if is_executable(path) => Language::Executable,
            _ => return None,
        };
        Some(Self { file, language })
    }

    fn stem(&self) -> &str {
        self.file.split('.').next().unwrap_or(&self.file)
    }

    /// The command that makes the program, if there is something to make.
    pub(super) fn build_command(&self) -> Option<Vec<String>> {
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
        match &self.language {
            Language::Python | Language::Executable => None,
            Language::Cpp { standard } => {
                let mut command = vec!["g++", "-O2", "-pthread", "-o", self.stem(), &self.file];
                command.extend(standard);
                words(&command)
            }
            Language::Java => words(&["javac", "-encoding", "UTF-8", "-d", ".", &self.file]),
            Language::Cargo => {
                // Not by rustup's stand-in for cargo, which needs the user's home.
                let (cargo, rustc) = match toolchain() {
                    Some(root) => (root.join("bin/cargo"), root.join("bin/rustc")),
                    None => ("cargo".into(), "rustc".into()),
                };
                let rustc = format!("RUSTC={}", rustc.display());
                let cargo = cargo.display().to_string();
                let build = ["build", "--release", "--offline", "--target-dir", "target"];
                words(&[&["env", "CARGO_HOME=.cargo-home", &rustc, &cargo], &build[..]].concat())
            }
        }
    }

    /// The programs that building has made in a folder.
    pub(super) fn products(&self, built: &Path) -> Vec<PathBuf> {
        match &self.language {
            Language::Python | Language::Java | Language::Executable => Vec::new(),
            Language::Cpp { .. } => vec![built.join(self.stem())],
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

    /// The command that runs the program, in the folder where it was made. For a
    /// Cargo project, `built` is that folder.
    pub(super) fn run_command(&self, built: &Path) -> Option<String> {
        let quoted = |word: &str| shlex::try_quote(word).ok().map(std::borrow::Cow::into_owned);
        match &self.language {
            Language::Python => Some(format!("python3 {}", quoted(&self.file)?)),
            Language::Cpp { .. } => quoted(&format!("./{}", self.stem())),
            Language::Java => Some(format!("java -cp . {}", quoted(self.stem())?)),
            Language::Executable => quoted(&format!("./{}", self.file)),
            Language::Cargo => {
                let program = self.products(built).into_iter().next()?;
                quoted(&format!("./{}", program.strip_prefix(built).ok()?.display()))
            }
        }
    }
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
