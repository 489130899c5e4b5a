//! A recorded game, as JSON Lines: pages read, draw and judge it themselves.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fruitrage_game::{GameRecord, write_event};
use fruitrage_play::view::choose;
use serde::Deserialize;

use crate::App;
use crate::failure::{Failure, Query, aside};
use crate::watch;

/// A game in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    file: String,
    /// Its name; the last of that name, or the last of all.
    game: Option<String>,
}

/// What names a finished game of the tournament that is watched, in the place of a file.
const WATCHED: &str = "watched:";

fn load(app: &App, which: &Which) -> Result<GameRecord, Failure> {
    if let Some(id) = which.file.strip_prefix(WATCHED) {
        let found = watch::watched(app)?.window().and_then(|window| window.record(id)).map_err(Failure::conflict)?;
        return found.ok_or_else(|| Failure::missing("the tournament has no such finished game"));
    }
    let games = app.records.read(&which.file)?;
    choose(games, which.game.as_deref()).ok_or_else(|| Failure::missing("the record has no such game"))
}

/// Returns a game as JSON Lines.
pub(crate) fn lines_of(record: &GameRecord) -> Result<Vec<u8>, Failure> {
    let mut lines = Vec::new();
    record.events().try_for_each(|event| write_event(&mut lines, &event)).map_err(Failure::own)?;
    Ok(lines)
}

/// `GET /api/record.jsonl`: a game of a file, or of the tournament that is watched.
pub(crate) async fn lines(State(app): State<Arc<App>>, Query(which): Query<Which>) -> Result<Response, Failure> {
    let lines = aside(move || lines_of(&load(&app, &which)?));
    let kind = [(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")];
    Ok((kind, lines.await??).into_response())
}
