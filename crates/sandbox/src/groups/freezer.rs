//! The brake of a group: while it is frozen, none of its members runs.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::{Lease, number};

/// How long the last member may take to stand still. What has not by then hangs in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

/// What freezes a group and says whether it is frozen.
#[derive(Debug)]
pub(crate) struct Freezer {
    switch: File,
    events: File,
}

impl Lease {
    /// The brake of the group; older systems have none.
    pub(crate) fn freezer(&self) -> io::Result<Freezer> {
        let path = &self.group().path;
        let switch = File::options().write(true).open(path.join("cgroup.freeze"))?;
        Ok(Freezer { switch, events: File::open(path.join("cgroup.events"))? })
    }
}

impl Freezer {
    /// Lets none of the members run any more; returns when none does.
    pub(crate) fn freeze(&self) -> io::Result<()> {
        self.switch.write_all_at(b"1", 0)?;
        let begun = Instant::now();
        while number(&self.events, "frozen")? == 0 {
            if begun.elapsed() > PATIENCE {
                return Err(io::Error::other("processes of the program do not stand still"));
            }
            // It is told when that changes.
            let mut events = [PollFd::new(self.events.as_fd(), PollFlags::POLLPRI)];
            let _ = poll(&mut events, PollTimeout::from(1_u8));
        }
        Ok(())
    }

    /// Lets them run again.
    pub(crate) fn thaw(&self) -> io::Result<()> {
        self.switch.write_all_at(b"0", 0)
    }
}
