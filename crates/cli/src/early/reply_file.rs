//! Answers for the two files of a move, by nothing but system calls: the plain
//! case of what `files.rs` does, and nothing done in any other.

use std::ffi::{CStr, CString};
use std::os::fd::{IntoRawFd as _, OwnedFd};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RenameFlags};
use rustix::fs::{openat, renameat, renameat_with, statat, unlinkat};
use rustix::io::{Errno, close, read as read_some, write as write_some};
use rustix::process::getpid;

/// Room for any input that is as it should be.
pub(super) const MAX_BYTES: usize = 2048;

/// Reads a file as a whole, if it is an ordinary one and small enough.
pub(super) fn read<'a>(path: &CStr, room: &'a mut [u8; MAX_BYTES]) -> Option<&'a [u8]> {
    // What is read from a pipe could not be read again.
    if !is_file(statat(CWD, path, AtFlags::empty()).ok()?.st_mode) {
        return None;
    }
    let length = with_file(path, OFlags::RDONLY, |file| read_some(file, &mut room[..]).ok())?;
    (length < MAX_BYTES).then(|| &room[..length])
}

/// Writes a file so that nobody ever sees a part of it, as `files::write_whole`
/// does. If that cannot be done, nothing is left behind.
pub(super) fn write(path: &CStr, text: &[u8]) -> Option<()> {
    let is_there = match statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(found) if is_file(found.st_mode) => true,
        Err(Errno::NOENT) => false,
        _ => return None,
    };
    let name = format!(".{}.{}-early.tmp", path.to_str().ok()?, getpid().as_raw_nonzero());
    let temporary = &CString::new(name).ok()?;
    let write = |file: &OwnedFd| Some(write_some(file, text) == Ok(text.len()));
    let is_written = with_file(temporary, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL, write)?;
    if is_written && take_name(temporary, path, is_there) {
        return Some(());
    }
    let _ = unlinkat(CWD, temporary, AtFlags::empty());
    None
}

/// Opens a file, does something with it, and closes it.
fn with_file<T>(path: &CStr, how: OFlags, act: impl FnOnce(&OwnedFd) -> Option<T>) -> Option<T> {
    let file = openat(CWD, path, how | OFlags::CLOEXEC, Mode::from_raw_mode(0o666)).ok()?;
    let result = act(&file);
    // A file that is dropped is closed by the C library.
    // SAFETY: it was opened here, and nobody has it any more.
    unsafe { close(file.into_raw_fd()) };
    result
}

/// Lets a new file take the name of another one, which may be there. Two files
/// change their names for the reason told in `files.rs`.
fn take_name(new: &CStr, path: &CStr, is_there: bool) -> bool {
    if is_there && renameat_with(CWD, new, CWD, path, RenameFlags::EXCHANGE).is_ok() {
        // The reply is there, whatever becomes of the old one.
        let _ = unlinkat(CWD, new, AtFlags::empty());
        return true;
    }
    renameat(CWD, new, CWD, path).is_ok()
}

fn is_file(mode: u32) -> bool {
    FileType::from_raw_mode(mode) == FileType::RegularFile
}
