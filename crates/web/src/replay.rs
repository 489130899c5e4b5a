//! A record to be stepped through, and its review.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fruitrage_game::{GameRecord, Stop, read_games, write_event};
use fruitrage_play::review::{ReviewOptions, review as judge};
use fruitrage_play::view::{GameSummary, drawn, reviewed};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::App;
use crate::failure::{Failure, Json, Query, aside};
use crate::streams::{BACKLOG, message, stream};
use crate::watch;

/// The longest that a review takes. What is judged by then is lost.
const LONGEST: Duration = Duration::from_mins(5);

/// Reviews that are remembered.
const MOST_KNOWN: usize = 32;

/// Records that were pasted and are remembered for their review.
const MOST_PASTED: usize = 16;

/// A game in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    file: String,
    /// Its name; the last of that name, or the last of all.
    game: Option<String>,
}

/// A record, pasted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pasted {
    record: String,
    game: Option<String>,
}

/// Reviews by what was reviewed, and records that were pasted.
#[derive(Debug, Default)]
pub(crate) struct Reviews {
    known: Mutex<VecDeque<(GameRecord, Value)>>,
    pasted: Mutex<VecDeque<(u64, GameRecord)>>,
}

impl Reviews {
    fn get(&self, record: &GameRecord) -> Option<Value> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(reviewed, _)| reviewed == record).map(|(_, review)| review.clone())
    }

    fn put(&self, record: GameRecord, review: Value) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.push_back((record, review));
        if known.len() > MOST_KNOWN {
            known.pop_front();
        }
    }

    /// Remembers a record that was pasted, and tells under which number.
    fn paste(&self, record: GameRecord) -> u64 {
        let mut pasted = self.pasted.lock().unwrap_or_else(PoisonError::into_inner);
        let number = pasted.back().map_or(1, |(number, _)| number + 1);
        pasted.push_back((number, record));
        if pasted.len() > MOST_PASTED {
            pasted.pop_front();
        }
        number
    }

    fn pasted(&self, number: u64) -> Option<GameRecord> {
        let pasted = self.pasted.lock().unwrap_or_else(PoisonError::into_inner);
        pasted.iter().find(|(known, _)| *known == number).map(|(_, record)| record.clone())
    }
}

/// What names a record that was pasted, in the place of a file's name.
const PASTED: &str = "pasted:";

/// What names a finished game of the tournament that is watched.
const WATCHED: &str = "watched:";

fn choose(games: Vec<GameRecord>, id: Option<&str>) -> Result<GameRecord, Failure> {
    let mut fitting = games.into_iter().rev().filter(|record| id.is_none_or(|id| record.game.id == id));
    fitting.next().ok_or_else(|| Failure::missing("the record has no such game"))
}

fn load(app: &App, which: &Which) -> Result<GameRecord, Failure> {
    if let Some(number) = which.file.strip_prefix(PASTED) {
        let found = number.parse().ok().and_then(|number| app.reviews.pasted(number));
        return found.ok_or_else(|| Failure::missing("that record was pasted too long ago; paste it again"));
    }
    if let Some(id) = which.file.strip_prefix(WATCHED) {
        let found = watch::watched(app)?.window().and_then(|window| window.record(id)).map_err(Failure::conflict)?;
        return found.ok_or_else(|| Failure::missing("the tournament has no such finished game"));
    }
    choose(app.records.read(&which.file)?, which.game.as_deref())
}

/// `GET /api/record`: a game of a file, or of the tournament that is watched.
pub(crate) async fn stored(State(app): State<Arc<App>>, Query(which): Query<Which>) -> Result<Response, Failure> {
    let shown = aside(move || load(&app, &which).map(|record| drawn(&record)));
    Ok(axum::Json(shown.await??).into_response())
}

/// `GET /api/record.jsonl`: the same as JSON Lines.
pub(crate) async fn lines(State(app): State<Arc<App>>, Query(which): Query<Which>) -> Result<Response, Failure> {
    let lines = aside(move || {
        let record = load(&app, &which)?;
        let mut lines = Vec::new();
        record.events().try_for_each(|event| write_event(&mut lines, &event)).map_err(Failure::own)?;
        Ok::<_, Failure>(lines)
    });
    let kind = [(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")];
    Ok((kind, lines.await??).into_response())
}

/// `POST /api/record`: a game of a record that is pasted, and not kept.
pub(crate) async fn pasted(State(app): State<Arc<App>>, Json(pasted): Json<Pasted>) -> Result<Response, Failure> {
    let shown = aside(move || {
        let mut text = pasted.record;
        // What is pasted may have lost its last line's end.
        text.push('\n');
        let games = read_games(text.as_bytes()).map_err(Failure::bad)?;
        let games_there = games.iter().map(GameSummary::of).collect::<Vec<_>>();
        let record = choose(games, pasted.game.as_deref())?;
        let mut shown = drawn(&record);
        shown["games"] = json!(games_there);
        shown["file"] = json!(format!("{PASTED}{}", app.reviews.paste(record)));
        Ok::<_, Failure>(shown)
    });
    Ok(axum::Json(shown.await??).into_response())
}

/// Stops a review when nobody waits for it any more.
struct Wanted(Stop);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// `GET /api/review`: how far the review is, and then the review.
pub(crate) async fn review(State(app): State<Arc<App>>, Query(which): Query<Which>) -> Result<Response, Failure> {
    let record = aside({
        let app = Arc::clone(&app);
        move || load(&app, &which)
    });
    let record = record.await??;
    let (sender, receiver) = mpsc::channel(BACKLOG);
    if let Some(known) = app.reviews.get(&record) {
        return Ok(stream(Some(message(&known)), receiver, ()));
    }
    let leave = app.searches.enter().await?;
    let stop = Stop::default();
    let asked = stop.clone();
    tokio::task::spawn_blocking(move || {
        let started = Instant::now();
        // The same as `fruitrage review`: page and command line judge alike.
        let options = ReviewOptions::default();
        let mut progress = |done: usize, total: usize| {
            if started.elapsed() > LONGEST {
                asked.raise();
            }
            // Who does not read this reads the next.
            let _ = sender.try_send(message(&json!({ "type": "progress", "done": done, "total": total })));
        };
        let review = judge(&record, &options, &asked, &mut progress);
        drop(leave);
        let told = match &review {
            Some(review) => {
                let told = reviewed(&record, review);
                app.reviews.put(record, told.clone());
                told
            }
            None => json!({ "type": "review", "problem": "the review took too long" }),
        };
        let _ = sender.blocking_send(message(&told));
    });
    Ok(stream(None, receiver, Wanted(stop)))
}
