//! Answers for starting a process that still has to bind itself before it becomes
//! the program.

#![expect(unsafe_code, reason = "the only way to run code of ours between the fork and the program")]

use nix::unistd::{ForkResult, Pid, fork as system_fork};

/// Runs `inside` in a new process, which ends with what it returns, and returns
/// its number.
///
/// Only for the warden, which has one thread: in the new process all that other
/// threads had locked would stay locked.
pub(super) fn fork(inside: impl FnOnce() -> i32) -> nix::Result<Pid> {
    // SAFETY: there are no other threads, so the new process is as whole as this.
    match unsafe { system_fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            let code = inside();
            // Not `exit`: nothing of the warden's is to be tidied twice.
            // SAFETY: the process is gone before anything could miss its tidying.
            unsafe { libc::_exit(code) }
        }
    }
}
