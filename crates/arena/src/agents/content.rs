//! Answers for what an agent consists of, in one number: who plays under the same
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
    let mut found = Vec::new();
    list(dir, &mut found).with_context(|| format!("{} cannot be read", dir.display()))?;
    found.sort();
    for path in found {
        let name = path.strip_prefix(dir).unwrap_or(&path).to_string_lossy().into_owned();
        add(&mut digest, &name, &path)?;
    }
    Ok(digest.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// More than any honest agent brings along; whoever names a whole disk by mistake
/// is told so.
const LARGEST: u64 = 256 << 20;

/// Copies a file, or all plain files of a folder, without following links.
pub(super) fn copy(source: &Path, target: &Path) -> anyhow::Result<()> {
    if !source.is_dir() {
        fs::copy(source, target)?;
        return Ok(());
    }
    let mut found = Vec::new();
    list(source, &mut found).with_context(|| format!("{} cannot be read", source.display()))?;
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

/// All plain files below a folder. Links are not followed: they are not content.
fn list(dir: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(&entry.path(), found)?;
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
