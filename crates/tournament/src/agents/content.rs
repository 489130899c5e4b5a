//! The hash of what an agent consists of: who plays under the same
//! name with other files is another agent.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

/// The SHA-256 over all files of a folder, with their names.
pub(super) fn hash(dir: &Path) -> anyhow::Result<String> {
    let mut digest = Sha256::new();
    for path in list(dir, |_| true)? {
        let name = path.strip_prefix(dir).unwrap_or(&path).to_string_lossy().into_owned();
        add(&mut digest, &name, &path)?;
    }
    Ok(hex(&digest.finalize()))
}

/// Bytes as a number to be read.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// More than any honest agent brings along; whoever names a whole disk by mistake
/// is told so.
pub(super) const LARGEST: u64 = 256 << 20;

/// Copies a file, or all plain files of a folder, without following links.
pub(super) fn copy(source: &Path, target: &Path) -> anyhow::Result<()> {
    copy_wanted(source, target, |_| true)
}

/// Copies a submission as its author wrote it, without old versions and without
/// what cargo makes of it anew: often they are many times as large.
pub(super) fn copy_sources(source: &Path, target: &Path) -> anyhow::Result<()> {
    copy_wanted(source, target, |path| {
        let is_built = path.ends_with("target") && path.with_file_name("Cargo.toml").is_file() && path.is_dir();
        !is_built && !path.ends_with(".git")
    })
}

fn copy_wanted(source: &Path, target: &Path, is_wanted: fn(&Path) -> bool) -> anyhow::Result<()> {
    if !source.is_dir() {
        fs::copy(source, target)?;
        return Ok(());
    }
    let found = list(source, is_wanted)?;
    let bytes: u64 = found.iter().map(|path| path.metadata().map_or(0, |found| found.len())).sum();
    anyhow::ensure!(bytes <= LARGEST, "{} holds more than {} MiB", source.display(), LARGEST >> 20);
    fs::create_dir_all(target)?;
    for path in found {
        let copy = target.join(path.strip_prefix(source)?);
        if let Some(parent) = copy.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(&path, copy)?;
    }
    Ok(())
}

/// All plain files below a folder, in an order that is the same everywhere, without
/// what is not wanted. Links are not followed: they are not content.
pub(super) fn list(dir: &Path, is_wanted: fn(&Path) -> bool) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    add_below(dir, is_wanted, &mut found).with_context(|| format!("{} cannot be read", dir.display()))?;
    found.sort();
    Ok(found)
}

fn add_below(dir: &Path, is_wanted: fn(&Path) -> bool, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if !is_wanted(&entry.path()) {
            continue;
        }
        if kind.is_dir() {
            add_below(&entry.path(), is_wanted, found)?;
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
    Ok(())
}

fn add(digest: &mut Sha256, name: &str, path: &Path) -> anyhow::Result<()> {
    let mut file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    // Lengths first, so that no two sets of files look the same.
    digest.update((name.len() as u64).to_le_bytes());
    digest.update(name.as_bytes());
    digest.update(file.metadata()?.len().to_le_bytes());
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(()),
            read => digest.update(&part[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_contents_both_count() {
        let hash_of = |files: &[(&str, &str)]| {
            let dir = tempfile::tempdir().unwrap();
            for (name, text) in files {
                let path = dir.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            hash(dir.path()).unwrap()
        };
        let one = hash_of(&[("a", "1"), ("b/c", "2")]);
        assert_eq!(one, hash_of(&[("b/c", "2"), ("a", "1")]));
        for other in [&[("a", "1"), ("b/c", "3")][..], &[("a", "1"), ("b/d", "2")], &[("a", "1")], &[("a", "1b/c2")]] {
            assert_ne!(one, hash_of(other));
        }
    }
}
