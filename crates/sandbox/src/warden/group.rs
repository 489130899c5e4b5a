//! The program's group of processes, as the warden has it: files that the caller has opened,
//! since the warden itself may be where it cannot see them.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::time::Duration;

use nix::time::ClockId;

use super::confine::time_of;
use crate::groups::number;

/// The group that the program is in with all that it starts.
#[derive(Debug)]
pub(super) struct Group {
    usage: File,
    /// Where the program is to be started, if the warden is not a member itself.
    control: Option<Control>,
    memory: Option<File>,
    /// What others have used: earlier members, and a warden that is a member.
    used_before: Duration,
    /// How many of them were killed for memory.
    killed_before: u64,
}

/// The files by which a warden starts and kills in a group that it is not in itself.
#[derive(Debug)]
struct Control {
    folder: OwnedFd,
    killer: File,
    was_killed: Cell<bool>,
}

impl Group {
    /// Makes a group of its files, if there are any. `is_member`: the warden is in it, as all
    /// that is under bubblewrap.
    pub(super) fn new(files: Vec<OwnedFd>, is_member: bool) -> io::Result<Option<Self>> {
        let mut files = files.into_iter();
        let Some(usage) = files.next().map(File::from) else { return Ok(None) };
        let missing = || io::Error::other("a file of the group is missing");
        let control = if is_member {
            None
        } else {
            let (folder, killer) = (files.next().ok_or_else(missing)?, files.next().ok_or_else(missing)?);
            Some(Control { folder, killer: killer.into(), was_killed: Cell::new(false) })
        };
        let memory = files.next().map(File::from);
        let mut group = Self { usage, control, memory, used_before: Duration::ZERO, killed_before: 0 };
        group.used_before = group.used()?;
        group.killed_before = group.killed_for_memory();
        Ok(Some(group))
    }

    /// Its folder, in which the program is to be started; nothing if it will be a member anyway.
    pub(super) fn folder(&self) -> Option<BorrowedFd<'_>> {
        self.control.as_ref().map(|control| control.folder.as_fd())
    }

    /// CPU time of all members so far, dead or alive, but for the warden.
    pub(super) fn used(&self) -> io::Result<Duration> {
        // First its own time, which brings the account of the group up to date as well.
        let own = if self.control.is_none() { time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID) } else { Duration::ZERO };
        let micros = number(&self.usage, "usage_usec")?;
        Ok(Duration::from_micros(micros).saturating_sub(own).saturating_sub(self.used_before))
    }

    /// Kills all members at one stroke. Under bubblewrap they die with the warden instead.
    pub(super) fn kill(&self) {
        if let Some(control) = &self.control {
            control.was_killed.set(true);
            // There are other ways, which are gone too.
            let _ = (&control.killer).write_all(b"1");
        }
    }

    /// Whether others can be started in it: one in which all were killed kills them too.
    pub(super) fn is_reusable(&self) -> bool {
        self.control.as_ref().is_none_or(|control| !control.was_killed.get())
    }

    /// Whether the kernel has killed a member for want of memory.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        self.killed_for_memory() > self.killed_before
    }

    fn killed_for_memory(&self) -> u64 {
        self.memory.as_ref().and_then(|events| number(events, "oom_kill").ok()).unwrap_or(0)
    }
}
