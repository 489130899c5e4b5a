//! The fork: a new process that confines itself before it becomes the program, and that
//! hands on no open file.

#![expect(unsafe_code, reason = "the only way to run code of ours between the fork and the program")]

use std::ffi::c_int;
use std::os::fd::{AsRawFd as _, BorrowedFd};

use nix::errno::Errno;
use nix::unistd::{ForkResult, Pid, fork as system_fork};

/// Runs `inside` in a new process, which ends with what it returns, and returns
/// its number.
///
/// Only for the warden, which has one thread: in the new process all that other
/// threads had locked would stay locked.
///
/// With the folder of a group it is a member of that from its beginning. To move it there
/// later would take the kernel ten milliseconds.
pub(super) fn fork(group: Option<BorrowedFd<'_>>, inside: impl FnOnce() -> i32) -> nix::Result<Pid> {
    let forked = match group {
        // SAFETY: there are no other threads, so the new process is as whole as this.
        None => unsafe { system_fork() }?,
        Some(folder) => fork_into(folder)?,
    };
    match forked {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            let code = inside();
            // Not `exit`: nothing of the warden's is to be tidied twice.
            // SAFETY: the process is gone before anything could miss its tidying.
            unsafe { libc::_exit(code) }
        }
    }
}

/// The flag of `clone3`, which is larger than the numbers that flags usually are.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

fn fork_into(folder: BorrowedFd<'_>) -> nix::Result<ForkResult> {
    // SAFETY: it is made of numbers, for all of which zero means none.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = libc::SIGCHLD as u64;
    arguments.cgroup = folder.as_raw_fd() as u64;
    // SAFETY: without shared memory it is a fork; there are no other threads, as above, and the
    // new process only confines itself and becomes the program.
    match unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<libc::clone_args>()) } {
        0 => Ok(ForkResult::Child),
        child if child > 0 => Ok(ForkResult::Parent { child: Pid::from_raw(child as i32) }),
        _ => Err(Errno::last()),
    }
}

/// Has the system tell of the deaths of children, and keep them until they are
/// waited for, which whoever started the caller may have switched off.
pub(super) fn expect_deaths() {
    // SAFETY: the default involves no code of ours.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// Has all open files but the standard three closed when this process becomes a
/// program.
pub(super) fn keep_no_descriptors() -> nix::Result<()> {
    const FIRST: c_int = 3;
    // SAFETY: marks descriptors and closes none, so nobody's is taken away.
    let marked = unsafe { libc::syscall(libc::SYS_close_range, FIRST, c_int::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if marked == 0 {
        return Ok(());
    }
    // An older system: one by one.
    let most = nix::sys::resource::getrlimit(nix::sys::resource::Resource::RLIMIT_NOFILE)?.0;
    for descriptor in FIRST..c_int::try_from(most).unwrap_or(1 << 20) {
        // SAFETY: as above; for a number that is not open it does nothing.
        unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}
