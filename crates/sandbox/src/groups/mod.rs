//! Groups of processes (cgroup v2): the kernel's own account of all that a program uses, and
//! a way to kill all of it at once.
//!
//! A group is made for each run and removed after it: a group in which all were killed kills
//! whatever is started in it later. All groups of a process are in a folder of its own, which it holds locked: what
//! a dead process has left behind is not locked, and is removed by whoever starts next.

mod place;

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

pub(crate) use place::Controllers;
use place::Place;

use crate::process::Limits;

/// How the names of the folders begin.
const PREFIX: &str = "fruitrage-";
/// How long the last of a group may take to die.
const PATIENCE: Duration = Duration::from_secs(2);

/// All groups of this process.
#[derive(Debug)]
pub(crate) struct Groups {
    folder: PathBuf,
    controllers: Controllers,
    /// Held as long as this lives, by which others know that it does.
    _lock: File,
    next: AtomicU32,
}

/// One group.
#[derive(Debug)]
struct Group {
    folder: PathBuf,
    /// In the order of [`FILES`].
    files: Vec<File>,
}

/// The files of a group that a warden gets, in this order: the folder to start processes in,
/// what it has used, what to kill it by, and how often it ran out of memory. The last one is
/// there only with the limit on memory.
const FILES: [(&str, bool); 4] = [(".", false), ("cpu.stat", false), ("cgroup.kill", true), ("memory.events", false)];

/// A group in use.
#[derive(Debug)]
pub(crate) struct Lease {
    /// Gone only after all of its groups.
    _groups: Arc<Groups>,
    group: Group,
}

impl Groups {
    /// Makes a folder for groups. Fails with the reason.
    pub(crate) fn new() -> Result<Arc<Self>, String> {
        let Place { folder: place, controllers } = place::find()?;
        sweep(&place);
        let text = |error: io::Error| format!("{}: {error}", place.display());
        let (folder, lock) = make_folder(&place).map_err(text)?;
        // Where that is refused there are the groups without the limits.
        let _ = fs::write(folder.join("cgroup.subtree_control"), controllers.wish());
        let controllers = Controllers::read(&folder.join("cgroup.subtree_control"));
        Ok(Arc::new(Self { folder, controllers, _lock: lock, next: AtomicU32::new(0) }))
    }

    /// Which limits the kernel keeps by itself.
    pub(crate) fn controllers(&self) -> Controllers {
        self.controllers
    }

    /// A group of which nobody is a member, held to these limits as far as the kernel does.
    pub(crate) fn lease(self: &Arc<Self>, limits: &Limits) -> io::Result<Lease> {
        let group = self.make()?;
        if self.controllers.memory {
            fs::write(group.folder.join("memory.max"), limits.memory.to_string())?;
            // Without swap there is no such file; then there is nothing to be denied either.
            let _ = fs::write(group.folder.join("memory.swap.max"), "0");
        }
        if self.controllers.processes {
            fs::write(group.folder.join("pids.max"), limits.processes.to_string())?;
        }
        Ok(Lease { _groups: Arc::clone(self), group })
    }

    fn make(&self) -> io::Result<Group> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(number.to_string());
        fs::create_dir(&folder)?;
        let files = FILES[..if self.controllers.memory { 4 } else { 3 }].iter();
        let open = |&(name, write): &(&str, bool)| File::options().read(!write).write(write).open(folder.join(name));
        match files.map(open).collect() {
            Ok(files) => Ok(Group { folder, files }),
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                Err(error)
            }
        }
    }
}

impl Lease {
    /// The files for the warden.
    pub(crate) fn files(&self) -> Vec<BorrowedFd<'_>> {
        self.group.files.iter().map(|file| file.as_fd()).collect()
    }

    /// Kills all that is in the group.
    pub(crate) fn kill(&self) {
        self.group.kill();
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // Nothing is in it any more, unless something has gone wrong.
        if fs::remove_dir(&self.group.folder).is_err() {
            self.group.kill();
            remove(&self.group.folder);
        }
    }
}

impl Group {
    fn kill(&self) {
        // What cannot be killed is told by the folder that cannot be removed.
        let _ = (&self.files[2]).write_all(b"1");
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        remove(&self.folder);
    }
}

/// Makes a folder with a name of its own, and locks it.
fn make_folder(place: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let folder = tempfile::Builder::new().prefix(PREFIX).make_in(place, |path| fs::create_dir(path))?;
        let folder = folder.into_temp_path().keep().map_err(|error| error.error)?;
        // Until it is locked it looks like one that was left behind.
        let lock = File::open(&folder).and_then(|lock| lock.try_lock().map(|()| lock).map_err(io::Error::from));
        match lock {
            Ok(lock) if folder.exists() => return Ok((folder, lock)),
            _ if !folder.exists() => {}
            Ok(_) => {}
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                return Err(error);
            }
        }
    }
}

/// Removes what processes that are dead by now have left behind. What cannot be removed
/// belongs to somebody else.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let folder = entry.path();
        let is_left = || File::open(&folder).is_ok_and(|lock| lock.try_lock().is_ok());
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && folder.is_dir() && is_left() {
            let _ = fs::write(folder.join("cgroup.kill"), "1");
            remove(&folder);
        }
    }
}

/// Removes a folder with the groups in it, when the last of their processes has died.
fn remove(folder: &Path) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let inner = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        for group in inner.filter(|path| path.is_dir()) {
            let _ = fs::remove_dir(group);
        }
        match fs::remove_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(1));
            }
            // It is gone; or it cannot be, and the next one to start will try.
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn what_a_dead_process_has_left_is_removed_and_what_a_living_one_has_is_not() {
        let groups = match Groups::new() {
            Ok(groups) => groups,
            Err(reason) => return eprintln!("NOTICE: groups are not tested: {reason}"),
        };
        let place = groups.folder.parent().unwrap();
        // As a process leaves it that was killed: not locked, and with something alive in it.
        let left = place.join(format!("{PREFIX}left-{}", std::process::id()));
        fs::create_dir_all(left.join("0")).unwrap();
        let mut orphan = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        fs::write(left.join("0/cgroup.procs"), orphan.id().to_string()).unwrap();
        let own = groups.lease(&Limits::default()).unwrap();
        // The last of the group is a zombie until it is waited for, but no member any more.
        sweep(place);
        assert!(!left.exists());
        assert!(!orphan.wait().unwrap().success());
        assert!(groups.folder.exists());
        drop(own);
        let folder = groups.folder.clone();
        drop(groups);
        assert!(!folder.exists());
    }

    #[test]
    fn each_run_has_a_group_of_its_own_which_is_gone_after_it() {
        let Ok(groups) = Groups::new() else { return };
        let leases = [(); 2].map(|()| groups.lease(&Limits::default()).unwrap());
        let folders = leases.each_ref().map(|lease| lease.group.folder.clone());
        assert_ne!(folders[0], folders[1]);
        leases[0].kill();
        drop(leases);
        assert!(folders.iter().all(|folder| !folder.exists()));
    }
}
