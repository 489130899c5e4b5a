//! Answers for stopping work that is under way, from another thread or a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that all parts of a run share: once raised, games are broken off and
/// their agents killed.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks everybody to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a signal handler to raise.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
