//! What can be asked for, and the answer to each: `{"ok": ...}`, or `{"refused": ...}` with a
//! status as of HTTP and a sentence.

use std::fmt::Display;

use fruitrage_engine::{bench, bench_signature};
use fruitrage_play::view::{self, GameSummary, MovesWanted, ViewError, value};
use fruitrage_play::{result_against_level, suggested_level};
use fruitrage_rules::{Board, generate, perft};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::learning::School;
use crate::tables::{TableCall, Tables};
use crate::work::{Work, WorkWanted};

/// Something that is asked for: its name, and what it needs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Call {
    /// Something about a game under way.
    Table(TableCall),
    /// Begins something that takes time, in place of what was worked on before.
    Work(Box<WorkWanted>),
    /// Works on for a slice, so many milliseconds after the beginning.
    Step { elapsed: f64 },
    /// What a text draws.
    Position { text: String },
    /// What moves lead to.
    Line(MovesWanted),
    /// What a move would do.
    Preview { position: String, cell: String },
    /// A game of a record with all that a page draws of it, and a list of all its games.
    Record { text: String, game: Option<String> },
    /// One summary a record; none for a record that cannot be read.
    Summaries { records: Vec<String> },
    /// The games of a record, each as a record of its own.
    Split { text: String },
    /// The level that suits a person by these records, the latest last.
    Suggest(Vec<String>),
    /// Something of the lesson or of puzzles; see [`School::answer`].
    Learn(Vec<String>),
    /// The bench signature.
    Bench,
    /// Counts lines of moves from a generated board.
    Perft { size: usize, kinds: u8, seed: u64, depth: u32 },
}

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// As of HTTP.
    pub status: u16,
    /// A sentence.
    pub message: String,
}

impl Refused {
    /// What was sent makes no sense.
    pub(crate) fn bad(message: impl Display) -> Self {
        Self { status: 400, message: format!("{message}") }
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl Display) -> Self {
        Self { status: 404, message: format!("{message}") }
    }

    /// It makes sense, but not now.
    pub(crate) fn conflict(message: impl Display) -> Self {
        Self { status: 409, message: format!("{message}") }
    }
}

impl From<ViewError> for Refused {
    fn from(error: ViewError) -> Self {
        Self::bad(error)
    }
}

/// What lies between two calls.
#[derive(Debug, Default)]
pub struct Desk {
    tables: Tables,
    school: School,
    work: Option<Work>,
}

impl Desk {
    /// Answers a request as JSON.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let done = serde_json::from_slice(request).map_err(|error| Refused::bad(format!("not as expected: {error}")));
        let answer = match done.and_then(|call| self.handle(call)) {
            Ok(answer) => json!({ "ok": answer }),
            Err(refused) => json!({ "refused": refused }),
        };
        answer.to_string()
    }

    fn handle(&mut self, call: Call) -> Result<Value, Refused> {
        Ok(match call {
            Call::Table(call) => self.tables.handle(call)?,
            Call::Work(wanted) => {
                self.work = Some(Work::begin(*wanted)?);
                Value::Null
            }
            Call::Step { elapsed } => {
                let work = self.work.as_mut().ok_or_else(|| Refused::conflict("there is nothing to work on"))?;
                let (told, is_last) = work.step(elapsed);
                if is_last {
                    self.work = None;
                }
                json!({ "told": told, "last": is_last })
            }
            Call::Position { text } => view::read(&text)?,
            Call::Line(line) => view::line(&line)?,
            Call::Preview { position, cell } => view::preview(&position, &cell)?,
            Call::Record { text, game } => record(&text, game.as_deref())?,
            Call::Summaries { records } => {
                let one = |text: &String| Some(GameSummary::of(view::read_record(text).ok()?.last()?));
                json!(records.iter().map(one).collect::<Vec<_>>())
            }
            Call::Split { text } => {
                let games = view::read_record(&text)?;
                json!(games.iter().map(|game| json!({ "id": game.game.id, "lines": lines(game) })).collect::<Vec<_>>())
            }
            Call::Suggest(records) => {
                let games = records.iter().filter_map(|text| view::read_record(text).ok()).flatten();
                let results: Vec<_> = games.filter_map(|game| result_against_level(&game)).collect();
                json!({ "level": suggested_level(&results).number(), "games": results.len() })
            }
            Call::Learn(words) => self.school.answer(&words)?,
            Call::Bench => json!(bench_signature(&bench())),
            Call::Perft { size, kinds, seed, depth } => {
                json!(perft(&Board::settled(&generate(size, kinds, seed)), depth))
            }
        })
    }
}

fn record(text: &str, game: Option<&str>) -> Result<Value, Refused> {
    let games = view::read_record(text)?;
    let all: Vec<_> = games.iter().map(GameSummary::of).collect();
    let record = view::choose(games, game).ok_or_else(|| Refused::missing("the record has no such game"))?;
    let mut shown = view::drawn(&record);
    shown["games"] = value(&all);
    Ok(shown)
}

/// Returns the lines of a record.
pub(crate) fn lines(record: &fruitrage_game::GameRecord) -> Vec<String> {
    record.events().map(|event| line(&event)).collect()
}

/// Returns an event as a line of a record, without its end.
pub(crate) fn line(event: &fruitrage_game::Event) -> String {
    let mut line = Vec::new();
    fruitrage_game::write_event(&mut line, event).expect("memory can be written to");
    String::from_utf8_lossy(&line).trim_end().to_owned()
}
