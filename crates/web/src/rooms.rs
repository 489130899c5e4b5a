//! Rooms: games of two people on two devices, who has which seat, who looks on, and when a
//! game is put away.
//!
//! Every game is recorded as it goes, from its first move on. One that was put away, or
//! was under way when the server ended, is taken up again from its record when somebody
//! asks for it. Who made the room has a key to one seat. The other seat is for whoever comes
//! first with the invitation, and gets a key of its own then.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fruitrage_play::session::{Refusal, Seat, Session, Snapshot, Told};
use fruitrage_play::view::{WantedGame, name_of, shown, with_groups};
use fruitrage_rules::{Cell, Player};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::App;
use crate::failure::{Failure, Json, Query, aside};
use crate::records::Records;
use crate::seats::{Keys, new_key};
use crate::streams::{BACKLOG, Message, message, stream};

/// Games in memory at a time.
const MOST_ROOMS: usize = 32;

/// Views of one game at a time.
const MOST_VIEWS: usize = 32;

/// A game that nobody has looked at for so long is put away.
const KEPT: Duration = Duration::from_mins(30);

/// How long a view may be gone before the game stands still: time to load a page
/// again.
const GONE: Duration = Duration::from_secs(3);

/// What the names of our records begin with. No others are taken up again: they
/// may belong to a program that is still writing them.
const PREFIX: &str = "room-";

/// All games in memory.
#[derive(Debug)]
pub(crate) struct Rooms {
    records: Records,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Room {
    session: Session,
    keys: Mutex<Keys>,
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

impl Room {
    fn new(session: Session, keys: Keys) -> Self {
        let viewers = Arc::<Viewers>::default();
        let hears = Arc::clone(&viewers);
        session.subscribe(move |told| {
            hears.hear(told);
            true
        });
        let (keys, used) = (Mutex::new(keys), Mutex::new(Instant::now()));
        Self { session, keys, views: AtomicUsize::new(0), used, viewers }
    }

    fn keys(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it stands, and what happens from then on.
    fn follow(&self) -> (Snapshot, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel(BACKLOG);
        let mut viewers = self.viewers.lock();
        // What is told now waits until the viewer is among them.
        let snapshot = self.session.snapshot();
        viewers.push(Viewer { knows: snapshot.sequence, sender });
        (snapshot, receiver)
    }

    /// Lets the game go on, if both are there to play it. A game that is over stays so.
    fn go_on(&self) {
        if self.keys().is_full() {
            let _ = self.session.go_on();
        }
    }

    /// The snapshot as a page shows it that comes with a key, or without.
    fn shown(&self, snapshot: &Snapshot, key: Option<&str>) -> Value {
        let mut shown = with_groups(snapshot);
        let keys = self.keys();
        shown["seat"] = json!(keys.seat(key).map(number));
        shown["waiting"] = json!(!keys.is_full());
        shown
    }

    /// Whether there is a move, and so a record.
    fn has_begun(&self) -> bool {
        self.session.moves() > 0
    }

    fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn idle(&self) -> Option<Duration> {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        (self.views.load(Ordering::Relaxed) == 0).then(|| used.elapsed())
    }
}

fn number(player: Player) -> usize {
    player.index() + 1
}

impl Rooms {
    pub(crate) fn new(records: Records) -> Self {
        Self { records, rooms: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room, and keeps a game.
    fn keep(&self, id: &str, session: Session, keys: Keys) -> Result<Arc<Room>, Failure> {
        // To end a game may take a moment: not while others wait.
        let mut put_away = Vec::new();
        let mut rooms = self.lock();
        let old: Vec<String> = rooms
            .iter()
            .filter(|(_, room)| room.has_begun() && room.idle().is_some_and(|idle| idle > KEPT))
            .map(|(id, _)| id.clone())
            .collect();
        put_away.extend(old.iter().filter_map(|id| rooms.remove(id)));
        if rooms.len() >= MOST_ROOMS {
            // Of one that has not begun there is no record.
            let oldest = rooms.iter().filter_map(|(id, room)| Some((room.has_begun(), room.idle()?, id.clone()))).max();
            let Some((.., id)) = oldest else {
                return Err(Failure::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!("{MOST_ROOMS} games are being played here, and there is no room for another"),
                ));
            };
            put_away.extend(rooms.remove(&id));
        }
        let room = Arc::new(Room::new(session, keys));
        // Two may have asked for the same record at once: the first one is it.
        let room = Arc::clone(rooms.entry(id.to_owned()).or_insert(room));
        drop(rooms);
        drop(put_away);
        Ok(room)
    }

    /// A game in memory, or from its record. It may have to read files.
    fn find(&self, id: &str) -> Result<Arc<Room>, Failure> {
        let missing = || Failure::missing("there is no such room; one is kept from its first move on");
        let found = self.lock().get(id).cloned();
        if let Some(room) = found {
            room.touch();
            return Ok(room);
        }
        if !is_own_name(id) {
            return Err(missing());
        }
        let path = self.records.path(&format!("{id}.jsonl")).ok_or_else(missing)?;
        let session = Session::resume(&path, |line| {
            let seat = Seat::of_line(line).filter(Seat::is_human);
            seat.ok_or_else(|| anyhow::anyhow!("{} cannot play here", line.name))
        });
        let session = session.map_err(|error| Failure::conflict(format!("{error:#}")))?;
        // Until somebody is there.
        let _ = session.pause();
        self.keep(id, session, Keys::read(&path))
    }
}

/// Whether a game can have been started here.
fn is_own_name(id: &str) -> bool {
    id.strip_prefix(PREFIX).is_some_and(|rest| rest.len() == 16 && rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// A number that nobody can guess.
fn random() -> u64 {
    getrandom::u64().unwrap_or_else(|error| panic!("the system has no random numbers: {error}"))
}

async fn find(app: &Arc<App>, id: String) -> Result<Arc<Room>, Failure> {
    let app = Arc::clone(app);
    aside(move || app.rooms.find(&id)).await?
}

/// A room that somebody wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    game: WantedGame,
    /// The seat of whoever makes the room.
    #[serde(default = "first")]
    seat: u8,
}

const fn first() -> u8 {
    1
}

fn player(seat: u8) -> Result<Player, Failure> {
    match seat {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        _ => Err(Failure::bad("a seat is 1 or 2")),
    }
}

/// `POST /api/rooms`: a new game, the key to one seat and the invitation to the other. It
/// stands still until somebody has taken that.
pub(crate) async fn create(State(app): State<Arc<App>>, Json(wanted): Json<Wanted>) -> Result<Response, Failure> {
    if wanted.game.seats.iter().any(|seat| seat.level.is_some()) {
        return Err(Failure::bad("a room is for two people; the engine plays in the page itself"));
    }
    let host = player(wanted.seat)?;
    let mut setup = wanted.game.setup(random()).map_err(Failure::bad)?;
    let id = format!("{PREFIX}{:016x}", random());
    setup.id.clone_from(&id);
    setup.paused = true;
    let keys = Keys::new(host);
    let made = json!({ "id": id, "seat": number(host), "key": keys.host(), "invitation": keys.invitation() });
    let kept = aside(move || {
        let path = app.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?;
        let session = Session::start_recorded(setup, &path).map_err(|error| Failure::bad(format!("{error:#}")))?;
        app.rooms.keep(&id, session, keys)
    });
    kept.await??;
    Ok((StatusCode::CREATED, axum::Json(made)).into_response())
}

/// Who comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Who {
    key: Option<String>,
}

/// `GET /api/rooms/{id}`: how it stands, and which seat the key opens.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(who): Query<Who>,
) -> Result<Response, Failure> {
    let room = find(&app, id).await?;
    Ok(axum::Json(room.shown(&room.session.snapshot(), who.key.as_deref())).into_response())
}

/// Somebody with an invitation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invited {
    invitation: String,
}

/// `POST /api/rooms/{id}/join`: takes the other seat, for whoever is first. The others watch.
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(invited): Json<Invited>,
) -> Result<Response, Failure> {
    let room = find(&app, id.clone()).await?;
    let joined = aside(move || {
        let taken = room.keys().take(&invited.invitation, new_key);
        if let Some((guest, key)) = taken {
            room.keys().write(&app.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?)?;
            room.go_on();
            return Ok::<_, Failure>(json!({ "seat": number(guest), "key": key }));
        }
        Ok(json!({ "seat": null, "key": null }))
    });
    Ok(axum::Json(joined.await??).into_response())
}

/// Somebody who looks on. When the last one is gone the game stands still.
struct View {
    room: Arc<Room>,
}

impl View {
    fn open(room: &Arc<Room>) -> Result<Self, Failure> {
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
        let room = Arc::clone(&self.room);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(GONE).await;
                if room.views.load(Ordering::Relaxed) == 0 {
                    let _ = room.session.pause();
                }
            });
        }
    }
}

/// `GET /api/rooms/{id}/events`: how it stands, and what happens from then on.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(who): Query<Who>,
) -> Result<Response, Failure> {
    let room = find(&app, id).await?;
    let view = View::open(&room)?;
    let (snapshot, receiver) = room.follow();
    let first = message(&room.shown(&snapshot, who.key.as_deref()));
    Ok(stream(Some(first), receiver, view))
}

fn refused(refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Illegal(illegal) => Failure::new(StatusCode::UNPROCESSABLE_ENTITY, illegal),
        other => Failure::conflict(other),
    }
}

/// Does something in a game for the seat that a key opens, where a disk that is slow holds up
/// nobody.
async fn act(
    app: Arc<App>,
    id: String,
    key: String,
    act: impl FnOnce(&Session, Player) -> Result<(), Failure> + Send + 'static,
) -> Result<StatusCode, Failure> {
    let done = aside(move || {
        let room = app.rooms.find(&id)?;
        let seat = room.keys().seat(Some(&key));
        let watching = || Failure::new(StatusCode::FORBIDDEN, "you are watching this game: both seats are taken");
        let seat = seat.ok_or_else(watching)?;
        // Of a game that is a file, the keys are one too.
        let had_begun = room.has_begun();
        let done = act(&room.session, seat);
        if had_begun != room.has_begun() {
            room.keys().write(&app.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?)?;
        }
        done
    });
    done.await??;
    Ok(StatusCode::NO_CONTENT)
}

/// A move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    key: String,
    #[serde(rename = "move")]
    cell: String,
    /// The number that the move is to have, so that nothing sent twice or late is
    /// taken for a move in a position that nobody had seen.
    ply: Option<usize>,
}

/// `POST /api/rooms/{id}/moves`: takes a group.
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(played): Json<Played>,
) -> Result<StatusCode, Failure> {
    let cell: Cell = played.cell.parse().map_err(|error| Failure::bad(format!("{error}")))?;
    let play = move |session: &Session, seat: Player| {
        let snapshot = session.snapshot();
        if snapshot.end.is_none() && snapshot.turn != seat {
            let name = &snapshot.seats[snapshot.turn.index()].name;
            return Err(Failure::conflict(format!("it is the turn of {name}")));
        }
        if played.ply.is_some_and(|ply| ply != snapshot.moves.len() + 1) {
            return Err(Failure::conflict("the game has gone on meanwhile"));
        }
        session.play(cell).map_err(|refusal| refused(&refusal))
    };
    act(app, id, played.key, play).await
}

/// Somebody with a key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seated {
    key: String,
}

/// `POST /api/rooms/{id}/take-back`: takes back one's own last move, before it is replied to.
pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(seated): Json<Seated>,
) -> Result<StatusCode, Failure> {
    let take_back = |session: &Session, seat: Player| {
        if session.snapshot().moves.last().is_none_or(|last| last.player != seat) {
            return Err(Failure::conflict("only one's own last move can be taken back, before it is replied to"));
        }
        session.take_back().map(drop).map_err(|refusal| refused(&refusal))
    };
    act(app, id, seated.key, take_back).await
}

/// `POST /api/rooms/{id}/resign`: gives up.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(seated): Json<Seated>,
) -> Result<StatusCode, Failure> {
    act(app, id, seated.key, |session, seat| session.resign(seat).map_err(|refusal| refused(&refusal))).await
}

/// Somebody with a key and a name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    key: String,
    name: String,
}

/// `POST /api/rooms/{id}/name`: is called so from now on.
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(named): Json<Named>,
) -> Result<StatusCode, Failure> {
    let name = name_of(&named.name).map_err(Failure::bad)?;
    let rename = move |session: &Session, seat: Player| session.rename(seat, name).map_err(|refusal| refused(&refusal));
    act(app, id, named.key, rename).await
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
