//! A room: a game of two people on two devices, or of one against a player of the server; who
//! has which seat, and who looks on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fruitrage_play::session::{Session, SessionEvent, Snapshot, Told};
use fruitrage_play::view::{shown, with_groups};
use fruitrage_rules::Player;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::failure::Failure;
use crate::opponents::Place;
use crate::seats::Keys;
use crate::streams::{BACKLOG, Message, message};

/// Views of one game at a time.
const MOST_VIEWS: usize = 32;

/// How long a view may be gone before the game stands still: time to load a page
/// again.
const GONE: Duration = Duration::from_secs(3);

/// Players of the server take at least so long to move, so that one can follow.
pub(crate) const PACE: Duration = Duration::from_millis(400);

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) session: Session,
    keys: Arc<Mutex<Keys>>,
    views: AtomicUsize,
    used: Mutex<Instant>,
    viewers: Arc<Viewers>,
}

/// Those who look on at a game. What happens is written once for all of them.
#[derive(Debug, Default)]
struct Viewers(Mutex<Vec<Viewer>>);

#[derive(Debug)]
struct Viewer {
    /// The number of the last event that it knows already.
    knows: u64,
    sender: Sender<Message>,
}

impl Viewers {
    fn lock(&self) -> MutexGuard<'_, Vec<Viewer>> {
        lock(&self.0)
    }

    fn hear(&self, told: &Told) {
        let mut viewers = self.lock();
        viewers.retain(|viewer| !viewer.sender.is_closed());
        if viewers.is_empty() {
            return;
        }
        let message = message(&shown(told));
        // Who does not read is left out; who comes back is told how it stands.
        viewers.retain(|viewer| viewer.knows >= told.sequence || viewer.sender.try_send(Arc::clone(&message)).is_ok());
    }
}

impl Viewers {
    fn tell(&self, message: &Message) {
        self.lock().retain(|viewer| viewer.sender.try_send(Arc::clone(message)).is_ok());
    }
}

impl Room {
    /// A room whose game is recorded in a file, with a place for a player of the server if one
    /// has a seat in it.
    pub(crate) fn new(session: Session, record: PathBuf, keys: Keys, mut place: Option<Place>) -> Self {
        let viewers = Arc::<Viewers>::default();
        let keys = Arc::new(Mutex::new(keys));
        let (hears, keeps) = (Arc::clone(&viewers), Arc::clone(&keys));
        session.subscribe(move |told| {
            if matches!(told.event, SessionEvent::Ended(_)) {
                drop(place.take());
            }
            // Also if a player of the server makes the first move. Whoever acts next is told if
            // it cannot be done.
            let _ = lock(&keeps).keep_beside(&record);
            hears.hear(told);
            true
        });
        Self { session, keys, views: AtomicUsize::new(0), used: Mutex::new(Instant::now()), viewers }
    }

    pub(crate) fn keys(&self) -> MutexGuard<'_, Keys> {
        lock(&self.keys)
    }

    /// Whether a player of the server is at it.
    pub(crate) fn has_place(&self) -> bool {
        is_played_by_a_machine(&self.session.snapshot())
    }

    /// How it stands, and what happens from then on.
    pub(crate) fn follow(&self) -> (Snapshot, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        let mut viewers = self.viewers.lock();
        // What is told now waits until the viewer is among them.
        let snapshot = self.session.snapshot();
        viewers.push(Viewer { knows: snapshot.sequence, sender });
        (snapshot, receiver)
    }

    /// Lets the game go on, if both are there to play it. A game that is over stays so.
    pub(crate) fn go_on(&self) {
        if self.keys().is_full() {
            let _ = self.session.go_on();
        }
    }

    /// The snapshot as a page shows it that comes with a key, or without.
    pub(crate) fn shown(&self, snapshot: &Snapshot, key: Option<&str>) -> Value {
        let mut shown = with_groups(snapshot);
        let keys = self.keys();
        shown["seat"] = json!(keys.seat(key).map(number));
        shown["waiting"] = json!(!keys.is_full());
        shown["match"] = keys.series.shown(keys.host_seat());
        shown
    }

    /// Tells all who look on something that is not about the game itself.
    pub(crate) fn tell(&self, event: &Value) {
        self.viewers.tell(&message(event));
    }

    /// Whether there is a move, and so a record.
    pub(crate) fn has_begun(&self) -> bool {
        self.session.moves() > 0
    }

    pub(crate) fn touch(&self) {
        *lock(&self.used) = Instant::now();
    }

    pub(crate) fn idle(&self) -> Option<Duration> {
        let used = *lock(&self.used);
        (self.views.load(Ordering::Relaxed) == 0).then(|| used.elapsed())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a player of the server has a seat.
pub(crate) fn is_against_a_machine(snapshot: &Snapshot) -> bool {
    snapshot.seats.iter().any(|seat| !seat.human)
}

/// Whether a player of the server has a seat, and the game is not over.
pub(crate) fn is_played_by_a_machine(snapshot: &Snapshot) -> bool {
    snapshot.end.is_none() && is_against_a_machine(snapshot)
}

/// A player as pages number them.
pub(crate) fn number(player: Player) -> usize {
    player.index() + 1
}

/// Somebody who looks on. When the last one is gone the game stands still.
pub(crate) struct View {
    room: Arc<Room>,
}

impl View {
    pub(crate) fn open(room: &Arc<Room>) -> Result<Self, Failure> {
        let before = room.views.fetch_add(1, Ordering::Relaxed);
        let view = Self { room: Arc::clone(room) };
        if before >= MOST_VIEWS {
            return Err(Failure::busy("too many are looking at this game already"));
        }
        room.go_on();
        Ok(view)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.room.touch();
        if self.room.views.fetch_sub(1, Ordering::Relaxed) > 1 {
            return;
        }
        // A room that is put away meanwhile is not kept by this.
        let room = Arc::downgrade(&self.room);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(GONE).await;
                if let Some(room) = room.upgrade()
                    && room.views.load(Ordering::Relaxed) == 0
                {
                    let _ = room.session.pause();
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use fruitrage_play::session::SessionEvent;

    use super::*;

    #[test]
    fn a_viewer_who_does_not_read_holds_a_bounded_number_of_events_and_disturbs_nobody() {
        let viewers = Viewers::default();
        let join = || {
            let (sender, receiver) = mpsc::channel(BACKLOG);
            viewers.lock().push(Viewer { knows: 0, sender });
            receiver
        };
        let (mut reader, mut sleeper) = (join(), join());
        for sequence in 1..=1000 {
            viewers.hear(&Told { sequence, event: SessionEvent::WentOn });
            assert!(reader.try_recv().is_ok(), "event {sequence}");
        }
        assert_eq!(viewers.lock().len(), 1, "who reads stays");
        let waiting = std::iter::from_fn(|| sleeper.try_recv().ok()).count();
        assert_eq!(waiting, BACKLOG);
        assert!(sleeper.is_closed(), "its stream ends, so that it asks again");
    }
}
