//! The hash of what an agent consists of: who plays under the same
//! name with other files is another agent.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read as _;
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

/// More bytes than any honest agent brings along; whoever names a whole disk by mistake
/// is told so.
pub(super) const LARGEST: u64 = 256 << 20;
/// More files than any honest agent brings along. All of them are copied for every game.
pub(super) const MOST_FILES: usize = 2000;
/// More folders in folders than any honest agent has.
pub(super) const DEEPEST: usize = 32;

/// Which limit of what an agent may consist of was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    /// Too many bytes.
    #[error("more than {} MiB, the limit of an agent's size", LARGEST >> 20)]
    Bytes,
    /// Too many files.
    #[error(
        "more than {MOST_FILES} files, the limit of an agent's files: leave out what it does not need, such as \
         node_modules, a virtual environment or old builds"
    )]
    Files,
    /// Folders too deep in others.
    #[error("folders nested more than {DEEPEST} deep, the limit of an agent's nesting")]
    Nesting,
}

/// Copies a file, or all plain files of a folder, without following links.
pub(super) fn copy(source: &Path, target: &Path) -> anyhow::Result<()> {
    copy_wanted(source, target, |_| true)
}

/// Copies a submission as its author wrote it, without old versions and without
/// what cargo makes of it anew: often they are many times as large.
pub(super) fn copy_sources(source: &Path, target: &Path) -> anyhow::Result<()> {
    copy_wanted(source, target, |path| {
        let is_built = path.ends_with("target") && path.with_file_name("Cargo.toml").is_file() && path.is_dir();
        let is_of_system = ["__MACOSX", "__pycache__", ".DS_Store", "Thumbs.db", "desktop.ini"];
        !is_built && !path.ends_with(".git") && !is_of_system.iter().any(|name| path.ends_with(name))
    })
}

/// Copies what was built, without what only the compiler needs again.
pub(super) fn copy_built(source: &Path, target: &Path) -> anyhow::Result<()> {
    copy_wanted(source, target, |path| {
        let left_by_cargo = ["release/deps", "release/build", "release/incremental", "release/.fingerprint"];
        let is_left = left_by_cargo.iter().any(|name| path.ends_with(Path::new("target").join(name)));
        !is_left && ![".cargo-home", ".cache"].iter().any(|name| path.ends_with(name))
    })
}

fn copy_wanted(source: &Path, target: &Path, is_wanted: fn(&Path) -> bool) -> anyhow::Result<()> {
    let too_large = || Err(Excess::Bytes).with_context(|| source.display().to_string());
    if !source.is_dir() {
        if source.metadata()?.len() > LARGEST {
            return too_large();
        }
        fs::copy(source, target)?;
        return Ok(());
    }
    let found = list(source, is_wanted)?;
    let bytes: u64 = found.iter().map(|path| path.metadata().map_or(0, |found| found.len())).sum();
    if bytes > LARGEST {
        return too_large();
    }
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
    add_below(dir, is_wanted, &mut found, DEEPEST).with_context(|| dir.display().to_string())?;
    found.sort();
    Ok(found)
}

fn add_below(dir: &Path, is_wanted: fn(&Path) -> bool, found: &mut Vec<PathBuf>, levels: usize) -> anyhow::Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("{} cannot be read", dir.display()))? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if !is_wanted(&entry.path()) {
            continue;
        }
        if kind.is_dir() {
            add_below(&entry.path(), is_wanted, found, levels.checked_sub(1).ok_or(Excess::Nesting)?)?;
        } else if kind.is_file() {
            anyhow::ensure!(found.len() < MOST_FILES, Excess::Files);
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
    fn each_limit_is_named_when_it_is_passed() {
        let told = |make: &dyn Fn(&Path)| {
            let (dir, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            make(dir.path());
            copy_sources(dir.path(), &copy.path().join("copy")).unwrap_err().downcast_ref::<Excess>().copied()
        };
        let deep = |dir: &Path| fs::create_dir_all(dir.join("d/".repeat(DEEPEST + 1))).unwrap();
        let many = |dir: &Path| (0..=MOST_FILES).for_each(|file| fs::write(dir.join(file.to_string()), "").unwrap());
        let large = |dir: &Path| File::create(dir.join("holes")).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(told(&deep), Some(Excess::Nesting));
        assert_eq!(told(&many), Some(Excess::Files));
        assert_eq!(told(&large), Some(Excess::Bytes));
        let messages = [Excess::Bytes, Excess::Files, Excess::Nesting].map(|excess| excess.to_string());
        assert!(
            messages[0].contains("256 MiB") && messages[1].contains("2000 files") && messages[2].contains("32 deep")
        );
    }

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
