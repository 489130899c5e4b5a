//! Answers for the way into the program on Linux: what the standard library does
//! before it calls `main`, without what takes longer than a quick move.
//!
//! To be able to say where the stack of the main thread has overflowed, the
//! standard library asks the system for all of the process's memory, a text that
//! is then taken apart. That is about a sixth of all that a quick move costs, and
//! this program does not go deep.

#![expect(unsafe_code, reason = "the C library calls `main` by its name, and signals belong to it")]

use std::ffi::{c_char, c_int};
use std::panic::catch_unwind;

/// What a Rust program exits with if it panics.
const PANICKED: c_int = 101;

/// Called by the C library. The arguments reach the standard library on another
/// way.
// SAFETY: there is no other `main`; the compiler is told to make none.
#[unsafe(no_mangle)]
extern "C" fn main(argument_count: c_int, _: *const *const c_char) -> c_int {
    // A reader who has gone away is an error to be seen, not the end of the
    // program.
    // SAFETY: to ignore a signal involves no code of ours.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    #[cfg(static_libc)]
    if argument_count > 1 {
        look_names_up_alone();
    }
    let code = catch_unwind(crate::run).map_or(PANICKED, c_int::from);
    if argument_count <= 1 {
        // The plain call has printed nothing, so there is nothing to be tidied.
        // SAFETY: the process is gone before anything could miss its tidying.
        unsafe { libc::_exit(code) }
    }
    // Not returned: whatever is left to be printed would be lost.
    std::process::exit(code)
}

/// Has names of machines and users looked up by what is inside this program: files
/// and DNS. For whatever else the system is told to ask, a static C library loads
/// modules of the system, and if those belong to another version of it the program
/// crashes.
#[cfg(static_libc)]
fn look_names_up_alone() {
    unsafe extern "C" {
        fn __nss_configure_lookup(database: *const c_char, line: *const c_char) -> c_int;
    }
    for (database, line) in [(c"hosts", c"files dns"), (c"passwd", c"files")] {
        // SAFETY: it copies the texts, and there is only one thread yet. If it fails the
        // system's way is taken.
        unsafe { __nss_configure_lookup(database.as_ptr(), line.as_ptr()) };
    }
}
