//! Interruption: Ctrl-C and a request to end raise a flag, and
//! whoever works looks at it.
//!
//! A second signal does nothing more: some send two at once, as `timeout` does,
//! and would cut the tidying short. Who cannot wait can kill it without harm.

use anyhow::Context as _;
use fruitrage_game::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};

/// Raises the flag on SIGINT and SIGTERM.
pub(crate) fn raise_on_interrupt(stop: &Stop) -> anyhow::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.flag()).context("signals cannot be heard")?;
    }
    Ok(())
}
