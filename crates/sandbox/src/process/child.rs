//! A child process, however it was started.

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use rustix::process::{PidfdFlags, pidfd_open};

/// A child that is waited for once.
#[derive(Debug)]
pub(super) struct Process {
    number: Pid,
    is_dead: bool,
}

impl Process {
    pub(super) const fn number(&self) -> Pid {
        self.number
    }

    /// Returns whether it is dead.
    pub(super) fn is_dead(&mut self) -> io::Result<bool> {
        self.wait_with(Some(WaitPidFlag::WNOHANG))
    }

    /// Waits until it is dead.
    pub(super) fn wait(&mut self) -> io::Result<()> {
        while !self.wait_with(None)? {}
        Ok(())
    }

    /// Waits until it is dead, but not for longer than this. Returns whether it is.
    pub(super) fn wait_for(&mut self, most: Duration) -> io::Result<bool> {
        let deadline = Instant::now() + most;
        let death = self.death();
        while !self.is_dead()? {
            let rest = deadline.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Ok(false);
            }
            match &death {
                Some(death) => {
                    let timeout = PollTimeout::try_from(rest).unwrap_or(PollTimeout::MAX);
                    // An interruption is a wait that was shorter.
                    let _ = poll(&mut [PollFd::new(death.as_fd(), PollFlags::POLLIN)], timeout);
                }
                None => std::thread::sleep(Duration::from_micros(100)),
            }
        }
        Ok(true)
    }

    /// A file that can be read when it is dead, where the system has such.
    fn death(&self) -> Option<OwnedFd> {
        let number = rustix::process::Pid::from_raw(self.number.as_raw())?;
        pidfd_open(number, PidfdFlags::empty()).ok()
    }

    pub(super) fn kill(&self) {
        if !self.is_dead {
            // Whoever is dying needs no killing.
            let _ = kill(self.number, Signal::SIGKILL);
        }
    }

    fn wait_with(&mut self, flags: Option<WaitPidFlag>) -> io::Result<bool> {
        if !self.is_dead {
            self.is_dead = match waitpid(self.number, flags) {
                Ok(status) => matches!(status, WaitStatus::Exited(..) | WaitStatus::Signaled(..)),
                Err(Errno::EINTR) => false,
                Err(error) => return Err(error.into()),
            };
        }
        Ok(self.is_dead)
    }
}

impl From<Pid> for Process {
    fn from(number: Pid) -> Self {
        Self { number, is_dead: false }
    }
}

impl From<Child> for Process {
    fn from(child: Child) -> Self {
        Pid::from_raw(child.id() as i32).into()
    }
}

/// Starts a program that may just have been copied: as long as another thread's
/// new process still holds the copy open, it cannot be executed.
pub(super) fn start(command: &mut Command, patience: Duration) -> io::Result<Process> {
    let deadline = Instant::now() + patience;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(1));
            }
            result => return result.map(Process::from),
        }
    }
}
