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
    let code = catch_unwind(crate::run).map_or(PANICKED, c_int::from);
    if argument_count <= 1 {
        // The plain call has printed nothing, so there is nothing to be tidied.
        // SAFETY: the process is gone before anything could miss its tidying.
        unsafe { libc::_exit(code) }
    }
    // Not returned: whatever is left to be printed would be lost.
    std::process::exit(code)
}
