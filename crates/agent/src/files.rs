//! The game's files: read with a limit, written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use fruitrage_rules::text::{Input, Oddity};

/// More than any of the game's files needs, however much is wrong with it.
const MAX_BYTES: u64 = 1 << 20;

/// Names to try for a temporary file before giving up.
const TEMPORARY_NAMES: u32 = 100;

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
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
pub fn read_input_liberally(path: &Path) -> anyhow::Result<Input> {
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
///
/// A pipe or a device keeps its place and is written to. So is a file in a
/// folder that takes no new files: a move that a reader might see half of, for
/// a moment, is better than none.
pub fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    if path == Path::new("-") {
        return io::stdout().write_all(text.as_bytes()).context("cannot write to standard output");
    }
    let written = match fs::symlink_metadata(path) {
        // What a link points to is to be replaced, not the link.
        Ok(metadata) if metadata.is_symlink() => {
            let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            write_to_file(&target, fs::metadata(&target).ok().as_ref(), text)
        }
        found => write_to_file(path, found.ok().as_ref(), text),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes to what is no link, given what is there already.
fn write_to_file(path: &Path, found: Option<&fs::Metadata>, text: &str) -> io::Result<()> {
    if found.is_some_and(is_special) {
        return write_into(path, text);
    }
    replace(path, found.is_some_and(fs::Metadata::is_file), text).or_else(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => write_into(path, text),
        _ => Err(error),
    })
}

/// Whether it is neither a file nor a folder, which writing rightly refuses.
fn is_special(metadata: &fs::Metadata) -> bool {
    !metadata.is_file() && !metadata.is_dir()
}

fn write_into(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).truncate(true).open(path)?.write_all(text.as_bytes())
}

fn replace(path: &Path, is_file: bool, text: &str) -> io::Result<()> {
    let (temporary, mut file) = create_beside(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| {
        drop(file);
        if is_file && exchange(&temporary, path).is_ok() {
            return fs::remove_file(&temporary);
        }
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // Nothing half-written stays behind; if it cannot be removed either,
        // the first error is the one that tells why.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Lets two files change their names.
///
/// What then goes is an old file under the temporary name. If instead the new
/// one took the place of the old, some file systems (ext4) would begin to write
/// it to the disk at once, which takes a fifth of the time that a move costs.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};

    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Elsewhere one takes the other's place.
#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Makes a new file beside another one. A run that was killed may have left its
/// own behind, under a name that comes round again.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    for number in 0..TEMPORARY_NAMES {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{number}.tmp", std::process::id()));
        let temporary = path.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|file| (temporary, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
