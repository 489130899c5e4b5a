//! Staying in contact with the database: heartbeats, and waiting for a server that is away.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::crew::{Broken, Contact, Crew, State};
use crate::TournamentError;
use crate::conditions::HEARTBEATS;

/// How long to wait until a database that is away is asked again.
const RETRY: Duration = Duration::from_secs(1);

/// How often somebody looks whether a database in a file is still there, if nothing is to
/// be stored.
const LOOK: Duration = Duration::from_millis(500);

impl Crew<'_> {
    /// Says that this worker lives until all threads are done.
    pub(super) fn stay_alive(&self) {
        let mut heartbeat = self.state().lease / HEARTBEATS;
        let mut last = Instant::now();
        let mut asked = last;
        loop {
            let pause = if self.is_away() { RETRY.min(heartbeat) } else { heartbeat };
            let busy = |state: &mut State| state.at_work > 0;
            let rest = pause.saturating_sub(asked.elapsed()).min(LOOK);
            let waited = self.news.wait_timeout_while(self.state(), rest, busy);
            let (is_over, leases) = {
                let state = waited.unwrap_or_else(PoisonError::into_inner).0;
                (state.at_work == 0, state.leases.iter().flatten().copied().collect::<Vec<_>>())
            };
            if is_over {
                // If nobody hears of it, it is found out in a while.
                let _ = self.store.leave(self.name);
                return;
            }
            if let Err(error) = self.store.check_files() {
                self.fail(error.into());
            }
            if asked.elapsed() < pause {
                continue;
            }
            asked = Instant::now();
            // Who was cut off itself cannot tell who is dead: when a database comes
            // back nobody has been heard of for long.
            let is_on_time = last.elapsed() < 2 * heartbeat;
            match self.store.heartbeat(self.name, &leases, is_on_time) {
                Ok(lease) => {
                    heartbeat = lease / HEARTBEATS;
                    self.state().lease = lease;
                    last = Instant::now();
                    self.note_back();
                }
                Err(error) => match TournamentError::from(error) {
                    error if self.is_passing(&error) => self.note_away(&error),
                    error => self.fail(error),
                },
            }
        }
    }

    /// Does something with the database, for as long as it takes if that is away.
    pub(crate) fn patiently<T>(&self, mut step: impl FnMut() -> Result<T, TournamentError>) -> Result<T, Broken> {
        loop {
            match step() {
                Ok(done) => {
                    self.note_back();
                    return Ok(done);
                }
                Err(error) => self.wait_for_database(error)?,
            }
        }
    }

    /// Waits for a while if the error may be gone then.
    pub(super) fn wait_for_database(&self, error: TournamentError) -> Result<(), Broken> {
        if !self.is_passing(&error) {
            return Err(Broken::Error(error));
        }
        self.note_away(&error);
        self.stop.wait(RETRY);
        if self.stop.is_raised() { Err(Broken::Stopped) } else { Ok(()) }
    }

    /// Whether an error is only that the database is away. One in a file is not.
    pub(crate) fn is_passing(&self, error: &TournamentError) -> bool {
        self.store.is_shared() && error.away().is_some()
    }

    /// Whether the database did not answer the last time.
    pub(crate) fn is_away(&self) -> bool {
        self.is_away.load(Ordering::Relaxed)
    }

    pub(crate) fn note_away(&self, error: &TournamentError) {
        if !self.is_away.swap(true, Ordering::Relaxed) {
            (self.contact)(Contact::Away { reason: error.away().unwrap_or_default() });
        }
    }

    fn note_back(&self) {
        if self.is_away.swap(false, Ordering::Relaxed) {
            (self.contact)(Contact::Back);
        }
    }
}
