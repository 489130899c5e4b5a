//! Answers for reading and writing the game's files, small and whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use fruitrage_rules::text::{Input, Oddity};

/// More than any of the game's files needs, however much is wrong with it.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let read = if path == Path::new("-") { read_some(io::stdin()) } else { File::open(path).and_then(read_some) };
    let text = read.with_context(|| format!("cannot read {}", path.display()))?;
    if text.len() as u64 > MAX_BYTES {
        bail!("{}: line 1, column 1: the file is larger than 1 MiB; no file of this game is", path.display());
    }
    Ok(text)
}

fn read_some(from: impl Read) -> io::Result<Vec<u8>> {
    // Room for any file that is as it should be, so that one read is enough.
    let mut text = Vec::with_capacity(4096);
    from.take(MAX_BYTES + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// Reads an input file in the agent's way and says on stderr what was odd.
pub(crate) fn read_input_liberally(path: &Path) -> anyhow::Result<Input> {
    let text = read(path)?;
    let (input, oddities) = Input::read_liberally(&text).with_context(|| path.display().to_string())?;
    warn(path, &oddities);
    Ok(input)
}

fn warn(path: &Path, oddities: &[Oddity]) {
    for oddity in oddities {
        // A closed stderr is no reason not to play.
        let _ = writeln!(io::stderr(), "fruitrage: warning: {}: {oddity}", path.display());
    }
}

/// Writes a file so that nobody ever sees a part of it: to a temporary file
/// beside it, which then takes its name. Standard output for `-`.
pub(crate) fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return Ok(io::stdout().write_all(text.as_bytes())?);
    }
    let temporary = temporary_beside(path)?;
    let written = write_new(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing half-written stays behind; if it cannot be removed either,
        // the error below is the one that tells why.
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

fn temporary_beside(path: &Path) -> anyhow::Result<PathBuf> {
    let Some(name) = path.file_name() else { bail!("{} is not the name of a file", path.display()) };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}
