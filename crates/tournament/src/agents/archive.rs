//! The archive of an agent: its files in one piece, known by its content. On every machine
//! the same files are the same bytes, and the bytes are the same files.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};
use tar::{Builder, Entry, EntryType, Header};

use super::content;
use super::submission::{is_executable, make_executable};

/// The plain files of a folder as a tar file. Its hash and its bytes are private, so
/// that the one is always that of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    hash: String,
    bytes: Vec<u8>,
}

impl Archive {
    /// No archive has more bytes. Whoever receives one need not read on.
    pub const LARGEST: u64 = content::LARGEST;

    /// All plain files below a folder. Links are left out, and so is all that differs
    /// from one machine to another: times, owners, and what is in the order of a disk.
    pub fn of_folder(folder: &Path) -> anyhow::Result<Self> {
        let ensure_small = |bytes: u64| {
            let (name, most) = (folder.display(), Self::LARGEST >> 20);
            anyhow::ensure!(bytes <= Self::LARGEST, "{name} holds more than {most} MiB");
            Ok(())
        };
        let mut tar = Builder::new(Vec::new());
        for path in content::list(folder, |_| true)? {
            let unreadable = || format!("{} cannot be read", path.display());
            let size = path.metadata().with_context(unreadable)?.len();
            ensure_small(tar.get_ref().len() as u64 + size)?;
            let contents = fs::read(&path).with_context(unreadable)?;
            let mut header = header_of(contents.len(), is_executable(&path));
            let name = path.strip_prefix(folder)?;
            tar.append_data(&mut header, name, &contents[..])
                .with_context(|| format!("{} cannot be packed", path.display()))?;
        }
        let bytes = tar.into_inner()?;
        ensure_small(bytes.len() as u64)?;
        Ok(Self { hash: hash_of(&bytes), bytes })
    }

    /// What came from elsewhere as the archive of this hash.
    pub fn from_bytes(hash: &str, bytes: Vec<u8>) -> anyhow::Result<Self> {
        let (length, most) = (bytes.len(), Self::LARGEST >> 20);
        anyhow::ensure!(length as u64 <= Self::LARGEST, "an archive of {length} bytes is larger than {most} MiB");
        let found = hash_of(&bytes);
        anyhow::ensure!(found == hash, "this is not the archive {hash}: its {length} bytes have the hash {found}");
        Ok(Self { hash: found, bytes })
    }

    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The tar file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its files, in a folder of its own in `cache`, which is made if need be. If
    /// they were unpacked there before, they are used again.
    pub fn unpack(&self, cache: &Path) -> anyhow::Result<PathBuf> {
        let folder = cache.join(&self.hash);
        // Only what was unpacked to the end gets the name that is looked for.
        if !folder.exists() {
            fs::create_dir_all(cache).with_context(|| format!("{} cannot be made", cache.display()))?;
            let whole = tempfile::tempdir_in(cache).context("there is no room to unpack in")?;
            self.unpack_into(whole.path()).with_context(|| format!("the archive {} is refused", self.hash))?;
            // Another process may have been quicker; then its files are as good.
            match fs::rename(whole.path(), &folder) {
                Err(_) if folder.exists() => {}
                result => result.with_context(|| format!("{} cannot be made", folder.display()))?,
            }
        }
        Ok(folder)
    }

    fn unpack_into(&self, folder: &Path) -> anyhow::Result<()> {
        for entry in tar::Archive::new(&self.bytes[..]).entries()? {
            unpack_file(entry?, folder)?;
        }
        Ok(())
    }
}

fn hash_of(bytes: &[u8]) -> String {
    content::hex(&Sha256::digest(bytes))
}

fn header_of(size: usize, is_executable: bool) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_size(size as u64);
    header.set_mode(if is_executable { 0o755 } else { 0o644 });
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header
}

/// Nobody knows who made the archive. There never is a link in the folder, and a name
/// that is taken is not taken again, so a name that goes down stays in the folder.
fn unpack_file(mut entry: Entry<'_, &[u8]>, folder: &Path) -> anyhow::Result<()> {
    let name = entry.path()?.into_owned();
    let shown = name.display();
    let kind = entry.header().entry_type();
    anyhow::ensure!(kind.is_file(), "{shown} is not a plain file");
    let is_below = name.components().all(|part| matches!(part, Component::Normal(_)));
    anyhow::ensure!(is_below && name.file_name().is_some(), "{shown} is not a name below the folder");
    write_file(&mut entry, &folder.join(&name)).with_context(|| format!("{shown} cannot be unpacked"))
}

fn write_file(entry: &mut Entry<'_, &[u8]>, path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let written = io::copy(entry, &mut File::create_new(path)?)?;
    if written != entry.size() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if entry.header().mode()? & 0o111 != 0 {
        make_executable(path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with such files.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }

    /// An archive with one entry, made by hand: its name is written as it is.
    fn by_hand(name: &str, kind: EntryType, link: Option<&str>) -> Archive {
        let mut header = header_of(if link.is_some() { 0 } else { 2 }, false);
        header.set_entry_type(kind);
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        if let Some(link) = link {
            header.set_link_name(link).unwrap();
        }
        header.set_cksum();
        let mut tar = Builder::new(Vec::new());
        // Something harmless comes first, and must not stay either.
        tar.append_data(&mut header_of(2, false), "harmless", &b"ok"[..]).unwrap();
        tar.append(&header, if link.is_some() { &b""[..] } else { b"ha" }).unwrap();
        let bytes = tar.into_inner().unwrap();
        Archive::from_bytes(&hash_of(&bytes), bytes).unwrap()
    }

    #[test]
    fn the_same_files_are_the_same_bytes_whenever_and_in_whatever_order_they_were_written() {
        let long = format!("{}/{}", "deep".repeat(20), "name".repeat(20));
        let files = [("b/c", "2"), ("a", "1"), ("b.c", "3"), (&long, "4"), ("empty", "")];
        let one = Archive::of_folder(folder(&files).path()).unwrap();
        let reversed: Vec<(&str, &str)> = files.iter().rev().copied().collect();
        let two = folder(&reversed);
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        File::options().write(true).open(two.path().join("a")).unwrap().set_modified(old).unwrap();
        fs::create_dir(two.path().join("no files in here")).unwrap();
        assert_eq!(one, Archive::of_folder(two.path()).unwrap());
        // Other machines may run other versions of this program: a new number here
        // means that they do not understand each other any more.
        assert_eq!(one.hash(), "2841c28fa01702afe7a6e0003078e14bfb52f4920d403b3808a48195837e3362");
        for other in [("b/c", "3"), ("b/d", "2")] {
            assert_ne!(
                one,
                Archive::of_folder(folder(&[other, files[1], files[2], files[3], files[4]]).path()).unwrap()
            );
        }
    }

    #[test]
    fn what_is_unpacked_is_what_was_packed() {
        let long = format!("{}/{}", "deep".repeat(20), "name".repeat(20));
        let source = folder(&[("a", "1"), ("b/c d", "2"), ("ü", "3"), (&long, "4"), ("empty", "")]);
        let cache = tempfile::tempdir().unwrap();
        let archive = Archive::of_folder(source.path()).unwrap();
        let received = Archive::from_bytes(archive.hash(), archive.bytes().to_vec()).unwrap();
        let unpacked = received.unpack(&cache.path().join("made")).unwrap();
        assert_eq!(content::hash(&unpacked).unwrap(), content::hash(source.path()).unwrap());
        assert_eq!(Archive::of_folder(&unpacked).unwrap(), archive);
        assert_eq!(archive.unpack(&cache.path().join("made")).unwrap(), unpacked);
        assert_eq!(names_in(&cache.path().join("made")), [archive.hash()]);
    }

    #[test]
    fn a_folder_may_be_empty() {
        let cache = tempfile::tempdir().unwrap();
        let unpacked = Archive::of_folder(folder(&[]).path()).unwrap().unpack(cache.path()).unwrap();
        assert!(names_in(&unpacked).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn programs_stay_programs_and_links_stay_behind() {
        let source = folder(&[("program", "#!/bin/sh"), ("data", "")]);
        make_executable(&source.path().join("program")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", source.path().join("file-link")).unwrap();
        std::os::unix::fs::symlink("/etc", source.path().join("folder-link")).unwrap();
        let cache = tempfile::tempdir().unwrap();
        let unpacked = Archive::of_folder(source.path()).unwrap().unpack(cache.path()).unwrap();
        assert!(is_executable(&unpacked.join("program")) && !is_executable(&unpacked.join("data")));
        assert_eq!(names_in(&unpacked).len(), 2);
    }

    #[test]
    fn hostile_archives_are_refused_and_leave_nothing_behind() {
        let outside = tempfile::tempdir().unwrap();
        let absolute = outside.path().join("evil").display().to_string();
        let hostile = [
            (absolute.as_str(), EntryType::Regular, None, "not a name below"),
            ("../evil", EntryType::Regular, None, "not a name below"),
            ("a/../../evil", EntryType::Regular, None, "not a name below"),
            ("..", EntryType::Regular, None, "not a name below"),
            (".", EntryType::Regular, None, "not a name below"),
            ("link", EntryType::Symlink, Some("/etc/passwd"), "not a plain file"),
            ("link", EntryType::Link, Some("harmless"), "not a plain file"),
            ("link", EntryType::Link, Some("/etc/passwd"), "not a plain file"),
            ("null", EntryType::Char, Some(""), "not a plain file"),
            ("disk", EntryType::Block, Some(""), "not a plain file"),
            ("pipe", EntryType::Fifo, Some(""), "not a plain file"),
            ("folder", EntryType::Directory, Some(""), "not a plain file"),
            ("holes", EntryType::GNUSparse, None, ""),
            ("harmless", EntryType::Regular, None, "harmless cannot be unpacked"),
            ("harmless/file", EntryType::Regular, None, "harmless/file cannot be unpacked"),
        ];
        for (name, kind, link, expected) in hostile {
            let link = link.map(|link| if link.is_empty() { "x" } else { link });
            let cache = outside.path().join("cache");
            let error = format!("{:#}", by_hand(name, kind, link).unpack(&cache).expect_err(name));
            assert!(error.contains(expected), "{name}: {error}");
            assert!(names_in(&cache).is_empty(), "{name}");
            assert_eq!(names_in(outside.path()), ["cache"], "{name}");
        }
        // A name may also stand in an entry before its file.
        let mut tar = Builder::new(Vec::new());
        tar.append_pax_extensions([("path", &b"../evil"[..])]).unwrap();
        tar.append_data(&mut header_of(2, false), "harmless", &b"ha"[..]).unwrap();
        let bytes = tar.into_inner().unwrap();
        let cache = outside.path().join("cache");
        Archive::from_bytes(&hash_of(&bytes), bytes).unwrap().unpack(&cache).expect_err("a hidden name");
        assert!(names_in(&cache).is_empty());
        by_hand("a/b", EntryType::Regular, None).unpack(&cache).expect("this one is fine");
    }

    #[test]
    fn an_archive_that_ends_too_early_is_refused() {
        let whole = Archive::of_folder(folder(&[("a", &"1".repeat(2000))]).path()).unwrap();
        for length in [1, 511, 513, 1024, 2400] {
            let bytes = whole.bytes()[..length].to_vec();
            let cache = tempfile::tempdir().unwrap();
            let cut = Archive::from_bytes(&hash_of(&bytes), bytes).unwrap();
            cut.unpack(cache.path()).expect_err("a part of it");
            assert!(names_in(cache.path()).is_empty());
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed() {
        let archive = Archive::of_folder(folder(&[("a", "1")]).path()).unwrap();
        for place in [0, 512, archive.bytes().len() - 1] {
            let mut bytes = archive.bytes().to_vec();
            bytes[place] ^= 1;
            let error = Archive::from_bytes(archive.hash(), bytes).unwrap_err().to_string();
            assert!(error.starts_with(&format!("this is not the archive {}", archive.hash())), "{error}");
        }
        Archive::from_bytes("../../evil", archive.bytes().to_vec()).unwrap_err();
    }

    #[test]
    fn an_archive_may_be_unpacked_by_many_at_a_time() {
        let files: Vec<(String, String)> = (0..50).map(|n| (format!("{n}/file"), n.to_string())).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let archive = Archive::of_folder(folder(&files).path()).unwrap();
        let cache = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let unpacked = archive.unpack(cache.path()).unwrap();
                    assert_eq!(Archive::of_folder(&unpacked).unwrap(), archive);
                });
            }
        });
        assert_eq!(names_in(cache.path()), [archive.hash()]);
    }
}
