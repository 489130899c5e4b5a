//! A record and its review, with all that a page draws of them.

use fruitrage_game::{GameRecord, HarmlessLines, harmless, make_harmless, read_games};
use serde::Serialize;
use serde_json::{Value, json};

use super::{ViewError, rows, value};
use crate::group;
use crate::puzzle::mistakes;
use crate::review::Review;
use crate::session::{MovePlayed, SeatView};

/// A game, as it is listed.
#[derive(Clone, Debug, Serialize)]
pub struct GameSummary {
    id: String,
    players: [String; 2],
    /// The same, with what is known of them.
    seats: [SeatView; 2],
    size: usize,
    kinds: u8,
    moves: usize,
    points: [u32; 2],
    winner: Option<u8>,
    /// How it ended, or none if it was broken off or is under way.
    ending: Option<String>,
    message: Option<String>,
}

impl GameSummary {
    /// Returns the summary of a game.
    pub fn of(record: &GameRecord) -> Self {
        let position = record.last_position();
        Self {
            id: record.game.id.clone(),
            players: record.game.agents.each_ref().map(|agent| harmless(&agent.name)),
            seats: record.game.agents.each_ref().map(SeatView::of_line),
            size: position.board().size(),
            kinds: record.game.kinds,
            moves: record.moves.len(),
            points: position.points(),
            winner: record.end.as_ref().and_then(|end| end.winner),
            ending: record.end.as_ref().map(|end| end.ending.name().to_owned()),
            message: record.end.as_ref().map(|end| HarmlessLines(&end.message).to_string()),
        }
    }
}

/// Reads the games of a record, as a file or as somebody pasted it.
pub fn read_record(text: &str) -> Result<Vec<GameRecord>, ViewError> {
    // What is pasted may have lost its last line's end.
    let games = read_games(format!("{text}\n").as_bytes()).map_err(ViewError::new)?;
    if games.is_empty() { Err(ViewError::new("there is no game in it")) } else { Ok(games) }
}

/// Returns the game of a name, the last if there are several, or the last of all.
pub fn choose(games: Vec<GameRecord>, id: Option<&str>) -> Option<GameRecord> {
    games.into_iter().rev().find(|record| id.is_none_or(|id| record.game.id == id))
}

/// Returns a record with all that a page draws of it.
pub fn drawn(record: &GameRecord) -> Value {
    let moves = record.moves.iter().zip(record.positions.windows(2));
    let moves = moves.map(|(line, pair)| {
        let mut shown = value(&MovePlayed::of(line, &pair[0], &pair[1]));
        shown["left"] = json!(line.left.as_secs_f64());
        shown
    });
    let moves: Vec<Value> = moves.collect();
    let mut shown = value(&GameSummary::of(record));
    shown["seed"] = json!(record.game.seed);
    shown["clock"] = json!(record.game.clock.kind);
    shown["time"] = json!(record.game.agents.each_ref().map(|agent| agent.time.as_secs_f64()));
    shown["commands"] = json!(record.game.agents.each_ref().map(|agent| &agent.command));
    shown["rows"] = json!(rows(record.positions[0].board()));
    shown["moves"] = json!(moves);
    shown["end"] = json!(record.end);
    make_harmless(&mut shown);
    shown
}

/// Returns a review with all that a page draws of it: the cells of better moves, marks, the
/// turning point in words, and which moves are to be learnt from.
pub fn reviewed(record: &GameRecord, review: &Review) -> Value {
    let mut told = value(review);
    for ((shown, found), before) in
        told["moves"].as_array_mut().into_iter().flatten().zip(&review.moves).zip(&record.positions)
    {
        shown["mark"] = json!(found.class.mark());
        shown["best_cells"] = match group(before.board(), found.best) {
            Ok(group) if found.best != found.cell => value(&group)["cells"].take(),
            _ => json!([]),
        };
    }
    let own = mistakes(record, review);
    told["mistakes"] = own.iter().map(|found| json!({ "ply": found.ply, "class": found.class })).collect();
    told["turning_words"] = json!(review.turning_point_in_words());
    told["type"] = json!("review");
    make_harmless(&mut told);
    told
}
