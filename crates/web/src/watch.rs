//! A tournament as it runs: how it stands, and the games under way.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use fruitrage_game::make_harmless;
use fruitrage_play::session::MovePlayed;
use fruitrage_play::view::{GameSummary, rows, value};
use fruitrage_tournament::storage::Location;
use fruitrage_tournament::{Site, TournamentError, Window};
use serde_json::{Value, json};

use crate::App;
use crate::failure::Failure;
use crate::records::Stamp;

/// How many can watch what others write.
pub(crate) const MOST_WATCHERS: usize = 32;

/// Games under way that are shown.
const MOST_LIVE: usize = 4;

/// Moves of a game under way that are told: the last.
const MOST_RECENT: usize = 12;

/// Finished games that are listed: the last.
const MOST_FINISHED: usize = 30;

/// How often a server is asked whether something has happened, by all who watch.
const ASKING: Duration = Duration::from_secs(1);

/// A tournament that is watched.
#[derive(Debug)]
pub(crate) struct Watched {
    site: Site,
    /// The connections to a server, once there are any.
    server: Mutex<Option<Arc<Window>>>,
    /// What a server said the last time, and when.
    asked: Mutex<Option<(Instant, Stamps)>>,
    /// What was seen the last time, for all who watch.
    seen: Mutex<Option<(Stamps, Value)>>,
}

/// Changes whenever a tournament has gone on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stamps {
    /// The files of its database, and whether somebody runs it.
    Files(Vec<Option<Stamp>>, bool),
    /// What its server says.
    Server(Result<[i64; 5], String>),
}

impl Watched {
    pub(crate) fn new(site: Site) -> Self {
        Self { site, server: Mutex::default(), asked: Mutex::default(), seen: Mutex::default() }
    }

    /// The tournament, to be looked at. A file is opened again each time: it may be
    /// another one by now.
    pub(crate) fn window(&self) -> Result<Arc<Window>, TournamentError> {
        if !self.site.location.is_shared() {
            return Ok(Arc::new(Window::open(&self.site)?));
        }
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(window) = &*server {
            return Ok(window.clone());
        }
        let window = Arc::new(Window::open(&self.site)?);
        *server = Some(window.clone());
        Ok(window)
    }

    fn stamps(&self) -> Stamps {
        let Location::File(database) = &self.site.location else { return self.stamps_of_server() };
        let stamp = |ending: &str| {
            let mut path = database.clone().into_os_string();
            path.push(ending);
            std::fs::metadata(path).ok().map(|data| Stamp::of(&data))
        };
        // The database, and the log before it.
        Stamps::Files(["", "-wal"].map(stamp).to_vec(), self.site.folder.is_running())
    }

    /// How it stands, looked at once for everybody.
    fn look(&self, now: &Stamps) -> Value {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = seen.as_ref().filter(|(then, _)| then == now) {
            return value.clone();
        }
        let value = look(self, MOST_FINISHED);
        *seen = Some((now.clone(), value.clone()));
        value
    }

    fn stamps_of_server(&self) -> Stamps {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, stamps)) = asked.as_ref().filter(|(when, _)| when.elapsed() < ASKING) {
            return stamps.clone();
        }
        let stamps = self.window().and_then(|window| window.stamp()).map_err(|error| error.to_string());
        let stamps = Stamps::Server(stamps);
        *asked = Some((Instant::now(), stamps.clone()));
        stamps
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // Connections are waited for when they are closed, which must not happen where
        // requests are answered.
        let window = self.server.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(window) = window {
            let _ = std::thread::spawn(move || drop(window)).join();
        }
    }
}

/// The tournament that is watched.
pub(crate) fn watched(app: &App) -> Result<Arc<Watched>, Failure> {
    let none = "no tournament is watched; start the server with --tournament FOLDER or --db URL";
    app.tournament.clone().ok_or_else(|| Failure::missing(none))
}

/// Returns how a tournament stands, with the last of its finished games.
pub(crate) fn look(watched: &Watched, most_finished: usize) -> Value {
    let found = watched.window().and_then(|window| Ok((window.status()?, window)));
    let (status, window) = match found {
        Ok(found) => found,
        Err(error) => return json!({ "problem": error.to_string() }),
    };
    // What cannot be read of a game that is being written is read the next time.
    let live = window.live_records(MOST_LIVE).unwrap_or_default();
    let live: Vec<Value> = live
        .iter()
        .map(|record| {
            let mut shown = value(&GameSummary::of(record));
            shown["rows"] = json!(rows(record.last_position().board()));
            shown["first_rows"] = json!(rows(record.positions[0].board()));
            shown["turn"] = json!(record.last_position().turn().index() + 1);
            // The last moves, so that each can be shown as it is made, even if several were.
            let moves = record.moves.iter().zip(record.positions.windows(2));
            let recent = moves.skip(record.moves.len().saturating_sub(MOST_RECENT));
            let recent: Vec<Value> =
                recent.map(|(line, pair)| value(&MovePlayed::of(line, &pair[0], &pair[1]))).collect();
            shown["recent"] = json!(recent);
            shown
        })
        .collect();
    let results = &status.results;
    let finished = results.games.iter().rev().take(most_finished).map(|game| {
        json!({
            "id": game.line.id,
            "players": game.line.agents.each_ref().map(|agent| &agent.name),
            "moves": game.moves,
            "points": game.end.points,
            "winner": game.end.winner,
            "ending": game.end.ending.name(),
            "message": game.end.message,
        })
    });
    let finished: Vec<Value> = finished.collect();
    let mut shown = json!({
        "name": results.details.name,
        "finished": results.is_finished,
        "running": status.is_running,
        "paused": status.progress.is_paused,
        "workers": status.workers_alive().count(),
        "games_per_hour": status.progress.games_per_hour().map(f64::round),
        "round": status.round(),
        "games": { "finished": status.progress.games, "of": status.forecast.games },
        "faults": status.progress.faults,
        "standings": status.standings.iter().map(|found| found.row(&results.agents[found.player].name)).collect::<Vec<_>>(),
        "live": live,
        "last": finished,
    });
    make_harmless(&mut shown);
    shown
}

/// `GET /api/watch`: how the tournament stands, again whenever it has gone on.
pub(crate) async fn events(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let watched = watched(&app)?;
    app.watchers.watch(move |before: &mut Option<Stamps>| {
        let now = watched.stamps();
        if before.as_ref() == Some(&now) {
            return None;
        }
        let found = watched.look(&now);
        *before = Some(now);
        Some(found)
    })
}
