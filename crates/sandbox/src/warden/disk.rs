//! The size of all that a program has put into its folder.

use std::ffi::CString;
use std::path::Path;

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag};
use nix::sys::stat::{Mode, SFlag, fstatat};

/// More files than this, or deeper folders, are as good as a full disk, and would
/// take long to count.
const MOST_FILES: usize = 20_000;
const DEEPEST: usize = 32;

/// What the system counts the room of a file in, whatever the disk's blocks are.
const BLOCK: u64 = 512;

const FOLDER: OFlag = OFlag::O_RDONLY.union(OFlag::O_DIRECTORY).union(OFlag::O_NOFOLLOW).union(OFlag::O_CLOEXEC);

/// Whether there is more in the folder than so many bytes, or more than can be
/// counted.
pub(super) fn is_over(folder: &Path, most: u64) -> bool {
    let mut count = Count { files: 0, bytes: 0 };
    match Dir::open(folder, FOLDER, Mode::empty()) {
        Ok(folder) => !count.add(folder, DEEPEST) || count.bytes > most,
        // It may have been removed.
        Err(_) => false,
    }
}

struct Count {
    files: usize,
    bytes: u64,
}

impl Count {
    /// Whether all of it could be counted.
    fn add(&mut self, mut folder: Dir, depth: usize) -> bool {
        let Some(names) = self.names(&mut folder) else { return false };
        for name in names {
            // What is gone by now takes no room.
            let Ok(status) = fstatat(&folder, &*name, AtFlags::AT_SYMLINK_NOFOLLOW) else { continue };
            self.bytes += status.st_blocks as u64 * BLOCK;
            if SFlag::from_bits_truncate(status.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR {
                let counted = match Dir::openat(&folder, &*name, FOLDER, Mode::empty()) {
                    Ok(inner) => depth > 0 && self.add(inner, depth - 1),
                    Err(Errno::ENOENT | Errno::ENOTDIR | Errno::ELOOP) => true,
                    // No honest program hides files from itself.
                    Err(_) => false,
                };
                if !counted {
                    return false;
                }
            }
        }
        true
    }

    fn names(&mut self, folder: &mut Dir) -> Option<Vec<CString>> {
        let mut names = Vec::new();
        for entry in folder.iter() {
            let name = entry.ok()?.file_name().to_owned();
            if &*name != c"." && &*name != c".." {
                self.files += 1;
                names.push(name);
            }
            if self.files > MOST_FILES {
                return None;
            }
        }
        Some(names)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_of_all_folders_count() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_over(folder.path(), 0));
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("inner/file"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/usr", folder.path().join("link")).unwrap();
        assert!(!is_over(folder.path(), 200_000));
        assert!(is_over(folder.path(), 99_999));
    }

    #[test]
    fn folders_too_deep_to_be_counted_are_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let path = (0..40).fold(folder.path().to_owned(), |path, _| path.join("d"));
        fs::create_dir_all(path).unwrap();
        assert!(is_over(folder.path(), u64::MAX));
    }
}
