//! Why a file cannot be run, and what to do about it.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::language::is_executable;
use crate::agents::runtime::{in_search_path, shebang};

/// Why a file is not a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrunnable {
    /// There is no such file, or it is none.
    #[error("{0} is not a file that can be read")]
    NoFile(String),
    /// It would be a program, but may not be executed.
    #[error("{0} is not executable: chmod +x {0}")]
    NotExecutable(String),
    /// Nobody knows how to run a file of this kind.
    #[error("{file}: unknown kind .{extension}; try {advice}")]
    UnknownKind {
        /// The file.
        file: String,
        /// How its name ends.
        extension: String,
        /// What would do.
        advice: String,
    },
    /// Its first line names an interpreter that is not there.
    #[error("{file} begins with #!{line}, but there is no {interpreter} here")]
    NoInterpreter {
        /// The file.
        file: String,
        /// What stands in its first line.
        line: String,
        /// What is missing.
        interpreter: String,
    },
    /// Its first line ends as on Windows, and so the name in it is another.
    #[error("{0}: its first line ends in CR LF, so that its interpreter is not found; save it with LF line ends")]
    CarriageReturn(String),
    /// It may be executed, but the system does not know how.
    #[error("{0} is neither a program of this machine nor a script: its first line names no interpreter (#!/bin/sh)")]
    NoProgram(String),
}

/// What can be handed in as it is.
pub(super) const KNOWN: &str =
    ".py, .c, .cpp, .java, .js, .go, .rs, a Cargo project, .zip, .tar.gz or an executable file";

/// Commands that run files of kinds that are not built.
const COMMANDS: [(&str, &str); 9] = [
    ("rb", "ruby"),
    ("pl", "perl"),
    ("lua", "lua"),
    ("php", "php"),
    ("sh", "sh"),
    ("jar", "java -jar"),
    ("r", "Rscript"),
    ("jl", "julia"),
    ("ts", "npx ts-node"),
];

/// Kinds that hold machine code but are no programs.
const LIBRARIES: [&str; 5] = ["so", "o", "a", "dll", "dylib"];

/// How programs of this system and its relatives begin: Linux, macOS.
const MAGIC: [&[u8; 4]; 4] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xce\xfa\xed\xfe"];

/// Whether a file can be run as it is; if not, why.
pub(super) fn check(path: &Path) -> Result<(), Unrunnable> {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut start = [0; 4];
    let is_read = path.is_file() && File::open(path).is_ok();
    if !is_read {
        return Err(Unrunnable::NoFile(file));
    }
    let has_start = File::open(path).and_then(|mut opened| opened.read_exact(&mut start)).is_ok();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_owned();
    let is_library = LIBRARIES.contains(&extension.as_str()) || file.contains(".so.");
    let is_code = (has_start && MAGIC.contains(&&start) && extension != "class") || extension == "exe";
    if cfg!(windows) {
        return if is_executable(path) { Ok(()) } else { Err(unknown(file, extension)) };
    }
    match shebang(path) {
        Some(line) => {
            if line.0.trim_end_matches('\n').ends_with('\r') {
                return Err(Unrunnable::CarriageReturn(file));
            }
            let Some(interpreter) = line.interpreter() else { return Err(Unrunnable::NoProgram(file)) };
            if !is_there(&interpreter) {
                let (line, interpreter) = (line.0.trim().to_owned(), interpreter.display().to_string());
                return Err(Unrunnable::NoInterpreter { file, line, interpreter });
            }
        }
        None if is_code && !is_library => {}
        None if extension.is_empty() && is_executable(path) => return Err(Unrunnable::NoProgram(file)),
        None => return Err(unknown(file, extension)),
    }
    if is_executable(path) { Ok(()) } else { Err(Unrunnable::NotExecutable(file)) }
}

fn unknown(file: String, extension: String) -> Unrunnable {
    if extension.is_empty() {
        return Unrunnable::NotExecutable(file);
    }
    let command = COMMANDS.iter().find(|(kind, _)| extension.eq_ignore_ascii_case(kind));
    let advice = match command {
        Some((_, command)) => format!("the command '{command} {file}', or hand in {KNOWN}"),
        None => KNOWN.to_owned(),
    };
    Unrunnable::UnknownKind { file, extension, advice }
}

fn is_there(interpreter: &Path) -> bool {
    match interpreter.to_str() {
        Some(name) if interpreter.components().count() == 1 => in_search_path(name).is_some(),
        _ => PathBuf::from("/").join(interpreter).is_file(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;
    use crate::agents::submission::make_executable;

    fn told(name: &str, text: &[u8], is_executable: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        if is_executable {
            make_executable(&path).unwrap();
        }
        check(&path).map_or_else(|error| error.to_string(), |()| "runs".to_owned())
    }

    #[test]
    fn every_reason_says_what_to_do() {
        let known = ".py, .c, .cpp, .java, .js, .go, .rs, a Cargo project, .zip, .tar.gz or an executable file";
        for (name, text, is_executable, expected) in [
            ("bot", &b"#!/bin/sh\n"[..], true, "runs"),
            ("bot.sh", b"#!/usr/bin/env sh\n", true, "runs"),
            ("a.out", b"\x7fELF and so on", true, "runs"),
            ("bot", b"#!/bin/sh\n", false, "bot is not executable: chmod +x bot"),
            ("bot", b"\x7fELF and so on", false, "bot is not executable: chmod +x bot"),
            (
                "bot.sh",
                b"echo",
                false,
                &format!("bot.sh: unknown kind .sh; try the command 'sh bot.sh', or hand in {known}"),
            ),
            (
                "hw.rb",
                b"puts",
                true,
                &format!("hw.rb: unknown kind .rb; try the command 'ruby hw.rb', or hand in {known}"),
            ),
            ("hw.docx", b"PK", true, &format!("hw.docx: unknown kind .docx; try {known}")),
            (
                "bot",
                b"#!/no/such/ruby -w\n",
                true,
                "bot begins with #!/no/such/ruby -w, but there is no /no/such/ruby here",
            ),
            (
                "bot",
                b"#!/usr/bin/env no-such-ruby\n",
                true,
                "bot begins with #!/usr/bin/env no-such-ruby, but there is no no-such-ruby here",
            ),
            (
                "bot",
                b"#!/bin/sh\r\n",
                true,
                "bot: its first line ends in CR LF, so that its interpreter is not found; save it with LF line ends",
            ),
            (
                "README",
                b"Hello",
                true,
                "README is neither a program of this machine nor a script: its first line names no interpreter (#!/bin/sh)",
            ),
            ("lib.so", b"\x7fELF and so on", true, &format!("lib.so: unknown kind .so; try {known}")),
        ] {
            assert_eq!(told(name, text, is_executable), expected);
        }
    }
}
