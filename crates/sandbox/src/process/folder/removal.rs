//! Removal of whatever an agent has left behind, however deep it goes and whatever its
//! permissions are, without ever leaving the folder.

use std::ffi::{CStr, CString};
use std::os::fd::{AsFd, OwnedFd};

use nix::dir::{Dir, Type};
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat, renameat};
use nix::sys::stat::{FchmodatFlags, Mode, SFlag, fchmodat, fstatat};
use nix::unistd::{UnlinkatFlags, unlinkat};

pub(super) const FOLDER: OFlag =
    OFlag::O_RDONLY.union(OFlag::O_DIRECTORY).union(OFlag::O_NOFOLLOW).union(OFlag::O_CLOEXEC);

/// The names in a folder and whether they are folders themselves.
pub(super) fn entries(folder: &OwnedFd) -> nix::Result<Vec<(CString, bool)>> {
    let mut listing = Dir::openat(folder, c".", FOLDER, Mode::empty())?;
    let mut entries = Vec::new();
    for entry in listing.iter() {
        let entry = entry?;
        let name = entry.file_name();
        if name != c"." && name != c".." {
            let is_folder = match entry.file_type() {
                Some(kind) => kind == Type::Directory,
                None => is_folder(folder, name),
            };
            entries.push((name.to_owned(), is_folder));
        }
    }
    Ok(entries)
}

fn is_folder(folder: impl AsFd, name: &CStr) -> bool {
    fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW)
        .is_ok_and(|status| SFlag::from_bits_truncate(status.st_mode) & SFlag::S_IFMT == SFlag::S_IFDIR)
}

/// Removes all that is in a folder.
pub(super) fn empty(folder: &OwnedFd) -> nix::Result<()> {
    for (name, _) in entries(folder)? {
        remove(folder, &name)?;
    }
    Ok(())
}

/// Removes what has this name in a folder, if there is anything. Folders inside
/// folders are first moved to the top, so neither depth nor the number of open
/// files matters.
pub(super) fn remove(folder: impl AsFd, name: &CStr) -> nix::Result<()> {
    let folder = folder.as_fd();
    match unlinkat(folder, name, UnlinkatFlags::NoRemoveDir) {
        Ok(()) | Err(Errno::ENOENT) => return Ok(()),
        Err(Errno::EISDIR | Errno::EPERM) if is_folder(folder, name) => {}
        Err(error) => return Err(error),
    }
    let mut waiting = vec![name.to_owned()];
    let mut moved = 0_u32;
    while let Some(name) = waiting.pop() {
        if unlinkat(folder, &*name, UnlinkatFlags::RemoveDir).is_ok() {
            continue;
        }
        // Not through a link: it is known to be a folder, and the agent that could
        // exchange it is dead.
        fchmodat(folder, &*name, Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
        let inner = openat(folder, &*name, FOLDER, Mode::empty())?;
        for (entry, is_folder) in entries(&inner)? {
            if is_folder {
                // Moving a folder changes its own `..`, for which it must be writable.
                fchmodat(&inner, &*entry, Mode::S_IRWXU, FchmodatFlags::FollowSymlink)?;
                let top = loop {
                    moved += 1;
                    let top = CString::new(format!(".removed-{moved}")).expect("no zero in it");
                    match fstatat(folder, &*top, AtFlags::AT_SYMLINK_NOFOLLOW) {
                        Err(Errno::ENOENT) => break top,
                        Ok(_) => {}
                        Err(error) => return Err(error),
                    }
                };
                renameat(&inner, &*entry, folder, &*top)?;
                waiting.push(top);
            } else {
                unlinkat(&inner, &*entry, UnlinkatFlags::NoRemoveDir)?;
            }
        }
        unlinkat(folder, &*name, UnlinkatFlags::RemoveDir)?;
    }
    Ok(())
}
