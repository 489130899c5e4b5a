//! The folder by its descriptor: names are looked up in it and nowhere else.

use std::ffi::{CStr, CString, OsStr};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, open, openat, readlinkat};
use nix::sys::stat::{FileStat, Mode, SFlag, fchmod, fstat, fstatat, lstat, mkdirat};
use nix::unistd::{Gid, Uid, fchown, fchownat, symlinkat};

use super::{INPUT, OUTPUT, OutputFault, removal};
use crate::process::users;

/// How deep the folders of a submission may be nested: no honest one gets there,
/// and copying it must not run out of anything.
const MOST_NESTED: usize = 64;

#[derive(Debug)]
pub(super) struct FolderHandle {
    path: PathBuf,
    user: Option<u32>,
    /// The folder, also if the agent has moved another into its place.
    folder: Mutex<OwnedFd>,
    /// How long the agent may run before the folder is to be looked at again: looking at many
    /// files takes long.
    disk_due: Mutex<Duration>,
}

impl FolderHandle {
    pub(super) fn create(parent: &Path, copy_of: Option<&Path>) -> io::Result<Self> {
        let parent = parent.canonicalize()?;
        let user = users::next();
        if user.is_some() {
            open_to_pass(&parent)?;
        }
        // A name that nobody guesses, made by this call and by no other.
        let path = tempfile::Builder::new()
            .prefix("agent-")
            .rand_bytes(16)
            .make_in(&parent, |path| fs::DirBuilder::new().mode(0o700).create(path))?
            .into_temp_path()
            .keep()
            .map_err(|error| error.error)?;
        let folder = open(&path, removal::FOLDER, Mode::empty())?;
        let place = Self { path, user, folder: Mutex::new(folder), disk_due: Mutex::default() };
        if let Some(source) = copy_of {
            let source = open(source, removal::FOLDER & !OFlag::O_NOFOLLOW, Mode::empty())?;
            copy(&source, &place.folder(), user, MOST_NESTED)?;
        }
        hand_over(&*place.folder(), user)?;
        Ok(place)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn user(&self) -> Option<u32> {
        self.user
    }

    pub(super) fn disk_due(&self) -> Duration {
        *self.disk_due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_disk_due(&self, due: Duration) {
        *self.disk_due.lock().unwrap_or_else(PoisonError::into_inner) = due;
    }

    pub(super) fn write_input(&self, text: &[u8]) -> io::Result<()> {
        let folder = self.restored()?;
        removal::remove(&*folder, &name(INPUT))?;
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let file = openat(&*folder, INPUT, flags, Mode::from_bits_truncate(0o644))?;
        hand_over(&file, self.user)?;
        File::from(file).write_all(text)
    }

    pub(super) fn clear_output(&self) -> io::Result<()> {
        Ok(removal::remove(&*self.restored()?, &name(OUTPUT))?)
    }

    pub(super) fn read_output(&self, most: usize) -> Result<Vec<u8>, OutputFault> {
        let folder = self.folder();
        let unreadable = |error: Errno| match error {
            Errno::ENOENT => OutputFault::Missing,
            Errno::ELOOP => OutputFault::NotAFile("a symbolic link"),
            error => OutputFault::Unreadable(error.into()),
        };
        // Looked at before it is opened, since opening alone can do something to a
        // device; and once more when it is open, since only that is certain.
        check(&fstatat(&*folder, OUTPUT, AtFlags::AT_SYMLINK_NOFOLLOW).map_err(unreadable)?, most)?;
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
        let file = openat(&*folder, OUTPUT, flags, Mode::empty()).map_err(unreadable)?;
        check(&fstat(&file).map_err(unreadable)?, most)?;
        let mut text = Vec::new();
        File::from(file).take(most as u64 + 1).read_to_end(&mut text).map_err(OutputFault::Unreadable)?;
        if text.len() > most { Err(OutputFault::TooLarge(text.len() as u64)) } else { Ok(text) }
    }

    /// The names in the folder, so many at most.
    pub(super) fn names(&self, most: usize) -> Vec<String> {
        let Ok(mut listing) = Dir::openat(&*self.folder(), c".", removal::FOLDER, Mode::empty()) else {
            return Vec::new();
        };
        let names = listing.iter().flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name != "." && name != "..").take(most).collect()
    }

    fn folder(&self) -> MutexGuard<'_, OwnedFd> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder, made again if the agent has removed or replaced it.
    fn restored(&self) -> io::Result<MutexGuard<'_, OwnedFd>> {
        let mut folder = self.folder();
        let expected = fstat(&*folder)?;
        let is_there =
            lstat(&self.path).is_ok_and(|found| (found.st_dev, found.st_ino) == (expected.st_dev, expected.st_ino));
        if !is_there {
            let (parent, name) = self.parent()?;
            removal::remove(&parent, &name)?;
            mkdirat(&parent, &*name, Mode::S_IRWXU)?;
            *folder = openat(&parent, &*name, removal::FOLDER, Mode::empty())?;
            hand_over(&*folder, self.user)?;
        }
        fchmod(&*folder, Mode::S_IRWXU)?;
        Ok(folder)
    }

    fn parent(&self) -> io::Result<(OwnedFd, CString)> {
        let (Some(parent), Some(own)) = (self.path.parent(), self.path.file_name()) else {
            unreachable!("it was made in another folder")
        };
        Ok((open(parent, removal::FOLDER, Mode::empty())?, name(own)))
    }
}

impl Drop for FolderHandle {
    fn drop(&mut self) {
        // Whether the folder is still at its place or the agent has moved it
        // elsewhere in the parent, what is in it goes. A failure leaves files, and
        // there is nobody to tell.
        let folder = self.folder();
        let _ = fchmod(&*folder, Mode::S_IRWXU).and_then(|()| removal::empty(&folder));
        drop(folder);
        if let Ok((parent, name)) = self.parent() {
            let _ = removal::remove(&parent, &name);
        }
    }
}

fn name(text: impl AsRef<OsStr>) -> CString {
    CString::new(text.as_ref().as_bytes()).expect("names have no zero in them")
}

/// Lets other users pass through the parent of the folders, and makes sure that
/// they can get there at all.
fn open_to_pass(parent: &Path) -> io::Result<()> {
    const PASS: u32 = 0o011;
    let mut permissions = fs::metadata(parent)?.permissions();
    if permissions.mode() & PASS != PASS {
        permissions.set_mode(permissions.mode() | PASS);
        fs::set_permissions(parent, permissions)?;
    }
    match parent.ancestors().find(|folder| fs::metadata(folder).is_ok_and(|found| found.permissions().mode() & 1 == 0))
    {
        None => Ok(()),
        Some(closed) => Err(io::Error::other(format!(
            "agents do not run as root, and no other user can pass through {}: choose another folder",
            closed.display()
        ))),
    }
}

fn hand_over(file: impl std::os::fd::AsFd, user: Option<u32>) -> nix::Result<()> {
    match user {
        Some(id) => fchown(file, Some(Uid::from_raw(id)), Some(Gid::from_raw(id))),
        None => Ok(()),
    }
}

/// Whether this can be a reply.
fn check(status: &FileStat, most: usize) -> Result<(), OutputFault> {
    let kind = match SFlag::from_bits_truncate(status.st_mode) & SFlag::S_IFMT {
        SFlag::S_IFREG if status.st_nlink > 1 => return Err(OutputFault::HardLink),
        SFlag::S_IFREG if status.st_size as u64 > most as u64 => {
            return Err(OutputFault::TooLarge(status.st_size as u64));
        }
        SFlag::S_IFREG => return Ok(()),
        SFlag::S_IFLNK => "a symbolic link",
        SFlag::S_IFDIR => "a folder",
        SFlag::S_IFIFO => "a pipe",
        SFlag::S_IFSOCK => "a socket",
        _ => "a device",
    };
    Err(OutputFault::NotAFile(kind))
}

/// Copies files, folders and links; whatever else a submission holds is left out.
fn copy(source: &OwnedFd, target: &OwnedFd, user: Option<u32>, depth: usize) -> io::Result<()> {
    if depth == 0 {
        return Err(io::Error::other(format!("folders nested more than {MOST_NESTED} deep")));
    }
    for (entry, _) in removal::entries(source)? {
        let entry: &CStr = &entry;
        let status = fstatat(source, entry, AtFlags::AT_SYMLINK_NOFOLLOW)?;
        match SFlag::from_bits_truncate(status.st_mode) & SFlag::S_IFMT {
            SFlag::S_IFDIR => {
                mkdirat(target, entry, Mode::S_IRWXU)?;
                let inner = openat(target, entry, removal::FOLDER, Mode::empty())?;
                copy(&openat(source, entry, removal::FOLDER, Mode::empty())?, &inner, user, depth - 1)?;
                hand_over(&inner, user)?;
            }
            SFlag::S_IFREG => {
                let from = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
                let to = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
                let mode = Mode::from_bits_truncate(status.st_mode & 0o755) | Mode::S_IRUSR | Mode::S_IWUSR;
                let file = openat(target, entry, to, mode)?;
                hand_over(&file, user)?;
                io::copy(&mut File::from(openat(source, entry, from, Mode::empty())?), &mut File::from(file))?;
            }
            SFlag::S_IFLNK => {
                symlinkat(&*readlinkat(source, entry)?, target, entry)?;
                if let Some(id) = user {
                    let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
                    fchownat(target, entry, Some(user), Some(group), AtFlags::AT_SYMLINK_NOFOLLOW)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn place() -> (tempfile::TempDir, FolderHandle) {
        let parent = tempfile::tempdir().unwrap();
        let place = FolderHandle::create(parent.path(), None).unwrap();
        (parent, place)
    }

    fn fault(place: &FolderHandle) -> String {
        place.read_output(100).unwrap_err().to_string()
    }

    #[test]
    fn a_reply_is_read_as_it_is() {
        let (_parent, place) = place();
        assert_eq!(fault(&place), "there is no output.txt");
        fs::write(place.path().join("output.txt"), "A1\n*\n").unwrap();
        assert_eq!(place.read_output(5).unwrap(), b"A1\n*\n");
        assert_eq!(place.read_output(4).unwrap_err().to_string(), "output.txt is too large for a reply: 5 bytes");
        place.clear_output().unwrap();
        assert_eq!(fault(&place), "there is no output.txt");
    }

    #[test]
    fn whatever_is_not_a_plain_file_is_refused_and_can_be_cleared() {
        let (_parent, place) = place();
        let output = place.path().join("output.txt");
        let secret = place.path().join("secret");
        fs::write(&secret, "secret").unwrap();
        symlink(&secret, &output).unwrap();
        assert_eq!(fault(&place), "output.txt is not a file but a symbolic link");
        place.clear_output().unwrap();
        fs::hard_link(&secret, &output).unwrap();
        assert_eq!(fault(&place), "output.txt is a hard link to a file that has other names too");
        place.clear_output().unwrap();
        fs::create_dir_all(output.join("a/b/c")).unwrap();
        assert_eq!(fault(&place), "output.txt is not a file but a folder");
        place.clear_output().unwrap();
        nix::unistd::mkfifo(&output, Mode::S_IRWXU).unwrap();
        assert_eq!(fault(&place), "output.txt is not a file but a pipe");
        place.clear_output().unwrap();
        std::os::unix::net::UnixListener::bind(&output).unwrap();
        assert_eq!(fault(&place), "output.txt is not a file but a socket");
        place.clear_output().unwrap();
        assert_eq!(fs::read(&secret).unwrap(), b"secret");
    }

    #[test]
    fn input_is_never_written_through_what_the_agent_left_there() {
        let (parent, place) = place();
        let victim = parent.path().join("victim");
        fs::write(&victim, "untouched").unwrap();
        let input = place.path().join("input.txt");
        symlink(&victim, &input).unwrap();
        place.write_input(b"first").unwrap();
        assert_eq!(fs::read(&input).unwrap(), b"first");
        fs::remove_file(&input).unwrap();
        fs::hard_link(&victim, &input).unwrap();
        place.write_input(b"second").unwrap();
        fs::remove_file(&input).unwrap();
        fs::create_dir_all(input.join("deep/er")).unwrap();
        place.write_input(b"third").unwrap();
        assert_eq!(fs::read(&input).unwrap(), b"third");
        assert_eq!(fs::read(&victim).unwrap(), b"untouched");
    }

    #[test]
    fn a_folder_that_was_removed_or_replaced_is_made_again() {
        let (parent, place) = place();
        fs::remove_dir_all(place.path()).unwrap();
        assert_eq!(fault(&place), "there is no output.txt");
        place.write_input(b"again").unwrap();
        assert_eq!(fs::read(place.path().join("input.txt")).unwrap(), b"again");

        let elsewhere = parent.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::write(elsewhere.join("input.txt"), "untouched").unwrap();
        fs::remove_dir_all(place.path()).unwrap();
        symlink(&elsewhere, place.path()).unwrap();
        place.clear_output().unwrap();
        place.write_input(b"once more").unwrap();
        assert!(!fs::symlink_metadata(place.path()).unwrap().is_symlink());
        assert_eq!(fs::read(elsewhere.join("input.txt")).unwrap(), b"untouched");
    }

    #[test]
    fn it_is_removed_however_deep_and_closed_it_is() {
        let (parent, place) = place();
        let mut folder = open(place.path(), removal::FOLDER, Mode::empty()).unwrap();
        // Deeper than a path can be long, and than there are descriptors.
        for depth in 0..3000 {
            mkdirat(&folder, "nested", Mode::S_IRWXU).unwrap();
            let inner = openat(&folder, "nested", removal::FOLDER, Mode::empty()).unwrap();
            let mode = if depth % 2 == 0 { Mode::empty() } else { Mode::S_IRWXU };
            fchmod(&folder, mode).unwrap();
            folder = inner;
        }
        drop(folder);
        drop(place);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_submission_is_copied_with_its_folders_modes_and_links() {
        let source = tempfile::tempdir().unwrap();
        fs::create_dir(source.path().join("data")).unwrap();
        fs::write(source.path().join("data/weights"), "1 2 3").unwrap();
        fs::write(source.path().join("agent"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(source.path().join("agent"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink("/etc/shadow", source.path().join("link")).unwrap();
        nix::unistd::mkfifo(&source.path().join("pipe"), Mode::S_IRWXU).unwrap();
        let parent = tempfile::tempdir().unwrap();
        let place = FolderHandle::create(parent.path(), Some(source.path())).unwrap();
        assert_eq!(fs::read(place.path().join("data/weights")).unwrap(), b"1 2 3");
        assert_eq!(fs::metadata(place.path().join("agent")).unwrap().permissions().mode() & 0o777, 0o755);
        assert_eq!(fs::read_link(place.path().join("link")).unwrap(), Path::new("/etc/shadow"));
        assert!(!place.path().join("pipe").exists());
    }
}
