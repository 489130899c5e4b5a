//! Answers for a move without thinking, made before the C library has even been
//! started: that start takes three fifths of all the time that such a move costs.
//!
//! The system enters the program here (`entry.s`). If it is the plain call of a
//! referee, with an `input.txt` that is as it should be, and there is no choice
//! or no time to think, the reply is written and the process ends. In any other
//! case, and if anything at all goes wrong, nothing has happened yet, and the
//! program starts as any other does.
//!
//! What may be used here is what neither the C library nor threads have a part
//! in: our own crates, the language, system calls (`reply_file.rs`), and memory
//! of our own (`memory.rs`). A panic would end the process without a word; the
//! same panic would leave a referee without a reply on the ordinary way too.

#![expect(unsafe_code, reason = "the system enters here, and the C library is not there yet to hand out memory")]

mod memory;
mod reply_file;

use std::arch::global_asm;
use std::sync::atomic::{AtomicBool, Ordering};

use fruitrage_engine::{Engine, Root};
use fruitrage_rules::text::{Input, Output};
use rustix::stdio::stderr;
use rustix::termios::isatty;

/// Whether the C library is still to be started.
static IS_EARLY: AtomicBool = AtomicBool::new(false);

global_asm!(include_str!("entry.s"), is_early = sym IS_EARLY, play_early = sym play_early);

fn is_early() -> bool {
    IS_EARLY.load(Ordering::Relaxed)
}

/// Plays a move if that can be done at once. Returns whether it was.
///
/// # Safety
/// To be called with what the system puts on the stack of a new process, of
/// which the first word is the number of arguments.
unsafe extern "C" fn play_early(stack: *const usize) -> bool {
    // SAFETY: the caller's promise.
    let plain = unsafe { *stack } == 1;
    // A person who looks on is told about the move; that takes the ordinary way.
    // And tests have a `main` of their own.
    if !plain || cfg!(test) || isatty(stderr()) {
        return false;
    }
    let mut room = [0; reply_file::MAX_BYTES];
    let reply = reply_file::read(c"input.txt", &mut room).and_then(reply_at_once);
    reply.is_some_and(|reply| reply_file::write(c"output.txt", reply.as_bytes()).is_some())
}

/// The reply to an input, if it is as it should be and there is nothing to think
/// about.
fn reply_at_once(text: &[u8]) -> Option<String> {
    let (input, oddities) = Input::read_liberally(text).ok()?;
    if !oddities.is_empty() {
        // They are to be told, on the ordinary way.
        return None;
    }
    let root = Root::of_grid(&input.grid).ok()?;
    let report = Engine::default().at_once(&root, input.time)?;
    Some(Output::of(&input.grid, report.best.cell).ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_move_without_thinking_is_made_early() {
        assert_eq!(reply_at_once(b"2\n2\n0.001\n01\n11\n").as_deref(), Some("A2\n**\n0*\n"));
        // There is time to think, and a choice.
        assert_eq!(reply_at_once(b"2\n2\n300\n01\n11\n"), None);
        // One group only.
        assert_eq!(reply_at_once(b"2\n2\n300\n**\n11\n").as_deref(), Some("A2\n**\n**\n"));
    }

    #[test]
    fn an_input_that_is_not_as_it_should_be_is_left_to_the_ordinary_way() {
        for text in ["", "2\r\n2\r\n0.001\r\n01\r\n11\r\n", "2\n2\n0.001\n01\n11", "2\n10\n0.001\n**\n11\n"] {
            assert_eq!(reply_at_once(text.as_bytes()), None, "{text:?}");
        }
    }
}
