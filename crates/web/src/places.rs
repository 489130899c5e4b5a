//! The places of connections, and who gives way if all are taken.
//!
//! A connection waits until it has sent a whole request, and again when that is answered.
//! Whoever waits can be sent away at no cost but that of connecting again; whoever is being
//! answered cannot. So the one that has waited the longest gives way, and who opens many
//! connections and says nothing pushes out its own.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The places of connections.
#[derive(Debug)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    taken: Mutex<Vec<State>>,
    /// Counts up each time that a connection begins to wait.
    turns: Arc<AtomicU64>,
}

/// What a connection is doing, as all who have to do with it know it.
#[derive(Clone, Debug)]
pub(crate) struct State(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The turn in which it began to wait; 0 if it is being answered.
    waiting: AtomicU64,
    turns: Arc<AtomicU64>,
    leave: Notify,
}

/// The place of a connection. It is free again when this goes.
#[derive(Debug)]
pub(crate) struct Place {
    state: State,
    places: Arc<Places>,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    /// So many places.
    pub(crate) fn new(places: usize) -> Self {
        let free = Arc::new(Semaphore::new(places.clamp(1, Semaphore::MAX_PERMITS)));
        Self { free, taken: Mutex::default(), turns: Arc::default() }
    }

    fn taken(&self) -> MutexGuard<'_, Vec<State>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, if need be that of a connection that waits; none if all are being
    /// answered. Whoever gives way is gone by then.
    pub(crate) async fn take(self: &Arc<Self>) -> Option<Place> {
        let permit = match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) if self.make_room() => Arc::clone(&self.free).acquire_owned().await.ok()?,
            Err(_) => return None,
        };
        let state = State(Arc::new(Shared {
            waiting: AtomicU64::new(0),
            turns: Arc::clone(&self.turns),
            leave: Notify::new(),
        }));
        state.waits();
        self.taken().push(state.clone());
        Some(Place { state, places: Arc::clone(self), _permit: permit })
    }

    /// Sends away the connection that has waited the longest. Returns whether there is one.
    pub(crate) fn make_room(&self) -> bool {
        let mut taken = self.taken();
        let waiting = taken.iter().map(|state| state.0.waiting.load(Ordering::Relaxed)).enumerate();
        let Some((longest, _)) = waiting.filter(|&(_, turn)| turn > 0).min_by_key(|&(_, turn)| turn) else {
            return false;
        };
        taken.swap_remove(longest).0.leave.notify_one();
        true
    }
}

impl Place {
    pub(crate) fn state(&self) -> State {
        self.state.clone()
    }

    /// Waits until the connection has to give way to another.
    pub(crate) async fn gives_way(&self) {
        self.state.0.leave.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.taken().retain(|state| !Arc::ptr_eq(&state.0, &self.state.0));
    }
}

impl State {
    fn waits(&self) {
        let turn = self.0.turns.fetch_add(1, Ordering::Relaxed) + 1;
        self.0.waiting.store(turn, Ordering::Relaxed);
    }

    fn is_answered(&self) {
        self.0.waiting.store(0, Ordering::Relaxed);
    }
}

/// The body of a request. Once all of it is there, the connection is being answered.
#[derive(Debug)]
pub(crate) struct Arriving {
    body: Incoming,
    state: State,
}

impl Arriving {
    pub(crate) fn new(body: Incoming, state: State) -> Self {
        let arriving = Self { body, state };
        arriving.note();
        arriving
    }

    fn note(&self) {
        if self.body.is_end_stream() {
            self.state.is_answered();
        }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        match &frame {
            Poll::Ready(None) => self.state.is_answered(),
            Poll::Ready(Some(_)) => self.note(),
            Poll::Pending => {}
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer. When it has gone out, the connection waits again.
#[derive(Debug)]
pub(crate) struct Answering {
    body: Body,
    state: State,
}

impl Answering {
    pub(crate) fn new(body: Body, state: State) -> Self {
        state.is_answered();
        Self { body, state }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.state.waits();
    }
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
