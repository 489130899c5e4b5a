//! The names of players, resolved before the first game: who is nobody loses no games,
//! and wins none for the opponent either.

use std::path::{Path, PathBuf};

use fruitrage_game::{Harmless, PLAYER_NAMES, nearest};
use fruitrage_play::players::BuiltinPlayer;
use fruitrage_tournament::agents::{AgentSpec, words_of};

/// A name that stands for nobody.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    /// There is nothing in it.
    #[error("a player's name is empty; there are {}, and programs and submissions by their paths", PLAYER_NAMES.join(", "))]
    Empty,
    /// There is nobody of this name, but of another one.
    #[error("there is no player or program '{}'; did you mean {}?", Harmless(name), Harmless(meant))]
    Similar {
        /// As it was typed.
        name: String,
        /// What may have been meant.
        meant: String,
    },
    /// There is nobody of this name or of a similar one.
    #[error(
        "there is no player or program '{}'; there are {}, programs by their paths (./mybot) and commands such as \
         'python3 bot.py'", Harmless(.0), PLAYER_NAMES.join(", ")
    )]
    Unknown(String),
}

/// Makes sure that an agent's command names somebody, seen from `base`: a player inside
/// this program with settings that it has, a program, or a submission.
pub(crate) fn must_be_somebody(spec: &AgentSpec, base: &Path) -> anyhow::Result<()> {
    if let Some(text) = spec.builtin() {
        text.parse::<BuiltinPlayer>()?;
        return Ok(());
    }
    // Where it was packed it was somebody. Quotes that do not match are told elsewhere.
    let Some(words) = words_of(spec.words()).filter(|_| !spec.packed) else { return Ok(()) };
    let Some(name) = words.first().filter(|name| !name.trim().is_empty()) else { return Err(NameError::Empty.into()) };
    let is_path = name.contains(std::path::is_separator);
    let is_there = base.join(name).exists() || !is_path && is_in_path(name);
    let is_own = spec.dir.as_ref().is_some_and(|dir| base.join(dir).join(name).exists());
    // The path of a submission may hold blanks and quotes.
    let is_whole = spec.words() != *name && base.join(spec.words()).exists();
    if is_there || is_own || is_whole { Ok(()) } else { Err(nobody(name, base, is_path).into()) }
}

/// Whether a shell finds a program of this name.
fn is_in_path(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let suffixes: &[&str] = if cfg!(windows) { &["", ".exe", ".cmd", ".bat", ".com"] } else { &[""] };
    let files = std::env::split_paths(&folders)
        .flat_map(|folder| suffixes.iter().map(move |suffix| folder.join(format!("{name}{suffix}"))));
    files.into_iter().any(|file| file.is_file())
}

/// The error for a name that stands for nobody, with what may have been meant.
fn nobody(name: &str, base: &Path, is_path: bool) -> NameError {
    let here = base.join(name);
    let written = Path::new(name).parent().map(Path::to_owned).unwrap_or_default();
    let files = files_in(here.parent().unwrap_or(base));
    let players = PLAYER_NAMES.into_iter().filter(|_| !is_path);
    // `engines:level=3` is not a program either.
    let plain = if is_path { name } else { name.split(':').next().unwrap_or(name) };
    let plain = Path::new(plain).file_name().map_or_else(|| plain.into(), |name| name.to_string_lossy());
    let Some(meant) = nearest(&plain, players.chain(files.iter().map(String::as_str))) else {
        return NameError::Unknown(name.to_owned());
    };
    let is_player = PLAYER_NAMES.contains(&meant) && !is_path;
    let meant = if is_player { meant.to_owned() } else { typed(&written, meant) };
    NameError::Similar { name: name.to_owned(), meant }
}

/// A file as it is typed: with the folder that was typed, or `./`.
fn typed(folder: &Path, file: &str) -> String {
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    folder.join(file).display().to_string()
}

/// The names of what lies in a folder, in order.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(command: &str, base: &Path) -> String {
        let error = must_be_somebody(&AgentSpec::of_command(command), base);
        error.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn names_are_somebody_or_are_told_who_may_be_meant() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        std::fs::create_dir(base.join("ada")).unwrap();
        for file in ["mybot", "homework.py", "ada/homework.cpp"] {
            std::fs::write(base.join(file), "").unwrap();
        }
        for command in [
            "random",
            "engine:level=3",
            "mybot",
            "./mybot",
            "homework.py",
            "ada",
            "ada/",
            "ada/homework.cpp",
            "sh -c true",
            "ugi:./mybot",
            "ugi:ada",
            "ugi:sh -c true",
        ] {
            assert_eq!(error(command, base), "", "{command}");
        }
        for (command, advice) in [
            ("", "a player's name is empty"),
            ("  ", "a player's name is empty"),
            ("''", "a player's name is empty"),
            ("radnom", "there is no player or program 'radnom'; did you mean random?"),
            ("engin:level=3", "'engin:level=3'; did you mean engine?"),
            ("engine:level=10", "expected a level from 1 to 9 or its name"),
            ("mybto", "did you mean ./mybot?"),
            ("./mybto", "did you mean ./mybot?"),
            ("./greedy", "there is no player or program './greedy'; there are random"),
            ("homwork.py", "did you mean ./homework.py?"),
            ("ada/homework.cp", "did you mean ada/homework.cpp?"),
            ("no-such-thing at all", "there is no player or program 'no-such-thing'; there are random"),
            ("\u{1b}[2Jx", "'\u{fffd}[2Jx'"),
            ("ugi:", "a player's name is empty"),
            ("ugi:./mybto", "there is no player or program './mybto'; did you mean ./mybot?"),
        ] {
            assert!(error(command, base).contains(advice), "{command}: {}", error(command, base));
        }
        // What is in a folder of its own is there to be run.
        let spec = AgentSpec { dir: Some("ada".into()), ..AgentSpec::of_command("./homework.cpp") };
        assert!(must_be_somebody(&spec, base).is_ok());
    }
}
