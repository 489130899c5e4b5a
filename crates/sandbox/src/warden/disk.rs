//! The size of all that a program has put into its folder.

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::path::Path;

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, open};
use nix::sys::stat::{Mode, SFlag, fchmod, fstatat};

use fruitrage_game::FolderLimit;

/// More files than this, or deeper folders, are as good as a full disk, and would
/// take long to count.
const MOST_FILES: usize = 20_000;
const DEEPEST: usize = 32;

/// What the system counts the room of a file in, whatever the disk's blocks are.
const BLOCK: u64 = 512;

/// How often a folder is opened up again before it counts as closed.
const ATTEMPTS: u32 = 3;

const FOLDER: OFlag = OFlag::O_RDONLY.union(OFlag::O_DIRECTORY).union(OFlag::O_NOFOLLOW).union(OFlag::O_CLOEXEC);

/// The folder of a program, held open: whatever becomes of its name and its rights, it can be
/// looked at.
#[derive(Debug)]
pub(super) struct Folder(OwnedFd);

impl Folder {
    pub(super) fn open(path: &Path) -> nix::Result<Self> {
        open(path, FOLDER, Mode::empty()).map(Self)
    }

    /// Returns which limit is exceeded if there may be so many bytes in it.
    pub(super) fn over(&self, most: u64) -> Option<FolderLimit> {
        let mut count = Count { files: 0, bytes: 0 };
        match self.list().ok_or(FolderLimit::Unreadable).and_then(|folder| count.add(folder, DEEPEST)) {
            Err(limit) => Some(limit),
            Ok(()) => (count.bytes > most).then_some(FolderLimit::Bytes),
        }
    }

    /// Opens it to be listed, if need be by giving its owner the right to.
    fn list(&self) -> Option<Dir> {
        for _ in 0..ATTEMPTS {
            match Dir::openat(&self.0, c".", FOLDER, Mode::empty()) {
                Ok(folder) => return Some(folder),
                // Without the right to pass through it, not even `.` is found.
                Err(Errno::EACCES) => fchmod(&self.0, Mode::S_IRWXU).ok()?,
                Err(_) => return None,
            }
        }
        None
    }
}

struct Count {
    files: usize,
    bytes: u64,
}

impl Count {
    /// Counts all of it, or says which limit that exceeds.
    fn add(&mut self, mut folder: Dir, depth: usize) -> Result<(), FolderLimit> {
        for name in self.names(&mut folder)? {
            // What is gone by now takes no room.
            let status = match fstatat(&folder, &*name, AtFlags::AT_SYMLINK_NOFOLLOW) {
                Ok(status) => status,
                Err(Errno::EACCES) => return Err(FolderLimit::Unreadable),
                Err(_) => continue,
            };
            self.bytes += status.st_blocks as u64 * BLOCK;
            if SFlag::from_bits_truncate(status.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR {
                match Dir::openat(&folder, &*name, FOLDER, Mode::empty()) {
                    Ok(_) if depth == 0 => return Err(FolderLimit::Nesting(DEEPEST as u32)),
                    Ok(inner) => self.add(inner, depth - 1)?,
                    Err(Errno::ENOENT | Errno::ENOTDIR | Errno::ELOOP) => {}
                    // No honest program hides files from itself.
                    Err(_) => return Err(FolderLimit::Unreadable),
                }
            }
        }
        Ok(())
    }

    fn names(&mut self, folder: &mut Dir) -> Result<Vec<CString>, FolderLimit> {
        let mut names = Vec::new();
        for entry in folder.iter() {
            let name = entry.map_err(|_| FolderLimit::Unreadable)?.file_name().to_owned();
            if &*name != c"." && &*name != c".." {
                self.files += 1;
                names.push(name);
            }
            if self.files > MOST_FILES {
                return Err(FolderLimit::Files(MOST_FILES as u32));
            }
        }
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn over(folder: &Path, most: u64) -> Option<FolderLimit> {
        Folder::open(folder).unwrap().over(most)
    }

    #[test]
    fn files_of_all_folders_count() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(over(folder.path(), 0), None);
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("inner/file"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/usr", folder.path().join("link")).unwrap();
        assert_eq!(over(folder.path(), 200_000), None);
        assert_eq!(over(folder.path(), 99_999), Some(FolderLimit::Bytes));
    }

    #[test]
    fn folders_too_deep_to_be_counted_are_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let path = (0..40).fold(folder.path().to_owned(), |path, _| path.join("d"));
        fs::create_dir_all(path).unwrap();
        assert_eq!(over(folder.path(), u64::MAX), Some(FolderLimit::Nesting(32)));
    }

    #[test]
    fn files_too_many_to_be_counted_are_too_much() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..=MOST_FILES {
            fs::File::create(folder.path().join(number.to_string())).unwrap();
        }
        assert_eq!(over(folder.path(), u64::MAX), Some(FolderLimit::Files(20_000)));
    }

    #[test]
    fn a_folder_is_counted_whatever_its_rights_are_and_when_it_is_gone() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("folder");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("file"), vec![1; 100_000]).unwrap();
        let folder = Folder::open(&path).unwrap();
        for mode in [0o300, 0o400, 0] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(folder.over(99_999), Some(FolderLimit::Bytes), "{mode:o}");
        }
        fs::remove_dir_all(&path).unwrap();
        assert_eq!(folder.over(0), None);
    }
}
