//! The brake of a group: while it is frozen, none of its members runs.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::thread;
use std::time::{Duration, Instant};

use super::{Lease, number};

/// How long the last member may take to stand still. What has not by then hangs in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);
/// What sleeps anyway stands still within this.
const AT_ONCE: Duration = Duration::from_micros(100);
const SHORTEST_PAUSE: Duration = Duration::from_micros(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(1);

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
        // The kernel tells of it ten milliseconds later, so it is asked.
        let mut pause = SHORTEST_PAUSE;
        while number(&self.events, "frozen")? == 0 {
            if begun.elapsed() > PATIENCE {
                return Err(io::Error::other("processes of the program do not stand still"));
            }
            if begun.elapsed() < AT_ONCE {
                thread::yield_now();
            } else {
                thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
        Ok(())
    }

    /// Lets them run again.
    pub(crate) fn thaw(&self) -> io::Result<()> {
        self.switch.write_all_at(b"0", 0)
    }
}
