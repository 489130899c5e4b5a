//! Archives as students hand them in (.zip, .tar, .tar.gz, .tgz), unpacked without trust:
//! nothing is written outside of the folder, and nothing beyond the limits.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use tar::EntryType;
use zip::ZipArchive;

use super::language::make_executable;
use crate::agents::content::{DEEPEST, Excess, LARGEST, MOST_FILES};

/// No archive file may be larger: its list of contents is read into memory.
const LARGEST_ARCHIVE: u64 = 64 << 20;
/// What the heads of a tar file may add to its contents.
const HEADS: u64 = 16 << 20;

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// It would be too much.
    #[error("it holds {0}")]
    Excess(#[from] Excess),
    /// The file is too large to look into.
    #[error("it is larger than {} MiB, the limit of an archive", LARGEST_ARCHIVE >> 20)]
    Large,
    /// A name that leads out of the folder.
    #[error("it is refused: {0:?} in it is not a name below the folder")]
    Outside(String),
    /// Something that is neither a file nor a folder nor a link.
    #[error("it is refused: {0:?} in it is not a plain file")]
    Kind(String),
    /// It cannot be read without a password.
    #[error("{0:?} in it needs a password")]
    Password(String),
    /// It is damaged, or of a kind that is not known.
    #[error("it cannot be unpacked: {0}")]
    Damaged(String),
}

impl From<io::Error> for UnpackError {
    fn from(error: io::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// How an archive is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Zip,
    Tar,
    TarGz,
}

impl Packing {
    /// The packing that a file's name tells, and the name without it.
    pub(super) fn of_name(name: &str) -> Option<(Self, &str)> {
        let endings = [(".zip", Self::Zip), (".tar", Self::Tar), (".tar.gz", Self::TarGz), (".tgz", Self::TarGz)];
        endings.into_iter().find_map(|(ending, packing)| {
            let start = name.len().checked_sub(ending.len()).filter(|&start| start > 0)?;
            let (stem, found) = name.split_at_checked(start)?;
            found.eq_ignore_ascii_case(ending).then_some((packing, stem))
        })
    }
}

/// Unpacks an archive into an empty folder. Links are left out, as they are where a folder
/// is handed in.
pub(super) fn unpack(archive: &Path, packing: Packing, folder: &Path) -> Result<(), UnpackError> {
    let file = File::open(archive)?;
    if file.metadata()?.len() > LARGEST_ARCHIVE {
        return Err(UnpackError::Large);
    }
    let mut target = Target { folder, files: 0, bytes: 0 };
    match packing {
        Packing::Zip => target.add_zip(file),
        // The heads, too, are read into memory.
        Packing::Tar => target.add_tar(file.take(LARGEST + HEADS)),
        Packing::TarGz => target.add_tar(MultiGzDecoder::new(file).take(LARGEST + HEADS)),
    }
}

/// A folder that is being filled.
struct Target<'a> {
    folder: &'a Path,
    files: usize,
    bytes: u64,
}

impl Target<'_> {
    fn add_zip(&mut self, file: File) -> Result<(), UnpackError> {
        let damaged = |error: zip::result::ZipError| UnpackError::Damaged(error.to_string());
        let mut archive = ZipArchive::new(file).map_err(damaged)?;
        for number in 0..archive.len() {
            // Its name is known before it is clear that its contents can be read.
            let raw = archive.by_index_raw(number).map_err(damaged)?;
            let name = String::from_utf8_lossy(raw.name_raw()).replace('\\', "/");
            let mode = raw.unix_mode();
            let (is_folder, is_link, is_locked) = (name.ends_with('/'), raw.is_symlink(), raw.encrypted());
            drop(raw);
            if is_link {
                continue;
            }
            if is_locked {
                return Err(UnpackError::Password(name));
            }
            let Some(path) = self.path(&name)? else { continue };
            if is_folder {
                continue;
            }
            let mut entry = archive.by_index(number).map_err(damaged)?;
            self.write(&mut entry, &path, mode.is_some_and(|mode| mode & 0o111 != 0))?;
        }
        Ok(())
    }

    fn add_tar(&mut self, reader: impl Read) -> Result<(), UnpackError> {
        for entry in tar::Archive::new(reader).entries()? {
            let mut entry = entry?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let kind = entry.header().entry_type();
            let path = match kind {
                EntryType::Symlink | EntryType::Link | EntryType::XGlobalHeader => continue,
                EntryType::Directory | EntryType::Regular | EntryType::Continuous => self.path(&name)?,
                _ => return Err(UnpackError::Kind(name)),
            };
            let Some(path) = path.filter(|_| kind != EntryType::Directory) else { continue };
            let is_executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
            let size = entry.size();
            if self.write(&mut entry, &path, is_executable)? != size {
                return Err(UnpackError::Damaged("it ends too early".to_owned()));
            }
        }
        Ok(())
    }

    /// Where something of this name belongs; nowhere if it is what a system leaves in
    /// archives.
    fn path(&self, name: &str) -> Result<Option<PathBuf>, UnpackError> {
        let mut path = self.folder.to_owned();
        let mut levels = 0;
        for part in Path::new(name).components() {
            match part {
                Component::CurDir => {}
                Component::Normal(part) if part == "__MACOSX" || part == ".DS_Store" => return Ok(None),
                Component::Normal(part) => {
                    path.push(part);
                    levels += 1;
                }
                _ => return Err(UnpackError::Outside(name.to_owned())),
            }
        }
        // The last one is the file itself.
        if levels > DEEPEST + 1 {
            return Err(Excess::Nesting.into());
        }
        Ok((levels > 0).then_some(path))
    }

    /// Writes a file, up to what is left of the limits, whatever the archive says of its
    /// size. Returns how many bytes there were.
    fn write(&mut self, from: &mut impl Read, path: &Path, is_executable: bool) -> Result<u64, UnpackError> {
        if self.files == MOST_FILES {
            return Err(Excess::Files.into());
        }
        self.files += 1;
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let left = LARGEST - self.bytes;
        let mut file = File::create_new(path)?;
        let written = io::copy(&mut from.by_ref().take(left + 1), &mut file)?;
        if written > left {
            return Err(Excess::Bytes.into());
        }
        self.bytes += written;
        if is_executable {
            make_executable(path)?;
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};
    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::*;
    use crate::agents::content;

    const PLAIN: SimpleFileOptions = SimpleFileOptions::DEFAULT;

    /// Tries to unpack, and asserts that nothing was written outside of the folder.
    fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<String>, UnpackError> {
        let place = tempfile::tempdir().unwrap();
        let (archive, folder) = (place.path().join(name), place.path().join("a/b"));
        fs::write(&archive, bytes).unwrap();
        fs::create_dir_all(&folder).unwrap();
        let result = unpack(&archive, Packing::of_name(name).unwrap().0, &folder);
        let beside = content::list(place.path(), |path| !path.ends_with("b")).unwrap();
        assert_eq!(beside, [archive]);
        result?;
        let name = |path: &PathBuf| path.strip_prefix(&folder).unwrap().display().to_string();
        Ok(content::list(&folder, |_| true).unwrap().iter().map(name).collect())
    }

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, text) in files {
            zip.start_file(*name, PLAIN).unwrap();
            zip.write_all(text).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    /// A tar file whose names are written as they are.
    fn tar(files: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, kind, text) in files {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(*kind);
            header.set_size(text.len() as u64);
            header.set_mode(0o755);
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            if kind.is_symlink() || kind.is_hard_link() {
                header.set_link_name("/etc/passwd").unwrap();
            }
            header.set_cksum();
            tar.append(&header, *text).unwrap();
        }
        tar.into_inner().unwrap()
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
        gz.write_all(bytes).unwrap();
        gz.finish().unwrap()
    }

    #[test]
    fn every_packing_gives_the_files_back_without_what_a_system_adds() {
        let files = [("ada/homework.py", &b"1"[..]), ("ada/lib/a b.py", b"2"), ("__MACOSX/ada/._homework.py", b"3")];
        let expected = ["ada/homework.py", "ada/lib/a b.py"];
        assert_eq!(unpacked("ada.zip", &zip(&files)).unwrap(), expected);
        let files = files.map(|(name, text)| (name, EntryType::Regular, text));
        let folder = ("ada", EntryType::Directory, &b""[..]);
        let plain = tar(&[&[folder][..], &files].concat());
        assert_eq!(unpacked("ada.tar", &plain).unwrap(), expected);
        for name in ["ada.tar.gz", "ada.TGZ"] {
            assert_eq!(unpacked(name, &gz(&plain)).unwrap(), expected);
        }
        // As some programs on Windows write it.
        assert_eq!(unpacked("ada.zip", &zip(&[("ada\\homework.py", b"1")])).unwrap(), ["ada/homework.py"]);
    }

    #[test]
    fn the_name_without_the_packing_is_what_it_is_called() {
        let names = ["ada.zip", "ada.tar.gz", "ada.b.TGZ", "ada.tar"].map(|name| Packing::of_name(name).unwrap().1);
        assert_eq!(names, ["ada", "ada", "ada.b", "ada"]);
        for name in ["zip", ".zip", "ada.gz", "ada.zip.py", "ä"] {
            assert_eq!(Packing::of_name(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_lead_out_are_refused() {
        for name in ["../evil", "/evil", "a/../../evil", "..\\evil"] {
            let error = unpacked("a.zip", &zip(&[("ok", b""), (name, b"")])).unwrap_err();
            assert!(matches!(error, UnpackError::Outside(_)), "{name}: {error}");
        }
        for name in ["../evil", "/tmp/evil", "a/../../evil"] {
            let error = unpacked("a.tar", &tar(&[(name, EntryType::Regular, b"")])).unwrap_err();
            assert!(matches!(error, UnpackError::Outside(_)), "{name}: {error}");
        }
    }

    #[test]
    fn links_stay_behind_and_devices_are_refused() {
        let mut linked = ZipWriter::new(io::Cursor::new(Vec::new()));
        linked.add_symlink("link", "/etc", PLAIN).unwrap();
        linked.start_file("ok", PLAIN).unwrap();
        assert_eq!(unpacked("a.zip", &linked.finish().unwrap().into_inner()).unwrap(), ["ok"]);
        let file = ("ok", EntryType::Regular, &b""[..]);
        let links = [("a", EntryType::Symlink, &b""[..]), ("b", EntryType::Link, b""), file];
        assert_eq!(unpacked("a.tar", &tar(&links)).unwrap(), ["ok"]);
        for kind in [EntryType::Char, EntryType::Block, EntryType::Fifo] {
            assert!(matches!(unpacked("a.tar", &tar(&[("a", kind, b"")])), Err(UnpackError::Kind(_))));
        }
        // Through a link that would lead outside, nothing is written either.
        let through = [("a", EntryType::Symlink, &b""[..]), ("a/b", EntryType::Regular, b"")];
        assert_eq!(unpacked("a.tar", &tar(&through)).unwrap(), ["a/b"]);
    }

    #[test]
    fn bombs_are_refused_by_the_limit_that_they_pass() {
        let many: Vec<String> = (0..=MOST_FILES).map(|number| number.to_string()).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert!(matches!(unpacked("a.zip", &zip(&many)), Err(UnpackError::Excess(Excess::Files))));
        let deep = format!("{}x", "d/".repeat(DEEPEST + 1));
        assert!(matches!(unpacked("a.zip", &zip(&[(&deep, b"")])), Err(UnpackError::Excess(Excess::Nesting))));
        // 256 MiB and one byte of nothing are a few hundred kB.
        let mut bomb = ZipWriter::new(io::Cursor::new(Vec::new()));
        bomb.start_file("zeros", PLAIN).unwrap();
        io::copy(&mut io::repeat(0).take(LARGEST + 1), &mut bomb).unwrap();
        let bomb = bomb.finish().unwrap().into_inner();
        assert!(bomb.len() < 1 << 20, "{}", bomb.len());
        assert!(matches!(unpacked("a.zip", &bomb), Err(UnpackError::Excess(Excess::Bytes))));
    }

    #[test]
    fn what_is_damaged_or_cut_short_is_said_so() {
        let whole = zip(&[("ada/homework.py", &[7; 2000])]);
        let packed = gz(&tar(&[("ada/homework.py", EntryType::Regular, &[7; 2000])]));
        for (name, bytes) in [("a.zip", &whole), ("a.tar.gz", &packed)] {
            for length in [0, 1, 20, bytes.len() / 2] {
                assert!(matches!(unpacked(name, &bytes[..length]), Err(UnpackError::Damaged(_))), "{name} {length}");
            }
        }
    }
}
