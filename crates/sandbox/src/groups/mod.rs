//! Groups of processes (cgroup v2): the kernel's own account of all that a program uses, and
//! a way to kill all of it at once.
//!
//! A group is used by one run after the other, unless all in it had to be killed: it kills
//! whatever is started in it later. All groups of a process are in a folder of its own, which
//! it holds locked: what a dead process has left behind is not locked, and is removed by
//! whoever starts next.

mod freezer;
mod parent;

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use freezer::Freezer;
pub(crate) use parent::Controllers;
use parent::GroupParent;

use crate::isolation::Tier;
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
    /// Those that nobody uses.
    free: Mutex<Vec<Group>>,
}

/// One group, by the files that a warden gets of it.
#[derive(Debug)]
struct Group {
    path: PathBuf,
    /// What its members have used.
    usage: File,
    /// Where processes are started.
    folder: File,
    /// What they are killed by.
    killer: File,
    /// How often it ran out of memory, if that is limited.
    memory: Option<File>,
}

/// A group in use.
#[derive(Debug)]
pub(crate) struct Lease {
    /// Gone only after all of its groups.
    groups: Arc<Groups>,
    /// There until it is given back.
    group: Option<Group>,
    used_before: u64,
    killed_before: u64,
}

impl Groups {
    /// Makes a folder for groups. Fails with the reason.
    pub(crate) fn new() -> Result<Arc<Self>, String> {
        let GroupParent { folder: place, controllers } = parent::find()?;
        sweep(&place);
        let text = |error: io::Error| format!("{}: {error}", place.display());
        let (folder, lock) = make_folder(&place).map_err(text)?;
        // Where that is refused there are the groups without the limits.
        let _ = fs::write(folder.join("cgroup.subtree_control"), controllers.wish());
        let controllers = Controllers::read(&folder.join("cgroup.subtree_control"));
        Ok(Arc::new(Self { folder, controllers, _lock: lock, next: AtomicU32::new(0), free: Mutex::default() }))
    }

    /// Which limits the kernel keeps by itself.
    pub(crate) fn controllers(&self) -> Controllers {
        self.controllers
    }

    /// A group of which nobody is a member, held to these limits as far as the kernel does,
    /// with so many processes that are not the program's.
    pub(crate) fn lease(self: &Arc<Self>, limits: &Limits, others: u32) -> io::Result<Lease> {
        let free = self.free().pop();
        let group = match free {
            Some(group) => group,
            None => self.make()?,
        };
        let used_before = number(&group.usage, "usage_usec").unwrap_or(0);
        let killed_before = group.killed_for_memory();
        let lease = Lease { groups: Arc::clone(self), group: Some(group), used_before, killed_before };
        lease.limit(limits, others)?;
        Ok(lease)
    }

    fn free(&self) -> MutexGuard<'_, Vec<Group>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn make(&self) -> io::Result<Group> {
        let path = self.folder.join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        fs::create_dir(&path)?;
        Group::open(&path, self.controllers).inspect_err(|_| {
            let _ = fs::remove_dir(&path);
        })
    }
}

impl Group {
    fn open(path: &Path, controllers: Controllers) -> io::Result<Self> {
        let read = |name| File::open(path.join(name));
        Ok(Self {
            path: path.to_owned(),
            usage: read("cpu.stat")?,
            folder: read(".")?,
            killer: File::options().write(true).open(path.join("cgroup.kill"))?,
            memory: if controllers.memory { Some(read("memory.events")?) } else { None },
        })
    }

    fn killed_for_memory(&self) -> u64 {
        self.memory.as_ref().and_then(|events| number(events, "oom_kill").ok()).unwrap_or(0)
    }

    fn kill(&self) {
        // What cannot be killed is told by the folder that cannot be removed.
        let _ = (&self.killer).write_all(b"1");
    }
}

impl Lease {
    fn group(&self) -> &Group {
        self.group.as_ref().expect("there until it is given back")
    }

    fn limit(&self, limits: &Limits, others: u32) -> io::Result<()> {
        let (controllers, path) = (self.groups.controllers, &self.group().path);
        if controllers.memory {
            fs::write(path.join("memory.max"), limits.memory.to_string())?;
            // Without swap there is no such file; then there is nothing to be denied either.
            let _ = fs::write(path.join("memory.swap.max"), "0");
        }
        if controllers.processes {
            fs::write(path.join("pids.max"), limits.processes.saturating_add(others).to_string())?;
        }
        Ok(())
    }

    /// The files for the warden, which has to start the program in the group and to kill it
    /// there unless it is in the group itself, in a system of its own.
    pub(crate) fn files(&self, tier: Tier) -> Vec<BorrowedFd<'_>> {
        let group = self.group();
        let mut files = vec![group.usage.as_fd()];
        if tier != Tier::Bubblewrap {
            files.extend([group.folder.as_fd(), group.killer.as_fd()]);
        }
        files.extend(group.memory.as_ref().map(File::as_fd));
        files
    }

    /// Its folder, in which a process can be started.
    pub(crate) fn folder(&self) -> BorrowedFd<'_> {
        self.group().folder.as_fd()
    }

    /// CPU time of all its members.
    pub(crate) fn used(&self) -> Duration {
        let used = number(&self.group().usage, "usage_usec").unwrap_or(self.used_before);
        Duration::from_micros(used.saturating_sub(self.used_before))
    }

    /// Whether the kernel has killed a member for want of memory.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        self.group().killed_for_memory() > self.killed_before
    }

    /// Kills all that is in the group.
    pub(crate) fn kill(&self) {
        self.group().kill();
    }

    /// Gives a group back in which nobody is any more, and nobody had to be killed.
    pub(crate) fn give_back(mut self) {
        self.groups.free().extend(self.group.take());
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(group) = &self.group else { return };
        // Nothing is in it any more, unless something has gone wrong.
        if fs::remove_dir(&group.path).is_err() {
            group.kill();
            remove(&group.path);
        }
    }
}

/// The number behind a name, on a line of its own in a file that the kernel writes anew each
/// time.
pub(crate) fn number(file: &File, name: &str) -> io::Result<u64> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    let text = String::from_utf8_lossy(&buffer[..length]);
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.trim_start().parse().ok());
    found.ok_or_else(|| io::Error::other(format!("it has no {name}")))
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
        let own = groups.lease(&Limits::default(), 0).unwrap();
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
    fn a_group_is_used_again_unless_all_in_it_were_killed() {
        let Ok(groups) = Groups::new() else { return };
        let lease = || groups.lease(&Limits::default(), 0).unwrap();
        let leases = [lease(), lease()];
        let paths = leases.each_ref().map(|lease| lease.group().path.clone());
        assert_ne!(paths[0], paths[1]);
        leases[0].kill();
        let [first, second] = leases;
        drop(first);
        second.give_back();
        assert!(!paths[0].exists());
        assert_eq!(lease().group().path, paths[1]);
    }
}
