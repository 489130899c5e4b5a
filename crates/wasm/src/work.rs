//! What takes time, in slices: turns and hints, analyses, reviews.

use std::time::Duration;

use fruitrage_engine::{Level, Root};
use fruitrage_game::GameRecord;
use fruitrage_play::analysis::{AnalysisOptions, SlicedAnalysis};
use fruitrage_play::review::{ReviewCourse, ReviewOptions};
use fruitrage_play::session::SlicedThinking;
use fruitrage_play::view::{choose, parse, read_record, reviewed, value};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Refused;
use crate::tables::{TaskLine, Told};

/// The most moves that an analysis tells of.
const MOST_LINES: usize = 20;

/// What is to be found out.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WorkWanted {
    /// A turn or a hint.
    Think(TaskLine),
    /// The best moves; without a time until all is certain.
    Analyse { position: String, lines: usize, seconds: Option<f64> },
    /// How good the moves of a game were.
    Review { record: String, game: Option<String> },
}

/// Something that takes time.
#[derive(Debug)]
pub(crate) enum Work {
    Think(SlicedThinking),
    Analyse(Box<SlicedAnalysis>),
    Review(Box<(GameRecord, ReviewCourse)>),
}

impl Work {
    pub(crate) fn begin(wanted: WorkWanted) -> Result<Self, Refused> {
        let empty = || Refused::bad("the board is empty: there is no move");
        Ok(match wanted {
            WorkWanted::Think(task) => {
                let (level, task) = (task.level, task.task()?);
                Self::Think(match level {
                    Some(number) => {
                        let level = Level::all().find(|level| level.number() == number);
                        SlicedThinking::turn(&task, level.unwrap_or_default())
                    }
                    None => SlicedThinking::hint(&task).ok_or_else(empty)?,
                })
            }
            WorkWanted::Analyse { position, lines, seconds } => {
                let root = Root::of_board(parse(&position)?.0.board()).map_err(|_| empty())?;
                let time = seconds.map(Duration::try_from_secs_f64).transpose().map_err(Refused::bad)?;
                let options = AnalysisOptions { top: lines.clamp(1, MOST_LINES), time, ..AnalysisOptions::default() };
                Self::Analyse(Box::new(SlicedAnalysis::new(root, options)))
            }
            WorkWanted::Review { record, game } => {
                let record = choose(read_record(&record)?, game.as_deref());
                let record = record.ok_or_else(|| Refused::missing("the record has no such game"))?;
                // The same as `fruitrage review`: page and command line judge alike.
                let course = ReviewCourse::new(record.clone(), ReviewOptions::default());
                Self::Review(Box::new((record, course)))
            }
        })
    }

    /// Works for a slice, so many milliseconds after the beginning; returns what is told, and
    /// whether it was the last.
    pub(crate) fn step(&mut self, elapsed: f64) -> (Value, bool) {
        let elapsed = Duration::try_from_secs_f64(elapsed / 1000.0).unwrap_or_default();
        match self {
            Self::Think(thinking) => {
                let (request, is_last) = thinking.step(elapsed);
                (value(&Told::of(request)), is_last)
            }
            Self::Analyse(analysis) => {
                let update = analysis.step(elapsed);
                (value(&update), update.finish.is_some())
            }
            Self::Review(reviewing) => {
                let (record, course) = &mut **reviewing;
                if let Some(review) = course.step() {
                    return (reviewed(record, &review), true);
                }
                let (done, total) = course.progress();
                (json!({ "type": "progress", "done": done, "total": total }), false)
            }
        }
    }
}
