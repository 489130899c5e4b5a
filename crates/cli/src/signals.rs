//! Answers for being interrupted: Ctrl-C and a request to end raise a flag, and
//! whoever works looks at it. Whoever asks twice does not want to wait.

use anyhow::Context as _;
use fruitrage_arena::game::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::commands::Verdict;

/// Raises the flag on SIGINT and SIGTERM; if it is up already, ends the program.
pub(crate) fn raise_on_interrupt(stop: &Stop) -> anyhow::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, Verdict::Interrupted as i32, stop.flag())
            .and_then(|_| signal_hook::flag::register(signal, stop.flag()))
            .context("signals cannot be heard")?;
    }
    Ok(())
}
