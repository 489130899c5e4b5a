//! The limit of searches at a time, and of those that wait for their turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::Failure;

/// Searches at a time, however many cores there are: each takes up to 64 MiB.
const MOST_RUNNING: usize = 4;

/// Requests that wait for a search to end. More are turned away.
const MOST_WAITING: usize = 8;

/// The door that searches go through.
#[derive(Debug)]
pub(crate) struct Searches {
    running: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// The right to search, for as long as it is held.
#[derive(Debug)]
pub(crate) struct Leave {
    _permit: OwnedSemaphorePermit,
}

impl Searches {
    /// As many at a time as there are cores.
    pub(crate) fn for_this_machine() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self { running: Arc::new(Semaphore::new(cores.min(MOST_RUNNING))), waiting: AtomicUsize::new(0) }
    }

    /// Waits for a place, unless too many do.
    pub(crate) async fn enter(&self) -> Result<Leave, Failure> {
        struct Waiting<'a>(&'a AtomicUsize);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }

        if let Ok(permit) = Arc::clone(&self.running).try_acquire_owned() {
            return Ok(Leave { _permit: permit });
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        // Also if the client goes away while it waits.
        let _waiting = Waiting(&self.waiting);
        if before >= MOST_WAITING {
            return Err(Failure::busy("the server is thinking about as much as it can; try again in a moment"));
        }
        let permit = Arc::clone(&self.running).acquire_owned().await;
        permit.map(|permit| Leave { _permit: permit }).map_err(|_| Failure::own("the server is closing"))
    }
}
