//! The threads of a worker: they lease pairs or items and do them, as many at a time as there
//! are, and stay in contact with the database.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::TournamentError;
use crate::store::{Lease, Store};
use fruitrage_game::Stop;

/// How long a thread without work waits until it asks again. Whatever happens in
/// this process wakes it at once; this is for what others do.
const PATIENCE: Duration = Duration::from_millis(250);
/// Whoever could not do so many in a row leaves the rest to others.
const MOST_GIVEN_UP: usize = 5;

/// What becomes of the contact to the database.
#[derive(Clone, Copy, Debug)]
pub enum Contact<'a> {
    /// It does not answer, and is waited for.
    Away {
        /// What is known about it.
        reason: &'a str,
    },
    /// It answers again.
    Back,
}

/// What the threads of a worker do, one after the other.
pub(crate) trait Work: Sync {
    /// What is leased.
    type Taken: Send;

    /// Leases the next one to a worker, for so long.
    fn take(&self, worker: &str, lease: Duration) -> Result<Option<(Lease, Self::Taken)>, TournamentError>;

    /// Does it.
    fn perform(&self, crew: &Crew<'_>, lease: Lease, taken: &Self::Taken) -> Result<(), Broken>;

    /// Whether nothing is left, for whoever has found nothing to do.
    fn is_over(&self) -> Result<bool, TournamentError>;
}

/// The threads of a worker.
pub(crate) struct Crew<'a> {
    pub(crate) store: &'a Store,
    /// Of this process.
    pub(crate) name: &'a str,
    pub(crate) stop: Stop,
    /// Hears what becomes of the contact to the database.
    pub(super) contact: &'a (dyn Fn(Contact<'_>) + Sync),
    /// Whether the database did not answer the last time.
    pub(super) is_away: AtomicBool,
    state: Mutex<State>,
    /// Something was finished.
    pub(super) news: Condvar,
}

pub(super) struct State {
    /// Threads that are not done.
    pub(super) at_work: usize,
    /// Pairs or items in a row that could not be done.
    given_up: usize,
    /// Until then nothing is taken.
    resting_until: Instant,
    /// How long a lease lasts.
    pub(super) lease: Duration,
    /// What each thread has leased.
    pub(super) leases: Vec<Option<Lease>>,
    /// Why everything was stopped.
    error: Option<TournamentError>,
}

/// A thread at work. However it ends, the others hear of it.
struct Leaving<'a>(&'a Crew<'a>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(TournamentError::Nonsense("a thread of the arena has failed".to_owned()));
        }
        self.0.state().at_work -= 1;
        self.0.news.notify_all();
    }
}

/// How something was broken off.
pub(crate) enum Broken {
    /// Everything is to stop.
    Stopped,
    /// Somebody else has it, or it is not to be done any more.
    Lost,
    /// It cannot go on.
    Error(TournamentError),
}

impl<E: Into<TournamentError>> From<E> for Broken {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// How the threads ended.
pub(crate) enum Ended {
    /// Nothing is left.
    Over,
    /// They were asked to stop.
    Stopped,
}

impl<'a> Crew<'a> {
    pub(crate) fn new(
        store: &'a Store,
        name: &'a str,
        jobs: NonZeroUsize,
        lease: Duration,
        stop: &Stop,
        contact: &'a (dyn Fn(Contact<'_>) + Sync),
    ) -> Self {
        Self {
            store,
            name,
            // An error stops this crew, and not whatever else the caller does.
            stop: stop.part(),
            contact,
            is_away: AtomicBool::new(false),
            state: Mutex::new(State {
                at_work: jobs.get(),
                given_up: 0,
                resting_until: Instant::now(),
                lease,
                leases: vec![None; jobs.get()],
                error: None,
            }),
            news: Condvar::new(),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads there are.
    pub(crate) fn jobs(&self) -> usize {
        self.state().leases.len()
    }

    /// Does what is left to be done.
    pub(crate) fn run(&self, work: &impl Work) -> Result<Ended, TournamentError> {
        std::thread::scope(|scope| {
            for thread in 0..self.jobs() {
                scope.spawn(move || self.work(thread, work));
            }
            scope.spawn(|| self.stay_alive());
        });
        match self.state().error.take() {
            Some(error) => Err(error),
            None if self.stop.is_raised() => Ok(Ended::Stopped),
            None => Ok(Ended::Over),
        }
    }

    fn work(&self, thread: usize, work: &impl Work) {
        let _leaving = Leaving(self);
        while !self.stop.is_raised() {
            match self.work_once(thread, work) {
                Ok(true) | Err(Broken::Lost) => {}
                Ok(false) | Err(Broken::Stopped) => break,
                Err(Broken::Error(error)) => self.fail(error),
            }
        }
    }

    /// Does one, or waits for one. Returns whether there may be more.
    fn work_once(&self, thread: usize, work: &impl Work) -> Result<bool, Broken> {
        let resting = self.state().resting_until.saturating_duration_since(Instant::now());
        self.stop.wait(resting);
        if let Some((lease, taken)) = self.take(work)? {
            self.state().leases[thread] = Some(lease);
            let done = work.perform(self, lease, &taken);
            match done {
                Err(Broken::Lost) => self.patiently(|| Ok(self.store.release(lease)?))?,
                // So that others need not wait for it. If nobody hears, they do.
                Err(Broken::Stopped) if self.store.is_shared() => {
                    let _ = self.store.release(lease);
                }
                _ => {}
            }
            self.state().leases[thread] = None;
            done?;
            self.news.notify_all();
            return Ok(true);
        }
        if self.patiently(|| work.is_over())? {
            return Ok(false);
        }
        drop(self.news.wait_timeout(self.state(), PATIENCE));
        Ok(true)
    }

    /// Leases something. If the database was away, nobody knows whether it was leased before
    /// the answer was lost; nobody renews that lease, so that it expires.
    fn take<W: Work>(&self, work: &W) -> Result<Option<(Lease, W::Taken)>, Broken> {
        let lease = self.state().lease;
        self.patiently(|| work.take(self.name, lease))
    }

    /// Stops everything for an error. The first one is told.
    pub(super) fn fail(&self, error: TournamentError) {
        self.state().error.get_or_insert(error);
        self.stop.raise();
    }

    /// Something was done that was leased.
    pub(crate) fn note_done(&self) {
        self.state().given_up = 0;
    }

    /// Writes down that what is leased cannot be done here. Returns whether it is given up
    /// for good, and whether this worker had better end.
    pub(crate) fn give_up(&self, lease: Lease, problem: &str) -> Result<GivenUp, Broken> {
        let is_final = self.patiently(|| Ok(self.store.give_up(lease, problem)?))?;
        let mut state = self.state();
        state.given_up += 1;
        // Others are to have a go at it before it comes back here.
        if !is_final {
            state.resting_until = Instant::now() + state.lease;
        }
        let had_enough = self.store.is_shared() && state.given_up >= MOST_GIVEN_UP;
        Ok(GivenUp { is_final, in_a_row: had_enough.then_some(state.given_up) })
    }
}

/// What became of something that could not be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenUp {
    /// Whether nobody else is asked.
    pub(crate) is_final: bool,
    /// If it was one too many in a row: how many.
    in_a_row: Option<usize>,
}

impl GivenUp {
    /// Ends a worker that could do nothing of late.
    pub(crate) fn check(self, what: &str, problem: &str) -> Result<(), Broken> {
        match self.in_a_row {
            None => Ok(()),
            Some(count) => Err(Broken::Error(TournamentError::Unfit(format!(
                "\n  {count} {what} in a row could not be done, the last one because: {problem}"
            )))),
        }
    }
}
