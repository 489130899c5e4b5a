//! Answers for being interrupted: Ctrl-C and a request to end raise a flag, and
//! whoever works looks at it. A second Ctrl-C ends the program at once.

use fruitrage_arena::game::Stop;

/// Raises the flag on SIGINT and SIGTERM.
pub(crate) fn raise_on_interrupt(stop: &Stop) -> anyhow::Result<()> {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // In this order: the first time the flag is down, and the default action
        // is not taken.
        signal_hook::flag::register_conditional_default(signal, stop.flag())?;
        signal_hook::flag::register(signal, stop.flag())?;
    }
    Ok(())
}
