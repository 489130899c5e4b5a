//! Boards that are pasted, edited and played on without a game.

use axum::response::{IntoResponse, Response};
use fruitrage_play::view;
use serde::Deserialize;

use crate::failure::{Failure, Json};

/// A board as something to read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    text: String,
}

/// `POST /api/position`: what a text draws.
pub(crate) async fn read(Json(text): Json<Text>) -> Result<Response, Failure> {
    Ok(axum::Json(view::read(&text.text).map_err(Failure::bad)?).into_response())
}

/// `POST /api/line`: what moves lead to, one after the other.
pub(crate) async fn line(Json(line): Json<view::MovesWanted>) -> Result<Response, Failure> {
    Ok(axum::Json(view::line(&line).map_err(Failure::bad)?).into_response())
}
