//! An analysis that a page follows as it goes deeper.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use fruitrage_engine::Root;
use fruitrage_play::analysis::{Analysis, AnalysisOptions};
use fruitrage_play::view::{parse, value};
use serde::Deserialize;
use tokio::sync::mpsc;

use crate::App;
use crate::failure::{Failure, Query};
use crate::searches::Leave;
use crate::streams::{BACKLOG, message, stream};

/// The longest that one analysis takes, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// The most moves that it tells of.
const MOST_MOVES: usize = 10;

/// What to analyse.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    position: String,
    #[serde(default = "three")]
    top: usize,
    #[serde(default = "twenty")]
    seconds: f64,
}

const fn three() -> usize {
    3
}

const fn twenty() -> f64 {
    20.0
}

/// A search under way; it ends when this goes.
struct Running {
    parts: Option<(Analysis, Leave)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some((analysis, leave)) = self.parts.take() {
            analysis.stop();
            // To wait for its last boards would hold up whoever else is served. The
            // next one may begin when it is really over.
            std::thread::spawn(move || {
                drop(analysis);
                drop(leave);
            });
        }
    }
}

/// `GET /api/analysis`: the best moves, better and better known.
pub(crate) async fn events(State(app): State<Arc<App>>, Query(wanted): Query<Wanted>) -> Result<Response, Failure> {
    if !(1..=MOST_MOVES).contains(&wanted.top) {
        return Err(Failure::bad(format!("top is a number from 1 to {MOST_MOVES}")));
    }
    if !(0.01..=MOST_SECONDS).contains(&wanted.seconds) {
        return Err(Failure::bad(format!("seconds is a number from 0.01 to {MOST_SECONDS}")));
    }
    let (position, _) = parse(&wanted.position).map_err(Failure::bad)?;
    let root = Root::of_board(position.board()).map_err(|_| Failure::bad("the board is empty: there is no move"))?;
    let leave = app.searches.enter().await?;
    let time = Some(Duration::from_secs_f64(wanted.seconds));
    let options = AnalysisOptions { top: wanted.top, time, ..AnalysisOptions::default() };
    let (sender, receiver) = mpsc::channel(BACKLOG);
    let analysis = Analysis::start(root, options, move |update| {
        // It waits for a reader who is slow. If nobody reads any more, it will be stopped
        // in a moment.
        let _ = sender.blocking_send(message(&value(update)));
    });
    Ok(stream(None, receiver, Running { parts: Some((analysis, leave)) }))
}
