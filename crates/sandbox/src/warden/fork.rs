//! The fork: a new process that confines itself before it becomes the program, and that
//! hands on no open file; and one that begins in a group of processes.

#![expect(unsafe_code, reason = "the only way to run code of ours between the fork and the program")]

use std::ffi::{CString, OsString, c_int};
use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd};
use std::os::unix::ffi::OsStringExt as _;
use std::ptr;

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid, fork as system_fork, pipe2};

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
        // SAFETY: as above.
        Some(folder) => unsafe { fork_into(folder) }?,
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

/// Forks a process that is a member of a group from its beginning.
///
/// # Safety
///
/// If there are other threads, the new process may make plain system calls and nothing else:
/// what other threads had locked stays locked in it, memory included.
unsafe fn fork_into(folder: BorrowedFd<'_>) -> nix::Result<ForkResult> {
    // SAFETY: it is made of numbers, for all of which zero means none.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = libc::SIGCHLD as u64;
    arguments.cgroup = folder.as_raw_fd() as u64;
    // SAFETY: without shared memory it is a fork, for which the caller answers.
    match unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<libc::clone_args>()) } {
        0 => Ok(ForkResult::Child),
        child if child > 0 => Ok(ForkResult::Parent { child: Pid::from_raw(child as i32) }),
        _ => Err(Errno::last()),
    }
}

/// Starts a program in a group, with an empty environment and these standard files, and if
/// need be as another user. Can be called from any thread; the standard library has no way to.
pub(crate) fn start_in(
    group: BorrowedFd<'_>,
    command: Vec<OsString>,
    files: [BorrowedFd<'_>; 3],
    user: Option<u32>,
) -> io::Result<Pid> {
    let command = command.into_iter().map(|word| CString::new(word.into_vec())).collect::<Result<Vec<_>, _>>()?;
    let words: Vec<_> = command.iter().map(|word| word.as_ptr()).chain([ptr::null()]).collect();
    let environment = [ptr::null()];
    let files = files.map(|file| file.as_raw_fd());
    // Closed without a word when the process becomes the program.
    let (failure, tell) = pipe2(OFlag::O_CLOEXEC)?;
    // SAFETY: all that is needed was made above, so what follows in the new process is nothing
    // but system calls.
    let child = match unsafe { fork_into(group.as_fd()) }? {
        ForkResult::Parent { child } => child,
        // SAFETY: the lists end with a null, and live until the process is the program.
        ForkResult::Child => unsafe {
            let error = become_command(&words, &environment, files, user);
            libc::write(tell.as_raw_fd(), (&raw const error).cast(), size_of::<c_int>());
            libc::_exit(1)
        },
    };
    drop(tell);
    let mut error = [0; size_of::<c_int>()];
    match File::from(failure).read_exact(&mut error) {
        Ok(()) => {
            // It ends at once.
            let _ = waitpid(child, None);
            Err(io::Error::from_raw_os_error(c_int::from_ne_bytes(error)))
        }
        Err(_) => Ok(child),
    }
}

/// Turns a new process into a program, or returns why not.
///
/// # Safety
///
/// The lists must end with a null. Only system calls are made, and none through the library
/// where that would speak to other threads.
unsafe fn become_command(
    words: &[*const libc::c_char],
    environment: &[*const libc::c_char],
    files: [c_int; 3],
    user: Option<u32>,
) -> c_int {
    let failed = |result: libc::c_long| result < 0;
    // SAFETY: as the caller says; the rest are numbers.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
        let [input, output, errors] = files;
        let mut is_wrong = libc::dup2(input, 0) < 0 || libc::dup2(output, 1) < 0 || libc::dup2(errors, 2) < 0;
        if let Some(user) = user {
            is_wrong = is_wrong
                || failed(libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>()))
                || failed(libc::syscall(libc::SYS_setresgid, user, user, user))
                || failed(libc::syscall(libc::SYS_setresuid, user, user, user));
        }
        if !is_wrong {
            libc::execve(words.first().copied().unwrap_or(ptr::null()), words.as_ptr(), environment.as_ptr());
        }
        *libc::__errno_location()
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
