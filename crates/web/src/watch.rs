//! Answers for a tournament as it runs: how it stands, and the games under way.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use fruitrage_arena::Standing;
use fruitrage_arena::tournament::{Folder, Status, live_records, load_status};
use serde_json::{Value, json};

use crate::App;
use crate::failure::Failure;
use crate::records::{GameSummary, Stamp};
use crate::streams::value;

/// How many can watch what others write.
pub(crate) const MOST_WATCHERS: usize = 32;

/// Games under way that are shown.
const MOST_LIVE: usize = 4;

/// Finished games that are listed: the last.
const MOST_FINISHED: usize = 30;

/// Changes whenever a tournament has gone on: its database and the log before it,
/// and whether somebody runs it.
type Stamps = (Vec<Option<Stamp>>, bool);

fn stamps(folder: &Folder) -> Stamps {
    let stamp = |ending: &str| {
        let mut path = folder.database().into_os_string();
        path.push(ending);
        std::fs::metadata(path).ok().map(|data| Stamp::of(&data))
    };
    (["", "-wal"].map(stamp).to_vec(), folder.is_running())
}

/// The tournament that is watched.
pub(crate) fn folder(app: &App) -> Result<Folder, Failure> {
    let none = "no tournament is watched; start the server with --tournament FOLDER";
    app.tournament.clone().ok_or_else(|| Failure::missing(none))
}

fn standing(status: &Status, standing: &Standing) -> Value {
    json!({
        "rank": standing.rank,
        "name": status.results.agents[standing.player].name,
        "points": f64::from(standing.half_points) / 2.0,
        "games": standing.games,
        "margin": standing.margin(),
        "faults": standing.faults,
    })
}

fn look(folder: &Folder) -> Value {
    let status = match load_status(folder) {
        Ok(status) => status,
        Err(error) => return json!({ "problem": error.to_string() }),
    };
    // What cannot be read of a game that is being written is read the next time.
    let live = live_records(folder, MOST_LIVE).unwrap_or_default();
    let live: Vec<Value> = live
        .iter()
        .map(|record| {
            let mut shown = value(&GameSummary::of(record));
            shown["rows"] = json!(crate::position::rows(record.last_position().board()));
            shown["first_rows"] = json!(crate::position::rows(record.positions[0].board()));
            shown["turn"] = json!(record.last_position().turn().index() + 1);
            // The last move, so that it can be shown as it is made.
            let last = record.moves.last().zip(record.positions.windows(2).last());
            shown["last"] = last.map_or(Value::Null, |(line, pair)| {
                value(&fruitrage_play::session::MovePlayed::of(line, &pair[0], &pair[1]))
            });
            shown
        })
        .collect();
    let results = &status.results;
    let finished = results.games.iter().rev().take(MOST_FINISHED).map(|game| {
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
    json!({
        "name": results.name,
        "finished": results.is_finished,
        "running": status.is_running,
        "round": status.progress.round,
        "games": { "finished": status.progress.games, "of": status.forecast.games },
        "faults": status.progress.faults,
        "standings": status.standings.iter().map(|found| standing(&status, found)).collect::<Vec<_>>(),
        "live": live,
        "last": finished,
    })
}

/// `GET /api/watch`: how the tournament stands, again whenever it has gone on.
pub(crate) async fn events(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let folder = folder(&app)?;
    app.watchers.watch(move |before: &mut Option<Stamps>| {
        let now = stamps(&folder);
        if before.as_ref() == Some(&now) {
            return None;
        }
        *before = Some(now);
        Some(look(&folder))
    })
}
