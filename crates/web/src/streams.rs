//! Events as they happen: server-sent events, one JSON object each.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc::{self, Receiver};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::{Failure, aside};

/// How often something is sent when nothing happens, so that both sides notice if
/// the other one has gone.
const SIGN_OF_LIFE: Duration = Duration::from_secs(25);

/// How often files that others write are looked at, while somebody watches.
const LOOK: Duration = Duration::from_millis(700);

/// How many events wait for somebody who does not read them.
pub(crate) const BACKLOG: usize = 64;

/// What happens, until the sender or the reader goes.
struct Events<G> {
    first: Option<Message>,
    rest: Receiver<Message>,
    /// Goes when the reader does, and ends with it what it stands for.
    _guard: G,
}

impl<G: Unpin> Stream for Events<G> {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Event::default().data(first))));
        }
        self.rest.poll_recv(context).map(|message| message.map(|message| Ok(Event::default().data(message))))
    }
}

/// Something to be sent, as JSON, to any number of readers.
pub(crate) type Message = Arc<str>;

/// Returns an object as a message.
pub(crate) fn message(object: &Value) -> Message {
    object.to_string().into()
}

/// Streams what comes in. `guard` is dropped as soon as the reader is gone.
pub(crate) fn stream<G: Unpin + Send + 'static>(first: Option<Message>, rest: Receiver<Message>, guard: G) -> Response {
    Sse::new(Events { first, rest, _guard: guard }).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response()
}

/// Places for those who watch what others write.
#[derive(Debug)]
pub(crate) struct Seats(Arc<Semaphore>);

impl Seats {
    pub(crate) fn new(seats: usize) -> Self {
        Self(Arc::new(Semaphore::new(seats)))
    }

    fn take(&self) -> Result<OwnedSemaphorePermit, Failure> {
        let seat = Arc::clone(&self.0).try_acquire_owned();
        seat.map_err(|_| Failure::busy("too many are watching already"))
    }

    /// Streams what `look` finds, whenever that has changed, for as long as somebody
    /// reads. `look` is given what it left behind the last time, so that it can
    /// tell cheaply that nothing has happened.
    pub(crate) fn watch<M: Default + Send + 'static>(
        &self,
        look: impl FnMut(&mut M) -> Option<Value> + Send + 'static,
    ) -> Result<Response, Failure> {
        let seat = self.take()?;
        // What is seen next is as good: nothing is looked at until this is read.
        let (sender, receiver) = mpsc::channel(1);
        tokio::spawn(async move {
            let mut last = None;
            let mut state = (look, M::default());
            while !sender.is_closed() {
                let look = move || {
                    let (mut look, mut memory) = state;
                    let found = look(&mut memory);
                    (found, (look, memory))
                };
                let Ok((found, returned)) = aside(look).await else { return };
                state = returned;
                if let Some(found) = found.filter(|found| last.as_ref() != Some(found)) {
                    last = Some(found.clone());
                    if sender.send(message(&found)).await.is_err() {
                        return;
                    }
                }
                tokio::time::sleep(LOOK).await;
            }
        });
        Ok(stream(None, receiver, seat))
    }
}
