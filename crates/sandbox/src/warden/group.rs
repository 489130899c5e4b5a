//! The program's group of processes, as the warden has it: files that the caller has opened,
//! since the warden itself may be where it cannot see them.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

/// The group that the program is in with all that it starts.
#[derive(Debug)]
pub(super) struct Group {
    folder: OwnedFd,
    usage: File,
    killer: File,
    memory: Option<File>,
    /// What earlier members have used.
    used_before: Duration,
    /// How many of them were killed for memory.
    killed_before: u64,
}

impl Group {
    /// Nothing if there are not the files of a group.
    pub(super) fn new(files: Vec<OwnedFd>) -> Option<Self> {
        let mut files = files.into_iter();
        let folder = files.next()?;
        let mut files = files.map(File::from);
        let (usage, killer) = (files.next()?, files.next()?);
        let mut group =
            Self { folder, usage, killer, memory: files.next(), used_before: Duration::ZERO, killed_before: 0 };
        group.used_before = group.used()?;
        group.killed_before = group.killed_for_memory();
        Some(group)
    }

    /// Its folder, in which a process can be started.
    pub(super) fn folder(&self) -> BorrowedFd<'_> {
        self.folder.as_fd()
    }

    /// CPU time of all members so far, dead or alive.
    pub(super) fn used(&self) -> Option<Duration> {
        let micros = number(&read(&self.usage).ok()?, "usage_usec")?;
        Some(Duration::from_micros(micros).saturating_sub(self.used_before))
    }

    /// Kills all members at one stroke.
    pub(super) fn kill(&self) {
        // There are other ways, which are gone too.
        let _ = (&self.killer).write_all(b"1");
    }

    /// Whether the kernel has killed a member for want of memory.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        self.killed_for_memory() > self.killed_before
    }

    fn killed_for_memory(&self) -> u64 {
        let text = self.memory.as_ref().and_then(|events| read(events).ok());
        text.and_then(|text| number(&text, "oom_kill")).unwrap_or(0)
    }
}

/// Reads a file that the kernel writes anew each time.
fn read(file: &File) -> io::Result<String> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..length]).into_owned())
}

/// The number behind a name, on a line of its own.
fn number(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.trim_start().parse().ok())
}
