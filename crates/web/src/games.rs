//! Games under way: who plays them, who looks on, and when they are put away.
//!
//! Every game is recorded as it goes, from its first move on. One that was put away, or
//! was under way when the server ended, is taken up again from its record when somebody
//! asks for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fruitrage_play::session::{Refusal, Seat, Session, Snapshot, Told};
use fruitrage_play::view::{WantedGame, shown, with_groups};
use fruitrage_rules::{Cell, Player};
use serde::Deserialize;
use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::App;
use crate::failure::{Failure, Json, aside};
use crate::records::Records;
use crate::streams::{BACKLOG, Message, message, stream};

/// Games in memory at a time.
const MOST_GAMES: usize = 32;

/// Views of one game at a time.
const MOST_VIEWS: usize = 16;

/// A game that nobody has looked at for so long is put away.
const KEPT: Duration = Duration::from_mins(30);

/// How long a view may be gone before the game stands still: time to load a page
/// again.
const GONE: Duration = Duration::from_secs(3);

/// What the names of our records begin with. No others are taken up again: they
/// may belong to a program that is still writing them.
const PREFIX: &str = "web-";

/// All games in memory.
#[derive(Debug)]
pub(crate) struct Games {
    records: Records,
    games: Mutex<HashMap<String, Arc<Game>>>,
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Game {
    session: Session,
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

impl Game {
    fn new(session: Session) -> Self {
        let viewers = Arc::<Viewers>::default();
        let hears = Arc::clone(&viewers);
        session.subscribe(move |told| {
            hears.hear(told);
            true
        });
        Self { session, views: AtomicUsize::new(0), used: Mutex::new(Instant::now()), viewers }
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

impl Games {
    pub(crate) fn new(records: Records) -> Self {
        Self { records, games: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Game>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room, and keeps a game. What is put away is returned: to end it may
    /// take a moment.
    fn keep(&self, id: &str, session: Session) -> Result<Arc<Game>, Failure> {
        let mut put_away = Vec::new();
        let mut games = self.lock();
        let old: Vec<String> = games
            .iter()
            .filter(|(_, game)| game.has_begun() && game.idle().is_some_and(|idle| idle > KEPT))
            .map(|(id, _)| id.clone())
            .collect();
        put_away.extend(old.iter().filter_map(|id| games.remove(id)));
        if games.len() >= MOST_GAMES {
            // Of one that has not begun there is no record.
            let oldest = games.iter().filter_map(|(id, game)| Some((game.has_begun(), game.idle()?, id.clone()))).max();
            let Some((.., id)) = oldest else {
                return Err(Failure::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!("{MOST_GAMES} games are being played here, and there is no room for another"),
                ));
            };
            put_away.extend(games.remove(&id));
        }
        let game = Arc::new(Game::new(session));
        // Two may have asked for the same record at once: the first one is it.
        let game = Arc::clone(games.entry(id.to_owned()).or_insert(game));
        drop(games);
        drop(put_away);
        Ok(game)
    }

    /// A game in memory, or from its record. It may have to read a file.
    fn find(&self, id: &str) -> Result<Arc<Game>, Failure> {
        let missing = || Failure::missing("there is no such game; one is kept from its first move on");
        let found = self.lock().get(id).cloned();
        if let Some(game) = found {
            game.touch();
            return Ok(game);
        }
        if !is_own_name(id) {
            return Err(missing());
        }
        let path = self.records.path(&format!("{id}.jsonl")).ok_or_else(missing)?;
        let session = Session::resume(&path, |line| {
            Seat::of_line(line).ok_or_else(|| anyhow::anyhow!("{} cannot play here", line.name))
        });
        self.keep(id, session.map_err(|error| Failure::conflict(format!("{error:#}")))?)
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

async fn find(app: &Arc<App>, id: String) -> Result<Arc<Game>, Failure> {
    let app = Arc::clone(app);
    aside(move || app.games.find(&id)).await?
}

/// `POST /api/games`: a new game.
pub(crate) async fn create(State(app): State<Arc<App>>, Json(wanted): Json<WantedGame>) -> Result<Response, Failure> {
    let mut setup = wanted.setup(random()).map_err(Failure::bad)?;
    let id = format!("{PREFIX}{:016x}", random());
    setup.id.clone_from(&id);
    let game = aside(move || {
        let path = app.records.new_path(&format!("{id}.jsonl")).map_err(Failure::own)?;
        let session = Session::start_recorded(setup, &path).map_err(|error| Failure::bad(format!("{error:#}")))?;
        app.games.keep(&id, session)
    });
    let shown = with_groups(&game.await??.session.snapshot());
    Ok((StatusCode::CREATED, axum::Json(shown)).into_response())
}

/// `GET /api/games/{id}`: how it stands.
pub(crate) async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let game = find(&app, id).await?;
    Ok(axum::Json(with_groups(&game.session.snapshot())).into_response())
}

/// Somebody who looks on. When the last one is gone the game stands still, and
/// whoever thinks stops.
struct View {
    game: Arc<Game>,
}

impl View {
    fn open(game: &Arc<Game>) -> Result<Self, Failure> {
        let before = game.views.fetch_add(1, Ordering::Relaxed);
        let view = Self { game: Arc::clone(game) };
        if before >= MOST_VIEWS {
            return Err(Failure::busy("too many are looking at this game already"));
        }
        // It was only paused because nobody was there; there is no other pause here.
        // A game that is over stays so.
        let _ = game.session.go_on();
        Ok(view)
    }
}

impl Drop for View {
    fn drop(&mut self) {
        self.game.touch();
        if self.game.views.fetch_sub(1, Ordering::Relaxed) > 1 {
            return;
        }
        let game = Arc::clone(&self.game);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(GONE).await;
                if game.views.load(Ordering::Relaxed) == 0 {
                    let _ = game.session.pause();
                }
            });
        }
    }
}

/// `GET /api/games/{id}/events`: how it stands, and what happens from then on.
pub(crate) async fn events(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let game = find(&app, id).await?;
    let view = View::open(&game)?;
    let (snapshot, receiver) = game.follow();
    Ok(stream(Some(message(&with_groups(&snapshot))), receiver, view))
}

fn refused(refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Illegal(illegal) => Failure::new(StatusCode::UNPROCESSABLE_ENTITY, illegal),
        other => Failure::conflict(other),
    }
}

/// Does something in a game, where a disk that is slow holds up nobody.
async fn act(
    app: Arc<App>,
    id: String,
    act: impl FnOnce(&Session) -> Result<(), Failure> + Send + 'static,
) -> Result<StatusCode, Failure> {
    let done = aside(move || {
        let game = app.games.find(&id)?;
        // Whoever does something is there, so the game need not stand still.
        let _ = game.session.go_on();
        act(&game.session)
    });
    done.await??;
    Ok(StatusCode::NO_CONTENT)
}

/// A move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    #[serde(rename = "move")]
    cell: String,
    /// The number that the move is to have, so that nothing sent twice or late is
    /// taken for a move in a position that nobody had seen.
    ply: Option<usize>,
}

/// `POST /api/games/{id}/moves`: takes a group.
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(played): Json<Played>,
) -> Result<StatusCode, Failure> {
    let cell: Cell = played.cell.parse().map_err(|error| Failure::bad(format!("{error}")))?;
    let play = move |session: &Session| {
        if played.ply.is_some_and(|ply| ply != session.moves() + 1) {
            return Err(Failure::conflict("the game has gone on meanwhile"));
        }
        session.play(cell).map_err(|refusal| refused(&refusal))
    };
    act(app, id, play).await
}

/// `POST /api/games/{id}/take-back`: takes back the last move of a person.
pub(crate) async fn take_back(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    act(app, id, |session| session.take_back().map(drop).map_err(|refusal| refused(&refusal))).await
}

/// `POST /api/games/{id}/hint`: helps, first a little and then more.
pub(crate) async fn hint(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    act(app, id, |session| session.hint().map_err(|refusal| refused(&refusal))).await
}

/// Who resigns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resigned {
    player: u8,
}

/// `POST /api/games/{id}/resign`: gives up.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Json(resigned): Json<Resigned>,
) -> Result<StatusCode, Failure> {
    let player = match resigned.player {
        1 => Player::First,
        2 => Player::Second,
        _ => return Err(Failure::bad("a player is 1 or 2")),
    };
    act(app, id, move |session| session.resign(player).map_err(|refusal| refused(&refusal))).await
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
